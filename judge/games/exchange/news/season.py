"""News of the board, of bribes, and of the end of a year; units are told in `rows`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from judge.core.notice import News
from judge.games.exchange.news.rows import (
    AnnualReport,
    AnnualReportCounted,
    ChartPage,
    FinalPortfolio,
    IncomeLine,
    SilentLeader,
    UnitPrice,
)
from judge.kits.bribes.news import BribeAccount
from judge.kits.host.news import OwnUnits


@dataclass(frozen=True, kw_only=True)
class OwnDuty(News, OwnUnits):
    """What a company has to decide in the retreats, or with its builds, for its leader."""

    notice: ClassVar[str] = "exchange.duty"
    phase: str
    company: str


@dataclass(frozen=True, kw_only=True)
class Totals(News):
    """What every unit was paid, for everybody."""

    notice: ClassVar[str] = "exchange.totals"
    phase: str
    units: tuple[UnitPrice, ...]


@dataclass(frozen=True, kw_only=True)
class Bribes(News, BribeAccount):
    """A payer's own account of a movement, for him, or for the leader of the `company` he is. `dropped`: lines that
    could not stand any more at the deadline."""

    notice: ClassVar[str] = "exchange.bribes"
    phase: str
    payer: str
    company: bool
    dropped: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class Chart(News, ChartPage):
    """A movement in full, for the master."""

    notice: ClassVar[str] = "exchange.chart"


@dataclass(frozen=True, kw_only=True)
class Archive(News):
    """Every movement in full, for everybody, when the game is over."""

    notice: ClassVar[str] = "exchange.archive"
    pages: tuple[ChartPage, ...]


@dataclass(frozen=True, kw_only=True)
class NoSheet(News):
    """Leaders who sent nothing (8.3)."""

    notice: ClassVar[str] = "exchange.nmr"
    phase: str
    seats: tuple[SilentLeader, ...]


@dataclass(frozen=True, kw_only=True)
class Income(News):
    """A company's income of the year, for its leader."""

    notice: ClassVar[str] = "exchange.income"
    phase: str
    company: str
    rows: tuple[IncomeLine, ...]
    total: int
    treasury: int


@dataclass(frozen=True, kw_only=True)
class AnnualTold(News, AnnualReport):
    """A company's annual report, for a shareholder (1.4)."""

    notice: ClassVar[str] = "exchange.annual"
    phase: str


@dataclass(frozen=True, kw_only=True)
class AnnualToldCounted(News, AnnualReportCounted):
    """The same with everybody's number."""

    notice: ClassVar[str] = "exchange.annual"
    phase: str


@dataclass(frozen=True, kw_only=True)
class Final(News):
    """The end, best first; `companies` that won or share the draw."""

    notice: ClassVar[str] = "exchange.final"
    phase: str
    reason: str
    companies: tuple[str, ...]
    rows: tuple[FinalPortfolio, ...]
