"""What letters tell an investor of his own sheet, beforehand: only what is certain. Sums in AgP."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from judge.core.shown import Shown


@dataclass(frozen=True)
class ListCost:
    """What the whole list of offers would `cost`, and the most that is spent on it (4.4.3)."""

    cost: int
    limit: int


@dataclass(frozen=True)
class PurseForecast:
    """A purse with offers, the investor's own or a `company`'s: what there is, and the `most` they can cost."""

    payer: str
    company: bool
    balance: int
    spendable: int
    most: int


@dataclass(frozen=True)
class DividendForecast:
    """A dividend of so much a share, `paid` to investors in all, and what is `left` in the treasury."""

    company: str
    each: int
    paid: int
    left: int


@dataclass(frozen=True)
class CompanyDuty:
    """A company's units that must retreat (unit -> the places open to it), builds due (removals, where negative) with
    the places for them, and the orders of the sheet."""

    company: str
    due: int
    sites: tuple[str, ...]
    orders: tuple[str, ...]
    retreats: Mapping[str, tuple[str, ...]]


@dataclass(frozen=True)
class InvestorForecast(Shown):
    """An investor's sheet.

    stage     the stage of the year in words
    bids      sum of this sheet's, and `standing` of those that stand from before (XR-12)
    list      None without a list of offers
    units     only in the stages that order retreats, builds and removals
    due       what only he can settle now and the sheet leaves open, in words
    """

    phase: str
    stage: str
    cash: int
    bids: int
    standing: int
    list: ListCost | None
    purses: tuple[PurseForecast, ...]
    dividends: tuple[DividendForecast, ...]
    units: tuple[CompanyDuty, ...]
    due: tuple[str, ...]
