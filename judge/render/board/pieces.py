"""Units, those driven out, those built and removed, and the marks of a game's own."""

from collections.abc import Iterator
from functools import lru_cache

from judge.core.picture import Board, Deed, Piece
from judge.render.board.atlas import Atlas
from judge.render.board.pen import SANS, Bit, Spot, square, tag
from judge.render.palette import POWERS, ink

_ARMY = "M-10.5-10.5H10.5V1.5C10.5 7 5.4 10.4 0 12.4C-5.4 10.4-10.5 7-10.5 1.5Z"
_HULL = "M-16-1.5H16L10.6 11H-10.6Z"
_SAILS = "M-1-13.5V-3.6H-11.5ZM2-11V-3.6H9.8Z"
RED, GREEN = "#c1121f", "#2c7a3a"
_EDGE = "#15120e"


def defs() -> str:
    return f'<g id="A"><path d="{_ARMY}"/></g><g id="F"><path d="{_SAILS}" fill="#fbf4e2"/><path d="{_HULL}"/></g>'


def units(board: Board, atlas: Atlas) -> Iterator[Bit]:
    """Everything that stands on the board."""
    for piece, spot, driven_out in standing(board, atlas):
        if driven_out:
            yield burst(spot)
        yield unit(piece, spot)


def standing(board: Board, atlas: Atlas) -> Iterator[tuple[Piece, Spot, bool]]:
    """Every unit on the board, where it is drawn, and whether it was driven out of its place."""
    built = {deed.piece for deed in board.deeds if deed.verb == "build" and deed.result == "builds"}
    for piece in board.pieces:
        if piece not in built and atlas.knows(piece.place):
            yield piece, atlas.spot(piece.place), False
    for gone in board.gone:
        if atlas.knows(gone.piece.place):
            yield gone.piece, atlas.spot(gone.piece.place, "out"), True


def fates(board: Board, atlas: Atlas) -> Iterator[Bit]:
    """What befell units: a burst behind who was dislodged is drawn with him, a cross over who is gone, a plus for a
    new one."""
    for deed in board.deeds:
        if not atlas.knows(deed.piece.place):
            continue
        spot = start_of(deed, board, atlas)
        if deed.verb == "build" and deed.result == "builds":
            ring = tag("circle", r=18, fill="#fff", fill_opacity=0.6, stroke=GREEN, stroke_width=2.4)
            yield Bit(ring, square(20), spot)
            yield unit(deed.piece, spot)
            yield badge((spot[0] + 13, spot[1] - 12), "+", GREEN)
        elif (
            deed.verb == "remove"
            or (deed.verb == "disband" and deed.result != "void")
            or (deed.verb == "retreat" and deed.result == "disbanded")
        ):
            yield cross(spot)


def bursts(board: Board, atlas: Atlas) -> Iterator[Bit]:
    """Behind every unit that was dislodged."""
    for deed in board.deeds:
        if deed.dislodged and atlas.knows(deed.piece.place):
            yield burst(atlas.spot(deed.piece.place))


def start_of(deed: Deed, board: Board, atlas: Atlas) -> Spot:
    """Where the unit of an order is drawn: beside its place when another stands there or it was driven out."""
    place = deed.piece.place
    code = place.partition("/")[0]
    if any(gone.piece == deed.piece for gone in board.gone):
        return atlas.spot(place, "out")
    crowded = any(piece.place.partition("/")[0] == code and piece != deed.piece for piece in board.pieces)
    return atlas.spot(place, "out" if deed.verb == "build" and crowded else "unit")


def unit(piece: Piece, spot: Spot) -> Bit:
    """A shield for an army, a ship for a fleet, in its power's colour with the power's initial."""
    words = f"{piece.power.capitalize()}: {'army' if piece.kind == 'A' else 'fleet'} {piece.place}"
    return Bit(_body(piece.kind, piece.power), square(22), spot, kind="unit", title=words)


@lru_cache(32)
def _body(kind: str, power: str) -> str:
    fill = POWERS.get(power, "#777777")
    down, size = (3.6, 12) if kind == "A" else (8.6, 10)
    return (
        f'<use href="#{kind}" fill="#fff" stroke="#fff" stroke-width="4.6" stroke-linejoin="round" '
        'stroke-opacity=".9"/>'
        f'<use href="#{kind}" fill="{fill}" stroke="{_EDGE}" stroke-width="1.5" stroke-linejoin="round"/>'
        f'<text y="{down}" font-size="{size}" font-weight="bold" {SANS} text-anchor="middle" '
        f'fill="{ink(fill)}">{power[:1]}</text>'
    )


def badge(spot: Spot, sign: str, colour: str) -> Bit:
    """A small round sign."""
    turned = ' transform="rotate(45)"' if sign == "x" else ""
    body = (
        tag("circle", r=6.6, fill="#fff", stroke=colour, stroke_width=1.8)
        + f'<path d="M-3.4 0h6.8M0-3.4v6.8" stroke="{colour}" stroke-width="2" stroke-linecap="round"{turned}/>'
    )
    return Bit(body, square(9), spot)


def failed(spot: Spot) -> Bit:
    return badge(spot, "x", RED)


def cross(spot: Spot) -> Bit:
    """A unit that leaves the board."""
    path = "M-13-12L13 12M13-12L-13 12"
    body = (
        f'<path d="{path}" stroke="#fff" stroke-width="6" stroke-linecap="round"/>'
        f'<path d="{path}" stroke="{RED}" stroke-width="3.2" stroke-linecap="round"/>'
    )
    return Bit(body, square(18), spot)


def burst(spot: Spot) -> Bit:
    rays = "M0-21L5-14.5L12-18L12.5-10L20.5-8.5L16.5-1.5L22 4.5L14.5 7.5L14.5 15.5L7 13L2 20L-3.5 14L-11 17.5L-11.5 9.5"
    rays += "L-20 8L-16 1L-21.5-5L-14-8L-14-16L-6.5-13.5Z"
    return Bit(f'<path d="{rays}" fill="{RED}" stroke="#fff" stroke-width="1.2"/>', square(24), spot)
