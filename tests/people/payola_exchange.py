"""Payola and Exchange: offers and bribes, lists and bids, votes, orders about shares.

`at` says which position of the game is open: payola: spring; exchange: bids, terms, float, vote, board, move.
`before` is a letter of the same seat that came earlier. `done` has what the letter must have done at once (transfers,
sales, purchases, proposals, consents); every letter must have done exactly that. `also` are other sheets that say the
same; `shows` are words that the answer, or a report that came with it, must have.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import UTC, datetime
from functools import cache

from tests.people.result import Case, Result
from tests.people.services import Letter, Services, flat, signed
from tests.tables import rows

START = datetime(2026, 1, 5, 10, tzinfo=UTC)  # a Monday
GAME, MASTER = "g1", "gm@x.example"
SEATS = {
    "payola": ["AUSTRIA", "ENGLAND", "FRANCE", "GERMANY", "ITALY", "RUSSIA", "TURKEY"],
    "exchange": ["Anna", "Bob", "Carl", "Dora"],
}
STORY: list[tuple[str, str, dict[str, list[str]]]] = rows(__file__, "STORY")
"""One story brings every game of Exchange to its position."""
ON_SALE = {"Bob": ["SELL 3 RUSSIA AT 15", "SELL 2 FRANCE AT 9"]}
AT_ONCE = re.compile(r"(?:\w+: )?(TRANSFER|SELL|UNSELL|BUY|ISSUE|APPROVE|REJECT|ACCEPT)\b")


def position(case: Case) -> str:
    """What must be made before the letter can come."""
    return f"{case['game']}/{case['at']}"


@cache
def made(place: str) -> Services:
    """The game in that position, for its letters and for their replies."""
    game, _, at = place.partition("/")
    services = Services(START, {"replies_per_hour": 100000, "letters_per_hour": 100000})
    people = {seat: address_of(seat) for seat in SEATS[game]}
    services.register({MASTER: "Gm", **{address: seat.title() for seat, address in people.items()}})
    settings = "schedule='FRI 18:00 Europe/London'" + (" empty=dummy" if game == "payola" else "")
    services.open_game(MASTER, GAME, game, settings, people)
    services.master(MASTER, GAME, "START")
    if game == "payola":
        return services
    for name, phase, sheets in STORY:
        if name == at:
            break
        write(services, sheets)
        services.master(MASTER, GAME, f"PROCESS {phase}")
    if at == "move":
        write(services, ON_SALE)
    return services


def write(services: Services, sheets: dict[str, list[str]]) -> None:
    for seat, lines in sheets.items():
        services.post(address_of(seat), signed(seat, GAME, "\n".join(lines)), services.now)
    services.made()


def run(case: Case, base: Services, reply: bool = False) -> Result:
    """Send the letter to a judge in that position and look at what comes."""
    services, seat, had = base.copy(case["id"]), case["seat"], []
    address = address_of(seat)
    if case.get("before"):
        services.post(address, signed(seat, GAME, case["before"]), services.now)
        services.made()
        had = services.filed(address, seat, GAME)
    ident = services.write(address, seat, GAME, case["letter"], reply)
    letters = services.turn()
    answers = [letter for letter in letters if letter.answers == ident]
    reports = [letter for letter in letters if letter not in answers and letter.to == address]
    verdict, lines, good = said(answers)
    got = services.filed(address, seat, GAME) if lines is None else lines
    done = [text for text in good if text not in got and AT_ONCE.match(text)]
    return Result(case, faults(case, answers, reports, got, done, verdict), [verdict], got, had, answers, reports)


def said(answers: Sequence[Letter]) -> tuple[str, list[str] | None, list[str]]:
    """Verdict, sheet and the lines that were taken."""
    verdict, lines, good = "", None, []
    for letter in answers:
        verdict = letter.tag or verdict
        if letter.facts.get("schema") != "postal-judge/confirmation":
            continue
        verdict = letter.facts["verdict"]
        if letter.facts["sheets"]:
            lines = [line["text"] for line in letter.facts["sheets"][-1]["lines"]]
        good += [answer["text"] for answer in letter.facts["answers"] if answer["level"] == "ok"]
    return verdict, lines, good


def faults(
    case: Case,
    answers: Sequence[Letter],
    reports: Sequence[Letter],
    got: Sequence[str],
    done: Sequence[str],
    verdict: str,
) -> list[str]:
    """What is not as it should be."""
    want, out = case["want"], []
    if not answers:
        out.append("no answer")
    if want in ("take", "talk") and verdict in ("ERROR", "PARTIAL", "QUESTION", "ASK"):
        out.append(f"says {verdict}")
    if want == "take" and not verdict:
        out.append("nothing found")
    if want in ("part", "ask") and verdict == "OK":
        out.append("says OK")
    if sorted(got) not in map(sorted, (case["sheet"], *case.get("also", ()))):
        out.append(f"sheet {list(got)}")
    if list(done) != case.get("done", []):
        out.append(f"done {list(done)}")
    words = squeeze("\n".join(f"{letter.subject}\n{letter.text}" for letter in answers))
    told = words + squeeze("\n".join(letter.text for letter in reports))
    out += [f"not shown: {text!r}" for text in case.get("shows", ()) if squeeze(text) not in told]
    quoted = [*case.get("quoted", ()), *(case["sheet"] if want == "talk" else ())]
    return out + [f"not quoted: {text!r}" for text in quoted if squeeze(text) not in words]


def squeeze(text: str) -> str:
    return flat(text.replace("’", "'").replace("“", '"').replace("”", '"'))


def address_of(seat: str) -> str:
    return f"{seat.lower()}@x.example"
