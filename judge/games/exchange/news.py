"""What an Exchange tells of its own, beside the kit's news of the board. All sums are whole AgP; companies are the
codes of their powers (RUSSIA), seats public names, a centre a code; `held` and `shares` are numbers of shares."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, TypedDict

from judge.core.notice import News
from judge.kits.bribes.news import BribeAccount
from judge.kits.host.news import HOSTED_NEWS, OwnUnits

# ---- rows -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class LeastBid:
    """A country's least bid before and now."""

    company: str
    before: int
    least: int


@dataclass(frozen=True, kw_only=True)
class StandingBid:
    """The bid that stands highest for a country."""

    company: str
    bidder: str
    amount: int


@dataclass(frozen=True, kw_only=True)
class BidFate:
    """A startup bid: `amount` bid, `price` to pay, and its fate in a word."""

    bidder: str
    company: str
    amount: int
    price: int
    fate: str


@dataclass(frozen=True, kw_only=True)
class Foundation:
    """A country and its founder."""

    company: str
    founder: str


@dataclass(frozen=True, kw_only=True)
class ForSale:
    """A company's line of the price list: its status, shares in all and for sale, the price of a share."""

    company: str
    status: str
    founder: str
    shares: int
    for_sale: int
    price: int


@dataclass(frozen=True, kw_only=True)
class SoldShares:
    """Shares of a company sold at a price each, and left."""

    company: str
    sold: int
    left: int
    price: int


@dataclass(frozen=True, kw_only=True)
class Purchase:
    """A number of shares at a price each."""

    company: str
    number: int
    price: int


TakenUnit = TypedDict("TakenUnit", {"unit": str, "from": str})
"""A unit of a new nation, and whose unit stood in its place."""


@dataclass(frozen=True, kw_only=True)
class Election:
    """Who leads a company now, who did before, who founded it; "" for nobody. `vacant`: the election was a special one
    (XR-26)."""

    company: str
    leader: str
    before: str
    founder: str
    vacant: bool


@dataclass(frozen=True, kw_only=True)
class Votes:
    """Votes of a shareholder for a candidate."""

    candidate: str
    votes: int


@dataclass(frozen=True, kw_only=True)
class CentreIncome:
    """What a centre brings; "" for a sum that is no centre's."""

    centre: str
    amount: int


@dataclass(frozen=True, kw_only=True)
class ZeroSumLine(CentreIncome):
    """The same in a Zero-Sum: `what` is bribes, lost or taken (9.2)."""

    what: str


@dataclass(frozen=True, kw_only=True)
class UnitPrice:
    """The order a unit obeyed, and its price."""

    order: str
    price: int


@dataclass(frozen=True, kw_only=True)
class Backed:
    """An order on a unit's table: the money behind it, from whom (payer -> sum), and whether it was obeyed."""

    order: str
    total: int
    backing: Mapping[str, int]
    won: bool


@dataclass(frozen=True, kw_only=True)
class UnitBacked:
    """Every order for a unit."""

    unit: str
    owner: str
    orders: tuple[Backed, ...]


@dataclass(frozen=True, kw_only=True)
class PurseShown:
    """A payer's money before a movement, what he spent, and by how much each of his bribes was cut."""

    payer: str
    before: int
    spent: int
    reductions: int


@dataclass(frozen=True, kw_only=True)
class ChartPage:
    """Everything about one movement. `lists`: company -> its acceptance list."""

    phase: str
    units: tuple[UnitBacked, ...]
    purses: tuple[PurseShown, ...]
    lists: Mapping[str, str]


@dataclass(frozen=True, kw_only=True)
class SilentLeader:
    """A leader who sent no sheet of offers for so many movements in a row, and his companies."""

    seat: str
    turns: int
    companies: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class FinalPortfolio:
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


@dataclass(frozen=True, kw_only=True)
class BookEntry:
    """A line of a ledger or of a company's books; `amount` is negative for what went out."""

    phase: str
    what: str
    amount: int
    note: str


@dataclass(frozen=True, kw_only=True)
class Share:
    """A company in a portfolio: shares held, in all, in investors' hands, and on offer by their holder."""

    company: str
    held: int
    shares: int
    outstanding: int
    leader: str
    on_offer: int


@dataclass(frozen=True, kw_only=True)
class ListingShown:
    """Shares on offer by a `seller`, at a price each, under the label `listing`."""

    listing: str
    seller: str
    company: str
    quantity: int
    price: int


@dataclass(frozen=True, kw_only=True)
class SaleShown(ListingShown):
    """A sale; `left` of the listing are still on offer."""

    left: int


@dataclass(frozen=True, kw_only=True)
class AnnualReport:
    """A company's annual report as one shareholder reads it.

    holders  all shareholders by name
    held     his own number
    shares   in all, and `own` the company's
    """

    company: str
    year: int
    treasury: int
    holders: tuple[str, ...]
    held: int
    shares: int
    own: int


@dataclass(frozen=True, kw_only=True)
class AnnualReportCounted(AnnualReport):
    """With everybody's number (setting report_counts)."""

    counts: Mapping[str, int]


# ---- notices: the beginning and the founding ------------------------------------------------------------------------


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


# ---- notices: issues, offices ---------------------------------------------------------------------------------------


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


# ---- notices: the board, bribes, the year ---------------------------------------------------------------------------


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
    rows: tuple[CentreIncome, ...]
    total: int
    treasury: int


@dataclass(frozen=True, kw_only=True)
class ZeroSumIncome(News):
    """The same in a Zero-Sum (9.2)."""

    notice: ClassVar[str] = "exchange.income"
    phase: str
    company: str
    rows: tuple[ZeroSumLine, ...]
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


# ---- notices: the market, gifts -------------------------------------------------------------------------------------


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


# ---- notices: answers -----------------------------------------------------------------------------------------------


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


NEWS: tuple[type[News], ...] = (
    *HOSTED_NEWS,
    Opened,
    Joined,
    LeastBids,
    OpenCall,
    OwnBids,
    Auction,
    Founded,
    TermsSet,
    Prospectus,
    FloatRounds,
    Purchases,
    Floated,
    ValuesSet,
    IssueProposed,
    Issued,
    IssueCounted,
    VoidPrice,
    Elected,
    VotesCounted,
    Office,
    Vacancy,
    DividendReceived,
    DividendPaid,
    OwnDuty,
    Totals,
    Bribes,
    Chart,
    Archive,
    NoSheet,
    Income,
    ZeroSumIncome,
    AnnualTold,
    AnnualToldCounted,
    Final,
    Listed,
    Unlisted,
    SaleTold,
    Sold,
    Bought,
    Receipt,
    AnswerReport,
    AnswerReportCounted,
    AnswerRecords,
    AnswerLedger,
    AnswerPortfolio,
    AnswerMarket,
    AnswerPrices,
)
