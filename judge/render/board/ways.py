"""Where the lines of orders run on a board, and where their crosses stand."""

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise, permutations

from judge.core.picture import Board, Deed
from judge.core.values import Value
from judge.render.board.atlas import Atlas
from judge.render.board.pen import Spot, along, bowed, n, on_curve, shortened
from judge.render.board.pieces import start_of
from judge.render.board.room import Box, beside, roomiest, taken

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
_CUT = ("cut", "disrupted")


class Curve(Value):
    """A line of an order: one bow with its control point in the middle, or a curve `through` all its points."""

    points: tuple[Spot, ...]
    through: bool = False

    @property
    def end(self) -> Spot:
        return self.points[-1]

    def at(self, share: float) -> Spot:
        """A point on the way; of a curve through several points, the middle one."""
        if self.through:
            return self.points[len(self.points) // 2]
        a, control, b = self.points
        return on_curve(a, control, b, share)

    @property
    def hull(self) -> tuple[Spot, ...]:
        """Points between which all of it lies."""
        if not self.through:
            return self.points
        return (*self.points, *(spot for pair in self._controls() for spot in pair))

    def path(self) -> str:
        if not self.through:
            return bow(*self.points)
        steps = zip(self._controls(), self.points[1:], strict=True)
        return f"M{_at(self.points[0])}" + "".join(f"C{_at(one)} {_at(two)} {_at(b)}" for (one, two), b in steps)

    def _controls(self) -> Iterator[tuple[Spot, Spot]]:
        """Two control points for each stretch of a curve through all its points (Catmull and Rom)."""
        padded = [self.points[0], *self.points, self.points[-1]]
        for before, a, b, after in zip(padded, padded[1:], padded[2:], padded[3:], strict=False):
            one = (a[0] + (b[0] - before[0]) / 6, a[1] + (b[1] - before[1]) / 6)
            yield one, (b[0] - (after[0] - a[0]) / 6, b[1] - (after[1] - a[1]) / 6)


class Ways:
    """The lines of a board's orders. Each is worked out once, however many others keep out of its way."""

    def __init__(self, board: Board, atlas: Atlas) -> None:
        self._board, self._atlas = board, atlas
        self.deeds = [deed for deed in board.deeds if _drawable(deed, atlas)]
        self._taken = tuple(taken(board, atlas))
        self._stands = {code(piece.place): piece.place for piece in reversed(board.pieces)}
        moves = [deed for deed in board.deeds if deed.verb == "move"]
        self._moves = {(code(deed.piece.place), code(deed.target)): deed for deed in reversed(moves)}
        self._curves: dict[Deed, Curve] = {}
        self._helped: dict[Deed, tuple[Spot, Spot]] = {}
        self._crosses: dict[Deed, Spot] = {}

    def crosses(self) -> Iterator[Box]:
        """The ground that the signs of failed moves and of help that was cut take."""
        for deed in self.deeds:
            spot = self.cross(deed)
            if spot:
                yield Box(*spot, *_CROSS)

    def cross(self, deed: Deed) -> Spot | None:
        """Where the cross of an order stands that failed or was cut."""
        if deed.verb == "move" and deed.result == "fails":
            return self.curve(deed).end
        if deed.verb not in ("support", "convoy") or deed.result not in _CUT:
            return None
        if deed not in self._crosses:
            self._crosses[deed] = self._clear(*self.helped(deed))
        return self._crosses[deed]

    def middle(self, deed: Deed) -> Spot:
        """Of a move or of help."""
        return self.curve(deed).at(0.5) if deed.verb == "move" else along(*self.helped(deed), 0.5)

    def ink(self) -> Iterator[Spot]:
        """Points of all lines of orders, close to one another."""
        for deed in self.deeds:
            if deed.verb == "move":
                yield from _points(self.curve(deed))
            elif deed.verb == "retreat" and deed.target:
                a, b = start_of(deed, self._board, self._atlas), self._atlas.spot(deed.target)
                yield from _points(Curve((a, bowed(a, b, -0.1), b)))
            elif deed.verb == "support" or (deed.verb == "convoy" and deed.result != "convoys"):
                a, b = self.helped(deed)
                yield from (along(a, b, share / _FINE) for share in range(_FINE + 1))

    def curve(self, deed: Deed) -> Curve:
        """A move. One that failed stops short; one by convoy goes by its fleets."""
        if deed not in self._curves:
            self._curves[deed] = self._curve(deed)
        return self._curves[deed]

    def helped(self, deed: Deed) -> tuple[Spot, Spot]:
        """From the helper to the unit it keeps in place, or to the middle of the move it helps."""
        if deed not in self._helped:
            self._helped[deed] = self._help(deed)
        return self._helped[deed]

    def _curve(self, deed: Deed) -> Curve:
        start = start_of(deed, self._board, self._atlas)
        end = self._atlas.spot(deed.target)
        gap = 17.0 if code(deed.target) in self._stands else 3.0
        route = self._route(deed)
        if route:
            first, _ = shortened(start, route[0], 13, 0)
            _, last = shortened(route[-1], end, 0, gap)
            return Curve((first, *route, last), through=True)
        a, b = shortened(start, end, 13, gap)
        opposed = (code(deed.target), code(deed.piece.place)) in self._moves
        bend = 0.16 if opposed else 0.06
        if deed.result == "fails":
            return self._stopped(a, b, (bend, *(_BOWS if not opposed else (0.3,))))
        return Curve((a, bowed(a, b, bend), b))

    def _stopped(self, a: Spot, b: Spot, bends: Sequence[float]) -> Curve:
        """A failed move as far as its cross, which stands on no name and no unit, if there is room: a bit nearer or
        farther, else on a line that is bent otherwise."""
        ends: dict[Spot, tuple[Spot, float]] = {}

        def spots() -> Iterator[Spot]:
            for bend in bends:
                control = bowed(a, b, bend)
                for share in _STOPS:
                    spot = on_curve(a, control, b, share)
                    ends.setdefault(spot, (control, share))
                    yield spot

        clear = roomiest(spots(), _CROSS, beside(self._taken, a, b, _CROSS[0] + math.dist(a, b) / 2))
        control, share = ends[clear]
        return Curve((a, along(a, control, share), clear))

    def _route(self, deed: Deed) -> list[Spot]:
        """The fleets that carried an army, along the shortest way through them."""
        if deed.piece.kind != "A" or deed.result == "fails":
            return []
        spots = [
            self._atlas.spot(other.piece.place)
            for other in self._board.deeds
            if other.verb == "convoy"
            and other.result == "convoys"
            and code(other.helped) == code(deed.piece.place)
            and code(other.target) == code(deed.target)
        ]
        if len(spots) > _LONGEST_SEARCH:
            return spots
        start, end = self._atlas.spot(deed.piece.place), self._atlas.spot(deed.target)
        return list(min(permutations(spots), key=lambda way: _length([start, *way, end])))

    def _help(self, deed: Deed) -> tuple[Spot, Spot]:
        spot = self._atlas.spot
        start = spot(deed.piece.place)
        friend = self._stands.get(code(deed.helped), deed.helped)
        if code(deed.target) in (code(deed.helped), ""):
            return shortened(start, spot(friend), 14, 17)
        move = self._moves.get((code(deed.helped), code(deed.target)))
        if move is None:
            return shortened(start, along(spot(friend), spot(deed.target), 0.6), 14, 0)
        return shortened(start, self.curve(move).at(0.62), 14, 3)

    def _clear(self, a: Spot, b: Spot) -> Spot:
        """A point near the middle of a line that lies on no unit and no name, if there is one; if need be a bit
        beside."""
        aside = _ASIDE / (math.dist(a, b) or 1)
        across = (aside * (a[1] - b[1]), aside * (b[0] - a[0]))
        spots = (
            (x + side * across[0], y + side * across[1])
            for side in (0, 1, -1)
            for x, y in (along(a, b, share) for share in _MIDDLES)
        )
        return roomiest(spots, _CROSS, beside(self._taken, a, b, _CROSS[0]))


def code(place: str) -> str:
    """The province of a place: a coast is a part of it."""
    return place.partition("/")[0]


def bow(a: Spot, control: Spot, b: Spot) -> str:
    """As path data."""
    return f"M{_at(a)}Q{_at(control)} {_at(b)}"


def _at(spot: Spot) -> str:
    return f"{n(spot[0])} {n(spot[1])}"


def _points(curve: Curve) -> Iterator[Spot]:
    if curve.through:
        return (along(a, b, share / _FINE) for a, b in pairwise(curve.points) for share in range(_FINE + 1))
    return (curve.at(share / _FINE) for share in range(_FINE + 1))


def _length(way: list[Spot]) -> float:
    return sum(math.dist(a, b) for a, b in pairwise(way))


def _drawable(deed: Deed, atlas: Atlas) -> bool:
    needed = {"move": deed.target, "support": deed.helped, "convoy": deed.helped}.get(deed.verb, "-")
    return bool(needed) and all(atlas.knows(place) for place in (deed.piece.place, deed.target, deed.helped) if place)
