"""From a position and order texts to a Field: legality before adjudication (D-2).

An illegal order, one that could not be right whatever the others do, is dropped and its unit holds. A void order is
legal but matches nothing. Legality looks at where fleets *stand*, validity at what they were *ordered*.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from judge.kits.board.editions import Edition
from judge.kits.board.field import Field
from judge.kits.board.orderbook import EITHER, HOLD, ILLEGAL, MOVE, NOWHERE, SUPPORT, VIA, Plan
from judge.kits.board.tables import Tables
from judge.kits.board.units import Position
from judge.kits.board.verdicts import RESULT_OF, Result, Why

Sheets = Mapping[str, Iterable[str]]


class _Pending(NamedTuple):
    """Orders that hang on where others stand: supports, convoys, and moves of armies that can only go, or asked to
    go, by convoy."""

    supports: list[Plan]
    convoys: list[Plan]
    ferries: list[Plan]


def muster(tables: Tables, position: Position, orders: Sheets, edition: Edition) -> Field:
    """Set units and their effective orders on a Field. `orders` are canonical texts by the power that gives them."""
    field = Field(tables)
    _place_units(field, position)
    pending = _deploy(field, orders)
    if pending is None:
        return muster(tables, position, _last_possible(tables, position, orders, edition), edition)
    if pending.convoys or pending.ferries:
        _embark(field, pending.convoys, pending.ferries, edition)
    _match_supports(field, pending.supports)
    return field


def _place_units(field: Field, position: Position) -> None:
    flag, station = field.flag, field.station
    armies, fleets = field.tables.station["A"], field.tables.station["F"]
    at = field.tables.station_province
    for power, unit_type, location in position.units.values():
        here = (armies if unit_type == "A" else fleets)[location]
        province = at[here]
        flag[province] = power
        station[province] = here


def _deploy(field: Field, orders: Sheets) -> _Pending | None:
    """Write plain orders onto the field and return those that need a second look; None if a unit has two orders.
    Orders for another's unit, or for none, are put aside."""
    book, flag, station, plans = field.tables.orders, field.flag, field.station, field.plans
    kind, target, place, attackers = field.kind, field.target, field.place, field.attackers
    supports, convoys, ferries = pending = _Pending([], [], [])
    for power, texts in orders.items():
        for text in texts:
            plan = book[text]
            province, what, aim, _, stand, end, route, _ = plan
            if flag[province] != power:
                field.ignored.append((power, text, _why_ignored(field, province)))
                continue
            if stand != station[province]:
                plan = book.restated(text, *field.tables.station_names[station[province]])
                _, what, aim, _, _, end, route, _ = plan
            if province in plans:
                return None
            plans[province] = plan
            if what == MOVE:
                kind[province] = MOVE
                target[province] = aim
                place[province] = end
                if route >= VIA:
                    ferries.append(plan)
                elif aim in attackers:
                    attackers[aim].append(province)
                else:
                    attackers[aim] = [province]
            elif what == ILLEGAL:
                field.void[province] = plan.why
            elif what != HOLD:
                kind[province] = what
                target[province] = aim
                field.helping.append(province)
                (supports if what == SUPPORT else convoys).append(plan)
    return pending


def _why_ignored(field: Field, province: int) -> Why:
    if province == NOWHERE:
        return Why.UNKNOWN_PLACE
    return Why.NO_SUBJECT if field.flag[province] is None else Why.NOT_YOURS


def _last_possible(tables: Tables, position: Position, orders: Sheets, edition: Edition) -> dict[str, list[str]]:
    """One order a unit: of several the last that is legal stands, or the last if none is (D-3)."""
    chosen: dict[str, list[str]] = {}
    for power, texts in orders.items():
        latest: dict[int, str] = {}
        legal: dict[int, str] = {}
        for text in texts:
            province = tables.orders[text].province
            alone = muster(tables, position, {power: [text]}, edition)
            if province not in alone.plans:
                chosen.setdefault(power, []).append(text)  # nobody's order: to be put aside
                continue
            latest[province] = text
            why = alone.void.get(province)
            if why is None or RESULT_OF[why] is not Result.ILLEGAL:
                legal[province] = text
        chosen.setdefault(power, []).extend((latest | legal).values())
    return chosen


def _embark(field: Field, convoys: list[Plan], ferries: list[Plan], edition: Edition) -> None:
    """Judge convoy orders, and fix for every army whether it goes by convoy or by land (D-4, DATC 4.A.3): from the
    written orders alone, before anything is resolved."""
    ferried, attackers, fleets = field.ferried, field.attackers, _fleets_at_sea(field)
    offers = _offers(field, convoys, fleets)
    for plan in ferries:
        army, aim = plan.province, plan.target
        carriers = offers.get((army, aim), [])
        if not (edition.land_fallback and _walks_after_all(field, plan, carriers)):
            # a legal convoy order already shows that fleets stand which could carry it
            if not carriers and not field.tables.can_ferry(army, aim, fleets):
                _drop(field, army, Why.NO_FLEETS)
                continue
            ferried[army] = carriers
        if aim in attackers:
            attackers[aim].append(army)
        else:
            attackers[aim] = [army]
    for (army, aim), carriers in offers.items():
        if army not in ferried and _means_to_sail(field, army, aim, carriers, edition):
            ferried[army] = carriers
        if ferried.get(army) is not carriers:
            why = _why_not_carried(field, army, aim)
            for fleet in carriers:
                field.void[fleet] = why


def _offers(field: Field, convoys: list[Plan], fleets: int) -> dict[tuple[int, int], list[int]]:
    """(army, target) → fleets with a legal order to convoy that very move. There must be an army, and each fleet must
    stand on some chain from which it cannot be left out (6.F.12, 6.G.7, 6.G.19)."""
    tables, station = field.tables, field.station
    near, first_fleet = tables.near_seas, tables.first_fleet_station
    offers: dict[tuple[int, int], list[int]] = {}
    for fleet, _, aim, army, _, _, _, _ in convoys:
        if not NOWHERE < station[army] < first_fleet:
            _drop(field, fleet, Why.NO_ARMY)
        elif (near[army] & near[aim]) >> fleet & 1 or tables.useful_seas(army, aim, fleets) >> fleet & 1:
            offers.setdefault((army, aim), []).append(fleet)
        else:
            _drop(field, fleet, Why.OFF_ROUTE)
    return offers


def _means_to_sail(field: Field, army: int, aim: int, carriers: list[int], edition: Edition) -> bool:
    """Whether a move to a neighbour, written without VIA, goes by convoy: a fleet of its own power offers that."""
    plan = field.plans.get(army)
    if plan is None or plan.kind != MOVE or plan.route != EITHER or plan.target != aim:
        return False
    meant = any(field.flag[fleet] == field.flag[army] for fleet in carriers)
    return meant and not (edition.land_fallback and _walks_after_all(field, plan, carriers))


def _walks_after_all(field: Field, plan: Plan, carriers: list[int]) -> bool:
    """Before 2023 an army whose convoy was not ordered in full walked, if it could."""
    if plan.target not in field.tables.reach[plan.station]:
        return False
    return not field.tables.can_ferry(plan.province, plan.target, sum(1 << fleet for fleet in carriers))


def _fleets_at_sea(field: Field) -> int:
    """Mask of the sea provinces where a fleet stands."""
    flag, mask = field.flag, 0
    for sea in field.tables.seas:
        if flag[sea] is not None:
            mask |= 1 << sea
    return mask


def _why_not_carried(field: Field, army: int, aim: int) -> Why:
    if field.kind[army] != MOVE:
        return Why.SUBJECT_HELD
    return Why.SUBJECT_BY_LAND if field.target[army] == aim else Why.SUBJECT_ELSEWHERE


def _drop(field: Field, province: int, why: Why) -> None:
    """The order is illegal: its unit holds."""
    field.kind[province] = HOLD
    field.target[province] = NOWHERE
    field.void[province] = why


def _match_supports(field: Field, supports: list[Plan]) -> None:
    """Enter each support with the unit it helps, or say why it is illegal or void."""
    kind, target, helpers = field.kind, field.target, field.helpers
    for plan in supports:
        province, _, aim, subject, _, coast, _, _ = plan
        if kind[subject] == MOVE:
            fits = target[subject] == aim and ((not coast and subject not in field.ferried) or _fits(field, plan))
        else:
            fits = subject == aim and field.flag[subject] is not None
        if not fits:
            _refuse_support(field, plan)
        elif subject in helpers:
            helpers[subject].append(province)
        else:
            helpers[subject] = [province]


def _fits(field: Field, plan: Plan) -> bool:
    """Whether a support of the very move ordered counts: a fleet must go to the coast written (4.B.4), and an army's
    convoy must be possible without the supporter itself (6.D.31)."""
    tables, subject = field.tables, plan.subject
    if plan.place and plan.place != field.place[subject] and field.station[subject] >= tables.first_fleet_station:
        return False
    if subject in field.ferried and tables.sea[plan.province]:
        return plan.target in tables.reach[field.station[subject]] or _ferry_without(field, plan)
    return True


def _ferry_without(field: Field, plan: Plan) -> bool:
    return field.tables.can_ferry(plan.subject, plan.target, _fleets_at_sea(field) & ~(1 << plan.province))


def _refuse_support(field: Field, plan: Plan) -> None:
    """The support helps nobody: illegal if the unit is not there or could not go there anyway, else void."""
    province, _, aim, subject, _, _, _, _ = plan
    if field.flag[subject] is None:
        _drop(field, province, Why.NO_SUBJECT)
    elif subject == aim:
        field.void[province] = Why.SUBJECT_MOVED
    elif not _could_go(field, plan):
        _drop(field, province, Why.SUBJECT_CANNOT)
    elif field.kind[subject] != MOVE:
        field.void[province] = Why.SUBJECT_HELD
    elif field.target[subject] != aim:
        field.void[province] = Why.SUBJECT_ELSEWHERE
    else:
        field.void[province] = Why.SUBJECT_OTHER_COAST


def _could_go(field: Field, plan: Plan) -> bool:
    """Whether the supported unit could move there at all, by itself or carried by fleets other than the supporter."""
    tables, subject = field.tables, plan.subject
    station = field.station[subject]
    if station >= tables.first_fleet_station:
        ways = [place for way, place in tables.exits[station] if way == plan.target]
        return plan.place in ways if plan.place else bool(ways)
    if plan.target in tables.reach[station]:
        return True
    return tables.shore[subject] and tables.shore[plan.target] and _ferry_without(field, plan)
