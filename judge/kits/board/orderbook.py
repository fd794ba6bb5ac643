"""Order texts compiled once each: what an order says in numbers, and whether it could be right on this board at all.

The space of orders on a board is finite, so reading a text a second time is one look-up. A `Plan` holds what follows
from the text and the map alone; what depends on where other units stand is judged in muster.py.
"""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from judge.core.errors import InputError
from judge.kits.board.geography import province_of
from judge.kits.board.grid import Grid
from judge.kits.board.notation import Order, OrderKind, read_order
from judge.kits.board.verdicts import Why

# kinds of plan
HOLD, MOVE, SUPPORT, CONVOY, ILLEGAL = range(5)
# routes of a move: by land or sea border only; border, or by convoy if that is meant; VIA written; by convoy only
DIRECT, EITHER, VIA, FERRY = range(4)

NOWHERE = -1
_MOVE, _SUPPORT, _CONVOY = OrderKind.MOVE, OrderKind.SUPPORT, OrderKind.CONVOY  # an enumeration is slow to ask


_MOVED, _SUPPORTED, _CONVOYED = Why.MOVED, Why.SUPPORTED, Why.CONVOYED


class Plan(NamedTuple):
    """An order in numbers.

    `target` the province aimed at (a hold aims at its own); `subject` the province of the supported or convoyed
    unit, or NOWHERE; `station` where the ordered unit must stand for this plan to be the right one; `place` the
    location a move ends on, or the coast a support insists on; `why` what comes of it if nothing interferes, or the
    fault of an ILLEGAL plan.
    """

    province: int
    kind: int
    target: int
    subject: int
    station: int
    place: str = ""
    route: int = DIRECT
    why: Why = Why.HELD


class OrderBook(dict[str, Plan]):
    """Order text → Plan, filled as texts come in. Texts that cannot be read are not kept, and the book stays finite."""

    LIMIT = 200_000

    def __init__(self, grid: Grid) -> None:
        super().__init__()
        self.grid = grid

    def __missing__(self, text: str) -> Plan:
        try:
            order = read_order(text)
        except InputError:
            return self._unreadable(text)
        grid = self.grid
        station = grid.station.get(order.unit, {}).get(order.place, NOWHERE)
        if station == NOWHERE:
            province = grid.number.get(province_of(order.place), NOWHERE)
            return Plan(province, HOLD, province, NOWHERE, NOWHERE)
        plan = self._compile(order, station)
        if len(self) < self.LIMIT:
            self[text] = plan
        return plan

    def restated(self, text: str, unit_type: str, location: str) -> Plan:
        """The plan of `text` for the unit that really stands there: a wrong or missing type or coast of the ordered
        unit does not spoil an order (DATC 4.B.5, 4.C.1, 4.C.2)."""
        try:
            return self[self.canonical(text, unit_type, location)]
        except InputError:
            return self._unreadable(text)

    def canonical(self, text: str, unit_type: str, location: str) -> str:
        """The text written for the unit that really stands there. Raises InputError if it cannot be read."""
        return str(replace(read_order(text), unit=unit_type, place=location))

    def _unreadable(self, text: str) -> Plan:
        """An illegal plan for the unit the text seems to name; for nobody if it names none."""
        words = [word for word in text.upper().replace("-", " ").split() if word not in ("A", "F")]
        province = self.grid.number.get(province_of(words[0]), NOWHERE) if words else NOWHERE
        return Plan(province, ILLEGAL, province, NOWHERE, NOWHERE, why=Why.UNREADABLE)

    def _compile(self, order: Order, station: int) -> Plan:
        province, kind = self.grid.station_province[station], order.kind
        plan: Plan | Why
        if kind is _MOVE:
            plan = self._move(order, province, station)
        elif kind is _SUPPORT:
            plan = self._support(order, province, station)
        elif kind is _CONVOY:
            plan = self._convoy(order, province, station)
        else:
            plan = Plan(province, HOLD, province, NOWHERE, station) if kind is OrderKind.HOLD else Why.NOT_NOW
        if type(plan) is Plan:
            return plan
        assert isinstance(plan, Why)
        return Plan(province, ILLEGAL, province, NOWHERE, station, why=plan)

    def _move(self, order: Order, province: int, station: int) -> Plan | Why:
        target = self.grid.number.get(province_of(order.target))
        if target is None:
            return Why.UNKNOWN_PLACE
        if target == province:
            return Why.OWN_PROVINCE
        return (self._march if order.unit == "A" else self._sail)(order, province, station, target)

    def _march(self, order: Order, province: int, station: int, target: int) -> Plan | Why:
        """An army's move. A coast written for it is ignored (4.B.6)."""
        grid = self.grid
        if grid.sea[target]:
            return Why.ARMY_TO_SEA
        neighbour = target in grid.reach[station]
        ferryable = grid.shore[province] and grid.shore[target]
        if not neighbour and not ferryable:
            return Why.NOT_ADJACENT
        if order.via:
            route = VIA
        elif neighbour:
            route = EITHER if ferryable else DIRECT
        else:
            route = FERRY
        return Plan(province, MOVE, target, NOWHERE, station, grid.codes[target], route, _MOVED)

    def _sail(self, order: Order, province: int, station: int, target: int) -> Plan | Why:
        """A fleet's move: one fitting coast is taken, a wrong one not corrected, two not chosen between (4.B)."""
        grid = self.grid
        fitting = [place for way, place in grid.exits[station] if way == target]
        if not fitting:
            inland = not grid.shore[target] and not grid.sea[target]
            return Why.FLEET_INLAND if inland else Why.NOT_ADJACENT
        place = fitting[0]
        if "/" in place and "/" in order.target:
            if order.target not in fitting:
                return Why.COAST_WRONG
            place = order.target
        elif len(fitting) > 1:
            return Why.COAST_MISSING
        return Plan(province, MOVE, target, NOWHERE, station, place, DIRECT, _MOVED)

    def _support(self, order: Order, province: int, station: int) -> Plan | Why:
        number = self.grid.number
        subject = number.get(province_of(order.subject))
        target = number.get(province_of(order.target or order.subject))
        if subject is None or target is None:
            return Why.UNKNOWN_PLACE
        if province in (target, subject) or (order.target and subject == target):
            return Why.OWN_PROVINCE
        if target not in self.grid.reach[station]:
            return Why.NOT_ADJACENT
        coast = order.target if "/" in order.target and order.target in number else ""
        return Plan(province, SUPPORT, target, subject, station, coast, DIRECT, _SUPPORTED)

    def _convoy(self, order: Order, province: int, station: int) -> Plan | Why:
        grid = self.grid
        subject = grid.number.get(province_of(order.subject))
        target = grid.number.get(province_of(order.target))
        if subject is None or target is None:
            return Why.UNKNOWN_PLACE
        if order.unit != "F" or not grid.sea[province]:
            return Why.CANNOT_CONVOY
        if subject == target:
            return Why.OWN_PROVINCE
        if not (grid.shore[subject] and grid.shore[target]):
            return Why.NO_FLEETS
        return Plan(province, CONVOY, target, subject, station, "", DIRECT, _CONVOYED)
