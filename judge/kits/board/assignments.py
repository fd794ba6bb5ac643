"""Plans in the hands of the power that gives them, made once each: the form in which orders are put on a field.

A power's texts come back turn after turn. What follows from the text, the map and the power alone is therefore kept
in one flat tuple, so that putting a known order on the field is one look-up and one comparison.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from judge.kits.board.orderbook import CONVOY, MOVE, NOWHERE, Plan
from judge.kits.board.units import Unit
from judge.kits.board.verdicts import Verdict

if TYPE_CHECKING:
    from judge.kits.board.tables import Tables

NOBODY = Unit("", "", "")  # stands nowhere: an order meant for it fits no unit as it is written


@dataclass(frozen=True, slots=True)
class Assignment:
    """A plan (orderbook.py) given to a unit. Slots, because they are read more quickly than a named tuple.

    `unit` is the one the text means and `arrival` the same one where its move ends; `verdict` what comes of the order
    if nothing interferes; `alone` the unit's province as a tuple, the list of attackers or helpers it starts;
    `voyage` (subject, target) of a convoy, and `bridge` whether its fleet by itself reaches from shore to shore.
    """

    unit: Unit
    province: int
    kind: int
    target: int
    route: int
    verdict: Verdict
    alone: tuple[int, ...]
    subject: int
    voyage: tuple[int, int]
    bridge: bool
    place: str
    arrival: Unit
    plan: Plan


class PowerBooks(dict[str, "PowerBook"]):
    """Power → its book of orders: `books["FRANCE"]["A PAR - BUR"]`."""

    def __init__(self, tables: Tables) -> None:
        super().__init__()
        self.tables = tables

    def __missing__(self, power: str) -> PowerBook:
        book = self[power] = PowerBook(self.tables, power)
        return book


class PowerBook(dict[str, Assignment]):
    """One power's order texts → Assignment, filled as texts come in; readable texts only, and not without end."""

    LIMIT = 50_000

    def __init__(self, tables: Tables, power: str) -> None:
        super().__init__()
        self.tables = tables
        self.power = power

    def __missing__(self, text: str) -> Assignment:
        plan = self.tables.orders[text]
        assignment = self._assigned(plan)
        if plan.station != NOWHERE and len(self) < self.LIMIT:
            self[text] = assignment
        return assignment

    def restated(self, text: str, unit: Unit) -> Assignment:
        """The text taken as an order for `unit`, which stands where another one is named (OrderBook.restated)."""
        return self._assigned(self.tables.orders.restated(text, unit.type, unit.location))

    def _assigned(self, plan: Plan) -> Assignment:
        province, kind, target, subject, station, place, route, why = plan
        unit = arrival = NOBODY
        if station != NOWHERE:
            unit_type, location = self.tables.station_names[station]
            units = self.tables.unit_pool[self.power]
            unit = units[f"{unit_type} {location}"]
            arrival = units[f"{unit_type} {place}"] if kind == MOVE else unit
        return Assignment(
            unit=unit,
            province=province,
            kind=kind,
            target=target,
            route=route,
            verdict=self.tables.verdicts.plain[why],
            alone=(province,),
            subject=subject,
            voyage=(subject, target),
            bridge=kind == CONVOY and self.tables.can_ferry(subject, target, 1 << province),
            place=place,
            arrival=arrival,
            plan=plan,
        )
