"""The rules of a market, and its currencies: one a power, with the words people use for them.

The rules never look here for *which* currencies a game has: that comes from its board. This is the table of the
standard seven, and of how a currency is written in sentences.
"""

import re
from collections.abc import Iterable, Mapping
from enum import StrEnum
from functools import cache, lru_cache

from judge.core.tables import tables
from judge.core.values import Value
from judge.core.variant import Names
from judge.kits.board.geography import Map
from judge.kits.board.standard import standard_map
from judge.kits.host.commands import board_names


class Currency(Value):
    """A currency and its power. `one` and `many` are for sentences, `spellings` for reading."""

    code: str
    power: str
    one: str
    many: str
    spellings: tuple[str, ...] = ()


def _currency(row: str) -> Currency:
    """A currency's code, its power and what one and many are called; how else people write it."""
    names, _, spellings = " ".join(row.split()).partition(": ")
    code, power, one, many = names.split()
    return Currency(code, power, one, many, tuple(spellings.split(", ")))


STANDARD: tuple[Currency, ...] = tuple(map(_currency, re.split(r"\n(?! )", tables(__package__)["currencies"].strip())))

_WORDS = {currency.code: (currency.one, currency.many) for currency in STANDARD}


def word(code: str, count: int = 2) -> str:
    """The currency in a sentence, singular for one unit: `Mark`, `Marks`."""
    one, many = _WORDS.get(code, (code.title(), code.title()))
    return one if count == 1 else many


def units(count: int, code: str) -> str:
    """`115 Marks`."""
    return f"{count} {word(code, count)}"


def currencies_of(powers: Iterable[str]) -> tuple[Currency, ...]:
    """The currencies of a board's powers. A power the table does not know gives its own name to its currency."""
    known = {currency.power: currency for currency in STANDARD}
    return tuple(
        known.get(power) or Currency(power, power, power.title(), power.title(), (power[:3],))
        for power in sorted(powers)
    )


def spellings(currencies: Iterable[Currency]) -> dict[str, tuple[str, ...]]:
    """Code -> every spelling (M-14), for the lexicon."""
    return {c.code: tuple(dict.fromkeys((c.one, c.many, *c.spellings, c.power.title()))) for c in currencies}


@cache
def standard_market_names() -> Names:
    """Those of the standard board."""
    return market_names(standard_map())


def market_names(board: Map) -> Names:
    """Kind of name -> canonical name -> spellings: a currency for each power, powers and places."""
    return {"currency": spellings(currencies_of(board.powers)), **board_names(board)}


CENT = 100
DOLLAR = 10_000


class PriceStep(StrEnum):
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


class MarketRules(Value):
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
    step: PriceStep = PriceStep.WHOLE
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
        return 4 if self.step is PriceStep.UNIT else 2


def movement(net: int, rules: MarketRules) -> int:
    """Ticks by which a net of units bought minus units sold moves a price, before the floor (M-8).

    Cut toward zero under `whole`, away from zero under `begun`; both on the absolute value, because floor
    division would treat 999 sold otherwise than 999 bought.
    """
    if rules.step is PriceStep.UNIT:
        return net
    size = abs(net)
    lots = size // rules.lot if rules.step is PriceStep.WHOLE else -(-size // rules.lot)
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
    return exact(ticks).removesuffix("00")


def signed(ticks: int) -> str:
    """A change of price: `+0.05`, `-0.05`, `0.00`."""
    return f"+{money(ticks)}" if ticks > 0 else money(ticks)
