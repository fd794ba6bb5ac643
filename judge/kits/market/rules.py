"""What differs from game to game at the market, and the arithmetic of prices.

Money is counted in ticks of 1/100 cent: 10 000 ticks are $1.00 (M-1). No float is ever used.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

CENT = 100
DOLLAR = 10_000


class Step(StrEnum):
    """How far a net of purchases and sales moves a price (M-8)."""

    WHOLE = "whole"  # a cent for each completed lot
    BEGUN = "begun"  # a cent for each lot or part of one
    UNIT = "unit"  # a tick for each unit


class Overspend(StrEnum):
    """Which purchases are cut when the money does not reach (M-6)."""

    IN_ORDER = "in_order"
    LARGEST = "largest"


class CashRule(StrEnum):
    """What becomes of money left over (M-7)."""

    FORFEIT = "forfeit"
    KEEP = "keep"
    KEEP_AFTER_FIRST = "keep_after_first"


@dataclass(frozen=True)
class MarketRules:
    """The parameters of one game's market.

    start_units  units of every currency a player begins with
    start_price  ticks, the price of every currency at the start
    sell_limit   units of one currency a player may sell in a turn
    floor        ticks, the lowest price of a living currency (M-9)
    lot          units whose net movement makes one cent under `whole` and `begun`
    """

    start_units: int = 1000
    start_price: int = DOLLAR
    sell_limit: int = 500
    step: Step = Step.WHOLE
    overspend: Overspend = Overspend.IN_ORDER
    cash: CashRule = CashRule.FORFEIT
    floor: int = CENT
    lot: int = 100

    def keeps_cash(self, first_turn: bool) -> bool:
        """Whether left-over money is kept this turn; `first_turn` is the game's first, not the player's (M-7)."""
        if self.cash is CashRule.KEEP_AFTER_FIRST:
            return not first_turn
        return self.cash is CashRule.KEEP

    @property
    def decimals(self) -> int:
        """Decimals that money in an order may have (M-13)."""
        return 4 if self.step is Step.UNIT else 2


def movement(net: int, rules: MarketRules) -> int:
    """Ticks by which a net of units bought minus units sold moves a price, before the floor (M-8).

    Cut toward zero under `whole`, away from zero under `begun`; both on the absolute value, because floor
    division would treat 999 sold otherwise than 999 bought.
    """
    if rules.step is Step.UNIT:
        return net
    size = abs(net)
    lots = size // rules.lot if rules.step is Step.WHOLE else -(-size // rules.lot)
    return lots * CENT if net > 0 else -lots * CENT


def reprice(prices: Mapping[str, int], net: Mapping[str, int], rules: MarketRules) -> dict[str, int]:
    """Next turn's prices in ticks. A price of 0 marks a dead currency and stays 0 (M-8, M-9)."""
    return {
        currency: max(rules.floor, price + movement(net.get(currency, 0), rules)) if price else 0
        for currency, price in sorted(prices.items())
    }


def exact(ticks: int) -> str:
    """Ticks as an exact decimal string of four decimals: `1.1000`."""
    sign = "-" if ticks < 0 else ""
    whole, rest = divmod(abs(ticks), DOLLAR)
    return f"{sign}{whole}.{rest:04}"


@lru_cache(4096)  # prices and round sums come again in every letter
def money(ticks: int) -> str:
    """Ticks as people read them: two decimals, four only where a part of a cent needs them. Exact either way."""
    text = exact(ticks)
    return text[:-2] if text.endswith("00") else text


def signed(ticks: int) -> str:
    """A change of price: `+0.05`, `-0.05`, `0.00`."""
    return f"+{money(ticks)}" if ticks > 0 else money(ticks)
