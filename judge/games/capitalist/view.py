"""What may be looked at: standings and forecasts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from judge.core.codec import document
from judge.core.command import Sheet
from judge.core.notice import MASTER
from judge.games.capitalist.board import sheet_of
from judge.games.capitalist.reasons import REASONS
from judge.games.capitalist.state import CapitalistState
from judge.games.capitalist.tables import command_rows, holdings_table, own_command, standings
from judge.games.capitalist.turn import trades_of
from judge.kits.host import GameOver, outlook
from judge.kits.market import settle
from judge.kits.market.standing import market_block, own_account
from judge.kits.market.tables import account

Data = dict[str, Any]


def public(state: CapitalistState) -> Data:
    """The blocks `market`, `board`, `commanders` and `commands` of `judge show`.

    `commanders` are those who order units in this phase; `next_commanders`, where it is there, those of the exchange
    that has been made, who take over with the next moves (C-1 `combined`).
    """
    table, forecast = holdings_table(state), standings(state)
    shown: Data = {
        "market": {
            **market_block(state, state.purses(), table, table.rows),
            "points": {row.seat: row.points for row in table.rows},
            "points_soon": {row.seat: row.points_soon for row in forecast.rows},
        },
        "board": state.host.shown(),
        "commanders": {power: seat or None for power, seat in state.commanders.items()},
        "commands": document(command_rows(state.charges, state)),
    }
    if state.heirs:
        shown["next_commanders"] = {charge.power: charge.seat or None for charge in state.heirs}
    return shown


def private(state: CapitalistState, seat: str) -> Data:
    """What one seat sees beside the public standing: its own account and its commands, ready for the next sheet."""
    if seat == MASTER:
        return {}
    return {
        **own_account(state, seat),
        "keeps_cash": state.rules.keeps_cash(state.first_turn),
        "commands": list(state.commands(seat)),
        "owes": document(own_command(state, seat)) if not state.ended else [],
    }


def forecast(state: CapitalistState, seat: str, sheet: Sheet) -> Data:
    """What the sheet will certainly do: its trades to the centime (M-2), the orders of each power commanded."""
    if seat == MASTER:
        over = next((command for command in sheet if isinstance(command, GameOver)), None)
        return {"phase": str(state.phase), "waiting": False, "ends": over.how.lower() if over else ""}
    data: Data = {"phase": str(state.phase), "exchange": None, "powers": []}
    if state.trading:
        settlement = settle(trades_of(sheet), state.purse(seat), state.market)
        data["exchange"] = document(account(settlement, state.market, REASONS))
        data["command"] = _command_outlook(state, seat, data["exchange"]["holding_after"])
    if state.ordering:
        data["powers"] = [_orders_of(state, power, sheet) for power in state.commands(seat)]
    return data


def _command_outlook(state: CapitalistState, seat: str, after: Mapping[str, int]) -> list[Data]:
    """For each currency that the sheet trades: what one would hold, beside the largest holder of the others as holdings
    stand now; what they trade nobody knows (C-2)."""
    purses = state.purses()
    rows = []
    for currency, units in sorted(after.items()):
        if units == purses[seat].holding.get(currency, 0) or not state.prices.get(currency):
            continue
        others = {name: purse.holding.get(currency, 0) for name, purse in purses.items() if name != seat}
        most = max(others.values(), default=0)
        holders = sorted(name for name, held in others.items() if held == most and most)
        rows.append({"currency": currency, "units": units, "most": most, "holders": holders})
    return rows


def _orders_of(state: CapitalistState, power: str, sheet: Sheet) -> Data:
    """Every unit of one power with its orders as they stand, or that it has none (C-6)."""
    data = document(outlook(state.host, state.phase, power, sheet_of(state, power, sheet)))
    return {**data, "single": state.conditional == "only", "sent_ahead": _sent_ahead(state, power)}


def _sent_ahead(state: CapitalistState, power: str) -> list[str]:
    """What came with the moves for the phase that is open now (D-7): used where nothing else is ordered."""
    live = state.host.live
    if live is None or state.phase.kind == "M":
        return []
    box = live.ahead.retreats if state.phase.kind == "R" else live.ahead.winters
    return list(box.get(power, ()))
