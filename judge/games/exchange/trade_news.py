"""News of the market and of gifts, and the answers to questions; units are told in `rows`."""

from collections.abc import Mapping
from typing import TypedDict

from judge.core.codec import UNSET, Unset
from judge.core.notice import News, PhaseNews
from judge.core.values import Record
from judge.games.exchange.state import Entry
from judge.kits.bribes.statements import Table


class LeastBid(Record):
    """A country's least bid before and now."""

    company: str
    before: int
    least: int


class StandingBid(Record):
    """The bid that stands highest for a country."""

    company: str
    bidder: str
    amount: int


class BidFate(Record):
    """A startup bid: `amount` bid, `price` to pay, and its fate in a word."""

    bidder: str
    company: str
    amount: int
    price: int
    fate: str


class Foundation(Record):
    """A country and its founder."""

    company: str
    founder: str


class ForSale(Record):
    """A company's line of the price list: its status, shares in all and for sale, the price of a share."""

    company: str
    status: str
    founder: str
    shares: int
    for_sale: int
    price: int


class SoldShares(Record):
    """Shares of a company sold at a price each, and left."""

    company: str
    sold: int
    left: int
    price: int


class Purchase(Record):
    """A number of shares at a price each."""

    company: str
    number: int
    price: int


TakenUnit = TypedDict("TakenUnit", {"unit": str, "from": str})
"""A unit of a new nation, and whose unit stood in its place."""


class Election(Record):
    """Who leads a company now, who did before, who founded it; "" for nobody. `vacant`: the election was a special one
    (XR-26)."""

    company: str
    leader: str
    before: str
    founder: str
    vacant: bool


class Votes(Record):
    """Votes of a shareholder for a candidate."""

    candidate: str
    votes: int


class IncomeLine(Record):
    """What a centre brings; "" for a sum that is no centre's. `what`, in a Zero-Sum alone: bribes, lost or
    taken (9.2)."""

    centre: str
    amount: int
    what: str | Unset = UNSET


class UnitPrice(Record):
    """The order a unit obeyed, and its price."""

    order: str
    price: int


class UnitBacked(Record):
    """Every order for a unit. Where the winner pays less than he offered (A13): the `price`, and who
    `paid` it."""

    unit: str
    owner: str
    orders: tuple[Table, ...]
    price: int | Unset = UNSET
    paid: Mapping[str, int] | Unset = UNSET


class PurseShown(Record):
    """A payer's money before a movement, what he spent, and by how much each of his bribes was cut."""

    payer: str
    before: int
    spent: int
    reductions: int


class ChartPage(Record):
    """Everything about one movement. `lists`: company -> its acceptance list."""

    phase: str
    units: tuple[UnitBacked, ...]
    purses: tuple[PurseShown, ...]
    lists: Mapping[str, str]


class SilentLeader(Record):
    """A leader who sent no sheet of offers for so many movements in a row, and his companies."""

    seat: str
    turns: int
    companies: tuple[str, ...]


class FinalPortfolio(Record):
    """An investor at the end.

    score     per cent of the winning companies, four decimals, and `fraction` the same exactly
    shares    company -> shares
    """

    seat: str
    score: str
    fraction: str
    winner: bool
    shares: Mapping[str, int]
    cash: int


class Share(Record):
    """A company in a portfolio: shares held, in all, in investors' hands, and on offer by their holder."""

    company: str
    held: int
    shares: int
    outstanding: int
    leader: str
    on_offer: int


class ListingShown(Record):
    """Shares on offer by a `seller`, at a price each, under the label `listing`."""

    listing: str
    seller: str
    company: str
    quantity: int
    price: int


class SaleShown(ListingShown):
    """A sale; `left` of the listing are still on offer."""

    left: int


class AnnualReport(Record):
    """A company's annual report as one shareholder reads it.

    holders  all shareholders by name
    held     his own number
    shares   in all, and `own` the company's
    counts   everybody's number (setting report_counts); left out where it is not told
    """

    company: str
    year: int
    treasury: int
    holders: tuple[str, ...]
    held: int
    shares: int
    own: int
    counts: Mapping[str, int] | Unset = UNSET


class Listed(News, ListingShown, notice="exchange.listed"):
    """Shares that are offered."""


class Unlisted(News, ListingShown, notice="exchange.unlisted"):
    """Shares that are not offered any more."""


class SaleTold(News, SaleShown, notice="exchange.sale"):
    """A sale; who bought is not told."""


class Sold(News, SaleShown, notice="exchange.sold"):
    """A sale, for the seller: what it came to, his cash and shares then."""

    cost: int
    buyer: str
    cash: int
    held: int


class Bought(News, SaleShown, notice="exchange.bought"):
    """The same for the buyer."""

    cost: int
    cash: int
    held: int


class Receipt(PhaseNews, notice="exchange.receipt"):
    """A gift of money, for giver (`own`) and receiver; `giver` is "" where he is not named. `after`: what the
    reader, or the company he leads, has then."""

    giver: str
    receiver: str
    amount: int
    own: bool
    after: int


class AnswerReport(News, AnnualReport, notice="exchange.answer_report"):
    """REPORT: the last annual report."""


class AnswerRecords(News, notice="exchange.answer_records"):
    """RECORDS: a company's books, for its leader."""

    company: str
    treasury: int
    rows: tuple[Entry, ...]


class AnswerLedger(News, notice="exchange.answer_ledger"):
    """LEDGER: what moved one's money."""

    rows: tuple[Entry, ...]
    cash: int


class AnswerPortfolio(News, notice="exchange.answer_portfolio"):
    """PORTFOLIO: one's shares."""

    rows: tuple[Share, ...]
    cash: int


class AnswerMarket(News, notice="exchange.answer_market"):
    """MARKET: what is on offer, and the price list."""

    rows: tuple[ListingShown, ...]
    prices: tuple[ForSale, ...]


class AnswerPrices(AnswerMarket, notice="exchange.answer_prices"):
    """PRICES: the price list, and what is on offer."""
