"""Plans in the hands of units, made once each: the form in which orders are put on a field.

A power's texts come back turn after turn. What follows from the text, the map and the power alone is therefore kept
in one object, so that putting a known order on the field is one look-up, one comparison and one entry in a list.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from judge.kits.board.orderbook import CONVOY, HOLD, MOVE, NOWHERE, Plan
from judge.kits.board.units import Unit
from judge.kits.board.verdicts import Verdict, Why

if TYPE_CHECKING:
    from judge.kits.board.tables import Tables

NOBODY = Unit("", "", "")  # stands where no unit does
STRAY = Unit("", "", "?")  # stands nowhere: an order meant for it fits no unit as it is written


@dataclass(slots=True, eq=False)  # not frozen only because freezing makes making them slow
class Assignment:
    """A plan (orderbook.py) given to a unit. An object with slots, because they are read most quickly.

    `code` and `province` name the province; `unit` is the one the text means, `idle` what it does without an order and
    `arrival` the same unit where its move ends; `verdict` what comes of the order if nothing interferes; `alone` the
    unit's province as a tuple, the list of attackers or helpers it starts; `voyage` (army, target) of a move or
    convoy, and `bridge` whether the convoying fleet by itself reaches from shore to shore.
    """

    unit: Unit
    idle: Assignment | None
    power: str
    code: str
    province: int
    kind: int
    target: int
    route: int
    subject: int
    place: str
    station: int
    verdict: Verdict
    arrival: Unit
    alone: tuple[int, ...]
    voyage: tuple[int, int]
    bridge: bool


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
        assignment = self.assigned(plan)
        if plan.station != NOWHERE and len(self) < self.LIMIT:
            self[text] = assignment
        return assignment

    def restated(self, text: str, unit: Unit) -> Assignment:
        """The text taken as an order for `unit`, which stands where another one is named (OrderBook.restated)."""
        plan = self.tables.orders.restated(text, unit.type, unit.location)
        return self.assigned(plan._replace(station=self.tables.station[unit.type][unit.location]))

    def assigned(self, plan: Plan) -> Assignment:
        """The plan given to this power's unit."""
        tables, unit_type, unit = self.tables, "", STRAY
        if plan.station != NOWHERE:
            unit_type, location = tables.station_names[plan.station]
            unit = tables.unit_pool[self.power][f"{unit_type} {location}"]
        return Assignment(
            unit=unit,
            idle=tables.idlers[unit] if unit is not STRAY and plan.why is not Why.NO_ORDER else None,
            power=self.power,
            code=tables.codes[plan.province] if plan.province != NOWHERE else "",
            province=plan.province,
            kind=plan.kind,
            target=plan.target,
            route=plan.route,
            subject=plan.subject,
            place=plan.place,
            station=plan.station,
            verdict=tables.verdicts.plain[plan.why],
            arrival=tables.unit_pool[self.power][f"{unit_type} {plan.place}"] if plan.kind == MOVE else unit,
            alone=(plan.province,),
            voyage=(plan.province if plan.kind == MOVE else plan.subject, plan.target),
            bridge=plan.kind == CONVOY and tables.can_ferry(plan.subject, plan.target, 1 << plan.province),
        )


class Idlers(dict[Unit, Assignment]):
    """Unit → what it does without an order: it holds. Also where a unit is found on the board."""

    def __init__(self, tables: Tables) -> None:
        super().__init__()
        self.tables = tables
        self.nobody = replace(tables.books[""].assigned(Plan(NOWHERE, HOLD, NOWHERE, NOWHERE, NOWHERE)), unit=NOBODY)
        self._held: dict[tuple[Unit, Why], Assignment] = {}

    def __missing__(self, unit: Unit) -> Assignment:
        station = self.tables.station[unit.type][unit.location]
        province = self.tables.station_province[station]
        plan = Plan(province, HOLD, NOWHERE, NOWHERE, station, why=Why.NO_ORDER)
        held = self[unit] = self.tables.books[unit.power].assigned(plan)
        return held

    def held(self, unit: Unit, why: Why) -> Assignment:
        """What a unit does whose order was illegal or void: it holds, with that verdict."""
        assignment = self._held.get((unit, why))
        if assignment is None:
            verdict = self.tables.verdicts.plain[why]
            assignment = self._held[unit, why] = replace(self[unit], verdict=verdict)
        return assignment
