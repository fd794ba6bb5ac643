"""A board as SVG, whole for the web, or only what lives on it, to be laid over a ground painted before."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from judge.core.picture import Board
from judge.render.board import arrows, ground, key, legend, marks, pieces
from judge.render.board.atlas import Atlas, atlas
from judge.render.board.pen import SANS, escape
from judge.render.board.room import UNIT, Box
from judge.render.board.words import in_words

PAPER = "#faf5e9"
_DEFS = ground.defs() + pieces.defs()


def svg(board: Board) -> str:
    """The picture as SVG, complete by itself: every province a path whose id is its code."""
    chart = atlas(board.map)
    return _sheet(board, chart, (*_still(chart, ground.tints_of(board, chart)), *_living(board, chart)), PAPER)


def below_units(board: Board) -> str:
    """What lies between the centres and the units, on nothing and as large as the map; "" where that is nothing."""
    chart = atlas(board.map)
    return _layer(chart, (*ground.idle(board, chart), *pieces.bursts(board, chart), *arrows.lines(board, chart)))


def above_units(board: Board) -> str:
    """What lies over the units, on nothing and as large as the map; "" where that is nothing."""
    chart = atlas(board.map)
    return _layer(chart, tuple(_above(board, chart)))


def words_of(board: Board) -> tuple[str, int]:
    """The title and, below it, what is told of the powers, on nothing; and how high it is."""
    chart = atlas(board.map)
    high = legend.TITLE + legend.powers_high(board, chart)
    body = "".join((*legend.title(board, chart), *legend.figures(board, chart, legend.TITLE)))
    return f"{_head(chart.width, high)}{body}</svg>", high


def powers_of(board: Board) -> str:
    """The powers by name and colour, on nothing: the same for all boards of a map."""
    chart = atlas(board.map)
    return _layer(chart, tuple(legend.powers(chart, 0)), legend.TITLE)


def key_of(board: Board) -> str:
    """The key to the signs, on nothing: the same for many boards."""
    chart = atlas(board.map)
    return _layer(chart, tuple(key.key(board, chart, 0)), key.height(board, chart) + 8)


def sprite(body: Iterable[str], size: float) -> str:
    """A small part of the picture, whose middle is at 0, 0, by itself."""
    half = size / 2
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{-half} {-half} {size} {size}" {SANS}>'
    return f"{head}<defs>{_DEFS}</defs>{''.join(body)}</svg>"


def _layer(chart: Atlas, body: Sequence[str], high: int = 0) -> str:
    parts = "".join(body)
    return f"{_head(chart.width, high or chart.height)}<defs>{_DEFS}</defs>{parts}</svg>" if parts else ""


def laid(board: Board, ground: str, tint: str) -> str:
    """For a web page: what lives on the board, over a map and tints that many pages share.

    ground  address of `ground_of` the same map; tint  address of `photo.tint` of the same owners
    """
    chart = atlas(board.map)
    place = f'width="{chart.width}" height="{chart.height}"'
    sheets = (
        f'<image href="{escape(ground)}" {place}/>',
        f'<image href="{escape(tint)}" {place} style="mix-blend-mode:multiply"/>',
    )
    return _sheet(board, chart, (*sheets, *_living(board, chart)), PAPER)


def ground_of(name: str) -> str:
    """What is the same on every picture of a map, as SVG of the map alone. tools/map paints it once."""
    chart = atlas(name)
    body = "".join(_still(chart, {}))
    return f"{_head(chart.width, chart.height)}<defs>{ground.defs()}</defs>{body}</svg>"


def size_of(board: Board) -> tuple[int, int]:
    """Width and height of the whole picture."""
    chart = atlas(board.map)
    return chart.width, legend.TITLE + chart.height + legend.height(board, chart)


def _still(chart: Atlas, tints: Mapping[str, str]) -> Iterator[str]:
    yield from ground.water(chart)
    yield from ground.compass(chart)
    yield from ground.seas(chart)
    yield from ground.lands(chart, tints)
    yield from ground.names(chart)
    yield from ground.frame(chart)


def _living(board: Board, chart: Atlas) -> Iterator[str]:
    yield from ground.idle(board, chart)
    yield from ground.centres(board, chart)
    yield from pieces.bursts(board, chart)
    yield from arrows.lines(board, chart)
    yield from pieces.units(board, chart)
    yield from _above(board, chart)


def _above(board: Board, chart: Atlas) -> Iterator[str]:
    yield from pieces.fates(board, chart)
    stands = [Box(*chart.spot(piece.place), *UNIT) for piece in board.pieces if chart.knows(piece.place)]
    yield from ground.over(chart, arrows.ink(board, chart), stands)
    yield from arrows.signs(board, chart)
    yield from marks.marks(board, chart)


def _sheet(board: Board, chart: Atlas, body: Iterable[str], paper: str) -> str:
    width, total = size_of(board)
    below = legend.TITLE + chart.height
    return "".join(
        (
            _head(width, total, ' role="img" aria-labelledby="board-title board-words"'),
            f'<title id="board-title">{escape(board.title or "The board")}</title>',
            f'<desc id="board-words">{escape(in_words(board))}</desc>',
            f"<defs>{_DEFS}</defs>",
            f'<rect width="{width}" height="{total}" fill="{paper}"/>',
            *legend.title(board, chart),
            f'<clipPath id="sheet"><rect width="{chart.width}" height="{chart.height}"/></clipPath>',
            f'<g transform="translate(0 {legend.TITLE})" clip-path="url(#sheet)">',
            *body,
            "</g>",
            *legend.band(board, chart, below),
            "</svg>",
        )
    )


def _head(width: int, height: int, more: str = "") -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" '
        f"{SANS}{more}>"
    )
