"""What may be looked at in an Exchange: its public standing, and what each kind of seat sees beside it.

Sums in AgP, as text where a field is text.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from judge.core.shown import Shown
from judge.core.variant import Views
from judge.games.exchange.foretold import InvestorForecast
from judge.games.exchange.news.rows import ListingShown
from judge.kits.host.news import OwnUnits
from judge.kits.host.outlook import EndingForecast
from judge.kits.host.shown import BoardShown


@dataclass(frozen=True)
class CompanyShown:
    """A company.

    status         unstarted, started, floated and so on
    founder        None before there is one, as `leader`
    price          of a share; None before there are any
    shares         all there are, and those that are for sale in `company_owned`
    values         centre -> its part of the worth, once they are settled (7.2)
    least_bid      for a country that nobody has founded yet; None after that
    """

    status: str
    founder: str | None
    price: str | None
    shares: int
    company_owned: int
    leader: str | None
    values: Mapping[str, int]
    least_bid: str | None


@dataclass(frozen=True)
class SaleOnTape:
    """A sale on the market, as everybody may know it: not the buyer (XR-11). `price`: of a share."""

    phase: str
    seller: str
    company: str
    quantity: int
    price: str


@dataclass(frozen=True)
class OnOffer:
    """Shares on offer by a `seller`, at a price each, under the label `listing`."""

    listing: str
    seller: str
    company: str
    quantity: int
    price: str


@dataclass(frozen=True, kw_only=True)
class ExchangeBoard(BoardShown):
    """The board, and the powers whose companies have units on it."""

    active: tuple[str, ...]


@dataclass(frozen=True)
class CallShown:
    """The standing bid of an open auction."""

    bidder: str
    amount: str


@dataclass(frozen=True)
class ExchangeShown(Shown):
    """The blocks `corporations`, `market_tape` and `board`, with what is on offer.

    corporations  by power
    stage         the stage of the year in words
    calls         country -> its open auction
    vacant        companies that elect a new leader at this deadline (XR-26)
    silent        seat -> deadlines in a row without a sheet
    """

    corporations: Mapping[str, CompanyShown]
    market_tape: tuple[SaleOnTape, ...]
    listings: tuple[OnOffer, ...]
    board: ExchangeBoard
    stage: str
    calls: Mapping[str, CallShown]
    vacant: tuple[str, ...]
    silent: Mapping[str, int]


@dataclass(frozen=True, kw_only=True)
class LedShown(OwnUnits):
    """A company to its leader: its treasury, its acceptance list, and the companies of the `draw` he votes for."""

    treasury: str
    accept: str
    draw: tuple[str, ...]


@dataclass(frozen=True)
class IssueShown:
    """A proposed issue of so many new shares at a price; `agreed`: what the investor has said, None for nothing yet."""

    number: int
    price: str
    agreed: bool | None


@dataclass(frozen=True)
class InvestorShown(Shown):
    """An investor's own.

    accounts   `cash`, and the treasury of each company he leads
    shares     company -> how many
    companies  those he leads
    issues     by company
    due        what only he can settle now, in words
    """

    accounts: Mapping[str, str]
    shares: Mapping[str, int]
    on_offer: tuple[ListingShown, ...]
    companies: Mapping[str, LedShown]
    issues: Mapping[str, IssueShown]
    due: tuple[str, ...]


@dataclass(frozen=True)
class BooksShown(Shown):
    """To the master: money by investor and floated company, and shares by investor and company."""

    accounts: Mapping[str, str]
    holdings: Mapping[str, Mapping[str, int]]


VIEWS = Views(
    public=ExchangeShown, private=(InvestorShown,), master=BooksShown, forecasts=(InvestorForecast, EndingForecast)
)
