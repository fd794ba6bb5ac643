"""What a position says where words leave something open, and example orders made of a power's own units."""

from collections.abc import Iterator, Mapping, Sequence

from judge.core.form import Blanks, Group, Line, blank
from judge.core.phase import Phase
from judge.core.shown import Shown
from judge.core.variant import Situation, UnitSeen
from judge.kits.board.adjust import allowances, open_sites
from judge.kits.board.geography import Map, province_of
from judge.kits.board.legality import legal_orders
from judge.kits.board.standard import standard_map
from judge.kits.board.units import Position, Unit
from judge.kits.host.commands import place_names
from judge.kits.host.picture import BoardShown, board_in
from judge.kits.host.results import KINDS
from judge.kits.host.state import Host


def situation_of(board: Map, position: Position, powers: tuple[str, ...], phase: Phase) -> Situation:
    """The position for somebody who orders the units of these powers."""
    names = board.derived(place_names)
    gone = tuple(dislodged for dislodged in position.dislodged.values() if dislodged.unit.power in powers)
    sites = tuple(
        (site, board.provinces[site].locations) for power in powers for site in open_sites(board, position, power)
    )
    due = allowances(position)
    return Situation(
        units=tuple(seen for power in powers for seen in _units(board, names, position, power)),
        others=tuple(
            seen
            for power in sorted({unit.power for unit in position.units.values()} - set(powers))
            for seen in _units(board, names, position, power)
        ),
        dislodged=tuple(_seen(names, dislodged.unit, dislodged.may_retreat_to) for dislodged in gone),
        sites=tuple(UnitSeen("", site, _every(names, site), places) for site, places in sites),
        due=sum(due.get(power, 0) for power in powers),
        season=phase.kind,
    )


def hosted_situation(host: Host, powers: tuple[str, ...], phase: Phase) -> Situation:
    """The same on a hosted board; nothing but the season where the master reports the results."""
    if host.live is None:
        return Situation(season=phase.kind)
    return situation_of(host.board, host.position, powers, phase)


def _units(board: Map, names: Mapping[str, tuple[str, ...]], position: Position, power: str) -> Iterator[UnitSeen]:
    for unit in position.units_of(power):
        yield _seen(names, unit, board.neighbours(unit.type, unit.location))


def _seen(names: Mapping[str, tuple[str, ...]], unit: Unit, to: tuple[str, ...]) -> UnitSeen:
    return UnitSeen(unit.type, unit.location, _every(names, unit.location), to, unit.power)


def _every(names: Mapping[str, tuple[str, ...]], location: str) -> tuple[str, ...]:
    """Every way to call a place; a fleet on a coast may be called by its province."""
    province = province_of(location)
    return (location, province, *names.get(location, ()), *names.get(province, ()))


def unit_lines(
    public: Shown, phase: str, *, board: Map | None = None, due: Mapping[str, int] | None = None, summed: bool = False
) -> tuple[Group, ...]:
    """The powers that have something to order in a phase (`S1901M`); none where the board is reported.

    board   where it is not the standard one
    due     by power, units to come or, below zero, to go, where centres do not say it
    summed  a number stands before each order of a movement
    """
    shown, kind = board_in(public), phase[-1:]
    if shown is None or not shown.units or shown.source != "hosted":
        return ()
    powers = sorted({unit.power for unit in (*shown.units, *shown.dislodged)})
    on = board or standard_map()
    position = _position(shown)
    if kind == "R":
        groups = [Group(power, _retreats(shown, power)) for power in powers]
    elif kind == "A":
        owed = allowances(position) if due is None else due
        groups = [Group(power, _winter(on, position, power, owed.get(power, 0))) for power in powers]
    elif kind == "M":
        groups = [Group(power, _moves(on, position, power, summed)) for power in powers]
    else:
        groups = []
    return tuple(group for group in groups if group.lines)


def survivors(public: Shown) -> tuple[str, ...]:
    """The powers with units on a public board."""
    shown = board_in(public)
    return tuple(sorted({unit.power for unit in shown.units})) if shown else ()


def vote_lines(public: Shown) -> Blanks:
    """The votes that end a board game (D-10)."""
    conceded = (*(f"CONCEDE TO {power}" for power in survivors(public)), "NO CONCESSION")
    draw = blank("Draw", "{vote}", {"vote": ("DRAW", "NO DRAW")}, unless="draws=none")
    return Blanks("Votes", (draw, blank("Concede", "{vote}", {"vote": conceded}, unless="concession=no")))


def _position(shown: BoardShown) -> Position:
    units = sorted(Unit(unit.power, unit.type, unit.loc) for unit in shown.units)
    return Position(dict(enumerate(units, 1)), shown.centres)


def _moves(board: Map, position: Position, power: str, summed: bool) -> tuple[Line, ...]:
    return tuple(Line(unit.text, legal_orders(board, position, unit), summed) for unit in position.units_of(power))


def _retreats(shown: BoardShown, power: str) -> tuple[Line, ...]:
    gone = ((f"{one.type} {one.loc}", one.may_retreat_to) for one in shown.dislodged if one.power == power)
    return tuple(Line(unit, (*(f"{unit} R {place}" for place in to), f"DISBAND {unit}")) for unit, to in gone)


def _winter(board: Map, position: Position, power: str, due: int) -> tuple[Line, ...]:
    if due < 0:
        removals = tuple(f"REMOVE {unit.text}" for unit in position.units_of(power))
        return tuple(Line(f"Removal {n}", removals) for n in range(1, 1 - due))
    found = []
    for site in open_sites(board, position, power) if due > 0 else ():
        province = board.provinces[site]
        pieces = [f"A {site}"] if province.build != "fleet" else []
        pieces += [f"F {place}" for place in province.locations] if province.build != "army" else []
        found.append(Line(board.full_name(site), tuple(f"BUILD {piece}" for piece in pieces)))
    return tuple(found)


MOST = 3  # lines


def order_samples(host: Host, phase: Phase, power: str) -> tuple[str, ...]:
    """What a power could order in this phase of a hosted board; nothing where it has nothing to order."""
    position = host.position
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
    position = host.position
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
