"""How far the reading carries beyond the wordings it was taught: the letters once more, with a share of the phrase
rules switched off by lot.

    python -m tests.people.lot [--share 50] [--seed 1] [--rules asks,topics] [--only correspondence] [-v]

prints how many letters are still answered as labelled, and the three noughts.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from judge.parse import reader
from judge.parse.clauses.phrases import Phrases, load
from tests.people.result import NOUGHTS
from tests.people.run import cases, line_of, results

ASKED = ("asks", "topics", "session", "amend", "correction", "votes")
"""Phrase files of the correspondence, by the beginnings of their names."""


def without(seed: int, share: int, files: tuple[str, ...]) -> None:
    """From now on a share of the rules in these files is left out, always the same ones for a seed."""

    def kept(file: str, source: str) -> bool:
        return not file.startswith(files) or random.Random(f"{seed} {source}").randrange(100) >= share

    def some(folder: Path, names: tuple[str, ...], slots: Mapping[str, str]) -> Phrases:
        found = load(folder, names, slots)
        return replace(found, rules=tuple(one for one in found.rules if kept(one.file, one.pattern.source)))

    reader.load = some


def main() -> int:
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("--share", type=int, default=50, help="per cent of the rules that are left out")
    ap.add_argument("--seed", type=int, default=1, help="which lot; one a process, since readers are shared")
    ap.add_argument("--rules", default=",".join(ASKED), help="phrase files, by the beginnings of their names")
    ap.add_argument("--only", default="correspondence", help="files of letters")
    ap.add_argument("--id", default="", help="these letters alone")
    ap.add_argument("-v", action="store_true", help="every letter that is lost")
    words = ap.parse_args()
    wanted = [case for part in words.only.split(",") for case in cases(part)]
    wanted = [case for case in wanted if not words.id or case["id"] in words.id.split(",")]
    without(words.seed, words.share, tuple(words.rules.split(",")))
    found = list(results(wanted))
    if words.v:
        print("\n".join(line_of(result) for result in found if not result.holds))
    for name, test in NOUGHTS.items():
        print(f"{name}: {' '.join(r.case['id'] for r in found if test(r)) or 0}")
    held = sum(result.holds for result in found)
    print(f"lot {words.seed}, {words.share} % of the rules off: {held}/{len(found)} ({100 * held // len(found)} %)")
    return 0


if __name__ == "__main__":
    sys.exit(main())
