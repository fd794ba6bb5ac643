"""From a position and order texts to a Field: legality before adjudication (D-2).

An illegal order, one that could not be right whatever the others do, is dropped and its unit holds. A void order is
legal but matches nothing. Legality looks at where fleets *stand*, validity at what they were *ordered*.
"""

from collections.abc import Iterable, Mapping

from judge.kits.board.assignments import NOBODY, Assignment
from judge.kits.board.field import Field, Ground, Provinces
from judge.kits.board.geography import Edition
from judge.kits.board.orderbook import CONVOY, EITHER, ILLEGAL, MOVE, NOWHERE, SUPPORT
from judge.kits.board.verdicts import RESULT_OF, Result, Why

Sheets = Mapping[str, Iterable[str]]


def muster(ground: Ground, orders: Sheets, edition: Edition) -> Field:
    """Set units and their effective orders on a Field. `orders` are canonical texts by the power that gives them."""
    field = Field(ground)
    ferries = _deploy(field, orders)
    if ferries is None:
        return muster(ground, _last_possible(ground, orders, edition), edition)
    if field.convoys or ferries:
        _embark(field, ferries, edition)
    _match_supports(field)
    return field


def _deploy(field: Field, orders: Sheets) -> list[Assignment] | None:
    """Write the orders onto the field, as far as they do not hang on where others stand; return the moves of armies
    that can only go, or asked to go, by convoy; None if a unit has two orders. Orders for another's unit, or for none,
    are put aside."""
    flags, doing, attackers = field.tables.flags, field.doing, field.attackers
    supports, convoys = field.supports, field.convoys
    ferries: list[Assignment] = []
    for power, texts in orders.items():
        flag = flags[power]
        known = flag.orders
        for text in texts:
            plan = known[text]
            province = plan.province
            standing = doing[province]
            if standing is not plan.idle:
                if standing.unit is NOBODY or standing.power != power:
                    field.ignored.append((power, text, _why_ignored(field, province)))
                    continue
                if standing.unit is not plan.unit:  # units of assignments are kept once each
                    plan = flag.restated(text, standing.unit)
                if standing is not plan.idle:
                    return None
            doing[province] = plan
            target = plan.march
            if target != NOWHERE:
                if target in attackers:
                    attackers[target] += plan.alone
                else:
                    attackers[target] = plan.alone
                continue
            kind = plan.kind
            if kind == SUPPORT:
                supports.append(plan)
            elif kind == CONVOY:
                convoys.append(plan)
            elif kind == MOVE:
                ferries.append(plan)
            elif kind == ILLEGAL:
                _drop(field, province, plan.verdict.why)
    return ferries


def _why_ignored(field: Field, province: int) -> Why:
    if province == NOWHERE:
        return Why.UNKNOWN_PLACE
    return Why.NO_SUBJECT if field.vacant(province) else Why.NOT_YOURS


def _last_possible(ground: Ground, orders: Sheets, edition: Edition) -> dict[str, list[str]]:
    """One order a unit: of several the last that is legal stands, or the last if none is (D-3)."""
    chosen: dict[str, list[str]] = {}
    for power, texts in orders.items():
        latest: dict[int, str] = {}
        legal: dict[int, str] = {}
        for text in texts:
            province = ground.tables.orders[text].province
            alone = muster(ground, {power: [text]}, edition)
            if alone.ignored:
                chosen.setdefault(power, []).append(text)  # nobody's order: to be put aside
                continue
            latest[province] = text
            why = alone.void.get(province)
            if why is None or RESULT_OF[why] is not Result.ILLEGAL:
                legal[province] = text
        chosen.setdefault(power, []).extend((latest | legal).values())
    return chosen


def _embark(field: Field, ferries: list[Assignment], edition: Edition) -> None:
    """Judge convoy orders, and fix for every army whether it goes by convoy or by land (D-4, DATC 4.A.3): from the
    written orders alone, before anything is resolved."""
    ferried, attackers = field.ferried, field.attackers
    offers = _offers(field)
    for plan in ferries:
        army, aim = plan.province, plan.target
        carriers = offers.get((army, aim), ())
        if not (edition.land_fallback and _walks_after_all(field, plan, carriers)):
            # a legal convoy order already shows that fleets stand which could carry it
            if not carriers and not field.tables.can_ferry(army, aim, field.fleets):
                _drop(field, army, Why.NO_FLEETS)
                continue
            ferried[army] = carriers
        if aim in attackers:
            attackers[aim] += plan.alone
        else:
            attackers[aim] = plan.alone
    for (army, aim), carriers in offers.items():
        if army not in ferried and _means_to_sail(field, army, aim, carriers, edition):
            ferried[army] = carriers
        if ferried.get(army) is not carriers:
            why = _why_not_carried(field, army, aim)
            for fleet in carriers:
                _drop(field, fleet, why)


def _offers(field: Field) -> dict[tuple[int, int], Provinces]:
    """(army, target) → fleets with a legal order to convoy that very move. There must be an army, and each fleet must
    stand on some chain from which it cannot be left out (6.F.12, 6.G.7, 6.G.19)."""
    doing, useful_seas = field.doing, field.tables.useful_seas
    offers: dict[tuple[int, int], Provinces] = {}
    for plan in field.convoys:
        if doing[plan.subject].unit.type != "A":
            _drop(field, plan.province, Why.NO_ARMY)
        elif plan.bridge or useful_seas(plan.subject, plan.target, field.fleets) >> plan.province & 1:
            voyage = plan.subject, plan.target
            if voyage in offers:
                offers[voyage] += plan.alone
            else:
                offers[voyage] = plan.alone
        else:
            _drop(field, plan.province, Why.OFF_ROUTE)
    return offers


def _means_to_sail(field: Field, army: int, aim: int, carriers: Provinces, edition: Edition) -> bool:
    """Whether a move to a neighbour, written without VIA, goes by convoy: a fleet of its own power offers that."""
    plan = field.doing[army]
    if plan.kind != MOVE or plan.route != EITHER or plan.target != aim:
        return False
    meant = any(field.doing[fleet].power == plan.power for fleet in carriers)
    return meant and not (edition.land_fallback and _walks_after_all(field, plan, carriers))


def _walks_after_all(field: Field, plan: Assignment, carriers: Provinces) -> bool:
    """Before 2023 an army whose convoy was not ordered in full walked, if it could."""
    if plan.target not in field.tables.reach[plan.station]:
        return False
    return not field.tables.can_ferry(plan.province, plan.target, sum(1 << fleet for fleet in carriers))


def _why_not_carried(field: Field, army: int, aim: int) -> Why:
    plan = field.doing[army]
    if plan.kind != MOVE:
        return Why.SUBJECT_HELD
    return Why.SUBJECT_BY_LAND if plan.target == aim else Why.SUBJECT_ELSEWHERE


def _drop(field: Field, province: int, why: Why) -> None:
    """The order is illegal or void: its unit holds."""
    plan = field.doing[province]
    field.void[province] = why
    field.doing[province] = field.tables.flags[plan.power].held(plan.station, why)


def _match_supports(field: Field) -> None:
    """Enter each support with the unit it helps, or say why it is illegal or void."""
    doing, ids, ferried, helpers = field.doing, field.ids, field.ferried, field.helpers
    for plan in field.supports:
        subject = plan.subject
        supported = doing[subject]
        if supported.kind == MOVE:
            fits = supported.target == plan.target and (
                (not plan.place and subject not in ferried) or _fits(field, plan)
            )
        else:
            fits = subject == plan.target and subject in ids
        if not fits:
            _refuse_support(field, plan)
        elif subject in helpers:
            helpers[subject] += plan.alone
        else:
            helpers[subject] = plan.alone


def _fits(field: Field, plan: Assignment) -> bool:
    """Whether a support of the very move ordered counts: a fleet must go to the coast written (4.B.4), and an army's
    convoy must be possible without the supporter itself (6.D.31)."""
    tables, subject = field.tables, plan.subject
    mover = field.doing[subject]
    if plan.place and mover.unit.type == "F" and plan.place != mover.arrival.location:
        return False
    if subject in field.ferried and tables.sea[plan.province]:
        return plan.target in tables.reach[mover.station] or _ferry_without(field, plan)
    return True


def _ferry_without(field: Field, plan: Assignment) -> bool:
    return field.tables.can_ferry(plan.subject, plan.target, field.fleets & ~(1 << plan.province))


def _refuse_support(field: Field, plan: Assignment) -> None:
    """The support helps nobody: illegal if the unit is not there or could not go there anyway, else void."""
    aim, subject = plan.target, plan.subject
    supported = field.doing[subject]
    if field.vacant(subject):
        why = Why.NO_SUBJECT
    elif subject == aim:
        why = Why.SUBJECT_MOVED
    elif not _could_go(field, plan, supported):
        why = Why.SUBJECT_CANNOT
    elif supported.kind != MOVE:
        why = Why.SUBJECT_HELD
    elif supported.target != aim:
        why = Why.SUBJECT_ELSEWHERE
    else:
        why = Why.SUBJECT_OTHER_COAST
    _drop(field, plan.province, why)


def _could_go(field: Field, plan: Assignment, supported: Assignment) -> bool:
    """Whether the supported unit could move there at all, by itself or carried by fleets other than the supporter."""
    tables, subject, station = field.tables, plan.subject, supported.station
    if supported.unit.type == "F":
        ways = [place for way, place in tables.exits[station] if way == plan.target]
        return plan.place in ways if plan.place else bool(ways)
    if plan.target in tables.reach[station]:
        return True
    return tables.shore[subject] and tables.shore[plan.target] and _ferry_without(field, plan)
