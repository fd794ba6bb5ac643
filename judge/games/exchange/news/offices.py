"""News of issues, elections, offices and dividends; units are told in `rows`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from judge.core.notice import News
from judge.games.exchange.news.rows import Election, Votes


@dataclass(frozen=True, kw_only=True)
class IssueProposed(News):
    """An issue of `number` shares proposed or `withdrawn`, for a shareholder. `own`: he proposed it."""

    notice: ClassVar[str] = "exchange.issue"
    company: str
    number: int
    price: int
    by: str
    withdrawn: bool
    outstanding: int
    held: int
    own: bool


@dataclass(frozen=True, kw_only=True)
class Issued(News):
    """An issue that was counted, and whether it passed."""

    notice: ClassVar[str] = "exchange.issued"
    phase: str
    company: str
    number: int
    price: int
    passed: bool


@dataclass(frozen=True, kw_only=True)
class IssueCounted(Issued):
    """The same for a shareholder, with the shares that agreed of those outstanding."""

    notice: ClassVar[str] = "exchange.issue_count"
    yes: int
    outstanding: int


@dataclass(frozen=True, kw_only=True)
class VoidPrice(News):
    """A new price that the issue's own replaced, for who sent it (XR-10a)."""

    notice: ClassVar[str] = "exchange.void_price"
    phase: str
    company: str
    price: int


@dataclass(frozen=True, kw_only=True)
class Elected(News):
    """The leaders elected."""

    notice: ClassVar[str] = "exchange.elected"
    phase: str
    rows: tuple[Election, ...]


@dataclass(frozen=True, kw_only=True)
class VotesCounted(News):
    """An election in full, for a shareholder.

    totals  candidate -> votes
    how     what decided
    tied    candidates who had most, where several did
    own     his own votes
    """

    notice: ClassVar[str] = "exchange.votes"
    phase: str
    company: str
    leader: str
    totals: Mapping[str, int]
    how: str
    tied: tuple[str, ...]
    own: tuple[Votes, ...]
    held: int


@dataclass(frozen=True, kw_only=True)
class Office(News):
    """A company and its treasury, for its leader; `new` in office."""

    notice: ClassVar[str] = "exchange.office"
    phase: str
    company: str
    treasury: int
    new: bool


@dataclass(frozen=True, kw_only=True)
class Vacancy(News):
    """A special election that the master calls for a company (XR-26), or calls off."""

    notice: ClassVar[str] = "exchange.vacancy"
    phase: str
    company: str
    leader: str
    cancelled: bool


@dataclass(frozen=True, kw_only=True)
class DividendReceived(News):
    """A dividend, for a shareholder: so much a share, together, and his cash then."""

    notice: ClassVar[str] = "exchange.dividend"
    phase: str
    company: str
    each: int
    held: int
    amount: int
    cash: int


@dataclass(frozen=True, kw_only=True)
class DividendPaid(News):
    """The same for the leader: what it came to, and the treasury then."""

    notice: ClassVar[str] = "exchange.dividend_paid"
    phase: str
    company: str
    each: int
    paid: int
    treasury: int
