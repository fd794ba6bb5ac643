"""The poster of a game that is over, on one page (A3): its last board, who won, curves and turning points. One drawing
for both files: resvg makes the picture of it, WeasyPrint the page to print."""

import base64
import re
from collections.abc import Sequence
from html import escape

from judge.core.listing import listing
from judge.core.picture import Board
from judge.core.values import Value
from judge.extras.facts import Facts
from judge.extras.zine.paper import Job
from judge.render import board as drawing
from judge.render import charts, raster
from judge.render.charts import Chart
from judge.render.text import called, plural

WIDE, HIGH = 1188, 1680  # of the page, four to a millimetre
EDGE, GAP = 64, 28
BELOW = 360  # the height of charts under a board
MOST_NAMED = 3  # winners in the heading
PIXELS = 1754  # of the picture: A3 at 150 to the inch
ON_PAPER = 1100  # pixels of the board: as letters have it, which is quick
_INK, _SOFT, _PAPER = "#221d17", "#5f564a", "#faf7f0"
_SIZE = re.compile(r'<svg xmlns="[^"]*" width="[\d.]+" height="[\d.]+"')
_STYLE = "<style>@page{size:A3;margin:0}body{margin:0}img{display:block;width:297mm;height:420mm}</style>"


class Poster(Value):
    """What it shows, in words and pictures.

    ending  how the game was won; `span`: from when to when; `turns`: what changed most
    large   a chart in place of the board, where no board is public
    """

    name: str
    title: str
    winners: Sequence[str]
    ending: str
    span: str
    board: Board | None
    large: Chart | None
    charts: Sequence[Chart]
    turns: Sequence[str]

    @property
    def words(self) -> str:
        """All of it without the picture."""
        told = [f"{self.title} {self.name}.", f"{self.heading}.", self.ending, f"{self.span}."]
        told += [drawing.in_words(self.board)] if self.board else []
        return " ".join([*told, *(chart.alt for chart in self.charts), *(f"{turn}." for turn in self.turns)])

    @property
    def heading(self) -> str:
        if len(self.winners) > MOST_NAMED:
            return f"{len(self.winners)} share the win"
        return f"Won by {listing(map(called, self.winners))}" if self.winners else "Nobody has won"


def poster(facts: Facts, ending: str) -> Poster:
    """Out of what everybody may know of a game that is over. `ending`: how it was won, in words."""
    game, found = facts.game, facts.charts_now()
    race, board = charts.score_lines(found), facts.board()
    shown = [one for one in found if one.name == "scores" or one is race]
    first, last = (charts.season(one.phase) for one in (game.played[0], game.played[-1]))
    return Poster(
        game.key,
        facts.info.title,
        game.ended["winners"] if game.ended else (),
        ending,
        f"{plural(len(game.played), 'phase')}, {first} to {last}",
        board,
        next((one for one in found if one not in shown), None) if board is None else None,
        shown or found[:2],
        charts.turning_points(race),
    )


def png(made: Poster) -> bytes:
    """The picture."""
    return raster.png(svg(made), width=PIXELS)


def job(made: Poster) -> Job:
    """The page to print, by whoever prints."""
    data = base64.b64encode(svg(made).encode()).decode()
    title = f"{made.name}: {made.heading}"
    html = (
        f'<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>{_STYLE}</head>'
        f'<body><img src="data:image/svg+xml;base64,{data}" alt="{escape(made.words)}"></body></html>'
    )
    return Job(html, {}, f"poster {made.name}")


def svg(made: Poster) -> str:
    """The whole page as one drawing."""
    size = min(104, round(1.75 * (WIDE - 2 * EDGE) / max(8, len(made.heading))))
    parts = [
        _line(94, 30, f"{made.title} · {made.name}", _SOFT),
        _line(124 + size * 0.72, size, made.heading, _INK),
        _line(168 + size * 0.72, 25, made.ending, _SOFT),
        _line(202 + size * 0.72, 25, f"{made.span}.", _SOFT),
    ]
    top = 228 + size * 0.72
    foot = HIGH - EDGE - (38 * len(made.turns) + 44 if made.turns else 0)
    if made.board is not None:
        parts.append(_board(made.board, top, foot - BELOW - GAP - top))
        top = foot - BELOW
    elif made.large is not None:
        parts.append(_placed(charts.draw(made.large), EDGE, top, WIDE - 2 * EDGE, foot - BELOW - GAP - top))
        top = foot - BELOW
    across = (WIDE - 2 * EDGE - GAP * (len(made.charts) - 1)) / max(1, len(made.charts))
    for at, chart in enumerate(made.charts):
        parts.append(_placed(charts.draw(chart), EDGE + at * (across + GAP), top, across, foot - top - GAP))
    parts += [_line(foot + 38, 26, "Turning points", _INK)] if made.turns else []
    parts += [_line(foot + 76 + 38 * at, 24, turn, _SOFT) for at, turn in enumerate(made.turns)]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE} {HIGH}" width="{WIDE}" height="{HIGH}"'
        ' font-family="DejaVu Serif, serif">'
        f'<rect width="{WIDE}" height="{HIGH}" fill="{_PAPER}"/>{"".join(parts)}</svg>'
    )


def _line(y: float, size: float, words: str, colour: str) -> str:
    """Words in the middle of the page, smaller where they would not fit."""
    size = min(size, 1.75 * (WIDE - 2 * EDGE) / max(1, len(words)))
    return (
        f'<text x="{WIDE / 2:g}" y="{y:.0f}" font-size="{size:.1f}" fill="{colour}" text-anchor="middle">'
        f"{escape(words, quote=False)}</text>"
    )


def _board(board: Board, top: float, high: float) -> str:
    photo = base64.b64encode(drawing.jpeg(board, width=ON_PAPER)).decode()
    return (
        f'<image x="{EDGE}" y="{top:.0f}" width="{WIDE - 2 * EDGE}" height="{high:.0f}"'
        f' preserveAspectRatio="xMidYMid meet" href="data:image/jpeg;base64,{photo}"/>'
    )


def _placed(chart: str, x: float, y: float, wide: float, high: float) -> str:
    """A chart as a part of the page."""
    where = f'<svg x="{x:.0f}" y="{y:.0f}" width="{wide:.0f}" height="{high:.0f}"'
    return _SIZE.sub(f'{where} preserveAspectRatio="xMidYMin"', chart.replace("#ffffff", _PAPER), count=1)
