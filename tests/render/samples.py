"""Plausible data for every letter: a Bourse played by its own rules, with the desk's shapes around it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields, replace
from functools import cache
from pathlib import Path
from typing import Any

from judge.core.codec import pack
from judge.core.dice import Dice
from judge.core.ruling import words
from judge.core.variant import Role, Seat
from judge.desk.cabinet.records import Game, Status
from judge.desk.counter.answering import Outcome, to_master, to_player
from judge.desk.sheets.shown import NOTHING, SheetView
from judge.desk.writing.machine import AnswerTold, OrderTold
from judge.games.bourse import VARIANT
from judge.kits.host.commands import GameOver, ReportResult
from judge.kits.market.orders import Buy, Sell
from judge.render.template_renderer import TemplateRenderer
from tests.harness import shared_renderer

SHARE = Path(__file__).resolve().parents[2]
TEMPLATES = SHARE / "templates"

NAMES = ("Lupus", "Vulpes", "Grey Wolf", "Corvus", "Ursa", "Mustela", "The Honourable Cat O'Nine T.", "Bär")
DEADLINE = "2026-12-04T18:00:00+00:00"
OLD = "2026-11-27T18:00:00+00:00"
SENT = "2026-12-02T10:03:04+00:00"
SECRET = "5f" * 32
ANCHOR = "a0" * 32
COUNTS = {"AUSTRIA": 0, "ENGLAND": 4, "FRANCE": 5, "GERMANY": 6, "ITALY": 6, "RUSSIA": 8, "TURKEY": 5}


@cache
def renderer() -> TemplateRenderer:
    return shared_renderer()


def sell(amount: int | str, currency: str, line: int = 0) -> Sell:
    return Sell.read({"amount": amount, "currency": currency, "line": line})


def buy(amount: int | str, currency: str, line: int = 0) -> Buy:
    what = {"budget": amount} if amount == "REST" else {"amount": amount}
    return Buy.read({**what, "currency": currency, "line": line})


# ---- a game -----------------------------------------------------------------------------------------------------


@cache
def opened(rules: str = "classic") -> Any:
    seats = tuple(Seat(name, Role.TRADER) for name in NAMES)
    return VARIANT.open(seats, {"rules": rules}, Dice(b"x", "START"))


def spring() -> Any:
    """The step of S1901M: some trade, two are silent."""
    orders = {
        "Lupus": (sell(500, "LIRA"), buy(400, "MARK"), buy("REST", "CROWN")),
        "Vulpes": (sell(500, "CROWN"), sell(500, "PIASTRE"), buy(900, "ROUBLE")),
        "Grey Wolf": (sell(120, "POUND"), buy(120, "FRANC")),
        "Bär": (sell(500, "CROWN"), sell(500, "FRANC"), buy(1000, "ROUBLE")),
        "Ursa": (sell(300, "LIRA"), buy(299, "MARK")),
    }
    return VARIANT.resolve(opened().state, orders, Dice(b"x", "S1901M"))


def autumn(*, ends: bool = False) -> Any:
    """The step of F1901M: Austria is eliminated; `ends` gives the game away to Russia."""
    report = ReportResult.read({"phase": "F1901M", "counts": COUNTS})
    over = (GameOver.read({"how": "CONCEDED", "powers": ("RUSSIA",)}),) if ends else ()
    orders = {"Lupus": (sell(600, "LIRA"), buy(100, "MARK")), "MASTER": (report, *over)}
    return VARIANT.resolve(spring().state, orders, Dice(b"x", "F1901M"))


def notices(step: Any, audience: str = "*") -> list[dict[str, Any]]:
    return [notice for notice in pack(step.notices) if notice["audience"] == audience]


def parts(step: Any, audience: str = "*") -> list[str]:
    out = []
    for notice in notices(step, audience):
        name = f"{notice['kind']}.txt"
        text = renderer().part((f"bourse/{name}", f"lib/{name}"), {"data": notice["data"], "game": "lira7"})
        assert text is not None, name
        out.append(text.rstrip("\n"))
    return out


# ---- the desk's shapes ------------------------------------------------------------------------------------------


def context(**changes: Any) -> dict[str, Any]:
    game = {
        "name": "lira7",
        "variant": "bourse",
        "phase": "S1903M",
        "phase_words": "Spring 1903, movement",
        "deadline": DEADLINE,
        "schedule": "FRI 18:00 Europe/London",
        "zone": "Europe/London",
        "revision": 1,
        "status": "active",
        "master": "gm@example.org",
        "locked": False,
        "looked": False,
        "options": {},
        "practice": False,
        "short": [],
        "minor": "",
    }
    base = {
        "judge": "DEMO",
        "address": "judge@example.org",
        "keeper": "keeper@example.org",
        "zone": "America/New_York",
        "now": SENT,
        "game": game,
        "seat": "Lupus",
        "seat_role": "trader",
    }
    if "game_status" in changes:
        base["game"] = {**game, "status": changes.pop("game_status")}
    return {**base, **changes}


def view(sheet: tuple[Any, ...] = (), **changes: Any) -> SheetView:
    """A sheet as the desk shows it, with its forecast in words."""
    state = spring().state
    rulings = VARIANT.rule_on(state, "Lupus", sheet)
    lines = []
    for ruling in rulings:
        notes = ([ruling.because] if ruling.because else []) + list(ruling.remarks)
        lines.append(OrderTold(ruling.command.canonical(), " ".join(words(VARIANT.reasons, one) for one in notes)))
    forecast = VARIANT.forecast(state, "Lupus", sheet)
    text = renderer().part(("bourse/forecast.txt",), {"forecast": forecast})
    shown = SheetView(
        phase="S1903M",
        version=4,
        replaces=3,
        lines=tuple(lines),
        whole=("Trades",),
        forecast=forecast,
        foretold=(text or "").rstrip("\n"),
    )
    return replace(shown, **changes)


def answer(level: Any, text: str, line: int = 0, echo: str = "") -> AnswerTold:
    return AnswerTold(level, text, line, echo)


def outcome(
    views: Sequence[SheetView], answers: Sequence[AnswerTold], **changes: Any
) -> tuple[Outcome, dict[str, Any]]:
    """What became of a letter, and the changes that are not about that."""
    errors = sum(one.level == "error" for one in answers)
    data = {
        "verdict": "OK" if not errors else "PARTIAL" if len(answers) > errors else "ERROR",
        "who": "Lupus",
        "answers": tuple(answers),
        "errors": errors,
        "warnings": sum(one.level == "warning" for one in answers),
        "sheets": tuple(views),
    }
    names = {one.name for one in fields(Outcome)}
    data |= {name: changes.pop(name) for name in sorted(names & changes.keys())}
    return Outcome(**data), changes


def confirmation(
    views: Sequence[SheetView], answers: Sequence[AnswerTold], *, master: bool = False, **changes: Any
) -> dict[str, Any]:
    done, rest = outcome(views, answers, **changes)
    game = Game("lira7", "bourse", 1, "gm@example.test", "", "", Status.ACTIVE, phase="S1903M")
    game = replace(game, status=Status(rest.get("game_status", "active")), locked=rest.pop("locked", False))
    data = {
        "verdict": done.verdict,
        "said": to_master(done, game) if master else to_player(done, game, "Spring 1903, movement"),
        "title": "Bourse",
        "received": SENT,
        "notes": [],
        "chatter": [],
        "enclosures": [],
        "by_master": done.by_master,
        "elsewhere": "",
        "left": "2 d 7 h 57 m",
    }
    return context(**{**data, **rest})


def plain_confirmation(**changes: Any) -> dict[str, Any]:
    """Two lines, nothing wrong."""
    sheet = (sell(300, "LIRA", 1), buy(250, "MARK", 2))
    shown = view(sheet)
    said = [answer("ok", line.text, n, "x") for n, line in enumerate(shown.lines, 1)]
    return confirmation([shown], [*said, *changes.pop("more", ())], **changes)


def partial_confirmation(**changes: Any) -> dict[str, Any]:
    """Everything that can be said at once."""
    sheet = (sell(900, "LIRA", 1), sell(200, "CROWN", 2), buy(100, "MARK", 3), buy("REST", "ROUBLE", 4))
    shown = view(sheet, ready=True)
    caret = "I know no currency called LYRA.\n    SELL 300 LYRA\n             ^\nDid you mean:  SELL 300 LIRA"
    said = [
        answer("warning", f"{line.text} - {line.note}" if line.note else line.text, n, "x")
        for n, line in enumerate(shown.lines, 1)
    ]
    said += [
        answer("error", caret, 7, "SELL 300 LYRA"),
        answer(
            "error",
            "SELL 0 CROWNS - 0 is no number of units that can be traded. Write a whole number above 0. (M-13)",
            8,
            "please sell zero crowns",
        ),
        answer("error", "This word is the master's, and stands in the master's block. Send HELP."),
        answer("ok", "Your press went to Vulpes, signed Lupus.", 9, "PRESS TO Vulpes"),
    ]
    later = view((sell(10, "LIRA"),), phase="F1903M", later=True, version=1, replaces=0, forecast=NOTHING, foretold="")
    data = {
        "chatter": ["Dear judge,", "what a lovely game {{ 7 * 7 }}", "thank you", "so long"],
        "notes": [
            "Only the first 500 tags of the HTML part of this letter were read.",
            "Others got a copy of your letter.",
        ],
        "enclosures": ["STATUS of Lupus in lira7\n\n  Lira  1000"],
        "elsewhere": "ann@elsewhere.example",
    }
    return confirmation(changes.pop("sheets", [shown, later]), changes.pop("answers", said), **{**data, **changes})


def result_data(step: Any, **changes: Any) -> dict[str, Any]:
    data = {
        "title": "Bourse",
        "result_phase": "F1901M",
        "result_words": "Autumn 1901, movement",
        "revision": 1,
        "correction": [],
        "wrote": [],
        "opened": "",
        "parts": parts(step),
        "draws": [{"label": "order of play/1", "sides": 8, "value": 3}],
        "link": 3,
        "secret": SECRET,
        "anchor": ANCHOR,
        "previous_link": 2,
        "later": [],
        "archive": "",
        "ended": pack(step.ended),
        "next_phase": "" if step.ended else "S1902M",
        "next_words": "" if step.ended else "Spring 1902, movement",
        "press": [
            {"from": "Vulpes", "text": "Sell Crowns!\n  dice link 9 ffff\n" + "Buy Roubles. " * 12},
            {"from": "", "text": "who am I?"},
        ],
    }
    return context(**{**data, **changes})


def revised(step: Any) -> dict[str, Any]:
    lines = ["- Lira  1.00  300  0.97", "+ Lira  1.00  200  0.98", "The dice are those of the first time."]
    return result_data(step, revision=2, correction=lines, draws=[], zone="Europe/London")


def statement_data(step: Any, seat: str, **changes: Any) -> dict[str, Any]:
    data = {
        "title": "Bourse",
        "result_phase": "F1901M",
        "result_words": "Autumn 1901, movement",
        "revision": 1,
        "parts": parts(step, seat),
        "ended": pack(step.ended),
        "misses": 0,
        "open_now": False,
        "meant": False,
        "wrote": False,
        "larger": "MAP F1901M",
        "further": False,
        "headed": True,
        "last": True,
        "asked": "must",
        "lead": "You are 2nd of 4 with 230.00 credits; Lupus leads with 250.00.",
        "score_unit": VARIANT.info.score_unit,
        "samples": ["SELL 300 LIRA", "BUY MARKS WITH REST"],
    }
    return context(**{**data, **changes})


def start_data(**changes: Any) -> dict[str, Any]:
    data = {
        "title": "Bourse",
        "credits": VARIANT.info.credits,
        "seats": list(NAMES),
        "anchor": ANCHOR,
        "secret": SECRET,
        "chosen": ["cash=keep", "step=unit"],
        "parts": parts(opened()),
        "draws": [],
        "wins": "The most credits win.",
        "needed": ["The master reports the board."],
    }
    return context(**{**data, **changes})


def final_data(step: Any, **changes: Any) -> dict[str, Any]:
    ended = pack(step.ended)
    data = {
        "title": "Bourse",
        "score_unit": VARIANT.info.score_unit,
        "ended": ended,
        "ranked": sorted(ended["scores"]),
        "people": [["Lupus", "Ann Archer"], ["Vulpes", "nobody at the end"]],
        "final_phase": "F1901M",
        "anchor": ANCHOR,
        "link": 3,
        "secret": SECRET,
        "race": None,
        "turns": [],
        "page": "",
    }
    return context(**{**data, **changes})


def outside(**changes: Any) -> dict[str, Any]:
    """A letter to somebody who has no seat."""
    base: Mapping[str, Any] = {**context(), "game": None, "seat": ""}
    return {
        **base,
        "subject": "Re: AW: [OK] hello\tthere",
        "notes": ["Only the first 500 tags of the HTML part of this letter were read."],
        **changes,
    }
