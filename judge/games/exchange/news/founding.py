"""News of the beginning and of companies being founded and floated; units are told in `rows`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from judge.core.notice import News
from judge.games.exchange.news.rows import (
    BidFate,
    ForSale,
    Foundation,
    LeastBid,
    Purchase,
    SoldShares,
    StandingBid,
    TakenUnit,
)


@dataclass(frozen=True, kw_only=True)
class Opened(News):
    """The game opens.

    cash     that everybody begins with
    min_bid  by country
    income   setting income_mode
    value_all  all shares of a company count at the end, not only those held
    dias     draws include all survivors
    fast     terms come with the bids
    victory  centres that win
    """

    notice: ClassVar[str] = "exchange.opened"
    phase: str
    investors: tuple[str, ...]
    cash: int
    min_bid: Mapping[str, int]
    auction: str
    income: str
    neutral_value: int
    value_all: bool
    dias: bool
    fast: bool
    victory: int


@dataclass(frozen=True, kw_only=True)
class Joined(News):
    """A late investor, and his cash (XR-30)."""

    notice: ClassVar[str] = "exchange.joined"
    phase: str
    seat: str
    cash: int


@dataclass(frozen=True, kw_only=True)
class LeastBids(News):
    """Least bids that came down (XR-27)."""

    notice: ClassVar[str] = "exchange.least"
    phase: str
    rows: tuple[LeastBid, ...]


@dataclass(frozen=True, kw_only=True)
class OpenCall(News):
    """The bids that stand after a call of an open auction. `last`: there is no further one."""

    notice: ClassVar[str] = "exchange.call"
    phase: str
    rows: tuple[StandingBid, ...]
    last: bool


@dataclass(frozen=True, kw_only=True)
class OwnBids(News):
    """A bidder's own bids, for him alone, and the cash they leave him."""

    notice: ClassVar[str] = "exchange.bids"
    phase: str
    rows: tuple[BidFate, ...]
    cash: int


@dataclass(frozen=True, kw_only=True)
class Auction(News):
    """All bids, for the master."""

    notice: ClassVar[str] = "exchange.auction"
    phase: str
    rows: tuple[BidFate, ...]


@dataclass(frozen=True, kw_only=True)
class Founded(News):
    """Companies founded, and the countries that nobody has founded yet."""

    notice: ClassVar[str] = "exchange.founded"
    phase: str
    rows: tuple[Foundation, ...]
    left: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class TermsSet(News):
    """A company's terms, for its founder.

    part      his own shares
    worth     what its home centres will bring together; 0 where that is not set so
    wanted    shares still to be sold before it floats
    fallback  he named none, so these are the rules' (XR-23)
    """

    notice: ClassVar[str] = "exchange.terms"
    phase: str
    company: str
    shares: int
    price: int
    part: int
    treasury: int
    worth: int
    wanted: int
    fallback: bool


@dataclass(frozen=True, kw_only=True)
class Prospectus(News):
    """Everything that is for sale (6.2)."""

    notice: ClassVar[str] = "exchange.prospectus"
    phase: str
    rows: tuple[ForSale, ...]


@dataclass(frozen=True, kw_only=True)
class FloatRounds(News):
    """The sale of shares, in the order of investors that was drawn."""

    notice: ClassVar[str] = "exchange.float"
    phase: str
    order: tuple[str, ...]
    rows: tuple[SoldShares, ...]


@dataclass(frozen=True, kw_only=True)
class Purchases(News):
    """What an investor bought, for him alone: what he spent, and the cash it leaves him."""

    notice: ClassVar[str] = "exchange.purchases"
    phase: str
    rows: tuple[Purchase, ...]
    spent: int
    cash: int


@dataclass(frozen=True, kw_only=True)
class Floated(News):
    """A new nation.

    held      shares in investors' hands, of so many
    appeared  its units, and `taken` those that others had to give up their place to
    centres   its home centres
    worth     what they bring together; 0 where that is not set so
    """

    notice: ClassVar[str] = "exchange.floated"
    phase: str
    company: str
    founder: str
    held: int
    shares: int
    appeared: tuple[str, ...]
    taken: tuple[TakenUnit, ...]
    centres: tuple[str, ...]
    worth: int


@dataclass(frozen=True, kw_only=True)
class ValuesSet(News):
    """What a company's home centres bring from now on (centre -> sum). `even`: by the rules, not by its founder."""

    notice: ClassVar[str] = "exchange.values"
    phase: str
    company: str
    values: Mapping[str, int]
    even: bool
