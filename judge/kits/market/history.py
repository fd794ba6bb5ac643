"""The price lists a game has published."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from judge.kits.market.rules import money


@dataclass(frozen=True)
class PriceList:
    """Prices in ticks as published with the results of `phase`; "" for those of the start."""

    phase: str
    prices: Mapping[str, int]


def listed(history: Iterable[PriceList]) -> list[dict[str, Any]]:
    """Every published price list, oldest first, for charts."""
    return [
        {"phase": one.phase, "prices": {currency: money(price) for currency, price in sorted(one.prices.items())}}
        for one in history
    ]
