"""Two checkouts against one another on the same machine, in turns, so that what else the machine does hits both.

    python bench/compare.py OLD NEW [figure ...] [--rounds 3] [--turns 3]

OLD and NEW are folders. Both are measured by bench/figures.py of this checkout. Prints a line a figure: old, new, their
ratio, and the floor of the quicker runs; `--json` prints one JSON line each.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
MORE_IS_BETTER = frozenset({"letters_a_second"})
Found = dict[str, dict[str, Any]]


def run(checkout: Path, names: list[str], rounds: int) -> Found:
    """The figures of one checkout; those it has no code for are left out."""
    env = {**os.environ, "PYTHONPATH": str(checkout), "BENCH_CHECKOUT": str(checkout)}
    command = [sys.executable, str(HERE / "figures.py"), *names, "--rounds", str(rounds)]
    ran = subprocess.run(command, env=env, cwd=checkout, capture_output=True, text=True)
    if ran.returncode:
        print(f"{checkout}: {ran.stderr.strip().splitlines()[-1]}", file=sys.stderr)
    return {line["figure"]: line for line in map(json.loads, ran.stdout.splitlines())}


def better(figure: str, one: dict[str, Any] | None, other: dict[str, Any]) -> dict[str, Any]:
    if one is None:
        return other
    pick = max if figure in MORE_IS_BETTER else min
    return pick(one, other, key=lambda line: line["value"])


def compare(old: Path, new: Path, names: list[str], rounds: int, turns: int) -> tuple[Found, Found]:
    """The best of each figure over the turns; who goes first changes from turn to turn."""
    best: tuple[Found, Found] = ({}, {})
    for turn in range(turns):
        order = [(old, best[0]), (new, best[1])]
        for checkout, found in order if turn % 2 == 0 else reversed(order):
            for figure, line in run(checkout, names, rounds).items():
                found[figure] = better(figure, found.get(figure), line)
    return best


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("old", type=Path)
    parser.add_argument("new", type=Path)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--turns", type=int, default=3)
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    before, after = compare(given.old.resolve(), given.new.resolve(), given.names, given.rounds, given.turns)
    for figure, line in after.items():
        earlier = before.get(figure)
        was = earlier["value"] if earlier else None
        ratio = round(line["value"] / was, 3) if was else None
        if given.json:
            told = {"figure": figure, "unit": line["unit"], "old": was, "new": line["value"], "ratio": ratio}
            print(json.dumps({**told, "floor": line["floor"]}))
        else:
            ground = ", ".join(f"{name} {value}" for name, value in line["floor"].items())
            print(f"{figure:20} {was or '-':>10} {line['value']:>10} {line['unit']:8} x{ratio or '-':<7} ({ground})")


if __name__ == "__main__":
    main()
