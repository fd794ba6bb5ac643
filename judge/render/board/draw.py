"""A board as SVG, whole for the web, or only what lives on it, to be laid over a ground painted before."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from judge.core.picture import Board
from judge.render.board import arrows, ground, legend, marks, pieces
from judge.render.board.atlas import Atlas, atlas
from judge.render.board.pen import SANS, Bit, Edges, escape
from judge.render.board.room import UNIT, Box
from judge.render.board.ways import Ways
from judge.render.board.words import in_words

PAPER = "#faf5e9"
CORNER = 350  # of the map: a phone of 390 pixels has 370 for it in a letter, 358 on a page, so a name of 11 is as high
_SVG = "http://www.w3.org/2000/svg"
_DEFS = ground.defs() + pieces.defs()


def svg(board: Board) -> str:
    """The picture as SVG, complete by itself: every province a path whose id is its code."""
    chart = atlas(board.map)
    return _sheet(board, (*_still(chart, ground.tints_of(board, chart)), *_svg(living(board))), PAPER)


def living(board: Board) -> Iterator[Bit]:
    """What lies over the ground of a map: centres, orders, units, marks, each above those before it."""
    chart = atlas(board.map)
    ways = Ways(board, chart)
    yield from ground.idle(board, chart)
    yield from ground.centres(board, chart)
    yield from pieces.bursts(board, chart)
    yield from arrows.lines(board, chart, ways)
    yield from pieces.units(board, chart)
    yield from pieces.fates(board, chart)
    stands = [Box(*chart.spot(piece.place), *UNIT) for piece in board.pieces if chart.knows(piece.place)]
    yield from ground.over(chart, ways.ink(), stands)
    yield from arrows.signs(ways)
    yield from marks.marks(board, chart, ways.crosses())


def alone(body: str, edges: Edges, size: tuple[int, int]) -> str:
    """A part of the picture by itself, on nothing: what lies within `edges`, so many pixels wide and high."""
    left, top, right, bottom = edges
    shown = f'viewBox="{left:.6f} {top:.6f} {right - left:.6f} {bottom - top:.6f}"'
    defs = f"<defs>{_DEFS}</defs>" if "url(" in body or "href" in body else ""
    return f'<svg xmlns="{_SVG}" width="{size[0]}" height="{size[1]}" {shown} {SANS}>{defs}{body}</svg>'


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
    return _sheet(board, (*sheets, *_svg(living(board))), PAPER)


def corners(board: Board) -> dict[str, Edges]:
    """By power, left, top, width and height of its `corner` on the whole picture."""
    pieces = board.pieces if board.later is None else board.later
    found = {power: corner(board, (power,)) for power in sorted({piece.power for piece in pieces})}
    return {power: (left, top + legend.TITLE, CORNER, CORNER) for power, (left, top) in found.items()}


def corner(board: Board, powers: Sequence[str]) -> tuple[int, int]:
    """Left and top of the square round the units of some powers in which a phone shows names at 11 px; of units farther
    apart than that, round most of them."""
    chart, pieces = atlas(board.map), board.pieces if board.later is None else board.later
    spots = [chart.spot(one.place) for one in pieces if one.power in powers and chart.knows(one.place)]
    middles = [(_within(x, chart.width), _within(y, chart.height)) for x, y in spots]
    return max(middles, key=lambda at: sum(_inside(spot, at) for spot in spots), default=(0, 0))


def _within(middle: float, whole: int) -> int:
    return round(min(max(middle - CORNER / 2, 0), whole - CORNER))


def _inside(spot: tuple[float, float], corner: tuple[int, int]) -> bool:
    return all(0 <= place - edge <= CORNER for place, edge in zip(spot, corner, strict=True))


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
    yield from ground.compass()
    yield from ground.seas(chart)
    yield from ground.lands(chart, tints)
    yield from ground.names(chart)
    yield from ground.frame(chart)


def _svg(bits: Iterable[Bit]) -> Iterator[str]:
    return (bit.svg() for bit in bits)


def _sheet(board: Board, body: Iterable[str], paper: str) -> str:
    chart = atlas(board.map)
    width, total = size_of(board)
    below = legend.TITLE + chart.height
    return "".join(
        (
            _head(width, total, ' role="img" aria-labelledby="board-title board-words"'),
            f'<title id="board-title">{escape(board.title or "The board")}</title>',
            f'<desc id="board-words">{escape(in_words(board))}</desc>',
            f"<defs>{_DEFS}</defs>",
            f'<rect width="{width}" height="{total}" fill="{paper}"/>',
            *_svg(legend.title(board, chart)),
            f'<clipPath id="sheet"><rect width="{chart.width}" height="{chart.height}"/></clipPath>',
            f'<g transform="translate(0 {legend.TITLE})" clip-path="url(#sheet)">',
            *body,
            "</g>",
            *_svg(legend.band(board, chart, below)),
            "</svg>",
        )
    )


def _head(width: int, height: int, more: str = "") -> str:
    return f'<svg xmlns="{_SVG}" width="{width}" height="{height}" viewBox="0 0 {width} {height}" {SANS}{more}>'
