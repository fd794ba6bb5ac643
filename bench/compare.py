"""Two checkouts against one another on the same machine, in turns, so that what else the machine does hits both.

    PYTHONPATH=. python bench/compare.py OLD NEW [group ...] [--turns 3]

OLD and NEW are folders; the groups are those of bench/felt.py. Prints the table of docs/scaling.md: the best of each
figure over the turns, its ratio, and beside it what the machine itself takes (the same disk operations without a judge,
an empty Python process). A turn takes about a minute on a quiet machine.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from bench import felt

HERE = Path(__file__).resolve().parent
MORE_IS_BETTER = "letters_a_second"
WORDS = {
    "letter": ("processor time of an order letter, its share of first letters included", "ms"),
    MORE_IS_BETTER: ("letters a second, durable, start-up included", ""),
    "deadline_words": ("processor time of the deadlines of ten games, in words", "s"),
    "deadline_pages": ("the same with pages, charts and boards", "s"),
    "once_idle": ("`judge once` with nothing to do", "ms"),
    "once_one_letter": ("`judge once` with one letter", "ms"),
    "store_a_letter": ("store, a letter that was answered", "kB"),
}
Figures = dict[str, float]


def best(kept: Figures, checkout: Path, groups: list[str]) -> None:
    """Measure a checkout once more; the better value of each figure stays."""
    command = [sys.executable, str(HERE / "felt.py"), str(checkout), *groups]
    env = {**os.environ, "PYTHONPATH": str(HERE.parent)}
    ran = subprocess.run(command, env=env, capture_output=True, text=True, check=True)
    for line in map(json.loads, ran.stdout.splitlines()):
        figure, value = line["figure"], line["value"]
        pick = max if figure == MORE_IS_BETTER else min
        kept[figure] = pick(value, kept.get(figure, value))


def floors() -> dict[str, str]:
    """What the machine takes without a judge."""
    empty = min(felt.run(HERE.parent, "-c", "pass")[0] for _ in range(5)) * 1e3
    return {MORE_IS_BETTER: f"{felt.floor():.0f}", **dict.fromkeys(("once_idle", "once_one_letter"), f"{empty:.0f} ms")}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("old", type=Path)
    parser.add_argument("new", type=Path)
    parser.add_argument("groups", nargs="*")
    parser.add_argument("--turns", type=int, default=3)
    given = parser.parse_args()
    old: Figures = {}
    new: Figures = {}
    with tempfile.TemporaryDirectory(dir=os.environ.get("BENCH_FOLDER")) as folder:
        os.environ["BENCH_FOLDER"] = folder
        for turn in range(given.turns):
            order = [(old, given.old), (new, given.new)]
            for kept, checkout in order if turn % 2 == 0 else reversed(order):
                best(kept, checkout.resolve(), given.groups)
        ground = floors()
    print("| figure | old | new | ratio | floor |\n| --- | --- | --- | --- | --- |")
    for figure, value in new.items():
        words, unit = WORDS[figure]
        was, now = (f"{one:.3g} {unit}".strip() for one in (old[figure], value))
        print(f"| {words} | {was} | {now} | {value / old[figure]:.2f} | {ground.get(figure, '-')} |")


if __name__ == "__main__":
    main()
