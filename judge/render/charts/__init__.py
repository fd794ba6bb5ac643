"""Charts for letters: data to SVG, drawn by hand so that they look the same everywhere."""

from judge.render.charts.chart import Bar as Bar
from judge.render.charts.chart import Bars as Bars
from judge.render.charts.chart import Chart as Chart
from judge.render.charts.chart import Curve as Curve
from judge.render.charts.chart import Lines as Lines
from judge.render.charts.chart import boxes as boxes
from judge.render.charts.chart import season as season
from judge.render.charts.draw import draw as draw
from judge.render.charts.figures import Turn as Turn
from judge.render.charts.figures import final_figures as final_figures
from judge.render.charts.figures import private_figures as private_figures
from judge.render.charts.figures import public_figures as public_figures
from judge.render.charts.figures import race as race
from judge.render.charts.scoreboard import curve as curve
from judge.render.charts.scoreboard import score_lines as score_lines
from judge.render.charts.scoreboard import scoreboard as scoreboard
from judge.render.charts.scoreboard import turning_points as turning_points
