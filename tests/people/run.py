"""Letters as people write them, and what a careful referee answers: every case, in one process.

    python -m tests.people.run [--only markets,boards] [--id m-119] [--kind sentence] [--want ask] [-v] [--jobs 2]

prints a table by game, kind and outcome and the three figures that must be nought.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from tests.people import boards, correspondence, markets, payola_exchange
from tests.people.not_yet import LETTERS
from tests.people.result import NOUGHTS, Case, Result
from tests.people.services import Services

HERE = Path(__file__).parent


@dataclass(frozen=True)
class Part:
    """One file of cases: which position a case needs, how it is made, and how a case is run in it."""

    position: Callable[[Case], str]
    made: Callable[[str], Services]
    run: Callable[[Case, Services, bool], Result]


def part_of(module: Any) -> Part:
    return Part(module.position, module.made, module.run)


PARTS = {
    module.__name__.rpartition(".")[2]: part_of(module) for module in (markets, boards, payola_exchange, correspondence)
}
PARTS["letters"] = part_of(correspondence)  # further letters of the same kinds


def cases(part: str) -> list[Case]:
    """The cases of a file, in its order."""
    text = (HERE / f"{part}.jsonl").read_text("utf-8")
    return [{**json.loads(line), "part": part} for line in text.splitlines() if line.strip()]


def results(wanted: Iterable[Case], reply: bool = False) -> Iterator[Result]:
    """Run these cases, each letter behind a sign-on or as a `reply` to the judge's newest one. Each position is made
    once."""
    groups: dict[tuple[str, str], list[Case]] = defaultdict(list)
    for case in wanted:
        groups[case["part"], PARTS[case["part"]].position(case)].append(case)
    for (part, place), group in groups.items():
        base = PARTS[part].made(place)
        for case in group:
            yield PARTS[part].run(case, base, reply)


def line_for(result: Result) -> str:
    """How a case is listed that does not hold; "" if it does."""
    broken = [word for word, test in NOUGHTS.items() if test(result)]
    return "" if result.holds else "; ".join((f"{result.case['id']} {result.case['kind']}", *broken))


# ---- the command line -------------------------------------------------------------------------------------------


def chosen(words: argparse.Namespace) -> list[Case]:
    """The cases that were asked for."""
    ids = set(filter(None, words.id.split(",")))
    found = [case for part in words.only.split(",") for case in cases(part)]
    return [
        case
        for case in found
        if (not ids or case["id"] in ids)
        and (not words.kind or case["kind"] in words.kind.split(","))
        and (not words.want or case["want"] in words.want.split(","))
        and (not words.game or case["game"] in words.game.split(","))
    ]


def share(bundle: Sequence[Case], reply: bool) -> list[Result]:
    return list(results(bundle, reply))


def all_results(wanted: Sequence[Case], jobs: int, reply: bool) -> list[Result]:
    """The results in the order of the cases, by one process or several."""
    if jobs > 1:
        bundles = [wanted[k * len(wanted) // jobs : (k + 1) * len(wanted) // jobs] for k in range(jobs)]
        with get_context("fork").Pool(jobs) as pool:
            found = [
                result for bundle in pool.starmap(share, [(bundle, reply) for bundle in bundles]) for result in bundle
            ]
    else:
        found = share(wanted, reply)
    place = {case["id"]: at for at, case in enumerate(wanted)}
    return sorted(found, key=lambda result: place[result.case["id"]])


def story(result: Result) -> str:
    """Everything about one case: the letter, what was wanted and what came."""
    case = result.case
    wanted = {
        key: value for key, value in case.items() if key not in ("id", "letter", "letters", "part", "kind", "why")
    }
    head = f"{case['id']}  {'holds' if result.holds else 'MISSES'}  ({case['kind']}: {case['why']})"
    letters = case.get("letters") or [case["letter"]]
    asked = "\n-- then --\n".join(one if isinstance(one, str) else json.dumps(one) for one in letters)
    came = "\n".join(
        f"[to {letter.to}] {letter.subject}\n\n{letter.text}" for letter in (*result.letters, *result.also)
    )
    return "\n".join(
        (
            f"{'=' * 30} {head}",
            asked,
            f"{'-' * 12} wanted",
            json.dumps(wanted, ensure_ascii=False, indent=1),
            f"{'-' * 12} on file: {result.got}",
            *(f"!! {why}" for why in result.why),
            f"{'-' * 12} answer",
            came,
        )
    )


def line_of(result: Result) -> str:
    """A case that falls short, in a few lines."""
    case = result.case
    letter = case.get("letter") or " // ".join(map(str, case.get("letters", [""])))
    shown = letter.replace("\n", " | ")
    return f"{case['id']} {case['game']} {case['want']}/{case['kind']}: {'; '.join(result.why)}\n      {shown[:300]}"


def table(found: Sequence[Result]) -> str:
    """By part, game, outcome and kind, and the noughts."""
    out = []
    for field in ("part", "game", "want", "kind"):
        total, good = Counter(r.case[field] for r in found), Counter(r.case[field] for r in found if r.holds)
        rows = sorted(total, key=lambda key: (good[key] - total[key], key)) if field == "kind" else sorted(total)
        out.append(f"by {field}: " + ", ".join(f"{key} {good[key]}/{total[key]}" for key in rows))
    for name, test in NOUGHTS.items():
        bad = [result.case["id"] for result in found if test(result)]
        out.append(f"{name}: {len(bad)} {' '.join(bad)}".rstrip())
    held = sum(result.holds for result in found)
    out.append(f"as a careful referee would: {held}/{len(found)} ({100 * held // max(1, len(found))} %)")
    return "\n".join(out)


def main() -> int:
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("--only", default=",".join(PARTS), help="files: " + ",".join(PARTS))
    ap.add_argument("--id", default="", help="these cases alone, with the letter and the whole answer")
    ap.add_argument("--kind", default="", help="cases of these kinds")
    ap.add_argument("--want", default="", help="take, part, ask or talk")
    ap.add_argument("--game", default="", help="cases of these games")
    ap.add_argument("-v", action="store_true", help="every miss, with its letter and the reason")
    ap.add_argument("--shrink", action="store_true", help="strike out of not_yet.txt what holds")
    ap.add_argument("--reply", action="store_true", help="as replies to the judge's letters, without a sign-on")
    ap.add_argument("--jobs", type=int, default=1, help="processes")
    ap.add_argument("--json", default="", help="write the verdicts to this file")
    words = ap.parse_args()
    began, found = time.perf_counter(), all_results(chosen(words), words.jobs, words.reply)
    if words.id:
        print("\n".join(map(story, found)))
    elif words.v:
        print("\n".join(line_of(result) for result in found if not result.holds))
    if words.shrink:
        LETTERS.shrink({result.case["id"]: line_for(result) for result in found})
    print(table(found))
    print(f"{time.perf_counter() - began:.1f} s")
    if words.json:
        rows = [
            {"id": r.case["id"], "ok": r.holds, "why": r.why, **{key: test(r) for key, test in NOUGHTS.items()}}
            for r in found
        ]
        Path(words.json).write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), "utf-8")
    return 0 if all(result.holds for result in found) else 1


if __name__ == "__main__":
    sys.exit(main())
