"""Payola: milliseconds to read all sheets of a movement, to hold them against the rules, and to decide every unit.

    python bench/payola.py [SHEETS.json] [--rounds 5]

SHEETS.json holds `{"cases": [{"id", "class", "units", "accept", "balance", "offers"}]}`; without it sheets are made
up: 34 units, 82, 154 and 280 lines of bribes for light, normal and heavy ones, which offer about 1, 1.5 and 4 times
what the purses hold. `cold` is a reader that has seen nothing, `read` one that has seen these lines before, as at the
deadline in a running judge; `record` is all of it, from a JSON record to its answer. The goal is 2 ms for `read` and
`decide` of heavy sheets. Medians, and the worst of all rounds.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from judge.kits.board.legality import legal_orders
from judge.kits.board.opening import position_of
from judge.kits.board.standard import standard_map
from judge.kits.bribes.decide import BribePurse, decide
from judge.kits.bribes.reading import Notation, notation
from judge.kits.bribes.record import adjudicate_record
from judge.kits.bribes.screen import PayerTable, screen
from judge.kits.bribes.survey import Survey
from judge.kits.bribes.values import read_welcome, spelled_out

Case = Mapping[str, Any]
BOARD = standard_map()
POWERS = tuple(sorted(BOARD.powers))
LETTERS = {power.letter: code for code, power in sorted(BOARD.powers.items())}
CLASSES = {"light": (82, 1.0), "normal": (154, 1.5), "heavy": (280, 4.0)}
clock = time.perf_counter


def made_up(name: str, chance: random.Random) -> Case:
    """A movement of 34 units with so many lines, and purses that hold a part of what they offer."""
    count, times = CLASSES[name]
    places = chance.sample(sorted(code for code in BOARD.provinces), 34)
    units: dict[str, list[str]] = {power: [] for power in POWERS}
    for place in places:
        province = BOARD.provinces[place]
        fleet = province.terrain == "sea" or (province.terrain == "coast" and chance.random() < 0.4)
        units[chance.choice(POWERS)].append(f"F {chance.choice(province.locations)}" if fleet else f"A {place}")
    position = position_of(BOARD, units)
    orders = {
        unit.text: [text[len(unit.text) + 1 :] for text in legal_orders(BOARD, position, unit)]
        for unit in position.units.values()
    }
    plain = {unit: [text for text in texts if "/" not in text or text[0] == "-"] for unit, texts in orders.items()}
    offers: dict[str, list[str]] = {power: [] for power in POWERS}
    for number in range(count):
        unit = sorted(plain)[number % len(plain)] if number < len(plain) else chance.choice(sorted(plain))
        listed = chance.sample(plain[unit], min(len(plain[unit]), chance.choice((1, 1, 1, 2))))
        amount = chance.randint(1, 9)
        plateau = chance.choice(("", "", "", f"#{chance.randint(1, amount)}"))
        sign = chance.choice("::::::!>@&")
        offers[chance.choice(POWERS)].append(f"{amount}{plateau} {sign} {unit} {' | '.join(listed)}")
    total = {power: sum(int(line.split()[0].split("#")[0]) for line in lines) for power, lines in offers.items()}
    balance = {power: int(total[power] / times) for power in POWERS}
    accept = {power: "".join(chance.sample(sorted(LETTERS), 7)) for power in POWERS}
    return {"id": name, "class": name, "units": units, "accept": accept, "balance": balance, "offers": offers}


def welcomes(case: Case) -> dict[str, tuple[str, ...]]:
    return {power: spelled_out(read_welcome(case["accept"][power], LETTERS), (POWERS,)) for power in POWERS}


def read(case: Case, reader: Notation) -> dict[str, list[Any]]:
    return {power: [reader.read(line) for line in lines] for power, lines in case["offers"].items()}


def judged(case: Case, sheets: Mapping[str, Sequence[Any]]) -> dict[str, BribePurse]:
    survey = Survey(BOARD, position_of(BOARD, case["units"]))
    purses = {}
    for power in POWERS:
        found = screen(PayerTable(survey, power, power, case["balance"][power]), sheets.get(power, ()))
        assert all(one.stands for one in found), [one for one in found if not one.stands]
        purses[power] = BribePurse(case["balance"][power], tuple(one.line for one in found))
    return purses


def timed(work: Callable[[], Any]) -> tuple[float, Any]:
    start = clock()
    result = work()
    return (clock() - start) * 1000, result


def measure(cases: Sequence[Case], rounds: int) -> dict[str, list[float]]:
    """Name of the part -> milliseconds, one figure a case and round."""
    out: dict[str, list[float]] = {part: [] for part in ("cold", "read", "judge", "decide", "record")}
    for _ in range(rounds):
        for case in cases:
            out["cold"].append(timed(lambda case=case: read(case, Notation(BOARD)))[0])
            read(case, notation())
            took, sheets = timed(lambda case=case: read(case, notation()))
            out["read"].append(took)
            took, purses = timed(lambda case=case, sheets=sheets: judged(case, sheets))
            out["judge"].append(took)
            lists = welcomes(case)
            units = case["units"]
            out["decide"].append(timed(lambda u=units, p=purses, w=lists: decide(u, p, w))[0])
            record = {**case, "balances": case["balance"]}
            out["record"].append(timed(lambda record=record: adjudicate_record(record))[0])
    return out


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sheets", nargs="?", type=Path)
    parser.add_argument("--rounds", type=int, default=5)
    given = parser.parse_args()
    if given.sheets:
        cases = json.loads(given.sheets.read_text("utf-8"))["cases"]
    else:
        chance = random.Random(1995)
        cases = [made_up(name, chance) for name in CLASSES for _ in range(20)]
    for name in CLASSES:
        chosen = [case for case in cases if case["class"] == name]
        figures = measure(chosen, given.rounds)
        lines = sum(len(lines) for lines in chosen[0]["offers"].values())
        parts = "  ".join(f"{part} {statistics.median(ms):.2f}" for part, ms in figures.items())
        both = [a + b for a, b in zip(figures["read"], figures["decide"], strict=True)]
        print(
            f"{name:6} {lines:3} lines, ms:  {parts}  read+decide {statistics.median(both):.2f} (worst {max(both):.2f})"
        )


if __name__ == "__main__":
    main()
