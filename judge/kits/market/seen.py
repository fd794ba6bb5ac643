"""What a trader may see of the market and of his own purse, for reading what he writes: `sell half my Lira`, `split the
proceeds between Pounds and Francs`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from judge.core.variant import Names, Situation
from judge.kits.market.settle import Market, Purse


def with_market(seen: Situation, purse: Purse, market: Market, names: Names) -> Situation:
    """A situation with what the seat holds, the prices as last published (M-2), and the limit of sales (M-4)."""
    return replace(
        seen,
        holdings=_called(purse.holding, names),
        prices=_called(market.prices, names),
        limit=market.rules.sell_limit,
    )


def _called(figures: Mapping[str, int], names: Names) -> tuple[tuple[tuple[str, ...], int], ...]:
    """(every way to call a currency, its figure), by currency."""
    currencies: Mapping[str, tuple[str, ...]] = {code: tuple(ways) for code, ways in names["currency"].items()}
    return tuple((tuple((code, *currencies.get(code, ()))), figure) for code, figure in sorted(figures.items()))
