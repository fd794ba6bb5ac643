"""What may be looked at in Crates: standings and forecasts. Sums in coins."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from judge.core.shown import Shown
from judge.core.variant import Views


class TraderShown(Shown, kw_only=False):
    """What a trader has: coins, and crates."""

    coins: int
    crates: int


@dataclass(frozen=True)
class SaleShown:
    """The sale: so many crates `sold` `of` all, and the traders by seat."""

    sold: int
    of: int
    traders: Mapping[str, TraderShown]


class CratesShown(Shown, kw_only=False):
    """The block `crates`."""

    crates: SaleShown


class BidForecast(Shown, kw_only=False):
    """The bid of a sheet, 0 for none, and the coins there are."""

    bid: int
    coins: int


VIEWS = Views(public=CratesShown, private=(TraderShown,), master=TraderShown, forecasts=(BidForecast,))
