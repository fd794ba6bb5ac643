"""The adjustment phase: builds, removals, and removals by the rule where none were ordered (D-6, DATC 6.I, 6.J)."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from judge.core.errors import InputError
from judge.kits.board.geography import EDITION_2023, Edition, Map, province_of
from judge.kits.board.muster import Sheets
from judge.kits.board.notation import Order, OrderKind, read_order, write_order
from judge.kits.board.units import Position, Unit

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


class AdjustWhy(StrEnum):
    """What became of an adjustment order. The first three came about; the others failed."""

    BUILT = "built"
    REMOVED = "removed"
    WAIVED = "waived"
    UNREADABLE = "unreadable"
    NOT_NOW = "not an order for winter"
    NOTHING_TO_BUILD = "no build left"
    NOTHING_TO_REMOVE = "no removal due"
    NOT_HOME = "no home centre to build in"
    NOT_OWNED = "home centre not owned"
    OCCUPIED = "home centre occupied"
    TYPE_MISSING = "army or fleet not said"
    TYPE_BARRED = "such a unit cannot be built there"
    COAST_MISSING = "coast missing"
    NO_UNIT = "no such unit of that power"


_RESULT = {AdjustWhy.BUILT: "builds", AdjustWhy.REMOVED: "removes", AdjustWhy.WAIVED: "waives"}


@dataclass(frozen=True, slots=True)
class AdjustVerdict:
    """One order and what came of it; `unit` the unit built or removed."""

    power: str
    text: str
    why: AdjustWhy
    unit: Unit | None = None

    @property
    def result(self) -> str:
        """`builds`, `removes`, `waives` or `fails`."""
        return _RESULT.get(self.why, "fails")


@dataclass(frozen=True, slots=True)
class AdjustmentResult:
    """`verdicts` in the order given; `civil_disorder` unit number → unit removed by the rule; `waived` power → builds
    left unused, ordered so or not; `position` the board of the next spring."""

    verdicts: tuple[AdjustVerdict, ...]
    civil_disorder: Mapping[int, Unit]
    waived: Mapping[str, int]
    position: Position


def allowances(position: Position) -> dict[str, int]:
    """Power → centres owned minus units standing: builds due if positive, removals if negative. Sorted; powers in
    balance included."""
    due = Counter(position.owners.values())
    due.subtract(unit.power for unit in position.units.values())
    return dict(sorted(due.items()))


def open_sites(board: Map, position: Position, power: str) -> tuple[str, ...]:
    """Home centres where `power` may build now: its own, still owned, empty."""
    occupied = {unit.province for unit in position.units.values()}
    return tuple(
        site for site in board.build_sites(power) if position.owners.get(site) == power and site not in occupied
    )


def resolve_adjustments(
    board: Map, position: Position, orders: Sheets, edition: Edition = EDITION_2023
) -> AdjustmentResult:
    """Adjudicate one winter. Orders are worked through as written until the allowance is used up (4.D.4, 4.D.6);
    builds not used are waived, removals not ordered follow civil disorder. Ownership is `position.owners`: write the
    autumn's captures before."""
    winter = _Winter(board, position)
    verdicts = tuple(winter.obey(power, text) for power, texts in orders.items() for text in texts)
    missing = {}
    for power, due in sorted(winter.due.items()):
        units = {unit_id: unit for unit_id, unit in winter.units.items() if unit.power == power}
        centres = position.centres_of(power)
        for unit_id in removal_order(board, power, units, centres, edition)[: max(-due, 0)]:
            missing[unit_id] = winter.units.pop(unit_id)
    after = Position(dict(sorted(winter.units.items())), position.owners, next_id=winter.next_id)
    return AdjustmentResult(verdicts, missing, winter.unused(), after)


def removal_order(
    board: Map, power: str, units: Mapping[int, Unit], owned: Iterable[str], edition: Edition = EDITION_2023
) -> list[int]:
    """The unit numbers of `power` in the order civil disorder removes them (4.D.8).

    2023: units off any centre first, then the farthest from an owned centre over any border; before 2023 the
    farthest from a home centre. Then fleets before armies, then by full English name of the province.
    """
    goals = tuple(owned)
    home = board.home_centres(power)

    def rank(unit_id: int) -> tuple[bool, int, bool, str]:
        unit = units[unit_id]
        province = board.provinces[unit.province]
        if edition.distance_to_home:
            return False, -distance_old(board, unit, home), unit.type == "A", province.name
        return province.centre, -distance_any(board, unit, goals), unit.type == "A", province.name

    return sorted(units, key=rank)


class _Winter:
    """The winter under way: what each power may still build or must still remove."""

    def __init__(self, board: Map, position: Position) -> None:
        self.board = board
        self.owners = position.owners
        self.units = dict(position.units)
        self.due = allowances(position)
        self.next_id = position.next_id

    def unused(self) -> dict[str, int]:
        """Builds nobody made, waived ones included."""
        counts = allowances(Position(self.units, self.owners))
        return {power: due for power, due in counts.items() if due > 0}

    def obey(self, power: str, text: str) -> AdjustVerdict:
        try:
            order = read_order(text)
        except InputError:
            return AdjustVerdict(power, text, AdjustWhy.UNREADABLE)
        match order.kind:
            case OrderKind.BUILD:
                return self._build(power, text, order)
            case OrderKind.REMOVE | OrderKind.DISBAND:
                return self._remove(power, text, order)
            case OrderKind.WAIVE:
                return self._waive(power, text)
            case _:
                return AdjustVerdict(power, text, AdjustWhy.NOT_NOW)

    def _waive(self, power: str, text: str) -> AdjustVerdict:
        if self.due.get(power, 0) <= 0:
            return AdjustVerdict(power, text, AdjustWhy.NOTHING_TO_BUILD)
        self.due[power] -= 1
        return AdjustVerdict(power, text, AdjustWhy.WAIVED)

    def _build(self, power: str, text: str, order: Order) -> AdjustVerdict:
        """The first of its choices that can be built; why the first could not, where none can."""
        tried = [(choice, *self._buildable(power, choice)) for choice in order.choices()]
        choice, unit, fault = next((attempt for attempt in tried if attempt[1] is not None), tried[0])
        if unit is None:
            return AdjustVerdict(power, text, fault)
        text = write_order(choice) if order.otherwise else text
        self.units[self.next_id] = unit
        self.next_id += 1
        self.due[power] -= 1
        return AdjustVerdict(power, text, AdjustWhy.BUILT, unit)

    def _buildable(self, power: str, order: Order) -> tuple[Unit | None, AdjustWhy]:
        """The unit this order builds, or why it builds none."""
        code, _, coast = order.place.partition("/")
        province = self.board.provinces.get(code)
        if self.due.get(power, 0) <= 0:
            return None, AdjustWhy.NOTHING_TO_BUILD
        if province is None or province.home != power or not province.build:
            return None, AdjustWhy.NOT_HOME
        if self.owners.get(code) != power:
            return None, AdjustWhy.NOT_OWNED
        if any(unit.province == code for unit in self.units.values()):
            return None, AdjustWhy.OCCUPIED
        kind = order.unit or ("A" if province.terrain == "land" else "F" if coast in province.coasts else "")
        if not kind:
            return None, AdjustWhy.TYPE_MISSING
        if kind == "A":
            barred = province.build == "fleet"
            return (None, AdjustWhy.TYPE_BARRED) if barred else (Unit(power, "A", code), AdjustWhy.BUILT)
        if province.build == "army" or province.terrain == "land":
            return None, AdjustWhy.TYPE_BARRED
        if not province.coasts:
            return Unit(power, "F", code), AdjustWhy.BUILT
        if coast not in province.coasts:
            return None, AdjustWhy.COAST_MISSING
        return Unit(power, "F", f"{code}/{coast}"), AdjustWhy.BUILT

    def _remove(self, power: str, text: str, order: Order) -> AdjustVerdict:
        if self.due.get(power, 0) >= 0:
            return AdjustVerdict(power, text, AdjustWhy.NOTHING_TO_REMOVE)
        for unit_id, unit in self.units.items():
            if unit.power == power and unit.province == province_of(order.place):
                del self.units[unit_id]
                self.due[power] += 1
                return AdjustVerdict(power, text, AdjustWhy.REMOVED, unit)
        return AdjustVerdict(power, text, AdjustWhy.NO_UNIT)
