"""Orders to units, out of an own unit, what it does, and where to, in any order of words (D-3 to D-7)."""

from __future__ import annotations

from collections.abc import Sequence

from judge.core.variant import Situation, UnitSeen
from judge.parse.sense.result import Sense, weighed
from judge.parse.sense.things import Thing, values


def read(things: Sequence[Thing], now: Situation) -> Sense | None:
    """What a clause orders of units."""
    things = tuple(things)
    places = values(things, "place")
    units = {n: unit for n, name in places.items() for unit in now.units if name in (unit.place, *unit.names)}
    verbs = {one.value for one in things if one.sort == "verb"}
    if now.season != "M" or len(units) != 1:
        return None
    ((at, unit),) = units.items()
    used = {at, *(n for n, one in enumerate(things) if one.is_("kind", unit.kind))}
    if len(places) == 1 and verbs == {"hold"}:
        used |= {n for n, one in enumerate(things) if one.is_("verb", "hold")}
        return weighed([f"{_named(unit)} H"], things, used)
    if len(places) == 2 and verbs <= {"move"}:
        (to,) = (n for n in places if n != at)
        if places[to] not in unit.to:
            return None
        used |= {to, *(n for n, one in enumerate(things) if one.is_("verb", "move"))}
        return weighed([f"{_named(unit)} - {places[to]}"], things, used)
    return None


def _named(unit: UnitSeen) -> str:
    return f"{unit.kind} {unit.place}"
