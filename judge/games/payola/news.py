"""What a Payola tells of its own, beside the kits' news. All sums are whole AgP; powers are codes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from judge.core.notice import News
from judge.kits.bribes.news import BribeAccount, PaidUnit, UnitTable
from judge.kits.host.news import HOSTED_NEWS, BoardFinal, Silent, Standing
from judge.kits.rulings import RULING_NEWS

# ---- rows -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class Player:
    """A power, its seat, and what is in its purse."""

    power: str
    seat: str
    balance: int


@dataclass(frozen=True, kw_only=True)
class Special:
    """A setting that is not the standard game's, with its explanation."""

    name: str
    value: str
    help: str


@dataclass(frozen=True, kw_only=True)
class PurseShown:
    """A power's movement in full.

    list      its acceptance list, and `filed` as it had filed it
    before    its purse, `spent` and `after`; `reductions` by how much each bribe was cut
    sheet     its offers
    unheeded  those that could not be taken
    """

    power: str
    list: str
    filed: str
    before: int
    spent: int
    after: int
    reductions: int
    sheet: tuple[str, ...]
    unheeded: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class ChartPage:
    """Everything about one movement: every table, every purse."""

    phase: str
    units: tuple[UnitTable, ...]
    purses: tuple[PurseShown, ...]


@dataclass(frozen=True, kw_only=True)
class Entry:
    """A line of the year's account: what for, for which centre, from or to which other power ("" for none)."""

    what: str
    amount: int
    centre: str
    other: str


# ---- notices --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class Opened(News):
    """The game opens.

    idle         powers without a player: their units are for sale
    victory      centres that win
    draws, conditional, income, tax, cap, blind  the settings of these names; `tax_centres` centre -> its own income
    special      settings that are not the standard game's
    """

    notice: ClassVar[str] = "payola.opened"
    phase: str
    powers: tuple[Player, ...]
    idle: tuple[str, ...]
    units: tuple[Standing, ...]
    victory: int
    draws: str
    conditional: str
    income: str
    tax: int
    tax_centres: Mapping[str, int]
    cap: int
    blind: bool
    special: tuple[Special, ...]


@dataclass(frozen=True, kw_only=True)
class Totals(News):
    """What every unit was paid, for everybody (A13)."""

    notice: ClassVar[str] = "payola.totals"
    phase: str
    units: tuple[PaidUnit, ...]


@dataclass(frozen=True, kw_only=True)
class Statement(News, BribeAccount):
    """A power's own account of a movement, for it alone (A12).

    hide_cost, hide_offers, blind  the settings of these names, which leave something out
    zero_sum  what its units earned is its income
    dropped   lines that could not stand any more at the deadline (PR-5)
    """

    notice: ClassVar[str] = "payola.statement"
    phase: str
    power: str
    hide_cost: bool
    hide_offers: bool
    blind: bool
    zero_sum: bool
    dropped: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class Chart(News, ChartPage):
    """A movement in full, for the master."""

    notice: ClassVar[str] = "payola.chart"


@dataclass(frozen=True, kw_only=True)
class Archive(News):
    """Every movement in full, for everybody, when the game is over (A11)."""

    notice: ClassVar[str] = "payola.archive"
    pages: tuple[ChartPage, ...]


@dataclass(frozen=True, kw_only=True)
class IncomePaid(News):
    """The money of the year has come. `mode`: the setting `income`."""

    notice: ClassVar[str] = "payola.income_paid"
    phase: str
    year: int
    mode: str


@dataclass(frozen=True, kw_only=True)
class Income(News):
    """A power's own account of the year, for it alone: its purse before and after, and how many centres it has."""

    notice: ClassVar[str] = "payola.income"
    phase: str
    year: int
    power: str
    before: int
    entries: tuple[Entry, ...]
    after: int
    centres: int


@dataclass(frozen=True, kw_only=True)
class Receipt(News):
    """A gift of money, for giver and receiver: `amount` is negative for the giver. `other` is "" for one who is
    not named."""

    notice: ClassVar[str] = "payola.receipt"
    phase: str
    power: str
    before: int
    amount: int
    other: str
    after: int


@dataclass(frozen=True, kw_only=True)
class NoSheet(News):
    """Who had units to bid for and sent nothing (A10)."""

    notice: ClassVar[str] = "payola.nmr"
    phase: str
    seats: tuple[Silent, ...]


NEWS: tuple[type[News], ...] = (
    *HOSTED_NEWS,
    *RULING_NEWS,
    BoardFinal,
    Opened,
    Totals,
    Statement,
    Chart,
    Archive,
    IncomePaid,
    Income,
    Receipt,
    NoSheet,
)
