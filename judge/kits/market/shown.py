"""What may be looked at of a market: the block `market` of `judge show`, and a seat's own account.

Money and currencies as in `news`; prices of the block have four decimals.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from judge.core.shown import Shown
from judge.kits.market.news import Largest, PricesThen


@dataclass(frozen=True, kw_only=True)
class MarketShown:
    """The market as everybody sees it.

    prices       of a unit by currency, and `previous` those of the list before
    holdings     seat -> units by currency
    cash, worth  by seat, money; `worth` is holding and cash at these prices
    rank         by seat, from 1; equals share one
    circulation  units in all hands by currency, and who holds most of each in `largest`
    powers       currency -> power
    closed       currencies of powers that are out
    limit        units of one currency that may be sold in a turn (M-4)
    step, overspend, cash_rule  the rules of this market by their names
    history      every list of prices published, oldest first
    silent       seat -> trading turns in a row without a sheet
    """

    prices: Mapping[str, str]
    previous: Mapping[str, str]
    holdings: Mapping[str, Mapping[str, int]]
    cash: Mapping[str, str]
    worth: Mapping[str, str]
    rank: Mapping[str, int]
    circulation: Mapping[str, int]
    largest: Mapping[str, Largest]
    powers: Mapping[str, str]
    closed: tuple[str, ...]
    limit: int
    step: str
    overspend: str
    cash_rule: str
    history: tuple[PricesThen, ...]
    silent: Mapping[str, int]


def market_in(shown: Shown) -> MarketShown | None:
    """The market of a public standing; None where a game has none."""
    market = getattr(shown, "market", None)
    return market if isinstance(market, MarketShown) else None


@dataclass(frozen=True, kw_only=True)
class OwnAccount(Shown):
    """A seat's own account, ready for its next sheet.

    holding         units by currency
    cash            money, and `worth` with the holding at the published prices
    limit           units of one currency that may be sold in a turn (M-4)
    sellable        units by living currency that may be sold now, and what they would raise in `sellable_value`, money
    silent          trading turns in a row without a sheet
    """

    holding: Mapping[str, int]
    cash: str
    worth: str
    limit: int
    sellable: Mapping[str, int]
    sellable_value: str
    silent: int
