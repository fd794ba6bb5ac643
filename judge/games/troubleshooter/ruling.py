"""A ruling of the master on a player's units, or on what his TS carries."""

from __future__ import annotations

from dataclasses import replace

from judge.core.abilities import Coin
from judge.core.variant import Step
from judge.games.troubleshooter.board import DOLLARS
from judge.games.troubleshooter.state import TroubleshooterState, cash_account
from judge.kits.market.currencies import units
from judge.kits.market.ruling import adjust_holding, adjusted, coins_of
from judge.kits.rulings import Correction

TS = "TS"
"""What a TS carries, whatever it is in: dollars at first, then units of a currency (T-5)."""


NAMES = ("TS", "TS money")
IN_DOLLARS = ("dollars", "dollar", "$")


def coins(state: TroubleshooterState, seat: str) -> tuple[Coin, ...]:
    """The currencies of the market, and the money of the TS, which is called dollars while it is in dollars. Money of
    the market that is left over is lost (T-3)."""
    dollars = IN_DOLLARS if state.travellers[seat].currency == DOLLARS else ()
    return (*coins_of(state), Coin(TS, (*NAMES, *dollars)))


def adjust(state: TroubleshooterState, seat: str, unit: str, amount: int, reason: str) -> Step:
    """Units of the player, or so much of what his TS carries. Its currency tells where the TS has been, so where
    positions are private nobody but its player reads it (T-15)."""
    if unit != TS:
        return adjust_holding(state, seat, unit, amount, reason, "")
    currency = state.travellers[seat].currency

    def told(count: int) -> str:
        return f"${count} of the TS" if currency == DOLLARS else f"{units(count, currency)} of the TS"

    ruling = Correction(str(state.phase), cash_account(seat), seat, seat, currency, amount, reason, told)
    if not state.open_positions:
        ruling = replace(ruling, secret=True, shown=_without_currency)
    return adjusted(state, ruling)


def _without_currency(count: int) -> str:
    return f"{count} of what the TS carries"
