"""Scripted players for the demonstration game: seven purses, one of which knows what it wants.

Everything is reckoned from what is public, as a player would: the script never sees the judge's state. France marches
on the centres that most of its units can reach, and pays for it; the others guard, grab, meddle and sell themselves.
"""

from collections.abc import Mapping

from judge.games.payola.shown import PayolaShown
from judge.kits.board.geography import province_of
from judge.kits.board.standard import standard_map
from judge.kits.board.units import Position, Unit
from judge.kits.host.picture import position_in, retreats, winter

POWERS = ("AUSTRIA", "ENGLAND", "FRANCE", "GERMANY", "ITALY", "RUSSIA", "TURKEY")
PLAYERS = POWERS
OPTIONS: Mapping[str, str] = {}
LEADER = "FRANCE"

_BOARD = standard_map()


def letters(phase: str, turn: int, public: PayolaShown, seats: tuple[str, ...]) -> dict[str, str]:
    """What everybody writes. Turkey forgets every ninth phase; England changes its mind about its friends."""
    position = position_in(public.board)
    by_power = {power: seat for power, seat in public.powers.items() if seat in seats}
    out: dict[str, str] = {}
    for power in public.deciding:
        if power not in by_power or (power == "TURKEY" and turn % 9 == 8):
            continue
        text = _phase(phase, power, position, public, turn)
        if text:
            out[by_power[power]] = text
    if turn % 4 == 1 and "GERMANY" in out:
        out["GERMANY"] += "\nTRANSFER 2 TO AUSTRIA"
    if turn % 5 == 2 and LEADER in out:
        out[LEADER] += "\nBROADCAST\nEverybody has a price. I can wait.\nENDPRESS"
    return out


def _phase(phase: str, power: str, position: Position, public: PayolaShown, turn: int) -> str:
    if phase.endswith("R"):
        return retreats(power, public.board)
    if phase.endswith("A"):
        return winter(power, position)
    if power == LEADER:
        return _campaign(position)
    return _guard(power, position, turn)


# ---- the six -------------------------------------------------------------------------------------------------------


def _guard(power: str, position: Position, turn: int) -> str:
    """Zero bids for one's own units, two coins to keep a neighbour busy, an acceptance list for friends."""
    units = position.units_of(power)
    lines = []
    for number, unit in enumerate(units):
        goals = [
            place
            for place in sorted(_BOARD.neighbours(unit.type, unit.location))
            if _is_neutral(position, place) and position.unit_in(province_of(place)) is None
        ]
        order = f"- {goals[0]}" if goals else "H"
        lines.append(f"{1 if number == 0 else 0} : {unit.text} {order}")
    foreign = [unit for unit in sorted(position.units.values()) if unit.power not in (power, LEADER)]
    if foreign and turn % 2:
        lines.append(f"2#1 @ {foreign[turn % len(foreign)].text} H")
    lines.append("5 $")
    if power == "ENGLAND":
        lines.append(f"ACCEPT {'EG?' if turn % 2 else 'EA?F'}")
    if power == "ITALY":
        return "Dear judge, please find my purse open as ever.\n\n" + "\n".join(lines) + "\n\nThanks!"
    return "\n".join(lines)


def _is_neutral(position: Position, place: str) -> bool:
    province = province_of(place)
    return _BOARD.provinces[province].centre and not position.owners.get(province)


# ---- the leader -----------------------------------------------------------------------------------------------------


def _campaign(position: Position) -> str:
    """Walk into the centres in reach, paying their garrisons to walk out; what cannot be bought is attacked by all who
    reach it. The other units come nearer."""
    units = list(position.units_of(LEADER))
    orders: dict[str, str] = {}
    bought: list[str] = []
    while True:
        idle = [unit for unit in units if unit.province not in orders]
        chances = sorted((-len(near), goal) for goal in _goals(position, orders) if (near := _near(idle, goal)))
        if not chances:
            break
        goal = chances[0][1]
        near = _near(idle, goal)
        first, place = near[0]
        guard = position.unit_in(goal)
        way_out = _way_out(guard, position, orders) if guard else ""
        if guard is not None and not way_out and len(near) < 2:
            orders[first.province] = f"{first.text} H"
            continue
        orders[first.province] = f"{first.text} - {place}"
        if guard is not None and way_out and len(bought) < _RICH:
            bought.append(f"6#4 : {guard.text} - {way_out}")
        for helper, _ in near[1 : 2 if guard else 1]:
            orders[helper.province] = f"{helper.text} S {first.text} - {goal}"
    aims = {text.split(" - ")[1] for text in orders.values() if " - " in text and " S " not in text}
    for unit in units:
        if unit.province not in orders:
            ways = [place for place in _towards(unit, position) if _empty(position, place, aims)]
            orders[unit.province] = f"{unit.text} - {ways[0]}" if ways else f"{unit.text} H"
            aims |= {province_of(ways[0])} if ways else set()
    lines = [f"{0 if ' H' in orders[unit.province] else 3} : {orders[unit.province]}" for unit in units]
    return "\n".join([*bought, *lines, "ACCEPT F?"])


_RICH = 8  # garrisons bought in one season


def _way_out(guard: Unit, position: Position, orders: Mapping[str, str]) -> str:
    """Where a garrison may be paid to go: an empty place nobody of ours wants, no centre if that can be."""
    aimed = {province_of(text.split(" - ")[-1]) for text in orders.values() if " - " in text}
    ways = [place for place in sorted(_BOARD.neighbours(guard.type, guard.location)) if _empty(position, place, aimed)]
    ways.sort(key=lambda place: _BOARD.provinces[province_of(place)].centre)
    return ways[0] if ways else ""


def _wanted(position: Position, place: str) -> bool:
    province = province_of(place)
    return _BOARD.provinces[province].centre and position.owners.get(province) != LEADER


def _goals(position: Position, orders: Mapping[str, str]) -> list[str]:
    aimed = {province_of(text.split(" - ")[-1]) for text in orders.values() if " - " in text}
    return [centre for centre in _BOARD.centres if _wanted(position, centre) and centre not in aimed]


def _near(units: list[Unit], goal: str) -> list[tuple[Unit, str]]:
    """Units that can go to the goal now, with the location they would stand on."""
    found = []
    for unit in units:
        ways = [place for place in _BOARD.neighbours(unit.type, unit.location) if province_of(place) == goal]
        if ways:
            found.append((unit, sorted(ways)[0]))
    return found


def _towards(unit: Unit, position: Position) -> list[str]:
    """Neighbouring places, those nearer to a wanted centre first."""
    start = _distance(unit.type, unit.location, position)
    ways = sorted(_BOARD.neighbours(unit.type, unit.location))
    return [place for place in ways if _distance(unit.type, place, position) < start]


def _distance(kind: str, place: str, position: Position) -> int:
    """Moves to the nearest wanted centre."""
    seen, front, steps = {place}, [place], 0
    while front:
        if any(_wanted(position, at) for at in front):
            return steps
        front = sorted({way for at in front for way in _BOARD.neighbours(kind, at)} - seen)
        seen |= set(front)
        steps += 1
    return 99


def _empty(position: Position, place: str, aims: set[str]) -> bool:
    return position.unit_in(province_of(place)) is None and province_of(place) not in aims
