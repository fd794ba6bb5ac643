"""Journeys over a board by somebody who is no unit: any border will do, land and sea have their price (T-3, T-4).

A route is the provinces entered, in order. Its price is a percentage of what the traveller carries when he sets out:
the prices of its steps added up, not compounded.
"""

import heapq
from collections.abc import Iterable, Sequence

from judge.core.values import Value
from judge.kits.board.geography import Map

WHOLE = 100
"""Percent: a journey that costs so much cannot be made."""


class Fares(Value):
    """Percent of what the traveller carries, for each province entered."""

    land: int = 1
    sea: int = 2


class Stage(Value):
    """One step of a route: the province entered and its price in percent."""

    place: str
    percent: int


def stages(board: Map, route: Iterable[str], fares: Fares) -> tuple[Stage, ...]:
    """Every step with its price. Provinces must be on the board."""
    return tuple(Stage(place, step_price(board, place, fares)) for place in route)


def price(board: Map, route: Iterable[str], fares: Fares) -> int:
    """Percent for the whole route: the steps' prices added up."""
    return sum(stage.percent for stage in stages(board, route, fares))


def step_price(board: Map, place: str, fares: Fares) -> int:
    return fares.sea if board.provinces[place].terrain == "sea" else fares.land


def carried(cash: int, percent: int) -> int:
    """What is left of `cash` whole units after the price is paid; part units are lost."""
    return cash * (WHOLE - percent) // WHOLE


def first_gap(board: Map, start: str, route: Sequence[str]) -> tuple[str, str] | None:
    """The first two places of a route that do not touch, by army or fleet; None for a route without gaps."""
    here = start
    for place in route:
        if place not in board.all_neighbours.get(here, ()):
            return here, place
        here = place
    return None


def journeys(board: Map, start: str, fares: Fares) -> dict[str, tuple[int, tuple[str, ...]]]:
    """Province -> percent and route of the cheapest journey there from `start`; of equal prices the shortest, then the
    first by name."""
    found: dict[str, tuple[int, tuple[str, ...]]] = {}
    queue: list[tuple[int, int, tuple[str, ...], str]] = [(0, 0, (), start)]
    while queue:
        percent, steps, route, here = heapq.heappop(queue)
        if here in found:
            continue
        found[here] = percent, route
        for near in board.all_neighbours.get(here, ()):
            if near not in found:
                step = step_price(board, near, fares)
                heapq.heappush(queue, (percent + step, steps + 1, (*route, near), near))
    return dict(sorted(found.items()))


def cheapest(board: Map, start: str, goal: str, fares: Fares) -> tuple[str, ...] | None:
    """The cheapest route from `start` to `goal`: empty if they are one place; None if there is no way."""
    _, route = journeys(board, start, fares).get(goal, (0, None))
    return route


def within(board: Map, start: str, fares: Fares) -> dict[str, int]:
    """Province -> percent of the cheapest journey there from `start`, which itself costs nothing."""
    return {place: percent for place, (percent, _) in journeys(board, start, fares).items()}
