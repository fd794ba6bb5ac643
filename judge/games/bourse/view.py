"""What may be looked at: standings and forecasts."""

from __future__ import annotations

from typing import Any

from judge.core.command import Sheet
from judge.core.notice import MASTER
from judge.games.bourse.bulletin import history, holdings_table
from judge.games.bourse.state import BourseState
from judge.kits.board import allowances, open_sites
from judge.kits.host import GameOver, ReportResult, counted, needs_report, outlook, position_of, report_for
from judge.kits.market import money, settle
from judge.kits.market.tables import account, prices_of, sellable, sellable_value, worth


def public(state: BourseState) -> dict[str, Any]:
    """The blocks `market` and `board` of `judge show`. Holdings and cash are public by rule (B-7)."""
    purses = state.purses()
    table = holdings_table(state)
    return {
        "market": {
            "prices": prices_of(state.prices),
            "previous": prices_of(state.previous),
            "holdings": {seat: dict(sorted(purse.holding.items())) for seat, purse in sorted(purses.items())},
            "cash": {seat: money(purse.cash) for seat, purse in sorted(purses.items())},
            "worth": {row["seat"]: row["worth"] for row in table["rows"]},
            "rank": {row["seat"]: row["rank"] for row in table["rows"]},
            "credits": {row["seat"]: row["credits"] for row in table["rows"]},
            "circulation": table["circulation"],
            "largest": table["largest"],
            "powers": dict(sorted(state.powers.items())),
            "closed": [currency for currency, price in sorted(state.prices.items()) if not price],
            "limit": state.rules.sell_limit,
            "step": state.rules.step.value,
            "overspend": state.rules.overspend.value,
            "cash_rule": state.rules.cash.value,
            "history": history(state),
            "silent": dict(sorted(state.silent.items())),
        },
        "board": state.host.shown(),
    }


def private(state: BourseState, seat: str) -> dict[str, Any]:
    """What one seat sees beside the public standing: its own account, ready for the next sheet."""
    if seat == MASTER:
        return {"reports_kept": [report.phase for report in state.host.kept]}
    if seat in state.flags:
        return {"power": state.flags[seat], **own_units(state, state.flags[seat])}
    purse = state.purse(seat)
    return {
        "holding": dict(sorted(purse.holding.items())),
        "cash": money(purse.cash),
        "worth": money(worth(purse, state.prices)),
        "limit": state.rules.sell_limit,
        "sellable": sellable(purse, state.prices, state.rules.sell_limit),
        "sellable_value": money(sellable_value(purse, state.prices, state.rules.sell_limit)),
        "keeps_cash": state.rules.keeps_cash(state.first_turn),
        "silent": state.silent.get(seat, 0),
    }


def own_units(state: BourseState, power: str) -> dict[str, Any]:
    """A power's units, those that must retreat with their choices, and its builds (positive) or removals due."""
    position = position_of(state.host)
    waiting = [gone for gone in position.dislodged.values() if gone.unit.power == power]
    winter = state.phase.kind == "A"
    return {
        "units": [unit.text for unit in position.units_of(power)],
        "retreats": {gone.unit.text: list(gone.may_retreat_to) for gone in sorted(waiting, key=lambda g: g.unit.text)},
        "due": allowances(position).get(power, 0) if winter else 0,
        "sites": list(open_sites(state.host.board, position, power)) if winter else [],
    }


def order_forecast(state: BourseState, seat: str, sheet: Sheet) -> dict[str, Any]:
    """A power's orders as they stand, and its units without any: those hold, are disbanded, or nothing is built."""
    power = state.flags[seat]
    own = own_units(state, power)
    open_ends = [] if state.phase.kind == "A" else outlook(state.host, state.phase, power, sheet)["missing"]
    lines = [{"text": command.canonical()} for command in sheet]
    return {"phase": str(state.phase), "power": power, "lines": lines, "missing": open_ends, **own}


def trade_forecast(state: BourseState, seat: str, sheet: Sheet) -> dict[str, Any]:
    """What the sheet will do at the deadline, exactly (M-2): only the end of a power can still change its worth."""
    settlement = settle(sheet, state.purse(seat), state.market)
    return {"phase": str(state.phase), **account(settlement, state.market)}


def report_forecast(state: BourseState, sheet: Sheet) -> dict[str, Any]:
    """What the master's sheet says of the present phase, before it is published."""
    report = report_for(state.host, state.phase, sheet)
    counts = counted(report, state.host) if report else None
    autumn = state.phase.season == "F"
    over = next((command for command in sheet if isinstance(command, GameOver)), None)
    dead = [power for power in state.host.living if counts is not None and autumn and not counts[power]]
    return {
        "phase": str(state.phase),
        "lines": [command.canonical() for command in sheet],
        "counts": counts or {},
        "before": dict(sorted(state.host.counts.items())),
        "eliminated": dead,
        "waiting": report is None and needs_report(state.host, state.phase),
        "kept": sorted(
            command.phase
            for command in sheet
            if isinstance(command, ReportResult) and command.phase != str(state.phase)
        ),
        "ends": over.canonical().removeprefix("END ") if over else "",
    }
