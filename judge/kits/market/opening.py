"""How a market begins: its parameters, and the first units of everybody."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from judge.core.errors import InputError
from judge.core.ledger import BANK, Posting
from judge.kits.market.rules import CashRule, MarketRules, Overspend, Step


def market_rules(options: Mapping[str, str]) -> MarketRules:
    """The market's parameters out of the settled options. InputError for a value that is none."""
    try:
        return MarketRules(
            start_units=int(options["start_units"]),
            sell_limit=int(options["sell_limit"]),
            step=Step(options["step"]),
            overspend=Overspend(options["overspend"]),
            cash=CashRule(options["cash"]),
        )
    except ValueError as fault:
        raise InputError(f"a setting of the game cannot be read: {fault}") from fault


def first_units(seats: Iterable[str], prices: Mapping[str, int], units: int) -> Iterator[Posting]:
    """The bank gives each seat so many units of every living currency."""
    living = [currency for currency, price in sorted(prices.items()) if price]
    for seat in seats:
        for currency in living:
            yield Posting(BANK, seat, currency, units, "first units")
