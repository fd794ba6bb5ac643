"""The key under the map: every sign the picture has, and what it means."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from judge.core.picture import Board, Mark, MarkKind, Piece
from judge.core.tables import called, tables
from judge.render.board import ground, marks
from judge.render.board.arrows import RETREAT
from judge.render.board.atlas import Atlas
from judge.render.board.pen import SANS, Bit, escape, tag
from judge.render.board.pieces import GREEN, badge, burst, failed

ROW = 26
"""Height of one line of signs."""
INK, SOFT = "#241b12", "#5c503d"
_WORDS = 42
"""From the beginning of a sign to its words."""
_GAP, _LETTER = 22, 6.9
"""Between signs; and how wide a letter of the words is, on the average."""

_MEANT = called(tables(__package__)["signs"])
"""Kinds of signs in the order in which the key has them, and their words."""


def height(board: Board, atlas: Atlas) -> int:
    return ROW * len(_rows(board, atlas))


def key(board: Board, atlas: Atlas, top: float) -> Iterator[Bit]:
    """The signs in lines as wide as the map, each with its words."""
    for number, row in enumerate(_rows(board, atlas)):
        for sign, meant, x in row:
            words = f'<text x="{_WORDS}" y="4.5" font-size="12.5" {SANS} fill="{SOFT}">{escape(meant)}</text>'
            edges = (-4, -ROW / 2 - 2, _WORDS + 12 * len(meant), ROW / 2 + 2)
            yield Bit(sign + words, edges, (x, top + ROW * number + 14))


def _rows(board: Board, atlas: Atlas) -> list[list[tuple[str, str, float]]]:
    """Every sign with its words and the x where it begins, line by line."""
    rows: list[list[tuple[str, str, float]]] = []
    x = float(atlas.width)
    for sign, meant in _signs(board, atlas):
        wide = _WORDS + _LETTER * len(meant)
        if x + wide > atlas.width - 14:
            rows.append([])
            x = 14
        rows[-1].append((sign, meant, x))
        x += wide + _GAP
    return rows


def _signs(board: Board, atlas: Atlas) -> Iterator[tuple[str, str]]:
    """Each sign of the picture and its words: of pawns one for each player, whose name it has."""
    for kind in _shown(board, atlas):
        pawns = [mark for mark in board.marks if mark.kind == kind == "pawn" and mark.power]
        for mark in sorted(pawns, key=lambda mark: mark.number):
            yield _moved(marks.drawn(mark), 0.7), mark.power
        if not pawns:
            yield _SIGNS[kind], _MEANT[kind]


def _shown(board: Board, atlas: Atlas) -> list[str]:
    """Which kinds of signs the picture has, in one order."""
    found = {*_orders(board), *_centres(board, atlas)}
    found |= {mark.kind for mark in board.marks if atlas.knows(mark.place)}
    if any(code in atlas.spaces for code in board.idle):
        found.add("idle")
    return [kind for kind in _MEANT if kind in found]


_OF_ORDERS = {
    "move": ("bounces", {"moves": "moves"}),
    "support": ("supports", {"cut": "cut"}),
    "convoy": ("", {"convoys": "convoys"}),
    "retreat": ("removed", {"retreats": "retreats"}),
    "remove": ("removed", {}),
    "disband": ("removed", {}),
    "build": ("", {"builds": "builds"}),
}
"""The sign of an order, and that of one with this result; "" for none."""


def _orders(board: Board) -> Iterator[str]:
    for deed in board.deeds:
        usual, by_result = _OF_ORDERS.get(deed.verb, ("", {}))
        yield "void" if deed.result in ("void", "illegal") else by_result.get(deed.result, usual)
    if board.gone or any(deed.dislodged for deed in board.deeds):
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


def _line(width: float, dash: str = "", colour: str = INK) -> str:
    dashed = {"stroke_dasharray": dash} if dash else {}
    return tag("path", d="M0 0H30", stroke=colour, stroke_width=width, **dashed)


def _tip(fill: str = INK) -> str:
    return tag("path", d="M26-6L38 0L26 6Z", fill=fill)


def _mark(kind: MarkKind, text: str = "", scale: float = 1) -> str:
    return _moved(marks.drawn(Mark(kind, "", text, "")), scale)


def _moved(bit: Bit, scale: float = 1) -> str:
    """A sign of the map in the middle of its place in the key."""
    return replace(bit, at=(23, 0), scale=scale, kind="").svg()


_ANY = "AUSTRIA"
"""Whose centre the key shows."""
_DOT = tag("circle", cx=32, r=3.8, fill=INK)
_RING = tag("circle", cx=20, r=9, fill="none", stroke=INK, stroke_width=2, stroke_dasharray="3 4")
_HATCHED = tag("rect", x=10, y=-8, width=26, height=16, fill="url(#idle)", stroke=SOFT, stroke_width=0.8)

_SIGNS: Mapping[str, str] = {
    "moves": _line(3.4) + _tip(),
    "bounces": _line(3.4, "9 5") + failed((32, 0)).svg(),
    "supports": _line(2.2, "6 4") + _DOT,
    "cut": _line(2.2, "6 4") + failed((15, 0)).svg(),
    "convoys": _RING,
    "dislodged": _moved(burst((0, 0)), 0.62),
    "retreats": _line(3, "2 5", RETREAT) + _tip(RETREAT),
    "builds": badge((24, 0), "+", GREEN).svg(),
    "removed": failed((24, 0)).svg(),
    "void": _line(1.7, "2 4", "#6b6b70"),
    "owned": _moved(ground.centre((0, 0), _ANY, False)),
    "free": _moved(ground.centre((0, 0), "", False)),
    "taken": _moved(ground.centre((0, 0), _ANY, True)),
    "value": _mark("value", "3"),
    "chest": _mark("chest", "12"),
    "broken": _mark("broken", "12", 0.8),
    "changed": _moved(ground.centre((0, 0), _ANY, True)),
    "pawn": _mark("pawn", scale=0.7),
    "price": _mark("price", "9"),
    "idle": _HATCHED,
}
"""Each about the left end of its line."""


def centres(board: Board, atlas: Atlas, power: str) -> str:
    """`13 → 18 centres`, or "" where owners are not known. Other provinces that have owners are not counted."""
    if not board.owners:
        return ""

    def held(owners: Mapping[str, str]) -> int:
        return sum(
            owner == power and code in atlas.spaces and atlas.spaces[code].centre for code, owner in owners.items()
        )

    return _words(held(board.owners if board.former is None else board.former), held(board.owners), "centre")


def units(board: Board, power: str) -> str:
    """`10 units`, or "" where no units are known. One driven out is a unit until it is disbanded."""
    first = (*board.pieces, *(gone.piece for gone in board.gone))
    last = first if board.later is None else board.later
    if not first and not last:
        return ""
    return _words(_of(first, power), _of(last, power), "unit")


def _of(pieces: Iterable[Piece], power: str) -> int:
    return sum(piece.power == power for piece in pieces)


def _words(before: int, after: int, what: str) -> str:
    changed = f"{before} \N{RIGHTWARDS ARROW} " if before != after else ""
    return f"{changed}{after} {what}{'' if after == 1 else 's'}"
