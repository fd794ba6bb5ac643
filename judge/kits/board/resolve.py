"""The movement phase: position and orders in, a verdict with its reason for every unit out."""

from collections.abc import Mapping
from dataclasses import dataclass
from dataclasses import field as dataclass_field

from judge.kits.board.equations import clash, one_in_the_way, path, prevention, vacated
from judge.kits.board.field import Field, Provinces, ground_of
from judge.kits.board.geography import EDITION_2023, Edition, Map
from judge.kits.board.muster import Sheets, muster
from judge.kits.board.orderbook import MOVE, NOWHERE, SUPPORT
from judge.kits.board.settle import settle
from judge.kits.board.units import Dislodged, Position
from judge.kits.board.verdicts import MoveVerdict, Why


@dataclass(frozen=True, slots=True)
class IgnoredOrder:
    """An order no unit may obey: given by the wrong power, or for a unit that is not there."""

    power: str
    text: str
    why: Why


@dataclass(frozen=True, slots=True)
class MovementResult:
    """What a movement phase came to.

    `verdicts` province → verdict, for every unit that stood on the board; `position` the board after it, dislodged
    units and contested provinces included; `field` is the settled field, for questions not asked every time.
    """

    verdicts: Mapping[str, MoveVerdict]
    position: Position
    field: Field = dataclass_field(repr=False, compare=False)

    @property
    def backup_rules(self) -> tuple[str, ...]:
        """The rules of last resort used, in order (`circular`, `szykman`)."""
        return tuple(self.field.backup_rules)

    @property
    def dislodged(self) -> tuple[Dislodged, ...]:
        """The units driven out, in the order of their provinces."""
        return tuple(sorted(self.position.dislodged.values(), key=lambda gone: gone.unit.location))

    @property
    def convoys(self) -> dict[str, tuple[str, ...]]:
        """Province an army got through from → provinces of the fleets that stood and carried it."""
        field = self.field
        return {field.tables.codes[army]: _standing(field, field.ferried[army]) for army in _arrived(field)}

    @property
    def supports(self) -> dict[str, tuple[str, ...]]:
        """Province of a unit → provinces of the units whose support for it stood."""
        field = self.field
        return {field.tables.codes[unit]: _standing(field, units) for unit, units in sorted(field.helpers.items())}

    @property
    def ignored(self) -> tuple[IgnoredOrder, ...]:
        """Orders that no unit could obey, as they came."""
        return tuple(IgnoredOrder(power, text, why) for power, text, why in self.field.ignored)


def _standing(field: Field, units: Provinces) -> tuple[str, ...]:
    return tuple(field.tables.codes[unit] for unit in sorted(units) if field.decided[unit])


def _arrived(field: Field) -> list[int]:
    return [army for army in sorted(field.ferried) if field.decided[army]]


def resolve_movement(board: Map, position: Position, orders: Sheets, edition: Edition = EDITION_2023) -> MovementResult:
    """Adjudicate one movement phase (D-1, D-2; DATC 3.x, paradoxes by Szykman's rule).

    `orders` holds, by power, the canonical texts for that power's units; who was entitled to write them is decided
    before (D-14). Of two orders for one unit the later possible one counts; a unit without one holds. Bad orders end
    as verdicts or among `ignored`, never as errors.
    """
    field = muster(ground_of(board, position), orders, edition)
    settle(field)
    return _report(field, position)


def _report(field: Field, position: Position) -> MovementResult:
    doing, decided, failed, entered = field.doing, field.decided, field.failed, field.entered
    for unit in field.doubted:
        plan = doing[unit]
        if decided[unit]:
            if plan.kind == MOVE:
                entered[plan.target] = unit
        elif plan.kind == MOVE:
            failed[unit] = _why_failed(field, unit)
        else:
            failed[unit] = _why_cut(field, unit) if plan.kind == SUPPORT else _why_convoy_fell(field, unit)
    verdicts = {plan.code: plan.verdict for plan in map(doing.__getitem__, field.ids)}
    for unit, verdict in failed.items():
        verdicts[doing[unit].code] = verdict
    return MovementResult(verdicts, _position_after(field, position), field)


def _position_after(field: Field, position: Position) -> Position:
    """The board with every move made that succeeded, and everybody driven out who stood in its way and stayed."""
    ids, doing, decided = field.ids, field.doing, field.decided
    standing = dict(position.units)
    beaten: list[int] = []
    for place, unit in field.entered.items():
        standing[ids[unit]] = doing[unit].arrival
        if place in ids and not (doing[place].kind == MOVE and decided[place]):
            beaten.append(place)
    contested = _contested(field) if field.crowded or field.contested else []
    dislodged: dict[int, Dislodged] = {}
    if len(beaten) > 1:
        beaten = [place for place in ids if place in beaten]  # in the position's order
    for place in beaten:
        del standing[ids[place]]
        dislodged[ids[place]] = _dislodged(field, place, contested)
    places = tuple([field.tables.codes[province] for province in contested])
    return Position(standing, position.owners, dislodged, places, position.next_id)


def _why_failed(field: Field, unit: int) -> MoveVerdict:
    """Who stood in the way: rivals that held as much as the attack was worth, and the unit in the target if it did."""
    target = field.doing[unit].target
    if unit in field.ferried and not path(field, unit):
        return _why_not_carried(field, unit)
    rivals = field.attackers[target]
    if len(rivals) > 1:
        by = _rivals_in_the_way(field, unit, rivals)
        if by != field.tables.bit[target]:
            return field.tables.verdicts.bounced[by]
    return one_in_the_way(field, unit, target)


def _rivals_in_the_way(field: Field, unit: int, rivals: Provinces) -> int:
    """Mask of those that held as much as the unit's attack was worth, the unit in its target included."""
    if unit in field.helpers:
        (strength, _), (against, _) = clash(field, unit)
        resisted = against >= strength
    else:
        strength, resisted = 1, not vacated(field, unit)
    by = 1 << field.doing[unit].target if resisted else 0
    for rival in rivals:
        if rival != unit:
            prevents, _ = prevention(field, rival)
            if prevents and prevents >= strength:
                by |= 1 << rival
    return by


def _why_not_carried(field: Field, unit: int) -> MoveVerdict:
    pool, carriers = field.tables.verdicts, field.ferried[unit]
    if not carriers:
        return pool.plain[Why.NO_CONVOY]
    fallen = [fleet for fleet in carriers if not field.decided[fleet]]
    if not fallen:
        return pool.plain[Why.CONVOY_INCOMPLETE]
    return pool.of(Why.CONVOY_BROKEN, fallen)


def _why_convoy_fell(field: Field, unit: int) -> MoveVerdict:
    why = Why.PARADOX if unit in field.paradox else Why.CONVOYER_DISLODGED
    return field.tables.verdicts.of(why, [attacker for attacker in field.attackers[unit] if field.decided[attacker]])


def _why_cut(field: Field, unit: int) -> MoveVerdict:
    doing, supporter = field.doing, field.doing[unit]
    by = 0
    for attacker in field.attackers[unit]:
        if attacker != supporter.target and doing[attacker].power != supporter.power and path(field, attacker):
            by |= 1 << attacker
    if by:
        return field.tables.verdicts.cut[by]
    return field.tables.verdicts.by[Why.SUPPORTER_DISLODGED][1 << supporter.target]


def _contested(field: Field) -> list[int]:
    """Provinces left empty in which a failed move still had the strength to prevent others, sorted; that takes two
    moves."""
    contested = list(field.contested)
    for target in field.crowded:
        if target not in field.entered and _left(field, target):
            for mover in field.attackers[target]:
                if prevention(field, mover)[0]:
                    contested.append(target)
                    break
    return sorted(contested)


def _dislodged(field: Field, province: int, contested: list[int]) -> Dislodged:
    """Where a beaten unit may go: by its own movement, to a province empty and uncontested, and not to the one its
    attacker came from unless that one came by convoy (4.A.5)."""
    tables, ids, entered, gone = field.tables, field.ids, field.entered, field.doing[province]
    attacker = entered[province]
    by_convoy = attacker in field.ferried
    barred = NOWHERE if by_convoy else attacker
    ways = [
        place
        for way, place in tables.exits[gone.station]
        if way not in entered and way not in contested and way != barred and (way not in ids or _left(field, way))
    ]
    return Dislodged(gone.unit, tables.codes[attacker], by_convoy, tuple(ways))


def _left(field: Field, province: int) -> bool:
    """Whether nobody stands there, or whoever did has gone."""
    return province not in field.ids or (field.doing[province].kind == MOVE and field.decided[province] is True)
