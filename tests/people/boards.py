"""Diplomacy and Economic IV: a letter with unit orders, retreats, builds, votes or money.

A case names its `phase`; boards_before.json has the turns that lead there. `before` is a letter of the same seat that
came earlier, `options` are the game's.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path

from tests.people.result import Case, Result
from tests.people.services import Letter, Services, flat, sheet_in, signed

START = datetime(2026, 1, 5, 10, tzinfo=UTC)  # a Monday; deadlines on Fridays, for retreats and builds on Sundays
TURNS = json.loads((Path(__file__).parent / "boards_before.json").read_text("utf-8"))
POWERS = ["Austria", "England", "France", "Germany", "Italy", "Russia", "Turkey"]
GAME, MASTER = "g0", "gm@x.test"
HOUR = timedelta(hours=1)


def position(case: Case) -> str:
    """What must be made before the letter can come."""
    return "/".join((case["game"], case.get("phase", "S1901M"), case.get("options", "")))


@cache
def made(place: str) -> Services:
    """The game in that position, for its letters and for their replies."""
    game, phase, options = place.split("/")
    turns = TURNS.get(f"{game} {phase}", [])
    hold = ["empty=hold"] if game == "diplomacy" and not turns else []  # powers without orders stand, nobody is ejected
    services = Services(START, {"authentication": "off"})
    services.register({address: f"Person {address.split('@')[0]}" for address in (MASTER, *map(address_of, POWERS))})
    settings = ", ".join([*options.split(), *hold, "schedule=FRI 18:00 UTC"])
    services.open_game(MASTER, GAME, game, settings, {power: address_of(power) for power in POWERS})
    services.master(MASTER, GAME, "START")
    for turn in turns:
        assert services.listing()[GAME]["phase"] == turn["phase"], place
        for power, lines in turn["letters"].items():
            services.post(address_of(power), signed(power, GAME, "\n".join(lines)), services.now)
        services.made()
        due = datetime.fromisoformat(services.listing()[GAME]["deadline"])
        services.tick(due + timedelta(minutes=5))
    assert services.listing()[GAME]["phase"] == phase, place
    return services


def run(case: Case, base: Services, reply: bool = False) -> Result:
    """Send the letter to a judge in that position and look at what comes."""
    services, seat = base.copy(case["id"]), case.get("seat", "France")
    address, had = address_of(seat), []
    if case.get("before"):
        services.post(address, signed(seat, GAME, f"{case['before']}\nSIGNOFF"), services.now)
        services.tick(services.now + HOUR)
        had = services.filed(address, seat, GAME)
    services.tick(services.now + HOUR)
    ident = services.write(address, seat, GAME, case["letter"], reply)
    answers = [letter for letter in services.turn() if letter.answers == ident][-1:]
    shown = sheet_in(answers) if any(letter.facts.get("sheets") for letter in answers) else None
    got = services.filed(address, seat, GAME) if shown is None else shown
    tags = [letter.tag for letter in answers]
    return Result(case, faults(case, answers, got), tags, got, had, answers)


def faults(case: Case, answers: Sequence[Letter], got: Sequence[str]) -> list[str]:
    """What is not as it should be."""
    if not answers:
        return ["no answer"]
    words, want, tag, out = flat(answers[0].text), case["want"], answers[0].tag, []
    errors = [a for a in answers[0].facts.get("answers", ()) if a["level"] == "error"]
    if sorted(pieces(got)) != sorted(pieces(case["sheet"])):
        out.append(f"sheet {list(got)}")
    if want == "take" and tag not in ("OK", "FILED", "CHECK"):
        out.append(f"says {tag or 'nothing'}")
    if want == "talk" and tag not in ("OK", "FILED", "NOTED", "CHECK", ""):
        out.append(f"says {tag}")
    if want in ("take", "talk") and errors:
        out.append("reports an error")
    if want == "talk" and any(flat(line) not in words for line in case["sheet"]):
        out.append("what is on file is not shown")
    if want in ("part", "ask"):
        if tag == "OK":
            out.append("says OK")
        missing = [quoted for quoted in case["quoted"] if flat(quoted) not in words]
        if missing:
            out.append(f"not quoted: {missing}")
    return out


def pieces(lines: Sequence[str]) -> list[str]:
    """A list of builds or removals on one line is the same as its parts on lines of their own."""
    out = []
    for line in lines:
        verb, _, rest = line.partition(" ")
        out += [f"{verb} {unit}" for unit in rest.split(", ")] if verb in ("BUILD", "REMOVE") else [line]
    return out


def address_of(power: str) -> str:
    return f"{power.lower()}.{GAME}@x.test"
