"""Playing a power on the board: take what is empty, attack together what is not, hold what is threatened.

Everything is reckoned from units and owners as results print them. It is meant to be sound, not deep: no order is
illegal, no unit attacks its own, supports are for moves that are made.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from judge.extras.robots.plays import View
from judge.kits.board.adjust import open_sites
from judge.kits.board.geography import Map, province_of
from judge.kits.board.units import Position, Unit
from judge.kits.host.picture import BoardShown

FAR = 99
PEACE = 1908


class Boarded(Protocol):
    """What everybody sees of a game with a board."""

    @property
    def board(self) -> BoardShown: ...


@dataclass
class Field:
    """A board at the beginning of a season, seen by one power.

    prizes   provinces that count: centres, or all land where land is money
    """

    board: Map
    power: str
    units: list[Unit]
    owners: Mapping[str, str]
    prizes: frozenset[str]
    view: View[Boarded, object]
    orders: dict[str, str] = field(default_factory=dict)
    aims: set[str] = field(default_factory=set)

    @property
    def own(self) -> list[Unit]:
        return [unit for unit in self.units if unit.power == self.power]

    def idle(self) -> list[Unit]:
        return [unit for unit in self.own if unit.province not in self.orders]

    def standing(self, province: str) -> Unit | None:
        return next((unit for unit in self.units if unit.province == province), None)

    def wanted(self, province: str) -> bool:
        return province in self.prizes and self.owners.get(province) != self.power

    def reach(self, unit: Unit, province: str) -> str:
        """The location in which the unit would come there by one move; "" if it cannot."""
        near = self.board.neighbours(unit.type, unit.location)
        return next((place for place in sorted(near) if province_of(place) == province), "")

    def rivals(self, province: str) -> list[Unit]:
        """Units of others that could come there by one move."""
        return [unit for unit in self.units if unit.power != self.power and self.reach(unit, province)]

    def give(self, unit: Unit, order: str, aim: str = "") -> None:
        self.orders[unit.province] = f"{unit.text} {order}"
        self.aims.add(aim or unit.province)


def field_of(view: View[Boarded, object], board: Map, power: str, *, land: bool = False) -> Field:
    """The field of a power out of the public standing. `land`: all of it counts, not the centres alone."""
    shown = view.public.board
    units = sorted(Unit(unit.power, unit.type, unit.loc) for unit in shown.units)
    ashore = (code for code, one in board.provinces.items() if one.terrain != "sea")
    return Field(board, power, units, shown.land, frozenset(ashore if land else board.centres), view)


# ---- a season -----------------------------------------------------------------------------------------------------


def moves(ground: Field) -> list[str]:
    """An order for each unit of the power."""
    _stay(ground)
    _attack(ground)
    _guard(ground)
    _ferry(ground)
    _approach(ground)
    return [ground.orders[unit.province] for unit in ground.own]


def _stay(ground: Field) -> None:
    """In autumn a prize is ours only if the unit on it stays."""
    if not ground.view.phase.startswith("F"):
        return
    for unit in ground.own:
        if ground.wanted(unit.province):
            ground.give(unit, "H")


def _attack(ground: Field) -> None:
    """The prizes in reach: empty ones first, then those that more of ours can reach than guard them."""
    goals = [place for place in sorted(ground.prizes) if ground.wanted(place) and place not in ground.aims]
    dear = {place: ground.board.provinces[place].value for place in goals}

    def rank(place: str) -> tuple[bool, int, bool, int]:
        guarded, rivals = ground.standing(place) is not None, bool(ground.rivals(place))
        return guarded, -dear[place], rivals, ground.view.chance(f"goal {place}", 1000)

    for goal in sorted(goals, key=rank):
        guard = ground.standing(goal)
        if guard is not None and guard.power == ground.power:
            continue
        near = sorted(
            (unit for unit in ground.idle() if ground.reach(unit, goal)),
            key=lambda unit: (ground.board.provinces[unit.province].centre, unit.text),
        )
        need = 1 if guard is None else 2 + (_helpers(ground, guard) > 1)
        if len(near) < need:
            continue
        lead, *others = near
        ground.give(lead, f"- {ground.reach(lead, goal)}", goal)
        for helper in others[: need - 1 if guard is not None else bool(ground.rivals(goal))]:
            ground.give(helper, f"S {lead.text} - {goal}")


def _helpers(ground: Field, guard: Unit) -> int:
    """How many of its own could hold it where it stands."""
    return sum(
        unit.power == guard.power and unit != guard and bool(ground.reach(unit, guard.province))
        for unit in ground.units
    )


def _guard(ground: Field) -> None:
    """Own prizes that others could walk into: who stands there stays, or somebody near goes there."""
    for place in sorted(place for place in ground.prizes if ground.owners.get(place) == ground.power):
        stands = ground.standing(place)
        if len(ground.rivals(place)) < 2 or stands is None or stands not in ground.idle():
            continue
        ground.give(stands, "H")
        helper = next((unit for unit in ground.idle() if ground.reach(unit, place)), None)
        if helper is not None and ground.view.chance(f"help {place}", 3):
            ground.give(helper, f"S {stands.text} H")


def _ferry(ground: Field) -> None:
    """An army on the shore, a fleet of ours at sea beside it, and an empty prize beyond."""
    for army in [unit for unit in ground.idle() if unit.type == "A"]:
        shore = ground.board.provinces[army.province].locations
        for fleet in [unit for unit in ground.idle() if unit.type == "F"]:
            if ground.board.provinces[fleet.province].terrain != "sea":
                continue
            touched = {province_of(place) for place in ground.board.neighbours("F", fleet.location)}
            if not {province_of(place) for place in shore} & touched:
                continue
            beyond = [
                place
                for place in sorted(touched - {army.province})
                if ground.wanted(place) and place not in ground.aims and ground.standing(place) is None
            ]
            beyond = [place for place in beyond if not ground.reach(army, place)]
            if beyond:
                ground.give(army, f"- {beyond[0]}", beyond[0])
                ground.give(fleet, f"C {army.text} - {beyond[0]}")
                break


def _approach(ground: Field) -> None:
    """The others come a step nearer to a prize, each to its own where that can be."""
    goals = [place for place in sorted(ground.prizes) if ground.wanted(place)]
    for unit in ground.idle():
        ways = distances(ground.board, unit.type, goals)
        if ways.get(unit.location, FAR) == FAR and unit.type == "A":
            ways = distances(ground.board, "A", _landings(ground))
        here = ways.get(unit.location, FAR)
        steps = [
            place
            for place in ground.board.neighbours(unit.type, unit.location)
            if province_of(place) not in ground.aims and ground.standing(province_of(place)) is None
        ]
        nearer = [place for place in steps if ways.get(place, FAR) < here]
        if not nearer:
            ground.give(unit, "H")
            continue
        best = min(nearer, key=lambda place: (ways[place], ground.view.chance(f"step {unit.text} {place}", 1000)))
        ground.give(unit, f"- {best}", province_of(best))


def _landings(ground: Field) -> list[str]:
    """Shores from which a fleet of ours could carry an army that has nowhere to march."""
    fleets = [unit for unit in ground.own if unit.type == "F"]
    seas = [place for fleet in fleets for place in (fleet.location, *ground.board.neighbours("F", fleet.location))]
    seas = [place for place in seas if ground.board.provinces[province_of(place)].terrain == "sea"]
    shores = {province_of(place) for sea in seas for place in ground.board.neighbours("F", sea)}
    return sorted(place for place in shores if ground.board.provinces[place].terrain == "coast")


def distances(board: Map, kind: str, goals: Iterable[str]) -> dict[str, int]:
    """Location -> moves of such a unit to the nearest of these provinces."""
    borders = board.army if kind == "A" else board.fleet
    wanted = set(goals)
    found = {place: 0 for place in borders if province_of(place) in wanted}
    front = sorted(found)
    while front:
        further = sorted({other for place in front for other in borders[place] if other not in found})
        found |= dict.fromkeys(further, found[front[0]] + 1)
        front = further
    return found


# ---- between the seasons --------------------------------------------------------------------------------------------


def retreats(view: View[Boarded, object], board: Map, power: str) -> list[str]:
    """Each unit that was driven out goes to a place open to it, two never to the same; or is disbanded."""
    taken: set[str] = set()
    lines = []
    centres = view.public.board.centres
    for gone in view.public.board.dislodged:
        if gone.power != power:
            continue
        free = [place for place in gone.may_retreat_to if province_of(place) not in taken]
        free.sort(key=lambda place: (centres.get(province_of(place)) != power, place))
        unit = f"{gone.type} {gone.loc}"
        lines.append(f"{unit} R {free[0]}" if free else f"DISBAND {unit}")
        taken |= {province_of(place) for place in free[:1]}
    return lines


def winter(ground: Field) -> list[str]:
    """Builds as they are due, of the kind that is nearer to something; removals of those that are farthest."""
    centres = [place for place, owner in sorted(ground.owners.items()) if owner == ground.power]
    due = len(centres) - len(ground.own)
    goals = [place for place in sorted(ground.prizes) if ground.wanted(place)]
    ways = {kind: distances(ground.board, kind, goals) for kind in "AF"}
    if due < 0:
        far = sorted(ground.own, key=lambda unit: (-ways[unit.type].get(unit.location, FAR), unit.text))
        return [f"REMOVE {unit.text}" for unit in far[:-due]]
    sites = open_sites(ground.board, Position(dict(enumerate(ground.units)), ground.owners), ground.power)
    fleets = sum(unit.type == "F" for unit in ground.own)
    lines = []
    for site in sorted(sites, key=lambda one: ground.view.chance(f"site {one}", 1000))[:due]:
        piece = _piece(ground, site, ways, fleets * 2 > len(ground.own))
        fleets += piece.startswith("F")
        lines.append(f"BUILD {piece}")
    return lines or (["WAIVE"] if due > 0 else [])


def _piece(ground: Field, site: str, ways: Mapping[str, Mapping[str, int]], enough: bool) -> str:
    province = ground.board.provinces[site]
    places = province.locations
    if not places or province.build == "army":
        return f"A {site}"
    by_sea = min(places, key=lambda place: (ways["F"].get(place, FAR), place))
    land, sea = ways["A"].get(site, FAR), ways["F"].get(by_sea, FAR)
    if province.build == "fleet" or (sea < land and not enough) or land == FAR:
        return f"F {by_sea}"
    return f"A {site}"


def orders(view: View[Boarded, object], board: Map, power: str, *, land: bool = False) -> list[str]:
    """The phase's orders of a power, whatever the phase is."""
    if view.kind == "R":
        return retreats(view, board, power)
    ground = field_of(view, board, power, land=land)
    return winter(ground) if view.kind == "A" else moves(ground) if view.kind == "M" else []


def under_hat(power: str, said: Sequence[str]) -> list[str]:
    """What is said for one of the powers that a seat speaks for; no lines for nothing."""
    return [f"AS {power}", *said, "AS SELF"] if said else []


def peace(view: View[Boarded, object]) -> list[str]:
    """After seven years a robot has nothing against a draw."""
    alive = any(unit.power == view.power for unit in view.public.board.units)
    return ["DRAW"] if alive and view.kind == "M" and view.year >= PEACE else []
