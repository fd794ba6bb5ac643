"""What may be looked at: standings and forecasts."""

from __future__ import annotations

from typing import Any

from judge.core.command import Sheet
from judge.core.notice import MASTER
from judge.games.capitalist.board import sheet_of
from judge.games.capitalist.reasons import REASONS
from judge.games.capitalist.state import CapitalistState
from judge.games.capitalist.tables import command_rows, holdings_table, own_command, standings
from judge.games.capitalist.turn import trades_of
from judge.kits.host import GameOver, outlook
from judge.kits.market import money, settle
from judge.kits.market.history import listed
from judge.kits.market.tables import account, prices_of, sellable, sellable_value, worth

Data = dict[str, Any]


def public(state: CapitalistState) -> Data:
    """The blocks `market`, `board`, `commanders` and `commands` of `judge show`.

    `commanders` are those who order units in this phase; `next_commanders`, where it is there, those of the exchange
    that has been made, who take over with the next moves (C-1 `combined`).
    """
    purses = state.purses()
    table, forecast = holdings_table(state), standings(state)
    shown: Data = {
        "market": {
            "prices": prices_of(state.prices),
            "previous": prices_of(state.previous),
            "holdings": {seat: dict(sorted(purse.holding.items())) for seat, purse in sorted(purses.items())},
            "cash": {seat: money(purse.cash) for seat, purse in sorted(purses.items())},
            "worth": {row["seat"]: row["worth"] for row in table["rows"]},
            "points": {row["seat"]: row["points"] for row in table["rows"]},
            "points_soon": {row["seat"]: row["points_soon"] for row in forecast["rows"]},
            "rank": {row["seat"]: row["rank"] for row in table["rows"]},
            "circulation": table["circulation"],
            "largest": table["largest"],
            "powers": dict(sorted(state.powers.items())),
            "closed": [currency for currency, price in sorted(state.prices.items()) if not price],
            "limit": state.rules.sell_limit,
            "step": state.rules.step.value,
            "overspend": state.rules.overspend.value,
            "cash_rule": state.rules.cash.value,
            "history": listed(state.history),
            "silent": dict(sorted(state.silent.items())),
        },
        "board": state.host.shown(),
        "commanders": {power: seat or None for power, seat in state.commanders.items()},
        "commands": command_rows(state.charges, state),
    }
    if state.heirs:
        shown["next_commanders"] = {charge.power: charge.seat or None for charge in state.heirs}
    return shown


def private(state: CapitalistState, seat: str) -> Data:
    """What one seat sees beside the public standing: its own account and its commands, ready for the next sheet."""
    if seat == MASTER:
        return {}
    purse = state.purse(seat)
    return {
        "holding": dict(sorted(purse.holding.items())),
        "cash": money(purse.cash),
        "worth": money(worth(purse, state.prices)),
        "limit": state.rules.sell_limit,
        "sellable": sellable(purse, state.prices, state.rules.sell_limit),
        "sellable_value": money(sellable_value(purse, state.prices, state.rules.sell_limit)),
        "keeps_cash": state.rules.keeps_cash(state.phase == state.first),
        "silent": state.silent.get(seat, 0),
        "commands": list(state.commands(seat)),
        "owes": own_command(state, seat) if not state.ended else [],
    }


def forecast(state: CapitalistState, seat: str, sheet: Sheet) -> Data:
    """What the sheet will certainly do: its trades to the centime (M-2), the orders of each power commanded."""
    if seat == MASTER:
        over = next((command for command in sheet if isinstance(command, GameOver)), None)
        return {"phase": str(state.phase), "waiting": False, "ends": over.how.lower() if over else ""}
    data: Data = {"phase": str(state.phase), "exchange": None, "powers": []}
    if state.trading:
        settlement = settle(trades_of(sheet), state.purse(seat), state.market)
        data["exchange"] = account(settlement, state.market, REASONS)
    if state.ordering:
        data["powers"] = [_orders_of(state, power, sheet) for power in state.commands(seat)]
    return data


def _orders_of(state: CapitalistState, power: str, sheet: Sheet) -> Data:
    """Every unit of one power with its orders as they stand, or that it has none (C-6)."""
    data = outlook(state.host, state.phase, power, sheet_of(state, power, sheet))
    return {**data, "single": state.conditional == "only", "sent_ahead": _sent_ahead(state, power)}


def _sent_ahead(state: CapitalistState, power: str) -> list[str]:
    """What came with the moves for the phase that is open now (D-7): used where nothing else is ordered."""
    live = state.host.live
    if live is None or state.phase.kind == "M":
        return []
    box = live.ahead.retreats if state.phase.kind == "R" else live.ahead.winters
    return list(box.get(power, ()))
