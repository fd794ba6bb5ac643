"""How far apart places are, for removals in civil disorder (D-6)."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from judge.kits.board.geography import Map, province_of
from judge.kits.board.units import Unit

FAR = 10_000  # beyond any board: nowhere to measure to


def steps(start: str, goals: Iterable[str], neighbours: Callable[[str], Iterable[str]]) -> int:
    """Fewest steps from `start` to a place in one of the provinces `goals`; FAR if there is no way."""
    wanted = frozenset(goals)
    found = {start: 0}
    frontier = [start]
    for place in frontier:
        if province_of(place) in wanted:
            return found[place]
        for other in neighbours(place):
            if other not in found:
                found[other] = found[place] + 1
                frontier.append(other)
    return FAR


def distance_any(board: Map, unit: Unit, goals: Iterable[str]) -> int:
    """Steps over any border, land and sea alike, whatever the unit, coasts merged (rulebook of 2023)."""
    return steps(unit.province, goals, lambda province: board.all_neighbours[province])


def distance_old(board: Map, unit: Unit, goals: Iterable[str]) -> int:
    """Steps as measured before 2023: fleets along fleet borders, armies over land and sea provinces alike."""
    if unit.type == "A":
        return distance_any(board, unit, goals)
    return steps(unit.location, goals, lambda place: board.neighbours("F", place))
