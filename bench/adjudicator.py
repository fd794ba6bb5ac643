"""Adjudications a second, judge-grade: unit and order texts in; verdict and reason for every order, retreats,
contested provinces and the new position out. Beside it, in the same run, the public engines that are installed.

    python bench/adjudicator.py [POSITIONS.json] [--rounds 5] [--peer-path DIR]

POSITIONS.json holds `{"cases": [{"id", "class", "phase", "units": {power: [...]}, "orders": {power: [...]}}]}`; without
it the hard positions of the tests are taken, which are small boards full of convoys. Rounds take turns, ours and
theirs; figures are medians over the rounds of the mean over a class; `x` is against the `process()` of the `diplomacy`
package. `--peer-path` is a site-packages folder with `diplomacy` and `pydip` in it.
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
from dataclasses import replace
from pathlib import Path
from typing import Any

from judge.kits.board import position_of, resolve_movement, standard_map
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


class OursCold(Ours):
    """The same with every order text seen for the first time."""

    label = "ours, new texts"

    def __init__(self) -> None:
        self.board = replace(standard_map())  # tables of its own, so that clearing them disturbs nobody

    def time(self, case: Case) -> Timings:
        tables = tables_of(self.board)
        tables.orders.clear()
        for flag in tables.flags.values():
            flag.orders.clear()
        return super().time(case)


class DiplomacyPackage:
    """The `diplomacy` package: loading apart, its public process() alone."""

    def __init__(self) -> None:
        from diplomacy import Game

        self.game = Game()
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


def hard_positions() -> list[Case]:
    """The tests' hard positions in the form of a positions file."""
    lines = (Path(__file__).parents[1] / "tests" / "fixtures" / "board" / "hard_positions.jsonl").read_text()
    cases = [json.loads(line) for line in lines.splitlines()]
    for case in cases:
        sheets: dict[str, list[str]] = {}
        for power, text in case["orders"]:
            sheets.setdefault(power, []).append(text)
        case |= {"class": "hard", "phase": "S1901M", "orders": sheets}
    return cases


def engines() -> dict[str, Any]:
    found: dict[str, Any] = {"ours": Ours(), "ours cold": OursCold()}
    for name, make in (("diplomacy", DiplomacyPackage), ("pydip", PyDip)):
        try:
            found[name] = make()
        except ImportError:
            print(f"{name}: not installed, left out")
    return found


def measure(cases: list[Case], rounds: int) -> dict[str, dict[str, list[float]]]:
    """class → label → mean microseconds a case, one figure a round."""
    table: dict[str, dict[str, list[float]]] = {}
    found = engines()
    gc.collect()
    gc.freeze()  # what the engines keep is not to be walked through while one of them is timed
    for _ in range(rounds):
        for name in sorted({case["class"] for case in cases}):
            chosen = [case for case in cases if case["class"] == name]
            for engine in found.values():
                _round(engine, chosen, {})  # not counted: nobody pays for the processor caches another one filled
                _round(engine, chosen, table.setdefault(name, {}))
    return table


def _round(engine: Any, cases: list[Case], row: dict[str, list[float]]) -> None:
    totals: dict[str, float] = {}
    done = 0
    for case in cases:
        try:
            timings = engine.time(case)
        except (KeyError, AttributeError, AssertionError, ValueError):
            continue  # a peer that cannot read a case is not timed on it
        done += 1
        for label, seconds in timings.items():
            totals[label] = totals.get(label, 0.0) + seconds
    for label, seconds in totals.items():
        row.setdefault(label, []).append(seconds / done * 1e6)


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


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("positions", type=Path, nargs="?")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--peer-path", type=Path)
    args = parser.parse_args()
    if args.peer_path:
        sys.path.append(str(args.peer_path))
    cases = json.loads(args.positions.read_text())["cases"] if args.positions else hard_positions()
    table = measure(cases, args.rounds)
    for name, row in table.items():
        base = statistics.median(row.get("diplomacy process", [float("nan")]))
        for label, figures in row.items():
            us = statistics.median(figures)
            print(f"{name:8} {label:18} {us:8.1f} us {1e6 / us:8.0f}/s  x{base / us:.1f}  best {min(figures):.1f} us")
    figures = tail(cases)
    p99 = figures[int(len(figures) * 0.99)]
    print(f"tail: p50 {figures[len(figures) // 2]:.1f}  p99 {p99:.1f}  max {figures[-1]:.1f} us")
    print(f"import and map: {import_milliseconds():.1f} ms")


if __name__ == "__main__":
    main()
