"""Plausible data for every letter: a Bourse played by its own rules, with the desk's shapes around it."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from judge.core.codec import pack
from judge.core.dice import Dice
from judge.core.variant import Role, Seat
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
    return {**base, **changes}


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
