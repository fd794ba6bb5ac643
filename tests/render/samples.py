"""Plausible data for every letter: a Bourse played by its own rules, with the desk's shapes around it."""

from functools import cache
from pathlib import Path
from typing import Any

from judge.core.codec import pack
from judge.core.dice import Dice
from judge.core.variant import Role, Seat
from judge.games.bourse import VARIANT
from judge.kits.host.commands import ReportResult
from judge.kits.market.orders import Buy, Sell
from judge.render.template_renderer import TemplateRenderer
from tests.harness import shared_renderer
from tests.tables import rows

SHARE = Path(__file__).resolve().parents[2]
TEMPLATES = SHARE / "templates"

NAMES = ("Lupus", "Vulpes", "Grey Wolf", "Corvus", "Ursa", "Mustela", "The Honourable Cat O'Nine T.", "Bär")
DEADLINE = "2026-12-04T18:00:00+00:00"
OLD = "2026-11-27T18:00:00+00:00"
SENT = "2026-12-02T10:03:04+00:00"
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
def opened() -> Any:
    seats = tuple(Seat(name, Role.TRADER) for name in NAMES)
    return VARIANT.open(seats, {"rules": "classic"}, Dice(b"x", "START"))


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


def autumn() -> Any:
    """The step of F1901M: Austria is eliminated."""
    report = ReportResult.read({"phase": "F1901M", "counts": COUNTS})
    orders = {"Lupus": (sell(600, "LIRA"), buy(100, "MARK")), "MASTER": (report,)}
    return VARIANT.resolve(spring().state, orders, Dice(b"x", "F1901M"))


def notices(step: Any) -> list[dict[str, Any]]:
    """What everybody reads."""
    return [notice for notice in pack(step.notices) if notice["audience"] == "*"]


def parts(step: Any) -> list[str]:
    out = []
    for notice in notices(step):
        name = f"{notice['kind']}.txt"
        text = renderer().part((f"bourse/{name}", f"lib/{name}"), {"data": notice["data"], "game": "lira7"})
        assert text is not None, name
        out.append(text.rstrip("\n"))
    return out


# ---- the desk's shapes ------------------------------------------------------------------------------------------

BASES = dict(rows(__file__, "BASES"))
"""What a letter of a game is given, one to somebody who has no seat, and an autumn's results without their parts."""


def results() -> dict[str, Any]:
    return {**BASES["results"], "parts": parts(autumn())}
