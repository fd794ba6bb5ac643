"""The price lists a game has published."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace

from judge.kits.market.news import PricesThen
from judge.kits.market.rules import MarketRules, money, reprice
from judge.kits.market.settle import Settlement
from judge.kits.market.tables import net_of


@dataclass(frozen=True)
class PriceList:
    """Prices in ticks as published with the results of `phase`; "" for those of the start."""

    phase: str
    prices: Mapping[str, int]


History = tuple[PriceList, ...]


def traded(history: History, phase: str, settlements: Mapping[str, Settlement], rules: MarketRules) -> History:
    """One list more: prices follow the net of all executed trades (M-8, M-9)."""
    prices = history[-1].prices
    return (*history, PriceList(phase, reprice(prices, net_of(settlements, prices), rules)))


def closed(history: History, powers: Mapping[str, str], dead: Collection[str]) -> History:
    """The last list with the currencies of dead powers worth nothing (M-9, M-10). `powers` is currency -> power."""
    *earlier, last = history
    prices = {code: 0 if powers[code] in dead else price for code, price in last.prices.items()}
    return (*earlier, replace(last, prices=prices))


def listed(history: Iterable[PriceList]) -> tuple[PricesThen, ...]:
    """Every published price list, oldest first, for charts."""
    return tuple(
        PricesThen(phase=one.phase, prices={currency: money(price) for currency, price in sorted(one.prices.items())})
        for one in history
    )
