"""Which ground is taken on a board: names, centres, units. What is laid on later looks for room between them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import NamedTuple

from judge.core.picture import Board
from judge.render.board.atlas import Atlas, Space
from judge.render.board.atlas import atlas as atlas_of
from judge.render.board.pen import Spot

UNIT, DOT = (34.0, 30.0), (15.0, 15.0)


class Box(NamedTuple):
    """A rectangle by its middle."""

    x: float
    y: float
    wide: float
    high: float

    def shared(self, other: Box) -> float:
        """The area that two boxes have in common."""
        return covered(self, (other,))


def name_of(space: Space) -> Box:
    x, y = space.spots["name"]
    return Box(x, y, len(space.code) * space.size * (0.80 if space.sea else 0.66), space.size * 0.86)


def taken(board: Board, atlas: Atlas) -> Iterator[Box]:
    """What a board has covered before orders and marks are drawn."""
    yield from _still(atlas.name)
    for piece in board.pieces:
        if atlas.knows(piece.place):
            yield Box(*atlas.spot(piece.place), *UNIT)
    for gone in board.gone:
        if atlas.knows(gone.piece.place):
            yield Box(*atlas.spot(gone.piece.place, "out"), *UNIT)


@cache
def _still(name: str) -> tuple[Box, ...]:
    """What is covered on every board of a map: names and centres."""
    boxes = []
    for space in atlas_of(name).spaces.values():
        boxes.append(name_of(space))
        if space.centre:
            boxes.append(Box(*space.spots["dot"], *DOT))
    return tuple(boxes)


def beside(boxes: Iterable[Box], a: Spot, b: Spot, far: float) -> tuple[Box, ...]:
    """Those of the boxes that something on the way from one point to another, or so far beside it, might touch."""
    (left, right), (top, bottom) = (sorted((one, other)) for one, other in zip(a, b, strict=True))
    return tuple(
        box
        for box in boxes
        if left - far < box.x + box.wide / 2
        and box.x - box.wide / 2 < right + far
        and top - far < box.y + box.high / 2
        and box.y - box.high / 2 < bottom + far
    )


def covered(box: Box, others: Iterable[Box]) -> float:
    """The area that others cover of a box; where two do, it counts twice."""
    x, y, wide, high = box
    area = 0.0
    for other_x, other_y, other_wide, other_high in others:
        across = (wide + other_wide) / 2 - abs(x - other_x)
        if across > 0:
            down = (high + other_high) / 2 - abs(y - other_y)
            if down > 0:
                area += across * down
    return area


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
