"""News of the beginning and of companies being founded and floated; units are told in `rows`."""

from collections.abc import Mapping

from judge.core.notice import News
from judge.games.exchange.news.trade import (
    BidFate,
    ForSale,
    Foundation,
    LeastBid,
    Purchase,
    SoldShares,
    StandingBid,
    TakenUnit,
)


class Opened(News, notice="exchange.opened"):
    """The game opens.

    cash     that everybody begins with
    min_bid  by country
    income   setting income_mode
    value_all  all shares of a company count at the end, not only those held
    dias     draws include all survivors
    fast     terms come with the bids
    victory  centres that win
    """

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


class Joined(News, notice="exchange.joined"):
    """A late investor, and his cash (XR-30)."""

    phase: str
    seat: str
    cash: int


class LeastBids(News, notice="exchange.least"):
    """Least bids that came down (XR-27)."""

    phase: str
    rows: tuple[LeastBid, ...]


class OpenCall(News, notice="exchange.call"):
    """The bids that stand after a call of an open auction. `last`: there is no further one."""

    phase: str
    rows: tuple[StandingBid, ...]
    last: bool


class OwnBids(News, notice="exchange.bids"):
    """A bidder's own bids, for him alone, and the cash they leave him."""

    phase: str
    rows: tuple[BidFate, ...]
    cash: int


class Auction(News, notice="exchange.auction"):
    """All bids, for the master."""

    phase: str
    rows: tuple[BidFate, ...]


class Founded(News, notice="exchange.founded"):
    """Companies founded, and the countries that nobody has founded yet."""

    phase: str
    rows: tuple[Foundation, ...]
    left: tuple[str, ...]


class TermsSet(News, notice="exchange.terms"):
    """A company's terms, for its founder.

    part      his own shares
    worth     what its home centres will bring together; 0 where that is not set so
    wanted    shares still to be sold before it floats
    fallback  he named none, so these are the rules' (XR-23)
    """

    phase: str
    company: str
    shares: int
    price: int
    part: int
    treasury: int
    worth: int
    wanted: int
    fallback: bool


class Prospectus(News, notice="exchange.prospectus"):
    """Everything that is for sale (6.2)."""

    phase: str
    rows: tuple[ForSale, ...]


class FloatRounds(News, notice="exchange.float"):
    """The sale of shares, in the order of investors that was drawn."""

    phase: str
    order: tuple[str, ...]
    rows: tuple[SoldShares, ...]


class Purchases(News, notice="exchange.purchases"):
    """What an investor bought, for him alone: what he spent, and the cash it leaves him."""

    phase: str
    rows: tuple[Purchase, ...]
    spent: int
    cash: int


class Floated(News, notice="exchange.floated"):
    """A new nation.

    held      shares in investors' hands, of so many
    appeared  its units, and `taken` those that others had to give up their place to
    centres   its home centres
    worth     what they bring together; 0 where that is not set so
    """

    phase: str
    company: str
    founder: str
    held: int
    shares: int
    appeared: tuple[str, ...]
    taken: tuple[TakenUnit, ...]
    centres: tuple[str, ...]
    worth: int


class ValuesSet(News, notice="exchange.values"):
    """What a company's home centres bring from now on (centre -> sum). `even`: by the rules, not by its founder."""

    phase: str
    company: str
    values: Mapping[str, int]
    even: bool
