"""Adjudications, judge-grade: unit and order texts in; verdict and reason for every order, retreats, contested
provinces and the new position out. Beside it, in the same run, the public packages that play the same game.

    python bench/adjudicator.py [POSITIONS.jsonl] [--rounds 10] [--peers PYTHON]

A line of POSITIONS.jsonl is `{"id", "class", "phase", "units": {power: [...]}, "orders": {power: [...]}}`; without it
the positions of the tests are taken: openings of 22 units, boards of 34, and boards full of convoys and paradoxes.
`--peers` is a Python of this version that has them (`python -m venv P && P/bin/pip install diplomacy pydip`). All take
turns, position after position; a figure is the mean over a class of the best
round of each. `x` is how many times longer a peer takes, over the positions after which all have the same units
standing; the others are counted. Which kit runs, in Python or compiled, is said in the first line.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from types import FunctionType
from typing import Any

from judge.kits.board.opening import position_of
from judge.kits.board.resolve import resolve_movement
from judge.kits.board.standard import standard_map
from judge.kits.board.tables import tables_of

Case = dict[str, Any]
Timings = dict[str, float]
clock = time.perf_counter


class Ours:
    """The board kit; order texts are known after the first round, as in a running judge."""

    label = "ours"

    def __init__(self) -> None:
        self.board = standard_map()

    def judge(self, case: Case) -> Any:
        return resolve_movement(self.board, position_of(self.board, case["units"]), case["orders"])

    def time(self, case: Case) -> Timings:
        start = clock()
        self.judge(case)
        return {self.label: clock() - start}

    def after(self, case: Case) -> list[str]:
        """The units that stand, with their powers."""
        return sorted(f"{unit.power} {unit.text}" for unit in self.judge(case).position.units.values())


class OursCold(Ours):
    """The same with every order text seen for the first time."""

    label = "ours, new texts"

    def __init__(self) -> None:
        self.board = replace(standard_map())  # tables of its own, so that clearing them disturbs nobody

    def time(self, case: Case) -> Timings:
        tables = tables_of(self.board)
        tables.orders.clear()
        for power in _powers_of(tables):
            power.clear()
        for remembered in (tables.can_ferry, tables.useful_seas):
            getattr(remembered, "cache_clear", int)()
        return super().time(case)


def _powers_of(tables: Any) -> Iterator[Any]:
    """What is known of each power's orders, in this checkout or in an older one."""
    if hasattr(tables, "flags"):
        yield from (flag.orders for flag in tables.flags.values())
    else:
        yield tables.books


class DiplomacyPackage:
    """The `diplomacy` package: loading apart, its public process() alone."""

    def __init__(self) -> None:
        from diplomacy import Game

        self.make = Game
        self.start()

    def start(self) -> None:
        """A game of its own for every turn over the positions: it keeps all phases, and gets slower by them."""
        self.game = self.make()
        self.game.add_rule("IGNORE_ERRORS")
        self.centers = {power: list(centers) for power, centers in self.game.get_centers().items()}

    def time(self, case: Case) -> Timings:
        start = clock()
        units = {**{power: [] for power in self.centers}, **case["units"]}
        self.game.set_state({"name": case["phase"], "units": units, "centers": self.centers})
        for power, orders in case["orders"].items():
            self.game.set_orders(power, orders)
        loaded = clock()
        self.game.process()
        end = clock()
        return {"diplomacy process": end - loaded, "diplomacy full": end - start}

    def after(self, case: Case) -> list[str]:
        self.time(case)
        return sorted(f"{name} {unit}" for name, power in self.game.powers.items() for unit in power.units)


class PyDip:
    """The `pydip` package: commands made from texts, then resolve_turn."""

    def __init__(self) -> None:
        from pydip.map.predefined.vanilla_dip import generate_map
        from pydip.player.command import command
        from pydip.player.player import Player
        from pydip.player.unit import UnitTypes
        from pydip.turn.resolve import resolve_turn

        self.map = generate_map()
        self.command, self.player, self.types, self.resolve = command, Player, UnitTypes, resolve_turn
        self.territory = _pydip_territories(set(self.map.name_map))

    def _load(self, case: Case) -> list[Any]:
        players, standing, commands = {}, {}, []
        for power, units in case["units"].items():
            conf = [
                {
                    "territory_name": self.territory[u],
                    "unit_type": getattr(self.types, "FLEET" if u[0] == "F" else "TROOP"),
                }
                for u in units
            ]
            players[power] = self.player(power, self.map, conf)
            at = {unit.position: unit for unit in players[power].units}
            standing.update({u[2:]: at[self.territory[u]] for u in units})
        for power, orders in case["orders"].items():
            commands += [self._command(players[power], standing, order.split()) for order in orders]
        return commands

    def _command(self, player: Any, standing: dict[str, Any], w: list[str]) -> Any:
        unit, c = standing[w[1]], self.command
        if w[2] == "H":
            return c.HoldCommand(player, unit)
        if w[2] == "-":
            kind = c.ConvoyMoveCommand if len(w) > 4 else c.MoveCommand
            return kind(player, unit, self.territory[f"{w[0]} {w[3]}"])
        if w[2] == "S":
            aim = w[6] if len(w) > 5 else w[4]
            return c.SupportCommand(player, unit, standing[w[4]], self.territory[f"{w[3]} {aim}"])
        return c.ConvoyTransportCommand(player, unit, standing[w[4]], self.territory[f"A {w[6]}"])

    def time(self, case: Case) -> Timings:
        start = clock()
        commands = self._load(case)
        loaded = clock()
        self.resolve(self.map, commands)
        end = clock()
        return {"pydip full": end - start, "pydip core": end - loaded}

    def after(self, case: Case) -> list[str]:
        text = {name: unit for unit, name in self.territory.items()}
        found = self.resolve(self.map, self._load(case))
        return sorted(
            f"{power} {text[unit.position]}"
            for power, units in found.items()
            for unit, retreats in units.items()
            if retreats is None
        )


def _pydip_territories(known: set[str]) -> dict[str, str]:
    """`A PAR`, `F SPA/NC` → pydip's territory names, which differ from ours in a few spellings."""
    board, table = standard_map(), {}
    variants = {
        "Eastern Mediterranean": "Eastern Mediterranean Sea",
        "Western Mediterranean": "Western Mediterranean Sea",
        "Gulf of Lyon": "Gulf of Lyons",
        "Heligoland Bight": "Helgoland Bight",
        "Skagerrak": "Skagerrack",
        "Mid-Atlantic Ocean": "Mid Atlantic Ocean",
        "Rumania": "Romania",
        "Tunis": "Tunisia",
    }
    for code, province in board.provinces.items():
        choices = [province.name, province.name.replace("St ", "St. "), variants.get(province.name, "")]
        name = next(choice for choice in choices if choice in known)
        table[f"A {code}"] = name
        for location in province.locations:
            side = {"NC": " North", "SC": " South", "EC": " North"}.get(location.partition("/")[2], "")
            table[f"F {location}"] = name if province.terrain == "sea" else f"{name}{side} Coast"
    return table


SMALL = "small"


def hard_positions() -> list[Case]:
    """The tests' small boards full of convoys in the form of a positions file; their class is SMALL."""
    lines = (Path(__file__).parents[1] / "tests" / "fixtures" / "board" / "hard_positions.jsonl").read_text()
    cases = [json.loads(line) for line in lines.splitlines()]
    for case in cases:
        sheets: dict[str, list[str]] = {}
        for power, text in case["orders"]:
            sheets.setdefault(power, []).append(text)
        case |= {"class": SMALL, "phase": "S1901M", "orders": sheets}
    return cases


def positions(path: Path | None = None) -> list[Case]:
    """The positions of a file, or of the tests."""
    path = path or Path(__file__).parents[1] / "tests" / "fixtures" / "board" / "positions.jsonl"
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def peers(python: str) -> list[Any]:
    """The packages that `python` has; one that is not there is named and left out."""
    code = "import sysconfig; print(sysconfig.get_path('purelib')); print(sysconfig.get_path('platlib'))"
    told = subprocess.run([python, "-c", code], capture_output=True, text=True, check=True)
    sys.path += dict.fromkeys(told.stdout.splitlines())
    found: list[Any] = []
    for make in (DiplomacyPackage, PyDip):
        try:
            found.append(make())
        except ImportError as fault:
            print(f"{make.__name__}: left out, {fault}", file=sys.stderr)
    return found


BASES = ("diplomacy process", "pydip full")


@dataclass
class Class:
    """The figures of one class: best seconds by label and position; positions after which a peer has other units."""

    best: dict[str, dict[str, float]]
    other: dict[str, set[str]]

    def mean(self, label: str, leaving: frozenset[str] = frozenset()) -> float:
        """Microseconds an adjudication, without those positions."""
        kept = [seconds for name, seconds in self.best[label].items() if name not in leaving]
        return statistics.mean(kept) * 1e6

    def times(self, base: str, label: str = "ours") -> float:
        """How many times longer the peer takes for the positions both judge alike."""
        leaving = frozenset(self.other[base] | (self.best[label].keys() - self.best[base].keys()))
        return self.mean(base, leaving) / self.mean(label, leaving)


def measure(cases: list[Case], rounds: int, others: list[Any] | None = None) -> dict[str, Class]:
    """Class → its figures. Everybody goes over a class twice in a round and only the second time counts: nobody pays
    for what another left in the processor's memory."""
    ours, others = [Ours(), OursCold()], others or []
    table: dict[str, Class] = {}
    gc.collect()
    gc.disable()  # what one engine keeps is not to be walked through while another is timed
    for name in sorted({case["class"] for case in cases}):
        chosen = [case for case in cases if case["class"] == name]
        found = table[name] = Class({}, _judged_otherwise(chosen, others))
        for _ in range(rounds):
            for engine in ours + others:
                _round(engine, chosen, {})
                _round(engine, chosen, found.best)
    gc.enable()
    return table


def _judged_otherwise(cases: list[Case], others: list[Any]) -> dict[str, set[str]]:
    """Base label → positions after which that peer has other units standing than we, or cannot go on."""
    ours = Ours()
    found: dict[str, set[str]] = {}
    for peer in others:
        label = next(base for base in BASES if base.startswith(type(peer).__name__[:5].lower()))
        found[label] = {case["id"] for case in cases if _after(peer, case) != ours.after(case)}
    return found


def _after(engine: Any, case: Case) -> list[str] | None:
    try:
        after: list[str] = engine.after(case)
    except UNREADABLE:
        return None
    return after


UNREADABLE = (KeyError, AttributeError, AssertionError, ValueError)
"""What a peer raises that cannot read a position; it is not timed on it."""


def _round(engine: Any, cases: list[Case], best: dict[str, dict[str, float]]) -> None:
    getattr(engine, "start", int)()
    for case in cases:
        try:
            timings = engine.time(case)
        except UNREADABLE:
            if isinstance(engine, Ours):
                raise
            continue
        for label, seconds in timings.items():
            row = best.setdefault(label, {})
            row[case["id"]] = min(seconds, row.get(case["id"], seconds))


def tail(cases: list[Case], repeats: int = 5) -> list[float]:
    """Best-of-`repeats` microseconds of every case, sorted: the shape of the tail without the machine's noise."""
    ours = Ours()
    best = []
    for case in cases:
        ours.judge(case)
        runs = []
        for _ in range(repeats):
            start = clock()
            ours.judge(case)
            runs.append(clock() - start)
        best.append(min(runs) * 1e6)
    return sorted(best)


def import_milliseconds(repeats: int = 9) -> float:
    """Median wall time of importing the kit and building the map, in fresh processes, bytecode kept as an
    installation keeps it."""
    code = (
        "import time; t = time.perf_counter()\n"
        "from judge.kits.board import standard_map\nfrom judge.kits.board.tables import tables_of\n"
        "tables_of(standard_map())\n"
        "print((time.perf_counter() - t) * 1e3)"
    )
    with tempfile.TemporaryDirectory() as folder:
        kept = {**os.environ, "PYTHONPYCACHEPREFIX": folder, "PYTHONDONTWRITEBYTECODE": ""}
        runs = [
            subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=kept).stdout
            for _ in range(repeats + 1)
        ]
    return statistics.median(map(float, runs[1:]))


def figures(rounds: int, python: str) -> Iterator[tuple[str, float, str]]:
    """Figure, value and unit for bench/figures.py; with the peers that `python` has, if it is given."""
    for name, found in measure(positions() + hard_positions(), rounds, peers(python) if python else []).items():
        ours = f"adjudication_{name}" if name != SMALL else "adjudication"
        yield ours, found.mean("ours"), "us"
        yield f"{ours}_cold", found.mean("ours, new texts"), "us"
        for base in found.other:
            peer = base.split()[0]
            yield f"{peer}_{name}", found.mean(base), "us"
            yield f"{ours}_x_{peer}", found.times(base), "times"


def report(name: str, found: Class) -> None:
    """The lines of one class."""
    for label in found.best:
        us = found.mean(label)
        line = f"{name:8} {label:18} {us:8.1f} us {1e6 / us:8.0f}/s"
        if label in ("ours", "ours, new texts"):
            line += "".join(f"  {base.split()[0]} x{found.times(base, label):.1f}" for base in found.other)
        elif label in found.other:
            line += f"  other units after {len(found.other[label])} of {len(found.best['ours'])} positions"
        print(line)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("positions", type=Path, nargs="?")
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--peers", metavar="PYTHON")
    args = parser.parse_args()
    print(f"adjudicator: {'in Python' if isinstance(resolve_movement, FunctionType) else 'compiled'}")
    cases = positions(args.positions)
    if not args.peers:
        print("no peers: --peers PYTHON names a Python that has them")
    for name, found in measure(cases, args.rounds, peers(args.peers) if args.peers else []).items():
        report(name, found)
    figures = tail(cases)
    p99 = figures[int(len(figures) * 0.99)]
    print(f"tail: p50 {figures[len(figures) // 2]:.1f}  p99 {p99:.1f}  max {figures[-1]:.1f} us")
    print(f"import and map: {import_milliseconds():.1f} ms")


if __name__ == "__main__":
    main()
