"""What a Bourse tells of its own, beside the kits' news; units are told in `judge.kits.market.news`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from judge.core.notice import News
from judge.kits.host.news import HOSTED_NEWS, BoardReported
from judge.kits.market.news import MARKET_NEWS, Account, Onward


@dataclass(frozen=True, kw_only=True)
class Opened(News):
    """The market opens.

    board      reported or hosted (B-8)
    powers     power -> the seat that plays it, where the board is hosted
    units      of each currency that everybody begins with
    prices     of a unit, by currency, money
    limit      units of one currency that may be sold in a turn (M-4)
    step, cash, overspend  the settings of these names (M-8, M-7, M-6)
    centres    by power
    worth      of everybody's units at these prices, money
    credits    they make by the centres of today
    """

    notice: ClassVar[str] = "market.opened"
    phase: str
    board: str
    powers: Mapping[str, str]
    seats: tuple[str, ...]
    units: int
    prices: Mapping[str, str]
    limit: int
    step: str
    cash: str
    overspend: str
    centres: Mapping[str, int]
    worth: str
    credits: str


@dataclass(frozen=True, kw_only=True)
class Joined(News):
    """A late joiner, with so many units of each of these living currencies and no money (B-2)."""

    notice: ClassVar[str] = "market.joined"
    phase: str
    seat: str
    units: int
    currencies: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class Statement(News, Account, Onward):
    """A trader's own statement of a turn, for him alone.

    rank     of his worth at the new prices among so many `traders`
    credits  his holding makes by the centres of today
    """

    notice: ClassVar[str] = "book.statement"
    phase: str
    seat: str
    rank: int
    traders: int
    credits: str


@dataclass(frozen=True, kw_only=True)
class Part:
    """What a currency counts in the end: units x centres / 100 are `credits` (B-5)."""

    currency: str
    units: int
    centres: int
    credits: str


@dataclass(frozen=True, kw_only=True)
class Score:
    """A trader's final score, currency by currency; `cash`, money, counts for nothing."""

    seat: str
    rank: int
    credits: str
    winner: bool
    cash: str
    parts: tuple[Part, ...]


@dataclass(frozen=True, kw_only=True)
class Final(News):
    """The final standings, best first (B-5).

    reason   how the board game ended, as in `solo ITALY`
    counted  which count of `centres` by power counts: autumn, or the last winter (B-6)
    """

    notice: ClassVar[str] = "final.scores"
    phase: str
    reason: str
    counted: str
    winners: tuple[str, ...]
    centres: Mapping[str, int]
    rows: tuple[Score, ...]


NEWS: tuple[type[News], ...] = (*HOSTED_NEWS, BoardReported, *MARKET_NEWS, Opened, Joined, Statement, Final)
