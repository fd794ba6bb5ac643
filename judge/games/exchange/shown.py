"""What may be looked at in an Exchange, and what is foretold of a sheet: the types."""

from collections.abc import Mapping

from judge.core.shown import Shown
from judge.core.values import Value
from judge.core.variant import Views
from judge.games.exchange.trade_news import ListingShown
from judge.kits.host.bulletin import EndingForecast
from judge.kits.host.news import OwnUnits
from judge.kits.host.picture import BoardShown


class ListCost(Value):
    """What the whole list of offers would `cost`, and the most that is spent on it (4.4.3)."""

    cost: int
    limit: int


class PurseForecast(Value):
    """A purse with offers, the investor's own or a `company`'s: what there is, and the `most` they can cost."""

    payer: str
    company: bool
    balance: int
    spendable: int
    most: int


class DividendForecast(Value):
    """A dividend of so much a share, `paid` to investors in all, and what is `left` in the treasury."""

    company: str
    each: int
    paid: int
    left: int


class CompanyDuty(Value):
    """A company's units that must retreat (unit -> the places open to it), builds due (removals, where negative) with
    the places for them, and the orders of the sheet."""

    company: str
    due: int
    sites: tuple[str, ...]
    orders: tuple[str, ...]
    retreats: Mapping[str, tuple[str, ...]]


class InvestorForecast(Shown, kw_only=False):
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


class CompanyShown(Value):
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


class SaleOnTape(Value):
    """A sale on the market, as everybody may know it: not the buyer (XR-11). `price`: of a share."""

    phase: str
    seller: str
    company: str
    quantity: int
    price: str


class OnOffer(Value):
    """Shares on offer by a `seller`, at a price each, under the label `listing`."""

    listing: str
    seller: str
    company: str
    quantity: int
    price: str


class ExchangeBoard(BoardShown):
    """The board, and the powers whose companies have units on it."""

    active: tuple[str, ...]


class CallShown(Value):
    """The standing bid of an open auction."""

    bidder: str
    amount: str


class ExchangeShown(Shown, kw_only=False):
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


class LedShown(OwnUnits):
    """A company to its leader: its treasury, its acceptance list, and the companies of the `draw` he votes for."""

    treasury: str
    accept: str
    draw: tuple[str, ...]


class IssueShown(Value):
    """A proposed issue of so many new shares at a price; `agreed`: what the investor has said, None for nothing yet."""

    number: int
    price: str
    agreed: bool | None


class InvestorShown(Shown, kw_only=False):
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


class BooksShown(Shown, kw_only=False):
    """To the master: money by investor and floated company, and shares by investor and company."""

    accounts: Mapping[str, str]
    holdings: Mapping[str, Mapping[str, int]]


VIEWS = Views(
    public=ExchangeShown, private=(InvestorShown,), master=BooksShown, forecasts=(InvestorForecast, EndingForecast)
)
