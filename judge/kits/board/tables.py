"""Everything the adjudicator looks up about one board, filled as orders and units are met.

A power's texts come back turn after turn. What follows from the text, the map and the power alone is therefore kept
in one object, so that putting a known order on the field is one look-up, one comparison and one entry in a list.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, ClassVar

from judge.kits.board.assignments import NOBODY, STRAY, Assignment
from judge.kits.board.geography import Map
from judge.kits.board.grid import Grid
from judge.kits.board.orderbook import CONVOY, DIRECT, HOLD, MOVE, NOWHERE, VIA, OrderBook, Plan
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
        self.flags = Flags(self)
        self.idlers = Idlers(self)
        held = self.verdicts.held
        self.nobody = Assignment(
            NOBODY,
            None,
            "",
            "",
            NOWHERE,
            HOLD,
            NOWHERE,
            DIRECT,
            NOWHERE,
            "",
            NOWHERE,
            held,
            NOBODY,
            (NOWHERE,),
            NOWHERE,
        )
        size = len(self.codes) + 1  # the last place stands for NOWHERE and stays empty
        self.empty = [self.nobody] * size
        self.undisputed: list[bool | None] = [True] * size
        self.latest: Any = None  # the last position asked about, and its ground (field.py)


class Flags(dict[str, "Flag"]):
    """Power → its units and orders: `flags["FRANCE"].orders["A PAR - BUR"]`, `flags["FRANCE"].units["A PAR"]`."""

    def __init__(self, tables: Tables) -> None:
        super().__init__()
        self.tables = tables

    def __missing__(self, power: str) -> Flag:
        flag = self[power] = Flag(self.tables, power)
        return flag


class Flag:
    """One power's units and orders on this board: each unit is one object, and so is each order given to it."""

    def __init__(self, tables: Tables, power: str) -> None:
        self.tables = tables
        self.power = power
        self.units = UnitTexts(self)
        self.orders = OrderTexts(self)
        self._idle: dict[int, Assignment] = {}
        self._held: dict[tuple[int, Why], Assignment] = {}

    def idle(self, station: int) -> Assignment:
        """What this power's unit there does without an order: it holds. Also where the unit is found on the board."""
        found = self._idle.get(station)
        if found is None:
            found = self._idle[station] = self._idler(station)
        return found

    def _idler(self, station: int) -> Assignment:
        tables = self.tables
        unit_type, location = tables.station_names[station]
        unit, province = Unit(self.power, unit_type, location), tables.station_province[station]
        return replace(
            tables.nobody,
            unit=unit,
            power=self.power,
            code=tables.codes[province],
            province=province,
            station=station,
            verdict=tables.verdicts.idle,
            arrival=unit,
            alone=(province,),
        )

    def held(self, station: int, why: Why) -> Assignment:
        """What a unit does whose order was illegal or void: it holds, with that verdict."""
        found = self._held.get((station, why))
        if found is None:
            verdict = self.tables.verdicts.plain[why]
            found = self._held[station, why] = replace(self.idle(station), verdict=verdict)
        return found

    def restated(self, text: str, unit: Unit) -> Assignment:
        """The text taken as an order for `unit`, which stands where another one is named (OrderBook.restated)."""
        plan = self.tables.orders.restated(text, unit.type, unit.location)
        return self.assigned(replace(plan, station=self.tables.station[unit.type][unit.location]))

    def assigned(self, plan: Plan) -> Assignment:
        """The plan given to this power's unit."""
        tables, station = self.tables, plan.station
        if station == NOWHERE:
            # it fits no unit as it is written; its province is all that is asked of it
            return replace(tables.nobody, unit=STRAY, province=plan.province)
        idle, kind, province, subject, target = self.idle(station), plan.kind, plan.province, plan.subject, plan.target
        arrival = unit = idle.unit
        if kind == MOVE:
            arrival = self.idle(tables.station[unit.type][plan.place]).unit
        return Assignment(  # in the order of its fields: names would cost as much again
            unit,
            idle,
            self.power,
            idle.code,
            province,
            kind,
            target,
            plan.route,
            subject,
            plan.place,
            station,
            tables.verdicts.plain[plan.why],
            arrival,
            idle.alone,
            target if kind == MOVE and plan.route < VIA else NOWHERE,
            kind == CONVOY and tables.can_ferry(subject, target, 1 << province),
        )


class OrderTexts(dict[str, Assignment]):
    """One power's order texts → Assignment, filled as texts come in; readable texts only, and not without end."""

    LIMIT: ClassVar[int] = 50_000

    def __init__(self, flag: Flag) -> None:
        super().__init__()
        self.flag = flag

    def __missing__(self, text: str) -> Assignment:
        plan = self.flag.tables.orders[text]
        assignment = self.flag.assigned(plan)
        if plan.station != NOWHERE and len(self) < OrderTexts.LIMIT:
            self[text] = assignment
        return assignment


class UnitTexts(dict[str, Assignment]):
    """One power's units by text → what they do without an order. Reading raises InputError."""

    LIMIT: ClassVar[int] = 1_000  # wrong spellings are endless, the pool is not

    def __init__(self, flag: Flag) -> None:
        super().__init__()
        self.flag = flag

    def __missing__(self, text: str) -> Assignment:
        tables = self.flag.tables
        unit = read_unit(tables.board, self.flag.power, text)
        idle = self.flag.idle(tables.station[unit.type][unit.location])
        if len(self) < UnitTexts.LIMIT:
            self[text] = idle
        return idle


class Idlers(dict[Unit, Assignment]):
    """Unit → what it does without an order, for positions not made of texts."""

    def __init__(self, tables: Tables) -> None:
        super().__init__()
        self.tables = tables

    def __missing__(self, unit: Unit) -> Assignment:
        tables = self.tables
        idle = self[unit] = tables.flags[unit.power].idle(tables.station[unit.type][unit.location])
        return idle
