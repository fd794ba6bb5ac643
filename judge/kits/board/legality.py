"""Questions about single orders, for confirmations and refusals: is this possible, what would be?"""

from judge.core.errors import InputError
from judge.kits.board.field import ground_of
from judge.kits.board.geography import EDITION_2023, Map, province_of
from judge.kits.board.muster import muster
from judge.kits.board.orderbook import CONVOY, MOVE, NOWHERE, SUPPORT, VIA
from judge.kits.board.tables import tables_of
from judge.kits.board.units import Position, Unit
from judge.kits.board.verdicts import RESULT_OF, Result, Why


def fault_of(board: Map, position: Position, power: str, text: str) -> Why | None:
    """Why this order could not be right on this board whatever the others order, or None for a legal one (D-2)."""
    field = muster(ground_of(board, position), {power: [text]}, EDITION_2023)
    if field.ignored:
        return field.ignored[0][2]
    why = next(iter(field.void.values()), None)
    return why if why is not None and RESULT_OF[why] is Result.ILLEGAL else None


def restated(board: Map, position: Position, text: str) -> str:
    """The order in canonical form for the units that stand there: right types and coasts, the only fitting coast of a
    fleet's move filled in. Text that names no standing unit, or cannot be read, comes back as it is."""
    tables = tables_of(board)
    plan = tables.orders[text]
    unit = position.unit_in(tables.codes[plan.province]) if plan.province != NOWHERE else None
    if unit is None:
        return text
    try:
        canonical = tables.orders.canonical(text, unit.type, unit.location)
    except InputError:
        return text
    plan = tables.orders[canonical]
    if plan.kind == MOVE:
        return f"{unit.text} - {plan.place}{' VIA' if plan.route == VIA else ''}"
    if plan.kind not in (SUPPORT, CONVOY):
        return canonical
    subject = position.unit_in(tables.codes[plan.subject])
    named = subject.text if subject else canonical.split(" S ")[-1].split(" C ")[-1].split(" - ")[0]
    if plan.subject == plan.target:
        return f"{unit.text} S {named}"
    return f"{unit.text} {'S' if plan.kind == SUPPORT else 'C'} {named} - {plan.place or tables.codes[plan.target]}"


def move_targets(board: Map, position: Position, unit: Unit) -> tuple[str, ...]:
    """Locations the unit may move to by itself, then those it may reach by convoy of fleets that stand, each sorted."""
    by_itself = board.neighbours(unit.type, unit.location)
    return (*sorted(by_itself), *(place for place in ferry_targets(board, position, unit) if place not in by_itself))


def ferry_targets(board: Map, position: Position, unit: Unit) -> tuple[str, ...]:
    """Provinces an army could be convoyed to by the fleets at sea, sorted; none for a fleet."""
    tables = tables_of(board)
    origin = tables.number[unit.location]
    if unit.type == "F" or not tables.shore[origin]:
        return ()
    fleets = ground_of(board, position).fleets
    return tuple(
        code
        for target, code in enumerate(tables.codes)
        if target != origin and tables.shore[target] and tables.can_ferry(origin, target, fleets)
    )


def legal_orders(board: Map, position: Position, unit: Unit) -> tuple[str, ...]:
    """Every legal order of the unit in canonical text: hold, moves, moves by convoy, supports, convoys."""
    own = unit.text
    orders = [f"{own} H", *(f"{own} - {place}" for place in sorted(board.neighbours(unit.type, unit.location)))]
    orders += [f"{own} - {place} VIA" for place in ferry_targets(board, position, unit)]
    others = sorted(other for other in position.units.values() if other.province != unit.province)
    for other in others:
        orders += _supports(board, position, unit, other)
    if unit.type == "F" and board.provinces[unit.province].terrain == "sea":
        orders += [order for army in others if army.type == "A" for order in _convoys(board, position, unit, army)]
    return tuple(orders)


def _supports(board: Map, position: Position, unit: Unit, other: Unit) -> list[str]:
    near = {province_of(place) for place in board.neighbours(unit.type, unit.location)}
    orders = [f"{unit.text} S {other.text}"] if other.province in near else []
    texts = (
        f"{unit.text} S {other.text} - {place}"
        for place in move_targets(board, position, other)
        if province_of(place) in near
    )
    return orders + [text for text in texts if fault_of(board, position, unit.power, text) is None]


def _convoys(board: Map, position: Position, unit: Unit, army: Unit) -> list[str]:
    texts = (f"{unit.text} C {army.text} - {place}" for place in ferry_targets(board, position, army))
    return [text for text in texts if fault_of(board, position, unit.power, text) is None]
