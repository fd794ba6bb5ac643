"""Orders as lines: what went, what bounced, who helped whom and whether it held."""

import math
from collections.abc import Iterator

from judge.core.picture import Board, Deed
from judge.render.board.atlas import Atlas
from judge.render.board.pen import SANS, Bit, Edges, Spot, around, bowed, n, shortened, tag
from judge.render.board.pieces import failed, start_of
from judge.render.board.ways import Ways, bow
from judge.render.palette import POWERS

RETREAT = "#d1661f"
CASING = "#15120e"
"""The edges of every line: three to one against every ground, which no colour of a power can promise."""
_VOID = ("void", "illegal")
_BESIDE = 20.0
"""How far a line, its tip and its halo may reach beyond its points."""


def lines(board: Board, atlas: Atlas, ways: Ways) -> Iterator[Bit]:
    """Help first, so that moves lie on top."""
    for deed in ways.deeds:
        if deed.verb in ("support", "convoy"):
            yield _help(deed, atlas, ways)
    for gone in board.gone:
        if atlas.knows(gone.piece.place) and not any(deed.piece == gone.piece for deed in ways.deeds):
            yield from _choices(gone.piece.place, gone.open, atlas)
    for deed in ways.deeds:
        if deed.verb == "move":
            yield _move(deed, ways)
        elif deed.verb == "retreat" and deed.target:
            yield from _retreat(deed, board, atlas)


def signs(ways: Ways) -> Iterator[Bit]:
    """What stands above the pieces: the crosses of bounces and cuts, the word void."""
    for deed in ways.deeds:
        cross = ways.cross(deed)
        if cross:
            yield failed(cross)
        elif deed.verb in ("move", "support", "convoy") and deed.result in _VOID:
            yield _word(ways.middle(deed), "void")


def _colour(deed: Deed) -> str:
    return "#6b6b70" if deed.result in _VOID else POWERS.get(deed.piece.power, "#444444")


def _move(deed: Deed, ways: Ways) -> Bit:
    curve, colour = ways.curve(deed), _colour(deed)
    went = deed.result == "moves"
    line = _cased(curve.path(), colour, 3.6 if went else 2.6, "" if went else "9 5")
    tip = _tip(curve.points[-2], curve.end, colour, 13) if went else ""
    return Bit(line + tip, around(curve.hull, _BESIDE))


def _retreat(deed: Deed, board: Board, atlas: Atlas) -> Iterator[Bit]:
    a, b = shortened(start_of(deed, board, atlas), atlas.spot(deed.target), 14, 5)
    control = bowed(a, b, -0.1)
    line = _cased(bow(a, control, b), RETREAT, 3, "2 6", "round")
    yield Bit(line + _tip(control, b, RETREAT, 12), around((a, control, b), _BESIDE))
    if deed.result == "disbanded":
        yield failed(b)


def _choices(place: str, open_to: tuple[str, ...], atlas: Atlas) -> Iterator[Bit]:
    """Where a unit driven out may go."""
    for target in open_to:
        if atlas.knows(target):
            a, b = shortened(atlas.spot(place, "out"), atlas.spot(target), 16, 4)
            control = bowed(a, b, -0.08)
            dot = tag("circle", cx=b[0], cy=b[1], r=4.3, fill=CASING) + tag(
                "circle", cx=b[0], cy=b[1], r=3.4, fill="#fff", stroke=RETREAT, stroke_width=1.8
            )
            line = _cased(bow(a, control, b), RETREAT, 2, "1 6", "round")
            yield Bit(line + dot, around((a, control, b), _BESIDE))


def _tip(toward: Spot, tip: Spot, colour: str, size: float) -> str:
    angle = math.atan2(tip[1] - toward[1], tip[0] - toward[0])
    front = (tip[0] + math.cos(angle) * 4, tip[1] + math.sin(angle) * 4)
    wings = [
        (front[0] - math.cos(angle + turn) * size, front[1] - math.sin(angle + turn) * size) for turn in (0.46, -0.46)
    ]
    path = "L".join(f"{n(x)} {n(y)}" for x, y in (wings[0], front, wings[1]))
    return tag("path", d=f"M{path}Z", fill=colour, stroke=CASING, stroke_width=1.3, stroke_linejoin="round")


def _help(deed: Deed, atlas: Atlas, ways: Ways) -> Bit:
    if deed.verb == "convoy" and deed.result == "convoys":
        ring = tag("circle", r=20, fill="none", stroke=_colour(deed), stroke_width=2, stroke_dasharray="3 4")
        return Bit(ring, (-22, -22, 22, 22), atlas.spot(deed.piece.place))
    a, b = ways.helped(deed)
    holds = deed.result in ("supports", "convoys")
    line = _cased(
        f"M{n(a[0])} {n(a[1])}L{n(b[0])} {n(b[1])}",
        _colour(deed),
        2.4 if holds else 1.7,
        "6 4" if deed.result not in _VOID else "2 4",
    )
    size, fill = (3.8, _colour(deed)) if holds else (2.8, "#fff")
    dot = tag("circle", cx=b[0], cy=b[1], r=size, fill=fill, stroke=CASING, stroke_width=1.3)
    return Bit(line + dot, around((a, b), _BESIDE))


def _word(spot: Spot, text: str) -> Bit:
    half = 3.1 * len(text) + 3
    frame = tag("rect", x=-half, y=-6, width=2 * half, height=12, rx=3, fill="#fff", stroke="#6b6b70", stroke_width=1)
    words = f'<text y="3" font-size="8.5" {SANS} text-anchor="middle" fill="#3a3a3d">{text}</text>'
    edges: Edges = (-half - 2, -8, half + 2, 8)
    return Bit(frame + words, edges, spot)


def _cased(path: str, colour: str, width: float, dash: str = "", cap: str = "") -> str:
    """A line in a power's colour with dark edges, which stand out from every ground, and a light halo, which parts it
    from lines below it."""
    style = {**({"stroke_dasharray": dash} if dash else {}), **({"stroke_linecap": cap} if cap else {})}
    return (
        tag("path", d=path, fill="none", stroke="#fff", stroke_opacity=0.6, stroke_width=width + 4.4)
        + tag("path", d=path, fill="none", stroke=CASING, stroke_width=width + 2.2, **style)
        + tag("path", d=path, fill="none", stroke=colour, stroke_width=width, **style)
    )
