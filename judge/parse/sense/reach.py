"""Where a unit can go, on foot or carried by one fleet."""

from __future__ import annotations

from judge.core.variant import Situation, UnitSeen
from judge.parse.sense.mentions import same


def reach(unit: UnitSeen, place: str) -> bool:
    """Whether it can step there now."""
    return any(same(to, place) for to in unit.to)


def carriers_of(army: UnitSeen, place: str, *fleets: UnitSeen | None) -> list[UnitSeen]:
    """Those of these fleets that touch both where an army stands and where it goes."""
    if army.kind != "A":
        return []
    return [one for one in fleets if one and one.kind == "F" and reach(one, army.place) and reach(one, place)]


def carriers(now: Situation, army: UnitSeen, place: str) -> list[UnitSeen]:
    """The writer's fleets that could carry an army there alone."""
    return carriers_of(army, place, *now.units) if now.season == "M" and "/" not in place else []
