"""Bourse, Troubleshooter and Capitalist: a letter with trades, a journey or a commander's orders.

`setup` says what goes before: `options` of the game, its `seats`, and `before`, steps that are a seat's letter, a
report of the board or a phase that the master resolves.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from datetime import UTC, datetime
from functools import cache

from tests.people.result import Case, Result
from tests.people.services import Letter, Services, flat, sheet_in, signed

START = datetime(2026, 1, 5, 10, tzinfo=UTC)  # a Monday
GAME, MASTER = "g1", "root@localhost"
SEATS = {"capitalist": ["Lupus", "Vulpes", "Corvus"]}
OPTIONS = {"troubleshooter": {"start_units": "1000", "sell_limit": "500"}}
REFUSED = ("ERROR", "PARTIAL", "ASK")


def position(case: Case) -> str:
    """What must be made before the letter can come. Cases with the same position share it."""
    setup = case.get("setup") or {}
    seats = setup.get("seats") or SEATS.get(case["game"], ["Lupus", "Vulpes"])
    options = {**OPTIONS.get(case["game"], {}), **setup.get("options", {})}
    return json.dumps([case["game"], seats, options, setup.get("before", [])])


@cache
def made(place: str) -> Services:
    """The game in that position, for its letters and for their replies."""
    game, seats, options, before = json.loads(place)
    services = Services(START, {"keeper": MASTER, "replies_per_hour": 100000, "letters_per_hour": 100000})
    services.register({address_of(seat): f"Person {chr(65 + k)}" for k, seat in enumerate(seats)})
    settings = "".join(f" {name}={value}" for name, value in options.items())
    people = {seat: address_of(seat) for seat in seats}
    services.open_game(MASTER, GAME, game, f"schedule='FRI 18:00 UTC'{settings}", people)
    services.master(MASTER, GAME, "START")
    for step in before:
        if "letter" in step:
            seat = step.get("seat", "Lupus")
            services.post(address_of(seat), signed(seat, GAME, step["letter"]), services.now)
            services.made()
        else:
            services.master(MASTER, GAME, step.get("report") or f"PROCESS {step['process']}")
    return services


def run(case: Case, base: Services, reply: bool = False) -> Result:
    """Send the letter to a judge in that position and look at what comes."""
    services, seat = base.copy(case["id"]), case.get("seat") or "Lupus"
    ident = services.write(address_of(seat), seat, GAME, case["letter"], reply)
    answers = [letter for letter in services.turn() if letter.answers == ident and letter.to == address_of(seat)]
    shown = sheet_in(answers)
    got = services.filed(address_of(seat), seat, GAME) if shown is None else shown
    why = faults(case, answers, got, shown is not None)
    had = base.filed(address_of(seat), seat, GAME) if why else ()
    return Result(case, why, tags(answers), got, had, answers)


def faults(case: Case, answers: Sequence[Letter], got: Sequence[str], confirmed: bool) -> list[str]:
    """What is not as it should be."""
    text, want, out = "\n".join(letter.text for letter in answers), case["want"], []
    verdict = next(iter(tags(answers)), "")
    errors = [a for letter in answers if sheet_in([letter]) is not None for a in letter.facts.get("answers", ())]
    errors = [a for a in errors if a["level"] == "error"]
    if not answers:
        out.append("no answer")
    if plain(got) != plain(case["sheet"]):
        out.append(f"sheet {list(got)}")
    if want in ("take", "talk"):
        if verdict in REFUSED or errors:
            out.append(f"says {verdict}, with an error")
        if want == "take" and answers and verdict not in ("OK", "FILED", "CHECK"):
            out.append(f"says {verdict}")
        if want == "talk" and answers and not (confirmed or shows_file(case, text)):
            out.append("what is on file is not shown")
        return out
    if verdict == "OK":
        out.append("says OK")
    missing = [words for words in case.get("quoted", ()) if flat(words) not in flat(text)]
    if answers and missing:
        out.append(f"not quoted: {missing}")
    return out


def shows_file(case: Case, text: str) -> bool:
    """Words do, if they name every line, or say what is (not) on file."""
    words = re.sub(r"what was on file before still stands\.?", "", flat(text))
    return all(flat(line) in words for line in case["sheet"]) if case["sheet"] else "on file" in words


def plain(lines: Sequence[str]) -> list[str]:
    """BUY MAX MARK and BUY MARK WITH REST are one request. Only the order of purchases says something."""
    trades = [re.sub(r"^BUY MAX (\w+)$", r"BUY \1 WITH REST", line) for line in lines]
    bought = [line for line in trades if line.startswith("BUY")]
    return bought + sorted(line for line in trades if not line.startswith("BUY"))


def tags(answers: Sequence[Letter]) -> list[str]:
    return [letter.tag for letter in answers]


def address_of(seat: str) -> str:
    return f"{seat.lower()}@people.test"
