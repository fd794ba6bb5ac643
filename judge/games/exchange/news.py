"""What an Exchange tells of its own, beside the kit's news of the board: companies, offices, seasons."""

from collections.abc import Mapping

from judge.core.notice import News, PhaseNews, news_in
from judge.games.exchange import trade_news
from judge.kits.bribes.statements import BribeAccount
from judge.kits.host.news import HOSTED_NEWS, OwnUnits
from judge.kits.rulings import RULING_NEWS


class CompanyNews(PhaseNews):
    """News of a company."""

    company: str


class ExchangeOpened(PhaseNews, notice="exchange.opened"):
    """The game opens.

    cash     that everybody begins with
    min_bid  by country
    income   setting income_mode
    value_all  all shares of a company count at the end, not only those held
    dias     draws include all survivors
    fast     terms come with the bids
    victory  centres that win
    """

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


class InvestorJoined(PhaseNews, notice="exchange.joined"):
    """A late investor, and his cash (XR-30)."""

    seat: str
    cash: int


class LeastBids(PhaseNews, notice="exchange.least"):
    """Least bids that came down (XR-27)."""

    rows: tuple[trade_news.LeastBid, ...]


class OpenCall(PhaseNews, notice="exchange.call"):
    """The bids that stand after a call of an open auction. `last`: there is no further one."""

    rows: tuple[trade_news.StandingBid, ...]
    last: bool


class OwnBids(PhaseNews, notice="exchange.bids"):
    """A bidder's own bids, for him alone, and the cash they leave him."""

    rows: tuple[trade_news.BidFate, ...]
    cash: int


class Auction(PhaseNews, notice="exchange.auction"):
    """All bids, for the master."""

    rows: tuple[trade_news.BidFate, ...]


class Founded(PhaseNews, notice="exchange.founded"):
    """Companies founded, and the countries that nobody has founded yet."""

    rows: tuple[trade_news.Foundation, ...]
    left: tuple[str, ...]


class TermsSet(CompanyNews, notice="exchange.terms"):
    """A company's terms, for its founder.

    part      his own shares
    worth     what its home centres will bring together; 0 where that is not set so
    wanted    shares still to be sold before it floats
    fallback  he named none, so these are the rules' (XR-23)
    """

    shares: int
    price: int
    part: int
    treasury: int
    worth: int
    wanted: int
    fallback: bool


class Prospectus(PhaseNews, notice="exchange.prospectus"):
    """Everything that is for sale (6.2)."""

    rows: tuple[trade_news.ForSale, ...]


class FloatRounds(PhaseNews, notice="exchange.float"):
    """The sale of shares, in the order of investors that was drawn."""

    order: tuple[str, ...]
    rows: tuple[trade_news.SoldShares, ...]


class Purchases(PhaseNews, notice="exchange.purchases"):
    """What an investor bought, for him alone: what he spent, and the cash it leaves him."""

    rows: tuple[trade_news.Purchase, ...]
    spent: int
    cash: int


class Floated(CompanyNews, notice="exchange.floated"):
    """A new nation.

    held      shares in investors' hands, of so many
    appeared  its units, and `taken` those that others had to give up their place to
    centres   its home centres
    worth     what they bring together; 0 where that is not set so
    """

    founder: str
    held: int
    shares: int
    appeared: tuple[str, ...]
    taken: tuple[trade_news.TakenUnit, ...]
    centres: tuple[str, ...]
    worth: int


class ValuesSet(CompanyNews, notice="exchange.values"):
    """What a company's home centres bring from now on (centre -> sum). `even`: by the rules, not by its founder."""

    values: Mapping[str, int]
    even: bool


class IssueProposed(News, notice="exchange.issue"):
    """An issue of `number` shares proposed or `withdrawn`, for a shareholder. `own`: he proposed it."""

    company: str
    number: int
    price: int
    by: str
    withdrawn: bool
    outstanding: int
    held: int
    own: bool


class Issued(CompanyNews, notice="exchange.issued"):
    """An issue that was counted, and whether it passed."""

    number: int
    price: int
    passed: bool


class IssueCounted(Issued, notice="exchange.issue_count"):
    """The same for a shareholder, with the shares that agreed of those outstanding."""

    yes: int
    outstanding: int


class VoidPrice(CompanyNews, notice="exchange.void_price"):
    """A new price that the issue's own replaced, for who sent it (XR-10a)."""

    price: int


class Elected(PhaseNews, notice="exchange.elected"):
    """The leaders elected."""

    rows: tuple[trade_news.Election, ...]


class VotesCounted(CompanyNews, notice="exchange.votes"):
    """An election in full, for a shareholder.

    totals  candidate -> votes
    how     what decided
    tied    candidates who had most, where several did
    own     his own votes
    """

    leader: str
    totals: Mapping[str, int]
    how: str
    tied: tuple[str, ...]
    own: tuple[trade_news.Votes, ...]
    held: int


class OfficeHeld(CompanyNews, notice="exchange.office"):
    """A company and its treasury, for its leader; `new` in office."""

    treasury: int
    new: bool


class Vacancy(CompanyNews, notice="exchange.vacancy"):
    """A special election that the master calls for a company (XR-26), or calls off."""

    leader: str
    cancelled: bool


class DividendReceived(CompanyNews, notice="exchange.dividend"):
    """A dividend, for a shareholder: so much a share, together, and his cash then."""

    each: int
    held: int
    amount: int
    cash: int


class DividendPaid(CompanyNews, notice="exchange.dividend_paid"):
    """The same for the leader: what it came to, and the treasury then."""

    each: int
    paid: int
    treasury: int


class OwnDuty(CompanyNews, OwnUnits, notice="exchange.duty"):
    """What a company has to decide in the retreats, or with its builds, for its leader."""


class ExchangeTotals(PhaseNews, notice="exchange.totals"):
    """What every unit was paid, for everybody."""

    units: tuple[trade_news.UnitPrice, ...]


class Bribes(PhaseNews, BribeAccount, notice="exchange.bribes"):
    """A payer's own account of a movement, for him, or for the leader of the `company` he is. `dropped`: lines that
    could not stand any more at the deadline."""

    payer: str
    company: bool
    dropped: tuple[str, ...]


class ExchangeChart(News, trade_news.ChartPage, notice="exchange.chart"):
    """A movement in full, for the master."""


class ExchangeArchive(News, notice="exchange.archive"):
    """Every movement in full, for everybody, when the game is over."""

    pages: tuple[trade_news.ChartPage, ...]


class ExchangeNoSheet(PhaseNews, notice="exchange.nmr"):
    """Leaders who sent nothing (8.3)."""

    seats: tuple[trade_news.SilentLeader, ...]


class ExchangeIncome(CompanyNews, notice="exchange.income"):
    """A company's income of the year, for its leader."""

    rows: tuple[trade_news.IncomeLine, ...]
    total: int
    treasury: int


class AnnualTold(PhaseNews, trade_news.AnnualReport, notice="exchange.annual"):
    """A company's annual report, for a shareholder (1.4)."""


class ExchangeFinal(PhaseNews, notice="exchange.final"):
    """The end, best first; `companies` that won or share the draw."""

    reason: str
    companies: tuple[str, ...]
    rows: tuple[trade_news.FinalPortfolio, ...]


NEWS: tuple[type[News], ...] = (*HOSTED_NEWS, *RULING_NEWS, *news_in(globals()), *news_in(vars(trade_news)))
