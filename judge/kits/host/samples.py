"""Example orders made of a power's own units, for its player's letters: each could be sent as it stands."""

from collections.abc import Sequence

from judge.core.phase import Phase
from judge.kits.board.adjust import allowances, open_sites
from judge.kits.board.geography import Map, province_of
from judge.kits.board.units import Position, Unit
from judge.kits.host.classic import KINDS
from judge.kits.host.hosted import position_of
from judge.kits.host.state import Host

MOST = 3  # lines


def order_samples(host: Host, phase: Phase, power: str) -> tuple[str, ...]:
    """What a power could order in this phase of a hosted board; nothing where it has nothing to order."""
    position = position_of(host)
    if phase.kind == "M":
        return moves(host.board, position, power)
    return retreats(position, power) if phase.kind == "R" else winter(host.board, position, power)


def moves(board: Map, position: Position, power: str) -> tuple[str, ...]:
    """A move, a support of it where another unit can give one, and a unit that holds."""
    units = position.units_of(power)
    aimed = _aimed(board, position, units)
    if aimed is None:
        return tuple(f"{unit.text} HOLD" for unit in units[:MOST])
    first, goal = aimed
    told = [f"{first.text} - {goal}"]
    others = [unit for unit in units if unit != first]
    helper = next((unit for unit in others if province_of(goal) in _reach(board, unit)), None)
    if helper is not None:
        told.append(f"{helper.text} S {first.text} - {province_of(goal)}")
    rest = [unit for unit in others if unit != helper]
    return (*told, *[f"{unit.text} HOLD" for unit in rest[:1]])


def retreats(position: Position, power: str) -> tuple[str, ...]:
    """For each unit driven out, a place open to it; a unit with none has nothing to order."""
    gone = sorted((one for one in position.dislodged.values() if one.unit.power == power), key=lambda one: one.unit)
    open_ = [one for one in gone if one.may_retreat_to]
    told = [f"RETREAT {one.unit.text} - {one.may_retreat_to[0]}" for one in open_[:1]]
    return (*told, *[f"{one.unit.text} DISBAND" for one in open_[1:MOST]])


def winter(board: Map, position: Position, power: str) -> tuple[str, ...]:
    """As many builds as there may be, or removals as there must be."""
    due = allowances(position).get(power, 0)
    if due > 0:
        return builds(board, open_sites(board, position, power), due)
    return tuple(f"REMOVE {unit.text}" for unit in position.units_of(power)[: min(-due, MOST)]) if due else ()


def builds(board: Map, sites: Sequence[str], most: int) -> tuple[str, ...]:
    """An army in the first place, a fleet in the next where one can stand there."""
    told = [
        f"BUILD {'F' if number % 2 and board.neighbours('F', site) else 'A'} {site}"
        for number, site in enumerate(sites[: min(most, MOST)])
    ]
    return (*told, *(["WAIVE"] if not told and most else []))


def _aimed(board: Map, position: Position, units: Sequence[Unit]) -> tuple[Unit, str] | None:
    """The first of the units that can sensibly go anywhere, and where to."""
    return next(((unit, aims[0]) for unit in units for aims in (_aims(board, position, unit),) if aims), None)


def _aims(board: Map, position: Position, unit: Unit) -> list[str]:
    """Where a unit could sensibly go: not where one of its own stands; a centre that is not its own first."""
    own = {other.province for other in position.units.values() if other.power == unit.power}
    held = {other.province for other in position.units.values()}
    places = [place for place in board.neighbours(unit.type, unit.location) if province_of(place) not in own]

    def worth(place: str) -> tuple[bool, bool, str]:
        code = province_of(place)
        return code in held, not (code in board.centres and position.owners.get(code) != unit.power), place

    return sorted(places, key=worth)


def _reach(board: Map, unit: Unit) -> set[str]:
    return {province_of(place) for place in board.neighbours(unit.type, unit.location)}


def spoken_orders(host: Host, phase: Phase, power: str) -> str:
    """A movement in a sentence: `My army in Paris goes to Burgundy, and the fleet in Brest holds.`"""
    position = position_of(host)
    units = position.units_of(power)
    aimed = _aimed(host.board, position, units)
    if phase.kind != "M" or aimed is None:
        return ""
    first, goal = aimed
    told = f"My {_named(host.board, first)} goes to {_place(host.board, goal)}"
    still = [unit for unit in units if unit != first][-1:]
    return told + "".join(f", and the {_named(host.board, unit)} holds" for unit in still) + "."


def _named(board: Map, unit: Unit) -> str:
    return f"{KINDS[unit.type].lower()} in {_place(board, unit.location)}"


def _place(board: Map, location: str) -> str:
    """A sea is `the North Sea` in a sentence."""
    name = board.full_name(location)
    return f"the {name}" if board.provinces[province_of(location)].terrain == "sea" else name
