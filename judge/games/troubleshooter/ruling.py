"""A ruling of the master on a player's units, or on what his TS carries."""

from __future__ import annotations

from judge.core.variant import Coin, Step
from judge.games.troubleshooter.board import DOLLARS
from judge.games.troubleshooter.state import TroubleshooterState, cash_account
from judge.kits.market.currencies import units
from judge.kits.market.ruling import adjust_holding, adjusted, coins_of
from judge.kits.rulings import Correction

TS = "TS"
"""What a TS carries, whatever it is in: dollars at first, then units of a currency (T-5)."""


def coins(state: TroubleshooterState) -> tuple[Coin, ...]:
    """The currencies of the market, and the money of the TS. Money of the market that is left over is lost (T-3)."""
    return (*coins_of(state), Coin(TS, ("TS", "TS money", "dollars", "dollar", "$")))


def adjust(state: TroubleshooterState, seat: str, unit: str, amount: int, reason: str) -> Step:
    """Units of the player, or so much of what his TS carries."""
    if unit != TS:
        return adjust_holding(state, seat, unit, amount, reason, "")
    currency = state.travellers[seat].currency

    def told(count: int) -> str:
        return f"${count} of the TS" if currency == DOLLARS else f"{units(count, currency)} of the TS"

    phase = str(state.phase)
    return adjusted(state, Correction(phase, cash_account(seat), seat, seat, currency, amount, reason, told))
