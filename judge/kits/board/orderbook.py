"""Order texts compiled once each: what an order says in numbers, and whether it could be right on this board at all.

The space of orders on a board is finite, so reading a text a second time is one look-up. A `Plan` holds what follows
from the text and the map alone; what depends on where other units stand is judged in muster.py.
"""

from dataclasses import dataclass, replace
from typing import ClassVar, Final

from judge.core.errors import InputError
from judge.kits.board.grid import Grid
from judge.kits.board.notation import OrderKind, Parts, parts_of, read_order
from judge.kits.board.verdicts import Why

# kinds of plan
HOLD: Final = 0
MOVE: Final = 1
SUPPORT: Final = 2
CONVOY: Final = 3
ILLEGAL: Final = 4
# routes of a move: by land or sea border only; border, or by convoy if that is meant; VIA written; by convoy only
DIRECT: Final = 0
EITHER: Final = 1
VIA: Final = 2
FERRY: Final = 3

NOWHERE: Final = -1
_HOLD, _MOVE = OrderKind.HOLD, OrderKind.MOVE  # an enumeration is slow to ask
_SUPPORT, _CONVOY = OrderKind.SUPPORT, OrderKind.CONVOY
_HELD, _MOVED, _SUPPORTED, _CONVOYED = Why.HELD, Why.MOVED, Why.SUPPORTED, Why.CONVOYED


@dataclass(slots=True, eq=False, init=False)  # not frozen only because freezing makes making them slow
class Plan:
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
    place: str
    route: int
    why: Why

    def __init__(
        self,
        province: int,
        kind: int,
        target: int,
        subject: int,
        station: int,
        place: str = "",
        route: int = DIRECT,
        why: Why = _HELD,
    ) -> None:  # written out, for a compiler sees nothing that is made at run time
        self.province = province
        self.kind = kind
        self.target = target
        self.subject = subject
        self.station = station
        self.place = place
        self.route = route
        self.why = why


class OrderBook(dict[str, Plan]):
    """Order text → Plan, filled as texts come in. Texts that cannot be read are not kept, and the book stays finite."""

    LIMIT: ClassVar[int] = 200_000

    def __init__(self, grid: Grid) -> None:
        super().__init__()
        self.grid = grid

    def __missing__(self, text: str) -> Plan:
        try:
            parts = parts_of(text)
        except InputError:
            return self._unreadable(text)
        grid, unit, place = self.grid, parts[1], parts[2]
        station = grid.station[unit].get(place, NOWHERE) if unit else NOWHERE
        if station == NOWHERE:
            province = grid.number_of(place)
            return Plan(province, HOLD, province, NOWHERE, NOWHERE)
        plan = self._compile(parts, station)
        if len(self) < OrderBook.LIMIT:
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
        province = self.grid.number_of(words[0]) if words else NOWHERE
        return Plan(province, ILLEGAL, province, NOWHERE, NOWHERE, "", DIRECT, Why.UNREADABLE)

    def _compile(self, parts: Parts, station: int) -> Plan:
        kind, unit, _, target, _, subject, via = parts
        province = self.grid.station_province[station]
        if kind is _MOVE:
            plan = self._move(unit, province, station, target, via)
        elif kind is _SUPPORT:
            plan = self._support(province, station, subject, target)
        elif kind is _CONVOY:
            plan = self._convoy(unit, province, station, subject, target)
        else:
            plan = Plan(province, HOLD, province, NOWHERE, station) if kind is _HOLD else Why.NOT_NOW
        if isinstance(plan, Plan):
            return plan
        return Plan(province, ILLEGAL, province, NOWHERE, station, "", DIRECT, plan)

    def _move(self, unit: str, province: int, station: int, written: str, via: bool) -> Plan | Why:
        target = self.grid.number_of(written)
        if target == NOWHERE:
            return Why.UNKNOWN_PLACE
        if target == province:
            return Why.OWN_PROVINCE
        if unit == "A":
            return self._march(province, station, target, via)
        return self._sail(province, station, target, written)

    def _march(self, province: int, station: int, target: int, via: bool) -> Plan | Why:
        """An army's move. A coast written for it is ignored (4.B.6)."""
        grid = self.grid
        if grid.sea[target]:
            return Why.ARMY_TO_SEA
        neighbour = target in grid.reach[station]
        ferryable = grid.shore[province] and grid.shore[target]
        if not neighbour and not ferryable:
            return Why.NOT_ADJACENT
        if via:
            route = VIA
        elif neighbour:
            route = EITHER if ferryable else DIRECT
        else:
            route = FERRY
        return Plan(province, MOVE, target, NOWHERE, station, grid.codes[target], route, _MOVED)

    def _sail(self, province: int, station: int, target: int, written: str) -> Plan | Why:
        """A fleet's move: one fitting coast is taken, a wrong one not corrected, two not chosen between (4.B)."""
        grid = self.grid
        fitting = [place for way, place in grid.exits[station] if way == target]
        if not fitting:
            inland = not grid.shore[target] and not grid.sea[target]
            return Why.FLEET_INLAND if inland else Why.NOT_ADJACENT
        place = fitting[0]
        if "/" in place and "/" in written:
            if written not in fitting:
                return Why.COAST_WRONG
            place = written
        elif len(fitting) > 1:
            return Why.COAST_MISSING
        return Plan(province, MOVE, target, NOWHERE, station, place, DIRECT, _MOVED)

    def _support(self, province: int, station: int, helped: str, written: str) -> Plan | Why:
        grid = self.grid
        subject = grid.number_of(helped)
        target = grid.number_of(written) if written else subject
        if subject == NOWHERE or target == NOWHERE:
            return Why.UNKNOWN_PLACE
        if province in (target, subject) or (written and subject == target):
            return Why.OWN_PROVINCE
        if target not in grid.reach[station]:
            return Why.NOT_ADJACENT
        coast = written if "/" in written and written in grid.number else ""
        return Plan(province, SUPPORT, target, subject, station, coast, DIRECT, _SUPPORTED)

    def _convoy(self, unit: str, province: int, station: int, carried: str, written: str) -> Plan | Why:
        grid = self.grid
        subject, target = grid.number_of(carried), grid.number_of(written)
        if subject == NOWHERE or target == NOWHERE:
            return Why.UNKNOWN_PLACE
        if unit != "F" or not grid.sea[province]:
            return Why.CANNOT_CONVOY
        if subject == target:
            return Why.OWN_PROVINCE
        if not (grid.shore[subject] and grid.shore[target]):
            return Why.NO_FLEETS
        return Plan(province, CONVOY, target, subject, station, "", DIRECT, _CONVOYED)
