"""Games of the board, turn by turn, for those who write them down in the layouts of other judges: chance
plays them by our own adjudicator."""

import json
import random
from dataclasses import dataclass, field, replace
from typing import Any

from judge.adjudicate import adjudicate_lines
from judge.kits.board.adjust import allowances, open_sites
from judge.kits.board.legality import move_targets
from judge.kits.board.opening import position_of, start_position
from judge.kits.board.standard import standard_map
from judge.kits.board.units import Unit as BoardUnit

Unit = tuple[str, str, str]
BOARD = standard_map()


@dataclass(frozen=True)
class Move:
    """A unit, its order, what came of it, and where it stands then (None: it was driven out)."""

    unit: Unit
    order: str
    result: str
    end: str | None


@dataclass(frozen=True)
class Flight:
    """A unit that was driven out, where it might go, and where it went (None: it is gone). `asked`: it was its
    player's to say."""

    unit: Unit
    may: tuple[str, ...]
    end: str | None


@dataclass(frozen=True)
class Turn:
    """One season, with the winter after an autumn: `changes` are (build or not, unit)."""

    phase: str
    before: frozenset[Unit]
    moves: tuple[Move, ...]
    flights: tuple[Flight, ...]
    after: frozenset[Unit]
    owners: dict[str, str] = field(default_factory=dict)
    changes: tuple[tuple[bool, Unit], ...] = ()

    @property
    def open(self) -> tuple[Flight, ...]:
        return tuple(flight for flight in self.flights if flight.may)

    @property
    def wintered(self) -> frozenset[Unit]:
        """What stands after the winter."""
        gone = {unit for build, unit in self.changes if not build}
        return frozenset(self.after - gone | {unit for build, unit in self.changes if build})

    @property
    def counts(self) -> dict[str, int]:
        return {power: list(self.owners.values()).count(power) for power in sorted(BOARD.powers)}


def province(location: str) -> str:
    return location.partition("/")[0]


def ask(**line: Any) -> Any:
    return json.loads(next(adjudicate_lines([json.dumps(line)], "diplomacy", "2023")))


def placed(units: Any) -> list[dict[str, str]]:
    return [{"power": power, "type": kind, "loc": place} for power, kind, place in sorted(units)]


def moved(
    units: frozenset[Unit], orders: dict[Unit, str]
) -> tuple[tuple[Move, ...], tuple[Flight, ...], frozenset[Unit]]:
    """The moves of one season by our adjudicator; what stands after them, those driven out apart."""
    said = [{"power": unit[0], "order": order} for unit, order in sorted(orders.items())]
    found = ask(phase="movement", units=placed(units), orders=said)
    final = frozenset((one["power"], one["type"], one["loc"]) for one in found["final"])
    may = {one["loc"]: tuple(one["may_retreat_to"]) for one in found["dislodged"]}
    moves = []
    for unit in sorted(units):
        power, kind, place = unit
        one = found["units"].get(place) or found["units"][province(place)]
        order = orders.get(unit, f"{kind} {place} H")
        end = None if one["dislodged"] else place
        if one["result"] == "moves":
            aim = province(order.split(" - ")[1].split()[0])
            end = next(loc for p, k, loc in final if province(loc) == aim and p == power and k == kind)
        moves.append(Move(unit, order if unit in orders else "", one["result"], end))
    flights = tuple(
        Flight(unit, may[unit[2]], None)
        for unit in sorted(units)
        if unit[2] in may and (unit not in final or _out(unit, moves))
    )
    return tuple(moves), flights, final


def _out(unit: Unit, moves: list[Move]) -> bool:
    return any(move.unit == unit and move.end is None for move in moves)


def held(owners: dict[str, str], units: frozenset[Unit]) -> dict[str, str]:
    """The owners after an autumn."""
    taken = {province(place): power for power, _, place in units if province(place) in BOARD.centres}
    return dict(sorted({**owners, **taken}.items()))


# ---- games that chance plays --------------------------------------------------------------------------------------


def played(seed: int, years: int = 3) -> list[Turn]:
    """A game of random orders: many supports, some convoys, clashes in retreats, builds and removals."""
    chance = random.Random(seed)
    start = start_position(BOARD)
    units = frozenset((unit.power, unit.type, unit.location) for unit in start.units.values())
    owners, turns = dict(sorted(start.owners.items())), []
    for year in range(1901, 1901 + years):
        for season in "SF":
            turn = _season(chance, f"{season}{year}", units)
            units = turn.after
            if season == "F":
                owners = held(owners, units)
                turn = _winter(chance, replace(turn, owners=owners))
                units = turn.wintered
            turns.append(replace(turn, owners=owners))
    return turns


def _season(chance: random.Random, phase: str, units: frozenset[Unit]) -> Turn:
    position = position_of(BOARD, _by_power(units))
    orders: dict[Unit, str] = {}
    targets = {}
    for unit in sorted(units):
        power, kind, place = unit
        ways = move_targets(BOARD, position, BoardUnit(power, kind, place))  # type: ignore[arg-type]
        if chance.random() < 0.75 and ways:
            wanted = [way for way in ways if any(province(way) == province(other[2]) for other in units)]
            targets[unit] = chance.choice(wanted if wanted and chance.random() < 0.5 else ways)
            by_sea = kind == "A" and targets[unit] not in BOARD.neighbours("A", place)
            orders[unit] = f"{kind} {place} - {targets[unit]}" + (" VIA" if by_sea else "")
            if by_sea:
                for fleet in sorted(units):
                    if fleet[1] == "F" and BOARD.provinces[province(fleet[2])].terrain == "sea":
                        orders.setdefault(fleet, f"F {fleet[2]} C A {place} - {province(targets[unit])}")
    for unit in sorted(units):
        power, kind, place = unit
        near = {province(way) for way in BOARD.neighbours(kind, place)}
        helped = [one for one, aim in sorted(targets.items()) if province(aim) in near and one != unit]
        stays = [one for one in sorted(units) if province(one[2]) in near and one not in targets]
        if unit not in orders and helped and chance.random() < 0.8:
            one = chance.choice(helped)
            orders[unit] = f"{kind} {place} S {one[1]} {one[2]} - {province(targets[one])}"
        elif unit not in orders and stays and chance.random() < 0.7:
            one = chance.choice(stays)
            orders[unit] = f"{kind} {place} S {one[1]} {one[2]}"
    moves, flights, final = moved(units, orders)
    ends = [chance.choice((*flight.may, None)) if flight.may else None for flight in flights]
    clash = {province(end) for end in ends if end and [province(one) for one in ends if one].count(province(end)) > 1}
    gone = tuple(
        replace(flight, end=None if end is None or province(end) in clash else end)
        for flight, end in zip(flights, ends, strict=True)
    )
    back = {(one.unit[0], one.unit[1], one.end) for one in gone if one.end}
    return Turn(phase, units, moves, gone, frozenset(final | back))


def _winter(chance: random.Random, turn: Turn) -> Turn:
    position = position_of(BOARD, _by_power(turn.after), turn.owners)
    changes: list[tuple[bool, Unit]] = []
    for power, due in allowances(position).items():
        own = sorted(unit for unit in turn.after if unit[0] == power)
        if due < 0:
            changes += [(False, unit) for unit in chance.sample(own, min(-due, len(own)))]
        for site in open_sites(BOARD, position, power)[: max(due, 0)]:
            kind = "A" if BOARD.provinces[site].terrain == "land" or chance.random() < 0.5 else "F"
            where = chance.choice(BOARD.provinces[site].locations) if kind == "F" else site
            if chance.random() < 0.9:
                changes.append((True, (power, kind, where)))
    return replace(turn, changes=tuple(changes))


def _by_power(units: Any) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for power, kind, place in sorted(units):
        found.setdefault(power, []).append(f"{kind} {place}")
    return found
