"""What a trader may see of his own purse, for reading what he writes: `sell half my Lira`."""

from __future__ import annotations

from collections.abc import Mapping

from judge.core.variant import Names
from judge.kits.market.settle import Purse


def holdings_seen(purse: Purse, names: Names) -> tuple[tuple[tuple[str, ...], int], ...]:
    """(every way to call a currency, units held), by currency."""
    currencies: Mapping[str, tuple[str, ...]] = {code: tuple(ways) for code, ways in names["currency"].items()}
    return tuple((tuple((code, *currencies.get(code, ()))), held) for code, held in sorted(purse.holding.items()))
