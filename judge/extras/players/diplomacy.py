"""Scripted players for the demonstration game: one who knows the way, and six who mostly hold the line.

Everything is reckoned from what is public, as a player would: the script never sees the judge's state.
"""

from collections.abc import Mapping

from judge.games.diplomacy.shown import DiplomacyShown
from judge.kits.board.geography import province_of
from judge.kits.board.standard import standard_map
from judge.kits.board.units import Position, Unit
from judge.kits.host.picture import position_in, retreats, winter

POWERS = ("AUSTRIA", "ENGLAND", "FRANCE", "GERMANY", "ITALY", "RUSSIA", "TURKEY")
PLAYERS = POWERS
OPTIONS: Mapping[str, str] = {"conditional": "on"}
LEADER = "FRANCE"

_BOARD = standard_map()


def letters(phase: str, turn: int, public: DiplomacyShown, seats: tuple[str, ...]) -> dict[str, str]:
    """What everybody writes. Turkey forgets every ninth phase; Italy writes in full sentences."""
    position = position_in(public.board)
    by_power = {power: seat for power, seat in public.powers.items() if seat in seats}
    out: dict[str, str] = {}
    for power in public.deciding:
        if power not in by_power or (power == "TURKEY" and turn % 9 == 8):
            continue
        text = _phase(phase, power, position, public)
        if text:
            out[by_power[power]] = text
    if turn % 5 == 1 and LEADER in by_power and by_power[LEADER] in out:
        out[by_power[LEADER]] += "\nBROADCAST\nNobody need be afraid of an army that only passes through.\nENDPRESS"
    return out


def _phase(phase: str, power: str, position: Position, public: DiplomacyShown) -> str:
    if phase.endswith("R"):
        return retreats(power, public.board)
    if phase.endswith("A"):
        return winter(power, position)
    orders = _campaign(power, position) if power == LEADER else _guard(power, position, phase)
    if power == "ITALY":
        return "Dear judge,\n\n" + "\n".join(_spoken(order) for order in orders) + "\n\nThanks!"
    return ", ".join(orders) if power == "RUSSIA" else "\n".join(orders)


def _spoken(order: str) -> str:
    return order.replace(" S ", " supports ").replace(" - ", " to ").replace(" H", " holds")


# ---- moves --------------------------------------------------------------------------------------------------------


def _guard(power: str, position: Position, phase: str) -> list[str]:
    """Take the nearest neutral centres in the first two years, then stand."""
    if int(phase[1:5]) > 1902:
        return [f"{unit.text} H" for unit in position.units_of(power)]
    taken: set[str] = set()
    orders = []
    for unit in position.units_of(power):
        if _unclaimed(position, power, unit):
            orders.append(f"{unit.text} H")
            continue
        free = [
            place
            for place in sorted(_BOARD.neighbours(unit.type, unit.location))
            if _wanted(position, power, place) and not position.owners.get(province_of(place))
        ]
        goal = next((place for place in free if province_of(place) not in taken), "")
        if not goal and phase[1:5] == "1901" and phase.startswith("S"):
            goal = next((p for p in _towards(unit, position, power) if province_of(p) not in taken), "")
        if goal:
            taken.add(province_of(goal))
        orders.append(f"{unit.text} - {goal}" if goal else f"{unit.text} H")
    return orders


def _campaign(power: str, position: Position) -> list[str]:
    """Take what stands empty, then attack the centre that two units are nearest to, with all that touch it; the others
    gather round it."""
    units = list(position.units_of(power))
    orders = {unit.province: f"{unit.text} H" for unit in units if _unclaimed(position, power, unit)}
    for goal in sorted(_goals(position, power, orders), key=lambda g: (position.unit_in(g) is not None, g)):
        near = _near([unit for unit in units if unit.province not in orders], goal)
        guarded = position.unit_in(goal) is not None
        if len(near) > guarded:
            _attack(orders, near[: 4 if guarded else 2], goal)
    return _gather(power, position, units, orders)


def _attack(orders: dict[str, str], near: list[tuple[Unit, str]], goal: str) -> None:
    (first, place), *helpers = near
    orders[first.province] = f"{first.text} - {place}"
    for helper, _ in helpers:
        orders[helper.province] = f"{helper.text} S {first.text} - {goal}"


def _gather(power: str, position: Position, units: list[Unit], orders: dict[str, str]) -> list[str]:
    """Who has no order yet comes a step nearer to the centre that the second nearest unit is nearest to."""
    aims = {province_of(text.split(" - ")[1]) for text in orders.values() if " - " in text and " S " not in text}
    idle = [unit for unit in units if unit.province not in orders]
    ways = {goal: {kind: _distances(kind, goal) for kind in "AF"} for goal in _goals(position, power, orders)}
    ranked = sorted(
        ways, key=lambda goal: (sorted(ways[goal][unit.type].get(unit.location, 99) for unit in units)[1:2], goal)
    )
    for unit in idle:
        step = next((way for goal in ranked[:3] if (way := _step(unit, ways[goal][unit.type], position, aims))), "")
        orders[unit.province] = f"{unit.text} - {step}" if step else f"{unit.text} H"
        aims |= {province_of(step)} if step else set()
    return [orders[unit.province] for unit in units]


def _step(unit: Unit, distance: Mapping[str, int], position: Position, aims: set[str]) -> str:
    """A free neighbour nearer to the goal; "" beside it, or if there is none."""
    here = distance.get(unit.location, 99)
    ways = [p for p in sorted(_BOARD.neighbours(unit.type, unit.location)) if 0 < distance.get(p, 99) < here]
    free = [place for place in ways if _empty(position, place, aims)]
    return min(free, key=lambda place: (distance[place], place), default="") if here > 1 else ""


def _distances(kind: str, goal: str) -> dict[str, int]:
    """Steps to a centre over the borders that this kind of unit can cross."""
    borders = _BOARD.army if kind == "A" else _BOARD.fleet
    distance = {place: 0 for place in borders if province_of(place) == goal}
    front = sorted(distance)
    while front:
        further = sorted({o for place in front for o in borders[place] if o not in distance})
        distance |= dict.fromkeys(further, distance[front[0]] + 1)
        front = further
    return distance


def _goals(position: Position, power: str, orders: Mapping[str, str]) -> list[str]:
    aimed = {province_of(text.split(" - ")[-1]) for text in orders.values() if " - " in text}
    return [centre for centre in _BOARD.centres if _wanted(position, power, centre) and centre not in aimed]


def _near(units: list[Unit], goal: str) -> list[tuple[Unit, str]]:
    """Units that can move there, with the place they would come to; those on no centre first."""
    found = []
    for unit in units:
        places = [p for p in sorted(_BOARD.neighbours(unit.type, unit.location)) if province_of(p) == goal]
        if places:
            found.append((unit, places[0]))
    return sorted(found, key=lambda pair: (_BOARD.provinces[pair[0].province].centre, pair[0].text))


def _wanted(position: Position, power: str, place: str) -> bool:
    province = province_of(place)
    stands = position.unit_in(province)
    mine = stands is not None and stands.power == power
    return _BOARD.provinces[province].centre and position.owners.get(province) != power and not mine


def _unclaimed(position: Position, power: str, unit: Unit) -> bool:
    """Whether a unit stands on a centre that will be its power's only if it stays over the autumn."""
    return _BOARD.provinces[unit.province].centre and position.owners.get(unit.province) != power


def _empty(position: Position, place: str, aims: set[str]) -> bool:
    return position.unit_in(province_of(place)) is None and province_of(place) not in aims


def _towards(unit: Unit, position: Position, power: str) -> list[str]:
    """Neighbours by their distance to the nearest centre wanted."""
    goals = [c for c in _BOARD.centres if _wanted(position, power, c)]
    tables = [_distances(unit.type, goal) for goal in goals]
    near = {p: min(table.get(p, 99) for table in tables) for p in _BOARD.neighbours(unit.type, unit.location)}
    return sorted(near, key=lambda place: (near[place], place)) if tables else []
