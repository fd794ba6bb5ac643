"""Orders as lines: what went, what bounced, who helped whom and whether it held."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise, permutations

from judge.core.picture import Board, Deed
from judge.render.board.atlas import Atlas, Spot
from judge.render.board.pen import SANS, along, bowed, n, on_curve, shortened, tag
from judge.render.board.pieces import failed, start_of
from judge.render.board.room import Box, beside, roomiest, taken
from judge.render.palette import POWERS

RETREAT = "#d1661f"
CASING = "#15120e"
"""The edges of every line: three to one against every ground, which no colour of a power can promise."""
_VOID = ("void", "illegal")
_CROSS = (16.0, 16.0)
_STOPS = (0.72, 0.66, 0.78, 0.6, 0.84, 0.54, 0.46, 0.9, 0.95, 0.4, 1.0, 0.34)
_ASIDE = 6.5
_BOWS = (-0.06, 0.2, -0.2, 0.34, -0.34, 0.5, -0.5)
_MIDDLES = (0.5, 0.38, 0.62, 0.44, 0.56, 0.28, 0.72, 0.32, 0.68, 0.22, 0.78)
"""Of crosses: their size, how far beside a line they may stand, how far a failed move may be bent for its own, and the
shares of the way of a failed move (`_STOPS`) and of help (`_MIDDLES`) at which they may stand, best first."""
_FINE = 40
_LONGEST_SEARCH = 6
"""Fleets of one convoy that are put in the best order; more are taken as they come."""


def lines(board: Board, atlas: Atlas) -> Iterator[str]:
    """Help first, so that moves lie on top."""
    known = [deed for deed in board.deeds if _drawable(deed, atlas)]
    for deed in known:
        if deed.verb in ("support", "convoy"):
            yield from _help(deed, board, atlas)
    for gone in board.gone:
        if atlas.knows(gone.piece.place) and not any(deed.piece == gone.piece for deed in known):
            yield from _choices(gone.piece.place, gone.open, atlas)
    for deed in known:
        if deed.verb == "move":
            yield from _move(deed, board, atlas)
        elif deed.verb == "retreat":
            yield from _retreat(deed, board, atlas)


def signs(board: Board, atlas: Atlas) -> Iterator[str]:
    """What stands above the pieces: the crosses of bounces and cuts, the word void."""
    for deed in board.deeds:
        if not _drawable(deed, atlas) or deed.verb not in ("move", "support", "convoy"):
            continue
        if deed.verb == "move" and deed.result == "fails":
            yield failed(_curve(deed, board, atlas).end)
        elif deed.verb != "move" and deed.result in ("cut", "disrupted"):
            yield failed(_clear(*_helped(deed, board, atlas), board, atlas))
        elif deed.result in _VOID:
            yield _word(_middle(deed, board, atlas), "void")


def crosses(board: Board, atlas: Atlas) -> Iterator[Box]:
    """The ground that the signs of failed moves and of help that was cut take."""
    for deed in board.deeds:
        if not _drawable(deed, atlas):
            continue
        if deed.verb == "move" and deed.result == "fails":
            yield Box(*_curve(deed, board, atlas).end, *_CROSS)
        elif deed.verb in ("support", "convoy") and deed.result in ("cut", "disrupted"):
            yield Box(*_clear(*_helped(deed, board, atlas), board, atlas), *_CROSS)


def ink(board: Board, atlas: Atlas) -> Iterator[Spot]:
    """Points of all lines of orders, close to one another."""
    for deed in board.deeds:
        if not _drawable(deed, atlas):
            continue
        if deed.verb == "move":
            curve = _curve(deed, board, atlas)
            if curve.through:
                yield from (along(a, b, share / _FINE) for a, b in pairwise(curve.points) for share in range(_FINE + 1))
            else:
                yield from (curve.at(share / _FINE) for share in range(_FINE + 1))
        elif deed.verb == "retreat" and deed.target:
            a, b = start_of(deed, board, atlas), atlas.spot(deed.target)
            control = bowed(a, b, -0.1)
            yield from (on_curve(a, control, b, share / _FINE) for share in range(_FINE + 1))
        elif deed.verb == "support" or (deed.verb == "convoy" and deed.result != "convoys"):
            a, b = _helped(deed, board, atlas)
            yield from (along(a, b, share / _FINE) for share in range(_FINE + 1))


def _clear(a: Spot, b: Spot, board: Board, atlas: Atlas) -> Spot:
    """A point near the middle of a line that lies on no unit and no name, if there is one; if need be a bit beside."""
    aside = _ASIDE / (math.dist(a, b) or 1)
    across = (aside * (a[1] - b[1]), aside * (b[0] - a[0]))
    spots = (
        (x + side * across[0], y + side * across[1])
        for side in (0, 1, -1)
        for x, y in (along(a, b, share) for share in _MIDDLES)
    )
    return roomiest(spots, _CROSS, beside(taken(board, atlas), a, b, _CROSS[0]))


def _drawable(deed: Deed, atlas: Atlas) -> bool:
    needed = {"move": deed.target, "support": deed.helped, "convoy": deed.helped}.get(deed.verb, "-")
    return bool(needed) and all(atlas.knows(place) for place in (deed.piece.place, deed.target, deed.helped) if place)


def _colour(deed: Deed) -> str:
    return "#6b6b70" if deed.result in _VOID else POWERS.get(deed.piece.power, "#444444")


# ---- moves ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Curve:
    """A line of an order: one bow with its control point in the middle, or a curve `through` all its points."""

    points: tuple[Spot, ...]
    through: bool = False

    @property
    def end(self) -> Spot:
        return self.points[-1]

    def at(self, share: float) -> Spot:
        """A point on it; of a curve through several, the middle one."""
        if self.through:
            return self.points[len(self.points) // 2]
        a, control, b = self.points
        return on_curve(a, control, b, share)

    def path(self) -> str:
        if self.through:
            return _through(self.points)
        a, control, b = self.points
        return _bow(a, control, b)


def _curve(deed: Deed, board: Board, atlas: Atlas) -> _Curve:
    """A move that failed stops short; a convoyed one goes by its fleets."""
    start = start_of(deed, board, atlas)
    end = atlas.spot(deed.target)
    route = _route(deed, board, atlas)
    if route:
        first, _ = shortened(start, route[0], 13, 0)
        _, last = shortened(route[-1], end, 0, _gap(deed, board))
        return _Curve((first, *route, last), through=True)
    a, b = shortened(start, end, 13, _gap(deed, board))
    opposed = any(
        other.verb == "move"
        and _code(other.target) == _code(deed.piece.place)
        and _code(other.piece.place) == _code(deed.target)
        for other in board.deeds
    )
    bow = 0.16 if opposed else 0.06
    if deed.result == "fails":
        return _stopped(a, b, (bow, *(_BOWS if not opposed else (0.3,))), board, atlas)
    return _Curve((a, bowed(a, b, bow), b))


def _stopped(a: Spot, b: Spot, bows: Sequence[float], board: Board, atlas: Atlas) -> _Curve:
    """A failed move as far as its cross, which stands on no name and no unit, if there is room: a bit nearer or
    farther, else on a line that is bent otherwise."""
    ends: dict[Spot, tuple[Spot, float]] = {}

    def spots() -> Iterator[Spot]:
        for bow in bows:
            control = bowed(a, b, bow)
            for share in _STOPS:
                spot = on_curve(a, control, b, share)
                ends.setdefault(spot, (control, share))
                yield spot

    clear = roomiest(spots(), _CROSS, beside(taken(board, atlas), a, b, _CROSS[0] + math.dist(a, b) / 2))
    control, share = ends[clear]
    return _Curve((a, along(a, control, share), clear))


def _gap(deed: Deed, board: Board) -> float:
    stands = any(_code(piece.place) == _code(deed.target) for piece in board.pieces)
    return 17.0 if stands else 3.0


def _route(deed: Deed, board: Board, atlas: Atlas) -> list[Spot]:
    """The fleets that carried an army, along the shortest way through them."""
    if deed.piece.kind != "A" or deed.result == "fails":
        return []
    spots = [
        atlas.spot(other.piece.place)
        for other in board.deeds
        if other.verb == "convoy"
        and other.result == "convoys"
        and _code(other.helped) == _code(deed.piece.place)
        and _code(other.target) == _code(deed.target)
    ]
    if len(spots) > _LONGEST_SEARCH:
        return spots
    start, end = atlas.spot(deed.piece.place), atlas.spot(deed.target)
    return list(min(permutations(spots), key=lambda way: _length([start, *way, end])))


def _length(way: list[Spot]) -> float:
    return sum(math.dist(a, b) for a, b in pairwise(way))


def _move(deed: Deed, board: Board, atlas: Atlas) -> Iterator[str]:
    curve = _curve(deed, board, atlas)
    colour = _colour(deed)
    went = deed.result == "moves"
    dash = "" if went else "9 5"
    path = curve.path()
    yield from _cased(path, colour, 3.6 if went else 2.6, dash)
    if went:
        yield _head(curve.points[-2], curve.end, colour, 13)


def _retreat(deed: Deed, board: Board, atlas: Atlas) -> Iterator[str]:
    if not deed.target:
        return
    a, b = shortened(start_of(deed, board, atlas), atlas.spot(deed.target), 14, 5)
    control = bowed(a, b, -0.1)
    path = _bow(a, control, b)
    yield from _cased(path, RETREAT, 3, "2 6", "round")
    yield _head(control, b, RETREAT, 12)
    if deed.result == "disbanded":
        yield failed(b)


def _choices(place: str, open_to: tuple[str, ...], atlas: Atlas) -> Iterator[str]:
    """Where a unit driven out may go."""
    for target in open_to:
        if atlas.knows(target):
            a, b = shortened(atlas.spot(place, "out"), atlas.spot(target), 16, 4)
            yield from _cased(_bow(a, bowed(a, b, -0.08), b), RETREAT, 2, "1 6", "round")
            yield tag("circle", cx=b[0], cy=b[1], r=4.3, fill=CASING)
            yield tag("circle", cx=b[0], cy=b[1], r=3.4, fill="#fff", stroke=RETREAT, stroke_width=1.8)


def _bow(a: Spot, control: Spot, b: Spot) -> str:
    return f"M{n(a[0])} {n(a[1])}Q{n(control[0])} {n(control[1])} {n(b[0])} {n(b[1])}"


def _through(points: Sequence[Spot]) -> str:
    """A curve through all the points (Catmull and Rom)."""
    out = [f"M{n(points[0][0])} {n(points[0][1])}"]
    padded = [points[0], *points, points[-1]]
    for before, a, b, after in zip(padded, padded[1:], padded[2:], padded[3:], strict=False):
        c1 = (a[0] + (b[0] - before[0]) / 6, a[1] + (b[1] - before[1]) / 6)
        c2 = (b[0] - (after[0] - a[0]) / 6, b[1] - (after[1] - a[1]) / 6)
        out.append(f"C{n(c1[0])} {n(c1[1])} {n(c2[0])} {n(c2[1])} {n(b[0])} {n(b[1])}")
    return "".join(out)


def _head(toward: Spot, tip: Spot, colour: str, size: float) -> str:
    angle = math.atan2(tip[1] - toward[1], tip[0] - toward[0])
    front = (tip[0] + math.cos(angle) * 4, tip[1] + math.sin(angle) * 4)
    wings = [
        (front[0] - math.cos(angle + turn) * size, front[1] - math.sin(angle + turn) * size) for turn in (0.46, -0.46)
    ]
    path = "L".join(f"{n(x)} {n(y)}" for x, y in (wings[0], front, wings[1]))
    return tag("path", d=f"M{path}Z", fill=colour, stroke=CASING, stroke_width=1.3, stroke_linejoin="round")


# ---- help -------------------------------------------------------------------------------------------------------


def _helped(deed: Deed, board: Board, atlas: Atlas) -> tuple[Spot, Spot]:
    """From the helper to the unit it keeps in place, or to the middle of the move it helps."""
    start = atlas.spot(deed.piece.place)
    friend = next((p.place for p in board.pieces if _code(p.place) == _code(deed.helped)), deed.helped)
    target = deed.target if _code(deed.target) != _code(deed.helped) else ""
    if not target:
        return shortened(start, atlas.spot(friend), 14, 17)
    move = next(
        (
            other
            for other in board.deeds
            if other.verb == "move"
            and _code(other.piece.place) == _code(deed.helped)
            and _code(other.target) == _code(target)
        ),
        None,
    )
    if move is None:
        return shortened(start, along(atlas.spot(friend), atlas.spot(target), 0.6), 14, 0)
    return shortened(start, _curve(move, board, atlas).at(0.62), 14, 3)


def _help(deed: Deed, board: Board, atlas: Atlas) -> Iterator[str]:
    if deed.verb == "convoy" and deed.result == "convoys":
        x, y = atlas.spot(deed.piece.place)
        yield tag("circle", cx=x, cy=y, r=20, fill="none", stroke=_colour(deed), stroke_width=2, stroke_dasharray="3 4")
        return
    a, b = _helped(deed, board, atlas)
    path = f"M{n(a[0])} {n(a[1])}L{n(b[0])} {n(b[1])}"
    holds = deed.result in ("supports", "convoys")
    yield from _cased(path, _colour(deed), 2.4 if holds else 1.7, "6 4" if deed.result not in _VOID else "2 4")
    size = 3.8 if holds else 2.8
    yield tag(
        "circle", cx=b[0], cy=b[1], r=size, fill=_colour(deed) if holds else "#fff", stroke=CASING, stroke_width=1.3
    )


def _middle(deed: Deed, board: Board, atlas: Atlas) -> Spot:
    if deed.verb == "move":
        return _curve(deed, board, atlas).at(0.5)
    return along(*_helped(deed, board, atlas), 0.5)


def _word(spot: Spot, text: str) -> str:
    half = 3.1 * len(text) + 3
    return tag(
        "rect",
        x=spot[0] - half,
        y=spot[1] - 6,
        width=2 * half,
        height=12,
        rx=3,
        fill="#fff",
        stroke="#6b6b70",
        stroke_width=1,
    ) + (
        f'<text x="{n(spot[0])}" y="{n(spot[1] + 3)}" font-size="8.5" {SANS} text-anchor="middle" fill="#3a3a3d">'
        f"{text}</text>"
    )


def _cased(path: str, colour: str, width: float, dash: str = "", cap: str = "") -> Iterator[str]:
    """A line in a power's colour with dark edges, which stand out from every ground, and a light halo, which parts it
    from lines below it."""
    style = {**_dashed(dash), **({"stroke_linecap": cap} if cap else {})}
    yield tag("path", d=path, fill="none", stroke="#fff", stroke_opacity=0.6, stroke_width=width + 4.4)
    yield tag("path", d=path, fill="none", stroke=CASING, stroke_width=width + 2.2, **style)
    yield tag("path", d=path, fill="none", stroke=colour, stroke_width=width, **style)


def _dashed(dash: str) -> dict[str, str]:
    return {"stroke_dasharray": dash} if dash else {}


def _code(place: str) -> str:
    return place.partition("/")[0]
