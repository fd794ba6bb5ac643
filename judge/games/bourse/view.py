"""What may be looked at: standings and forecasts."""

from __future__ import annotations

from typing import Any

from judge.core.codec import document
from judge.core.command import Sheet
from judge.core.notice import MASTER
from judge.games.bourse.bulletin import holdings_table
from judge.games.bourse.state import BourseState
from judge.kits.host import needs_report, outlook, own_units
from judge.kits.host.report_view import report_forecast
from judge.kits.market.settle import Settlement
from judge.kits.market.standing import market_block, own_account
from judge.kits.market.tables import account, account_document, credits_of, ranks


def public(state: BourseState) -> dict[str, Any]:
    """The blocks `market` and `board` of `judge show`. Holdings and cash are public by rule (B-7); `place` is the rank
    by credits, which are what wins (B-5), and `first` are those who lead."""
    table = holdings_table(state)
    purses = state.purses()
    exact = {seat: credits_of(purse, state.powers, state.host.counts) for seat, purse in purses.items()}
    place = ranks(exact)
    told = {
        "credits": {row.seat: row.credits for row in table.rows},
        "place": place,
        "first": [seat for seat in sorted(place) if place[seat] == 1],
    }
    return {"market": {**market_block(state, purses, table, table.rows), **told}, "board": state.host.shown()}


def private(state: BourseState, seat: str) -> dict[str, Any]:
    """What one seat sees beside the public standing: its own account, ready for the next sheet."""
    if seat == MASTER:
        return {"reports_kept": [report.phase for report in state.host.kept]}
    if seat in state.flags:
        return {"power": state.flags[seat], **document(own_units(state.host, state.phase, state.flags[seat]))}
    keeps_cash = state.rules.keeps_cash(state.first_turn)
    return {**own_account(state, seat), "keeps_cash": keeps_cash, "trading": state.trading}


def order_forecast(state: BourseState, seat: str, sheet: Sheet) -> dict[str, Any]:
    """A power's orders as they stand, and its units without any: those hold, are disbanded, or nothing is built."""
    power = state.flags[seat]
    own = document(own_units(state.host, state.phase, power))
    open_ends = () if state.phase.kind == "A" else outlook(state.host, state.phase, power, sheet).missing
    lines = [{"text": command.canonical()} for command in sheet]
    return {"phase": str(state.phase), "power": power, "lines": lines, "missing": list(open_ends), **own}


def trade_forecast(state: BourseState, settlement: Settlement) -> dict[str, Any]:
    """What a sheet will do at the deadline, exactly (M-2): only the end of a power can still change its worth."""
    return {"phase": str(state.phase), **account_document(account(settlement, state.market))}


def master_forecast(state: BourseState, sheet: Sheet) -> dict[str, Any]:
    """What the master's sheet says of the present phase, before it is published."""
    needed = needs_report(state.host, state.phase)
    told: dict[str, Any] = document(report_forecast(state.host, state.phase, sheet, needed=needed))
    return told
