"""Pages to keep open: a game as it stands, a form that writes one's orders, and its deadlines as a calendar.

They say what the game's own page may say. Who still owes a sheet is named only where the game is set to tell it
(owes=yes); which orders there are is made of the public board and prices alone.
"""

import base64
import hashlib
from collections.abc import Iterable
from dataclasses import replace
from decimal import Decimal
from typing import Any

from judge.core import codec
from judge.core.shown import Shown
from judge.core.variant import Duty
from judge.desk.cabinet.options import of_house
from judge.desk.cabinet.records import Status, instant
from judge.extras import calendar
from judge.extras.facts import Facts
from judge.kits.market.rules import DOLLAR, CashRule, Overspend, PriceStep
from judge.kits.market.state import MarketShown, market_in


def scripted(script: str) -> str:
    """What a page's policy allows: this script, and no other."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()}'"


# ---- as it stands ---------------------------------------------------------------------------------------------------


def owing(facts: Facts) -> list[str] | None:
    """Who must or may still write, where the game tells; None where it does not."""
    services, game = facts.services, facts.game
    if of_house(game, "owes") != "yes" or game.status is not Status.ACTIVE:
        return None
    filed = {record.seat for record in services.files.sheets(game.key, game.phase) if record.filed}
    duties = services.agenda(game).duties
    return [
        seat.name
        for seat in services.files.seats(game.key).values()
        if duties.get(seat.name, Duty.NONE) is not Duty.NONE and seat.name not in filed and not seat.vacant
    ]


# ---- a calendar -----------------------------------------------------------------------------------------------------


def deadlines(facts_or_games: Iterable[Facts]) -> bytes:
    """The deadlines of games as one calendar to subscribe to."""
    events: list[str] = []
    for facts in facts_or_games:
        game, services = facts.game, facts.services
        at = instant(game.settled or game.created)
        text = calendar.deadline(services.config, services.renderer, game, facts.info, at).decode()
        start, end = text.find("BEGIN:VEVENT"), text.rfind("END:VEVENT")
        if start >= 0:
            events.append(text[start : end + len("END:VEVENT\r\n")])
    head = ["BEGIN:VCALENDAR", "VERSION:2.0", f"PRODID:{calendar.PRODUCT}", "METHOD:PUBLISH"]
    head += ["NAME:Deadlines", "X-WR-CALNAME:Deadlines", "REFRESH-INTERVAL;VALUE=DURATION:PT1H"]
    return "".join(f"{line}\r\n" for line in head).encode() + "".join(events).encode() + b"END:VCALENDAR\r\n"


# ---- a form for orders ----------------------------------------------------------------------------------------------


def form(facts: Facts) -> dict[str, Any]:
    """What the order form offers in the open phase, by what everybody knows: it holds nobody's sheet and no key."""
    game, public = facts.game, facts.standing if facts.game.snapshot else Shown()
    market = market_in(public) if game.phase[-1:] in ("M", "C") else None
    seated = tuple(seat["name"] for seat in facts.seats if not seat["vacant"])
    variant = facts.services.variant(game)
    offered = variant.form(public, game.phase, seated)
    off = {f"{name}={value}" for name, value in game.options.items()}
    blanks = [replace(each, lines=tuple(n for n in each.lines if n.unless not in off)) for each in offered.blanks]
    summed = any(line.summed for group in offered.groups for line in group.lines)
    addressing = facts.services.config.addressing
    return {
        "seats": [seat["name"] for seat in facts.seats if not seat["vacant"] and not seat["robot"]],
        "blanks": [each for each in blanks if each.lines],
        "currencies": currencies(market) if market is not None else [],
        "groups": offered.groups,
        "summed": summed,
        "journeys": offered.journeys is not None,
        "early": game.house["early"] == "yes",
        "forms": [entry for entry in facts.info.help if entry.examples],
        "facts": {
            "game": game.key,
            "phase": game.phase,
            "deadline": game.deadline,
            "to": addressing.with_key("KEY") if addressing.carries else "",
            "own": _own(facts, public),
            "summed": summed,
            "purses": codec.facts(offered.purses),
            "market": _market(market) if market is not None else None,
            "journeys": codec.facts(offered.journeys) if offered.journeys else None,
        },
    }


def _own(facts: Facts, public: Shown) -> dict[str, list[str]]:
    """Seat -> the powers whose units it orders."""
    told = getattr(public, "commanders", None) or {seat["power"]: seat["name"] for seat in facts.seats}
    return {seat["name"]: sorted(p for p, who in told.items() if p and who == seat["name"]) for seat in facts.seats}


def _market(market: MarketShown) -> dict[str, Any]:
    """The market's own limits, in 1/100 cent where it is money."""
    first = len(market.history) < 2
    return {
        "limit": market.limit,
        "decimals": 4 if market.step == PriceStep.UNIT else 2,
        "largest": market.overspend == Overspend.LARGEST,
        "keeps": market.cash_rule == CashRule.KEEP or (market.cash_rule == CashRule.KEEP_AFTER_FIRST and not first),
        "prices": {code: _ticks(price) for code, price in market.prices.items()},
        "holding": market.holdings,
        "cash": {seat: _ticks(cash) for seat, cash in market.cash.items()},
    }


def _ticks(money: str) -> int:
    return int(Decimal(money) * DOLLAR)


def currencies(market: MarketShown) -> list[dict[str, str]]:
    """Currencies that can be traded, with their prices."""
    return [{"code": code, "price": price} for code, price in sorted(market.prices.items()) if float(price) > 0]


def letter(facts: Facts) -> str:
    """The frame of a letter with orders, as every page of ours shows it."""
    return f"SIGNON your-name@{facts.game.key} your-password\n\nSIGNOFF"
