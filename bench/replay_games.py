"""Replay recorded games through the adjudicator and count where it agrees with the record.

    python bench/replay_games.py GAMES.jsonl.gz [--start 0] [--count 500] [--rules 2023] [--show 20]

A game is a line: `{"id", "phases": [{"p", "units", "centres", "orders", "dislodged", "flags"}]}`. The result of a phase
is the board of the next one. Disagreements are counted by phase type and by the record's own flags; `--rules 2000`
replays `via_fallback` phases by the rule they were played under.
"""

from __future__ import annotations

import argparse
import collections
import gzip
import itertools
import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from judge.kits.board.adjust import resolve_adjustments
from judge.kits.board.geography import EDITIONS, Edition
from judge.kits.board.opening import position_of
from judge.kits.board.resolve import resolve_movement
from judge.kits.board.retreats import resolve_retreats
from judge.kits.board.standard import standard_map
from judge.kits.board.units import Position

Phase = dict[str, Any]
Board = dict[str, list[str]]
BOARD = standard_map()


def texts(position: Position) -> list[tuple[str, str]]:
    return sorted((unit.power, unit.text) for unit in position.units.values())


def recorded(units: Board) -> list[tuple[str, str]]:
    return sorted((power, unit) for power, listed in units.items() for unit in listed)


class Replay:
    """One game walked through: remembers the last centres and the last movement's retreat options."""

    def __init__(self, edition: Edition) -> None:
        self.edition = edition
        self.centres: Board = {}
        self.moved: Position | None = None
        self.seconds = 0.0

    def disagreements(self, game: dict[str, Any]) -> Iterator[tuple[Phase, str]]:
        """Yield (phase, what differs), with an empty text for agreement."""
        for phase, after in itertools.pairwise(game["phases"]):
            self.centres = phase.get("centres") or self.centres
            yield phase, self._compare(phase, after)

    def _compare(self, phase: Phase, after: Phase) -> str:
        orders = phase.get("orders", {})
        owners = {centre: power for power, centres in self.centres.items() for centre in centres}
        before = position_of(BOARD, phase["units"], owners)
        kind = phase["p"][-1]
        if kind == "M":
            return self._movement(before, orders, after)
        if kind == "R":
            return self._retreat(before, phase, after)
        result = resolve_adjustments(BOARD, before, orders, self.edition)
        return "" if texts(result.position) == recorded(after["units"]) else "board"

    def _movement(self, before: Position, orders: Board, after: Phase) -> str:
        start = time.perf_counter()
        result = resolve_movement(BOARD, before, orders, self.edition)
        self.seconds += time.perf_counter() - start
        self.moved = result.position
        if texts(result.position) != recorded(after["units"]):
            return "board"
        driven_out = sorted((gone.unit.power, gone.unit.text) for gone in result.dislodged if gone.may_retreat_to)
        told = recorded(after.get("dislodged", {})) if after["p"][-1] == "R" else []
        alive = [item for item in told if item in driven_out]
        return "" if alive == told or not told else "dislodged"

    def _retreat(self, before: Position, phase: Phase, after: Phase) -> str:
        if self.moved is None or texts(self.moved) != texts(before):
            return ""  # follows from a movement phase that differed
        told = {unit for units in phase.get("dislodged", {}).values() for unit in units}
        waiting = {n: gone for n, gone in self.moved.dislodged.items() if gone.unit.text in told}
        position = Position(self.moved.units, before.owners, waiting, self.moved.contested, self.moved.next_id)
        result = resolve_retreats(position, phase.get("orders", {}))
        return "" if texts(result.position) == recorded(after["units"]) else "board"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", type=Path, nargs="?")
    parser.add_argument("--start", type=int, default=0)
    parser.add_argument("--count", type=int, default=10**9)
    parser.add_argument("--rules", choices=sorted(EDITIONS), default="2023")
    parser.add_argument("--show", type=int, default=20)
    args = parser.parse_args()
    if args.games is None:
        parser.print_help()  # records of games do not come with the project
        return
    counts: collections.Counter[tuple[str, str, str]] = collections.Counter()
    shown, seconds = 0, 0.0
    with gzip.open(args.games, "rt") as lines:
        for line in itertools.islice(lines, args.start, args.start + args.count):
            game = json.loads(line)
            replay = Replay(EDITIONS[args.rules])
            for phase, difference in replay.disagreements(game):
                flags = "+".join(sorted(phase.get("flags", ()))) or "-"
                counts[phase["p"][-1], flags, difference or "agrees"] += 1
                if difference and flags in ("-", "circular", "paradox", "support_coast") and shown < args.show:
                    shown += 1
                    print(f"differs: {game['id']}|{phase['p']} {flags} {difference}")
            seconds += replay.seconds
    moves = sum(count for (kind, _, _), count in counts.items() if kind == "M")
    for (kind, flags, outcome), count in sorted(counts.items()):
        print(f"{kind} {flags:25} {outcome:10} {count}")
    print(f"{moves} movement phases in {seconds:.1f} s: {seconds / max(moves, 1) * 1e6:.0f} us each")


if __name__ == "__main__":
    main()
