"""News of issues, elections, offices and dividends; units are told in `rows`."""

from collections.abc import Mapping

from judge.core.notice import News
from judge.games.exchange.news.trade import Election, Votes


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


class Issued(News, notice="exchange.issued"):
    """An issue that was counted, and whether it passed."""

    phase: str
    company: str
    number: int
    price: int
    passed: bool


class IssueCounted(Issued, notice="exchange.issue_count"):
    """The same for a shareholder, with the shares that agreed of those outstanding."""

    yes: int
    outstanding: int


class VoidPrice(News, notice="exchange.void_price"):
    """A new price that the issue's own replaced, for who sent it (XR-10a)."""

    phase: str
    company: str
    price: int


class Elected(News, notice="exchange.elected"):
    """The leaders elected."""

    phase: str
    rows: tuple[Election, ...]


class VotesCounted(News, notice="exchange.votes"):
    """An election in full, for a shareholder.

    totals  candidate -> votes
    how     what decided
    tied    candidates who had most, where several did
    own     his own votes
    """

    phase: str
    company: str
    leader: str
    totals: Mapping[str, int]
    how: str
    tied: tuple[str, ...]
    own: tuple[Votes, ...]
    held: int


class Office(News, notice="exchange.office"):
    """A company and its treasury, for its leader; `new` in office."""

    phase: str
    company: str
    treasury: int
    new: bool


class Vacancy(News, notice="exchange.vacancy"):
    """A special election that the master calls for a company (XR-26), or calls off."""

    phase: str
    company: str
    leader: str
    cancelled: bool


class DividendReceived(News, notice="exchange.dividend"):
    """A dividend, for a shareholder: so much a share, together, and his cash then."""

    phase: str
    company: str
    each: int
    held: int
    amount: int
    cash: int


class DividendPaid(News, notice="exchange.dividend_paid"):
    """The same for the leader: what it came to, and the treasury then."""

    phase: str
    company: str
    each: int
    paid: int
    treasury: int
