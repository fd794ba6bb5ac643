"""Everything the adjudicator looks up about one board, filled as orders and units are met.

A power's texts come back turn after turn. What follows from the text, the map and the power alone is therefore kept
in one object, so that putting a known order on the field is one look-up, one comparison and one entry in a list.
"""

from __future__ import annotations

from dataclasses import replace

from judge.kits.board.assignments import NOBODY, STRAY, Assignment
from judge.kits.board.geography import Map
from judge.kits.board.grid import Grid
from judge.kits.board.orderbook import CONVOY, HOLD, MOVE, NOWHERE, OrderBook, Plan
from judge.kits.board.units import Unit, read_unit
from judge.kits.board.verdicts import VerdictPool, Why


def tables_of(board: Map) -> Tables:
    """The tables of this board, made once."""
    return board.derived(Tables)


class Tables(Grid):
    """A grid with the orders, units and verdicts met on it so far."""

    def __init__(self, board: Map) -> None:
        super().__init__(board)
        self.orders = OrderBook(self)
        self.verdicts = VerdictPool(self.codes)
        self.unit_pool = UnitPool(board)
        self.books = PowerBooks(self)
        self.idlers = Idlers(self)


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
        province, kind, target, subject, station, place, route, why = plan
        return Assignment(  # in the order of its fields: names would cost as much again
            unit,
            tables.idlers[unit] if unit is not STRAY and why is not Why.NO_ORDER else None,
            self.power,
            tables.codes[province] if province != NOWHERE else "",
            province,
            kind,
            target,
            route,
            subject,
            place,
            station,
            tables.verdicts.plain[why],
            tables.unit_pool[self.power][f"{unit_type} {place}"] if kind == MOVE else unit,
            (province,),
            (province if kind == MOVE else subject, target),
            kind == CONVOY and tables.can_ferry(subject, target, 1 << province),
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


class UnitPool(dict[str, "dict[str, Unit]"]):
    """Units by power and text, read once: `pool["FRANCE"]["A PAR"]`. Reading raises InputError."""

    def __init__(self, board: Map) -> None:
        super().__init__()
        self.board = board

    def __missing__(self, power: str) -> dict[str, Unit]:
        units = self[power] = _PowerUnits(self.board, power)
        return units


class _PowerUnits(dict[str, Unit]):
    def __init__(self, board: Map, power: str) -> None:
        super().__init__()
        self.board = board
        self.power = power

    def __missing__(self, text: str) -> Unit:
        unit = read_unit(self.board, self.power, text)
        if len(self) < 1000:  # wrong spellings are endless, the pool is not
            self[text] = unit
        return unit
