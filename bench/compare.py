"""Two checkouts against one another on the same machine, in turns, so that what else the machine does hits both.

    python bench/compare.py OLD NEW [figure ...] [--rounds 3] [--turns 3]

OLD and NEW are folders. Both are measured by bench/figures.py of this checkout. Prints a line a figure: old, new, their
ratio, and the floor of the quicker runs; `--json` prints one JSON line each, `--table` the table of docs/scaling.md.
All of it takes some seven minutes on a quiet machine.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
MORE_IS_BETTER = frozenset({"letters_a_second"})
LONG = frozenset({"storm"})  # takes a minute: in the first turn alone
WORDS = {
    "letter": "a letter of orders, from mailbox to answer",
    "letters_a_second": "letters a second, durable",
    "letter_in_memory": "the same, home and mail folders in memory",
    "prose": "a letter with sixty lines of talk above its orders",
    "store_a_letter": "store, a letter",
    "first_answer": "first answer while 10 000 letters wait",
    "deadline_words": "deadline of a Bourse of eight until all is queued, in words",
    "store_a_game_turn": "store, a game-turn, its letters sent",
    "deadline_pages": "the same with pages, charts and board",
    "pictures_behind": "its pictures, drawn behind it",
    "storm_p50": "letters while 100 games are resolved, with pages: p50",
    "storm_p99": "the same: p99",
    "storm_cpu_p50": "the same in the judge's own processor time: p50",
    "storm_cpu_p99": "p99",
    "storm_a_deadline": "the judge's processor time a deadline in it",
    "storm_last_result": "the last results letter in it",
    "board_opening": "a board of the beginning, 900 pixels",
    "board_busy": "a board with every kind of sign",
    "adjudication": "a small board full of convoys, order texts known",
    "adjudication_cold": "the same, texts never seen",
    "adjudication_opening": "an opening of 22 units",
    "adjudication_opening_cold": "the same, texts never seen",
    "adjudication_mid": "a board of 34 units",
    "adjudication_mid_cold": "the same, texts never seen",
    "adjudication_hard": "a board of convoys and paradoxes",
    "adjudication_hard_cold": "the same, texts never seen",
    "payola_heavy": "heavy Payola, read, screened and decided",
    "once_idle": "`judge once` with nothing to do",
}
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
    pick = max if figure in MORE_IS_BETTER or "_x_" in figure else min
    return pick(one, other, key=lambda line: line["value"])


def compare(old: Path, new: Path, names: list[str], rounds: int, turns: int) -> tuple[Found, Found]:
    """The best of each figure over the turns; who goes first changes from turn to turn."""
    best: tuple[Found, Found] = ({}, {})
    wanted = names or [*dict.fromkeys(_all())]
    for turn in range(turns):
        names = [name for name in wanted if name not in LONG or not turn]
        order = [(old, best[0]), (new, best[1])]
        for checkout, found in order if turn % 2 == 0 else reversed(order):
            for figure, line in run(checkout, names, rounds).items():
                found[figure] = better(figure, found.get(figure), line)
    return best


def _all() -> list[str]:
    """Every group of figures, by its name."""
    sys.path.insert(0, str(HERE.parent))
    from bench.figures import FIGURES

    return list(FIGURES)


def row(figure: str, was: float | None, line: dict[str, Any], ratio: float | None) -> str:
    """A line of the table."""
    ground = ", ".join(str(value) for value in line["floor"].values())
    old = "-" if was is None else f"{was:.4g} {line['unit']}"
    return f"| {WORDS.get(figure, figure)} | {old} | {line['value']:.4g} {line['unit']} | {ratio or '-'} | {ground} |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("old", type=Path)
    parser.add_argument("new", type=Path)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--turns", type=int, default=3)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--table", action="store_true")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=os.environ.get("BENCH_FOLDER")) as folder:
        os.environ |= {"BENCH_FOLDER": folder, "BENCH_KEEP": "1"}
        before, after = compare(given.old.resolve(), given.new.resolve(), given.names, given.rounds, given.turns)
    if given.table:
        print("| figure | before | after | ratio | floor: loop ns, sync ms, MB/s |\n| --- | --- | --- | --- | --- |")
    for figure, line in after.items():
        earlier = before.get(figure)
        was = earlier["value"] if earlier else None
        ratio = round(line["value"] / was, 3) if was else None
        if given.table:
            print(row(figure, was, line, ratio))
        elif given.json:
            told = {"figure": figure, "unit": line["unit"], "old": was, "new": line["value"], "ratio": ratio}
            print(json.dumps({**told, "floor": line["floor"]}))
        else:
            ground = ", ".join(f"{name} {value}" for name, value in line["floor"].items())
            print(f"{figure:20} {was or '-':>10} {line['value']:>10} {line['unit']:8} x{ratio or '-':<7} ({ground})")


if __name__ == "__main__":
    main()
