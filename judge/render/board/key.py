"""The key under the map: every sign the picture has, and what it means."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from judge.core.picture import Board, Mark, MarkKind
from judge.render.board import ground, marks
from judge.render.board.arrows import RETREAT
from judge.render.board.atlas import Atlas
from judge.render.board.pen import SANS, n, tag
from judge.render.board.pieces import GREEN, badge, burst, failed

ROW = 26
"""Height of one line of signs."""
_INK, _SOFT = "#241b12", "#5c503d"
_WORDS = 42
"""From the beginning of a sign to its words."""
_GAP, _LETTER = 22, 6.9
"""Between signs; and how wide a letter of the words is, on the average."""

_MEANT = {
    "moves": "moves",
    "bounces": "bounces",
    "supports": "supports",
    "cut": "cut",
    "convoys": "convoys",
    "dislodged": "dislodged",
    "retreats": "retreats",
    "builds": "builds",
    "removed": "removed",
    "void": "void",
    "owned": "owner of a centre",
    "free": "centre of nobody",
    "taken": "centre taken",
    "changed": "province taken",
    "value": "income of a province",
    "chest": "treasury",
    "broken": "treasury taken",
    "pawn": "troubleshooter",
    "price": "paid to a unit",
    "idle": "out of play",
}
"""Kinds of signs in the order in which the key has them, and their words."""


def height(board: Board, atlas: Atlas) -> int:
    return ROW * len(_rows(board, atlas))


def key(board: Board, atlas: Atlas, top: float) -> Iterator[str]:
    """The signs in lines as wide as the map."""
    for number, row in enumerate(_rows(board, atlas)):
        y = top + ROW * number + 14
        for kind, x in row:
            yield _SIGNS[kind](x, y)
            yield (
                f'<text x="{n(x + _WORDS)}" y="{n(y + 4.5)}" font-size="12.5" {SANS} fill="{_SOFT}">'
                f"{_MEANT[kind]}</text>"
            )


def _rows(board: Board, atlas: Atlas) -> list[list[tuple[str, float]]]:
    """Every kind of sign with the x where it begins, line by line."""
    rows: list[list[tuple[str, float]]] = []
    x = float(atlas.width)
    for kind in _shown(board, atlas):
        wide = _WORDS + _LETTER * len(_MEANT[kind])
        if x + wide > atlas.width - 14:
            rows.append([])
            x = 14
        rows[-1].append((kind, x))
        x += wide + _GAP
    return rows


def _shown(board: Board, atlas: Atlas) -> list[str]:
    """Which kinds of signs the picture has, in one order."""
    found = {*_orders(board), *_centres(board, atlas)}
    found |= {mark.kind for mark in board.marks if atlas.knows(mark.place)}
    if any(code in atlas.spaces for code in board.idle):
        found.add("idle")
    return [kind for kind in _MEANT if kind in found]


def _orders(board: Board) -> Iterator[str]:
    for deed in board.deeds:
        if deed.result in ("void", "illegal"):
            yield "void"
        elif deed.verb == "move":
            yield "moves" if deed.result == "moves" else "bounces"
        elif deed.verb == "support":
            yield "cut" if deed.result == "cut" else "supports"
        elif deed.verb == "convoy" and deed.result == "convoys":
            yield "convoys"
        elif deed.verb == "retreat":
            yield "retreats" if deed.result == "retreats" else "removed"
        elif deed.verb in ("remove", "disband"):
            yield "removed"
        elif deed.verb == "build" and deed.result == "builds":
            yield "builds"
        if deed.dislodged:
            yield "dislodged"
    if board.gone:
        yield "dislodged"


def _centres(board: Board, atlas: Atlas) -> Iterator[str]:
    """Who owns which centre is worth a sign only where anybody is told to own one."""
    centres = {code for code, space in atlas.spaces.items() if space.centre}
    owned = centres & set(board.owners)
    if owned:
        yield "owned"
        if owned != centres:
            yield "free"
    if centres & set(board.taken):
        yield "taken"


# ---- signs ------------------------------------------------------------------------------------------------------


def _line(x: float, y: float, width: float, dash: str = "", colour: str = _INK) -> str:
    dashed = {"stroke_dasharray": dash} if dash else {}
    return tag("path", d=f"M{n(x)} {n(y)}H{n(x + 30)}", stroke=colour, stroke_width=width, **dashed)


def _tip(x: float, y: float, fill: str = _INK) -> str:
    return tag("path", d=f"M{n(x + 26)} {n(y - 6)}L{n(x + 38)} {n(y)}L{n(x + 26)} {n(y + 6)}Z", fill=fill)


def _supports(x: float, y: float) -> str:
    return _line(x, y, 2.2, "6 4") + tag("circle", cx=x + 32, cy=y, r=3.8, fill=_INK)


def _convoys(x: float, y: float) -> str:
    return tag("circle", cx=x + 20, cy=y, r=9, fill="none", stroke=_INK, stroke_width=2, stroke_dasharray="3 4")


def _idle(x: float, y: float) -> str:
    return tag("rect", x=x + 10, y=y - 8, width=26, height=16, fill="url(#idle)", stroke=_SOFT, stroke_width=0.8)


def _mark(kind: MarkKind, text: str = "", scale: float = 1) -> Callable[[float, float], str]:
    shape = marks.shape(Mark(kind, "", text, ""))
    return lambda x, y: _moved(shape, x, y, scale)


def _centre(power: str, taken: bool = False) -> Callable[[float, float], str]:
    shape = "".join(ground.centre((0, 0), power, taken))
    return lambda x, y: _moved(shape, x, y)


def _moved(shape: str, x: float, y: float, scale: float = 1) -> str:
    """A sign of the map in the middle of its place in the key."""
    smaller = f" scale({scale})" if scale != 1 else ""
    return f'<g transform="translate({n(x + 23)} {n(y)}){smaller}">{shape}</g>'


_ANY = "AUSTRIA"
"""Whose centre the key shows."""

_SIGNS: Mapping[str, Callable[[float, float], str]] = {
    "moves": lambda x, y: _line(x, y, 3.4) + _tip(x, y),
    "bounces": lambda x, y: _line(x, y, 3.4, "9 5") + failed((x + 32, y)),
    "supports": _supports,
    "cut": lambda x, y: _line(x, y, 2.2, "6 4") + failed((x + 15, y)),
    "convoys": _convoys,
    "dislodged": lambda x, y: _moved(burst((0, 0)), x, y, 0.62),
    "retreats": lambda x, y: _line(x, y, 3, "2 5", RETREAT) + _tip(x, y, RETREAT),
    "builds": lambda x, y: badge((x + 24, y), "+", GREEN),
    "removed": lambda x, y: failed((x + 24, y)),
    "void": lambda x, y: _line(x, y, 1.7, "2 4", "#6b6b70"),
    "owned": _centre(_ANY),
    "free": _centre(""),
    "taken": _centre(_ANY, taken=True),
    "value": _mark("value", "3"),
    "chest": _mark("chest", "12"),
    "broken": _mark("broken", "12", 0.8),
    "changed": _centre(_ANY, taken=True),
    "pawn": _mark("pawn", scale=0.7),
    "price": _mark("price", "9"),
    "idle": _idle,
}
