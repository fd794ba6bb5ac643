"""How many of the sealed letters are read as a careful referee would, by class: never which.

python -m tests.people.sealed
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.people import run
from tests.people.result import NOUGHTS

FOLDER = Path(__file__).parent / "sealed"
PARTS = ("markets", "boards", "payola_exchange", "correspondence")
FIRST = {"payola": {"at": "spring", "seat": "FRANCE"}, "exchange": {"at": "bids", "seat": "Anna"}}


def letters(part: str) -> Iterator[dict[str, Any]]:
    for line in (FOLDER / f"{part}.jsonl").read_text("utf-8").splitlines():
        case = json.loads(line)
        yield {**(FIRST.get(case["game"], {}) if part == "payola_exchange" else {}), **case, "part": part}


def main() -> None:
    held, every, broken = Counter[str](), Counter[str](), Counter[str]()
    for part in PARTS:
        for result in run.results(letters(part)):
            case = result.case
            classes = ("all", part, f"want {case['want']}", f"in {case['lang']}", f"by a {case.get('who', 'player')}")
            every.update(classes)
            held.update(classes if result.holds else ())
            broken.update(name for name, test in NOUGHTS.items() if test(result))
    for name, many in every.items():
        print(f"{name}: {held[name]} of {many} ({100 * held[name] // many} %)")
    for name in NOUGHTS:
        print(f"{name}: {broken[name]}")


if __name__ == "__main__":
    main()
