"""News of the market and of gifts, and the answers to questions; units are told in `rows`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from judge.core.notice import News
from judge.games.exchange.news.rows import (
    AnnualReport,
    AnnualReportCounted,
    BookEntry,
    ForSale,
    ListingShown,
    SaleShown,
    Share,
)


@dataclass(frozen=True, kw_only=True)
class Listed(News, ListingShown):
    """Shares that are offered."""

    notice: ClassVar[str] = "exchange.listed"


@dataclass(frozen=True, kw_only=True)
class Unlisted(News, ListingShown):
    """Shares that are not offered any more."""

    notice: ClassVar[str] = "exchange.unlisted"


@dataclass(frozen=True, kw_only=True)
class SaleTold(News, SaleShown):
    """A sale; who bought is not told."""

    notice: ClassVar[str] = "exchange.sale"


@dataclass(frozen=True, kw_only=True)
class Sold(News, SaleShown):
    """A sale, for the seller: what it came to, his cash and shares then."""

    notice: ClassVar[str] = "exchange.sold"
    cost: int
    buyer: str
    cash: int
    held: int


@dataclass(frozen=True, kw_only=True)
class Bought(News, SaleShown):
    """The same for the buyer."""

    notice: ClassVar[str] = "exchange.bought"
    cost: int
    cash: int
    held: int


@dataclass(frozen=True, kw_only=True)
class Receipt(News):
    """A gift of money, for giver (`own`) and receiver; `giver` is "" where he is not named. `after`: what the
    reader, or the company he leads, has then."""

    notice: ClassVar[str] = "exchange.receipt"
    phase: str
    giver: str
    receiver: str
    amount: int
    own: bool
    after: int


@dataclass(frozen=True, kw_only=True)
class AnswerReport(News, AnnualReport):
    """REPORT: the last annual report."""

    notice: ClassVar[str] = "exchange.answer_report"


@dataclass(frozen=True, kw_only=True)
class AnswerReportCounted(News, AnnualReportCounted):
    """The same with everybody's number."""

    notice: ClassVar[str] = "exchange.answer_report"


@dataclass(frozen=True, kw_only=True)
class AnswerRecords(News):
    """RECORDS: a company's books, for its leader."""

    notice: ClassVar[str] = "exchange.answer_records"
    company: str
    treasury: int
    rows: tuple[BookEntry, ...]


@dataclass(frozen=True, kw_only=True)
class AnswerLedger(News):
    """LEDGER: what moved one's money."""

    notice: ClassVar[str] = "exchange.answer_ledger"
    rows: tuple[BookEntry, ...]
    cash: int


@dataclass(frozen=True, kw_only=True)
class AnswerPortfolio(News):
    """PORTFOLIO: one's shares."""

    notice: ClassVar[str] = "exchange.answer_portfolio"
    rows: tuple[Share, ...]
    cash: int


@dataclass(frozen=True, kw_only=True)
class AnswerMarket(News):
    """MARKET: what is on offer, and the price list."""

    notice: ClassVar[str] = "exchange.answer_market"
    rows: tuple[ListingShown, ...]
    prices: tuple[ForSale, ...]


@dataclass(frozen=True, kw_only=True)
class AnswerPrices(News):
    """PRICES: the price list, and what is on offer."""

    notice: ClassVar[str] = "exchange.answer_prices"
    rows: tuple[ListingShown, ...]
    prices: tuple[ForSale, ...]
