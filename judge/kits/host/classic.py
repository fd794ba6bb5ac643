"""Orders in the classic notation of results (D-15): full names, one sentence an order, tags of what failed.

    Army Bohemia -> Silesia              Army Paris SUPPORT Army Marseilles -> Burgundy
    Army London -> North Sea -> Norway   Fleet North Sea CONVOY Army London -> Norway
    Fleet Spain (south coast) HOLD       Army Paris SUPPORT German Army Munich

A unit of another power carries its adjective. docs/games/diplomacy.md fixes the notation; mappers read it.
"""

from collections.abc import Iterable, Mapping, Sequence

from judge.core.errors import InputError
from judge.kits.board.geography import Map, province_of
from judge.kits.board.notation import Order, OrderKind, read_order
from judge.kits.board.units import Position, Unit
from judge.kits.board.verdicts import MoveVerdict, Result, Why

KINDS = {"A": "Army", "F": "Fleet"}

BOUNCE, CUT, VOID, FAILED, NO_CONVOY, DISLODGED, DESTROYED = (
    "bounce",
    "cut",
    "void",
    "failed",
    "no convoy",
    "dislodged",
    "destroyed",
)

_TAG_OF_RESULT = {
    Result.FAILS: BOUNCE,
    Result.CUT: CUT,
    Result.VOID: VOID,
    Result.ILLEGAL: FAILED,
    Result.DISRUPTED: FAILED,
}
_TAG_OF_WHY = {Why.NO_CONVOY: NO_CONVOY, Why.CONVOY_INCOMPLETE: NO_CONVOY, Why.CONVOY_BROKEN: NO_CONVOY}


def unit_name(board: Map, unit: Unit, seen_by: str = "") -> str:
    """`Fleet Spain (south coast)`; with its power's adjective where `seen_by` is another power."""
    name = f"{KINDS[unit.type]} {board.full_name(unit.location)}"
    return f"{board.powers[unit.power].adjective} {name}" if seen_by and seen_by != unit.power else name


def order_words(board: Map, position: Position, unit: Unit, text: str, route: Sequence[str] = ()) -> str:
    """One order to `unit` as results print it; `route` are the seas that carried it. Text that is no order, or one
    for another time of the year, comes back as it was written behind the unit."""
    name = unit_name(board, unit)
    try:
        order = read_order(text)
    except InputError:
        return f"{name}, {text}"
    if order.kind is OrderKind.HOLD:
        return f"{name} HOLD"
    if order.kind is OrderKind.MOVE:
        via = " via convoy" if order.via and not route else ""
        return " -> ".join((name, *(board.full_name(sea) for sea in route), _place(board, order.target))) + via
    if order.kind in (OrderKind.SUPPORT, OrderKind.CONVOY):
        return f"{name} {order.kind.upper()} {_subject(board, position, unit, order)}"
    if order.kind is OrderKind.RETREAT:
        return f"{name} -> {_place(board, order.target)}"
    return f"{name} DISBAND"


def tags(verdict: MoveVerdict, dislodged: bool, destroyed: bool) -> tuple[str, ...]:
    """What went wrong with an order, in the order of printing; () for one that went as ordered."""
    own = _TAG_OF_WHY.get(verdict.why) or _TAG_OF_RESULT.get(verdict.result)
    found = [own] if own else []
    return (*found, *((DISLODGED,) if dislodged else ()), *((DESTROYED,) if destroyed else ()))


def sea_route(board: Map, origin: str, target: str, fleets: Iterable[str]) -> tuple[str, ...]:
    """The shortest chain of these sea provinces from shore to shore, the first by name among equals; () for none."""
    at_sea = sorted(fleets)
    chains: list[tuple[str, ...]] = [(sea,) for sea in at_sea if sea in board.all_neighbours[origin]]
    seen = {chain[-1] for chain in chains}
    while chains:
        for chain in chains:
            if target in board.all_neighbours[chain[-1]]:
                return chain
        longer = [(*chain, sea) for chain in chains for sea in at_sea if sea in board.all_neighbours[chain[-1]]]
        chains = []
        for chain in longer:
            if chain[-1] not in seen:
                seen.add(chain[-1])
                chains.append(chain)
    return ()


def _subject(board: Map, position: Position, unit: Unit, order: Order) -> str:
    """The supported or convoyed unit with where it goes; a unit that is not there as it was written."""
    stands = position.unit_in(province_of(order.subject))
    if stands is not None:
        whom = unit_name(board, stands, seen_by=unit.power)
    else:
        whom = f"{KINDS.get(order.subject_unit, 'Army')} {_place(board, order.subject)}"
    return f"{whom} -> {_place(board, order.target)}" if order.target else whom


def _place(board: Map, location: str) -> str:
    return board.full_name(location) if province_of(location) in board.provinces else location


def owners_by_power(board: Map, owners: Mapping[str, str]) -> dict[str, list[str]]:
    """Power -> full names of its centres, sorted; "" for those nobody owns."""
    lists: dict[str, list[str]] = {power: [] for power in (*sorted(board.powers), "")}
    for centre in board.centres:
        lists.setdefault(owners.get(centre, ""), []).append(board.provinces[centre].name)
    return {power: sorted(names) for power, names in lists.items()}
