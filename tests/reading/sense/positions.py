"""Positions to read in: the opening as a power sees it, a retreat, a winter, and a traveller in Switzerland."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from judge.core.variant import Role, Seat, Situation, UnitSeen
from judge.games import variant
from judge.games.troubleshooter.state import travel_map
from tests.reading.clauses.reading import clauses, doubtful, taken

POWERS = ("Austria", "England", "France", "Germany", "Italy", "Russia", "Turkey")


@cache
def opening(power: str) -> Situation:
    """Spring 1901 as a power sees it."""
    rules = variant("diplomacy")
    options = {one.name: one.default for one in rules.info.options}
    seats = tuple(Seat(name, Role.POWER, name.upper()) for name in POWERS)
    return rules.situation(rules.open(seats, options, None).state, power)  # type: ignore[attr-defined, arg-type]


def retreat() -> Situation:
    """England's fleet was thrown out of the North Sea."""
    gone = UnitSeen("F", "NTH", ("NTH", "North Sea"), ("BEL", "EDI", "LON", "NWG"), "ENGLAND")
    return replace(opening("England"), dislodged=(gone,), season="R")


def winter(power: str, due: int) -> Situation:
    """A winter in which all home centres are free, or so many units must go."""
    now = opening(power)
    sites = tuple(UnitSeen("", unit.place, unit.names, (unit.place,)) for unit in now.units)
    return replace(now, sites=sites if due > 0 else (), due=due, season="A")


def travelling(here: str = "SWI") -> Situation:
    return Situation(traveller=here, borders=travel_map().all_neighbours)


def read(game: str, letter: str, now: Situation) -> tuple[list[str], list[str]]:
    """What is taken of a letter, in canonical lines, and what is asked about."""
    found = clauses(game, letter, situation=now)
    return taken(found), doubtful(found)


__all__ = ["POWERS", "opening", "read", "retreat", "travelling", "winter"]
