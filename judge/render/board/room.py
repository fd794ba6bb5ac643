"""Which ground is taken on a board: names, centres, units. What is laid on later looks for room between them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from judge.core.picture import Board
from judge.render.board.atlas import Atlas, Space, Spot

UNIT, DOT = (34.0, 30.0), (15.0, 15.0)


@dataclass(frozen=True)
class Box:
    """A rectangle by its middle."""

    x: float
    y: float
    wide: float
    high: float

    def shared(self, other: Box) -> float:
        """The area that two boxes have in common."""
        wide = (self.wide + other.wide) / 2 - abs(self.x - other.x)
        high = (self.high + other.high) / 2 - abs(self.y - other.y)
        return wide * high if wide > 0 and high > 0 else 0.0


def name_of(space: Space) -> Box:
    x, y = space.spots["name"]
    return Box(x, y, len(space.code) * space.size * (0.80 if space.sea else 0.66), space.size * 0.86)


def taken(board: Board, atlas: Atlas) -> Iterator[Box]:
    """What a board has covered before orders and marks are drawn."""
    for space in atlas.spaces.values():
        yield name_of(space)
        if space.centre:
            yield Box(*space.spots["dot"], *DOT)
    for piece in board.pieces:
        if atlas.knows(piece.place):
            yield Box(*atlas.spot(piece.place), *UNIT)
    for gone in board.gone:
        if atlas.knows(gone.piece.place):
            yield Box(*atlas.spot(gone.piece.place, "out"), *UNIT)


def covered(box: Box, others: Iterable[Box]) -> float:
    return sum(map(box.shared, others))


def roomiest(spots: Iterable[Spot], size: tuple[float, float], others: Sequence[Box]) -> Spot:
    """The first spot where a box covers nothing; else the one where it covers least."""
    best: tuple[float, Spot] | None = None
    for spot in spots:
        cost = covered(Box(*spot, *size), others)
        if not cost:
            return spot
        if best is None or cost < best[0]:
            best = cost, spot
    assert best is not None
    return best[1]


def inside(spot: Spot, space: Space) -> bool:
    """Whether a point lies in a space: a line to the left of it crosses the outline an odd number of times."""
    x, y = spot
    odd = False
    for ring in space.rings:
        for (ax, ay), (bx, by) in zip(ring, (*ring[1:], ring[0]), strict=True):
            if (ay > y) != (by > y) and x > ax + (y - ay) / (by - ay) * (bx - ax):
                odd = not odd
    return odd
