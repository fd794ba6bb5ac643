"""Charts for letters: data to SVG, drawn by hand so that they look the same everywhere."""

from judge.render.charts.chart import Bar, Bars, Chart, Curve, Lines, boxes, season
from judge.render.charts.draw import draw
from judge.render.charts.figures import Turn, final_figures, private_figures, public_figures, race
from judge.render.charts.scoreboard import curve, score_lines, scoreboard, turning_points

__all__ = [
    "Bar",
    "Bars",
    "Chart",
    "Curve",
    "Lines",
    "Turn",
    "boxes",
    "curve",
    "draw",
    "final_figures",
    "private_figures",
    "public_figures",
    "race",
    "score_lines",
    "scoreboard",
    "season",
    "turning_points",
]
