"""News of the board, of bribes, and of the end of a year; units are told in `rows`."""

from judge.core.notice import News
from judge.games.exchange.news.trade import (
    AnnualReport,
    AnnualReportCounted,
    ChartPage,
    FinalPortfolio,
    IncomeLine,
    SilentLeader,
    UnitPrice,
)
from judge.kits.bribes.statements import BribeAccount
from judge.kits.host.news import OwnUnits


class OwnDuty(News, OwnUnits, notice="exchange.duty"):
    """What a company has to decide in the retreats, or with its builds, for its leader."""

    phase: str
    company: str


class Totals(News, notice="exchange.totals"):
    """What every unit was paid, for everybody."""

    phase: str
    units: tuple[UnitPrice, ...]


class Bribes(News, BribeAccount, notice="exchange.bribes"):
    """A payer's own account of a movement, for him, or for the leader of the `company` he is. `dropped`: lines that
    could not stand any more at the deadline."""

    phase: str
    payer: str
    company: bool
    dropped: tuple[str, ...]


class Chart(News, ChartPage, notice="exchange.chart"):
    """A movement in full, for the master."""


class Archive(News, notice="exchange.archive"):
    """Every movement in full, for everybody, when the game is over."""

    pages: tuple[ChartPage, ...]


class NoSheet(News, notice="exchange.nmr"):
    """Leaders who sent nothing (8.3)."""

    phase: str
    seats: tuple[SilentLeader, ...]


class Income(News, notice="exchange.income"):
    """A company's income of the year, for its leader."""

    phase: str
    company: str
    rows: tuple[IncomeLine, ...]
    total: int
    treasury: int


class AnnualTold(News, AnnualReport, notice="exchange.annual"):
    """A company's annual report, for a shareholder (1.4)."""

    phase: str


class AnnualToldCounted(News, AnnualReportCounted, notice="exchange.annual"):
    """The same with everybody's number."""

    phase: str


class Final(News, notice="exchange.final"):
    """The end, best first; `companies` that won or share the draw."""

    phase: str
    reason: str
    companies: tuple[str, ...]
    rows: tuple[FinalPortfolio, ...]
