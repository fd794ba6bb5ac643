"""The state of an Exchange between two deadlines, and its settings as the rules read them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import field, replace
from enum import StrEnum
from typing import Any

from judge.core.codec import UNSET, Unset
from judge.core.errors import InputError
from judge.core.ids import fold
from judge.core.ledger import Ledger, Posting
from judge.core.phase import Phase
from judge.core.values import Value
from judge.core.variant import settings_of
from judge.kits.auction import SealedBid as Call
from judge.kits.ballot import Lines
from judge.kits.board.standard import standard_map
from judge.kits.bribes.decide import ArchivedMovement
from judge.kits.bribes.rules import MONEY, BribeSettings, Income, bribe_rules, read_income
from judge.kits.bribes.survey import Survey, survey_of
from judge.kits.bribes.values import Welcome, default_welcome
from judge.kits.host.state import Host

PRICE_MOST = 999
_MONEY = re.compile(r"\d{1,5}", re.ASCII)


class ExchangeSettings(BribeSettings):
    """Every switch; the words are those of the options in the info.

    min_bid  power -> the least startup bid; value_all: shares are valued by all there are, company-owned ones too
    table    what centres bring under income_mode=payola
    chase    a phase waits for seats that must act again and again (XR-23)
    active_from_start  centres are active once their company is founded, not only when it floats (XR-22)
    """

    start_cash: int = 400
    min_bid: Mapping[str, int] = field(default_factory=dict)
    auction: str = "sealed"
    chase: bool = False
    active_from_start: bool = False
    fast: bool = False
    share_min: int = 5
    share_max: int = 200
    reprice: str = "lower"
    income: str = "financed"
    neutral_value: int = 5
    value_all: bool = False
    dias: bool = False
    report_counts: bool = False
    table: Income = field(default_factory=Income)
    lots: bool | Unset = UNSET  # a bid lost by lot says so; games begun before say that it was outbid
    stood: bool | Unset = UNSET  # who had a bid standing is told at each call what became of it

    @property
    def zero_sum(self) -> bool:
        return self.income == "zerosum"


def read_settings(chosen: Mapping[str, str]) -> ExchangeSettings:
    """The settings out of options with every default filled in. InputError for a value that is none."""

    table = read_income(chosen["income_mode"], chosen, standard_map().centres)
    if table.taxed and table.mode != "payola":
        raise InputError(
            f"income_mode={table.mode} has no taxes: tax, tax_centres and cap stand in the place of Payola's table.",
            hint="They go with income_mode=payola (9.1).",
        )
    least, most = int(chosen["share_min"]), int(chosen["share_max"])
    if least > most:
        raise InputError(f"share_min={least} is more than share_max={most}.")
    return settings_of(
        ExchangeSettings,
        chosen,
        bribes=bribe_rules(chosen),
        min_bid=least_bids(chosen["min_bid"]),
        grace=int(chosen["grace"]) if chosen["nmr"] != "hold" else 0,
        chase=chosen["nmr"] == "chase",
        active_from_start=chosen["inactive_until"] == "start",
        income=table.mode,
        table=table,
        value_all=chosen["value_basis"] == "all",
        lots=True,
        stood=True,
    )


def least_bids(text: str, before: Mapping[str, int] | None = None) -> dict[str, int]:
    """`50` for all powers, or `50, RUSSIA 80, ITALY 30`. Powers that a text without a first number leaves out are as
    `before`, at first 50."""
    words = text.upper().replace(",", " ").split()
    powers = sorted(standard_map().powers)
    values = dict(before or dict.fromkeys(powers, 50))
    if words and _MONEY.fullmatch(words[0]):
        values = dict.fromkeys(powers, int(words.pop(0)))
    if len(words) % 2:
        raise InputError(f"min_bid cannot be {text!r}.", hint="Write 50, or 50, RUSSIA 80, ITALY 30.")
    for power, money in zip(words[::2], words[1::2], strict=True):
        if power not in values or not _MONEY.fullmatch(money):
            raise InputError(f"min_bid: {power} {money} is no power with its least bid.", hint="Write RUSSIA 80.")
        values[power] = int(money)
    if min(values.values()) < 1:
        raise InputError("min_bid is at least 1 for every power.")
    return values


def bids_text(values: Mapping[str, int]) -> str:
    """Least bids as they are written: the commonest for all, then those that differ."""
    common = max(sorted(values.values()), key=list(values.values()).count)
    return ", ".join((str(common), *(f"{power} {least}" for power, least in sorted(values.items()) if least != common)))


NEUTRAL = "NEUTRAL"  # holds 10 for each neutral centre under Zero-Sum (XR-29)


class Status(StrEnum):
    """Where a company stands; it never goes back (B0)."""

    UNSTARTED = "unstarted"
    STARTED = "started"
    FLOATED = "floated"


class Issue(Value):
    """A proposed issue of new shares (1.6): who agreed or not, by name; silence is no."""

    number: int
    price: int
    by: str
    consent: Mapping[str, bool] = field(default_factory=dict)


class Entry(Value):
    """A line of a company's or an investor's books: what happened, how much money came (or, negative, went)."""

    phase: str
    what: str
    amount: int = 0
    note: str = ""


class Annual(Value):
    """An annual report (XR-7): `counts` shareholder -> shares; most readers are told the names alone."""

    year: int
    treasury: int
    counts: Mapping[str, int]
    shares: int
    own: int


class Corp(Value):
    """A company. Its treasury is the account of its power, its own shares are held by the account `pool POWER`.

    leader   elected; before the first election nobody
    former   who breaks ties: the leader till now, at first the founder (XR-3)
    values   home centre -> yearly income, once floated; wish: the founder's split, sent ahead
    ballots  investor -> ballot as it was counted last year (XR-5)
    draw     the companies of the draw its leader votes for, () for none
    """

    status: Status = Status.UNSTARTED
    founder: str = ""
    shares: int = 0
    price: int = 0
    leader: str = ""
    values: Mapping[str, int] = field(default_factory=dict)
    wish: Mapping[str, int] = field(default_factory=dict)
    welcome: Welcome = ()
    draw: tuple[str, ...] = ()
    issue: Issue | None = None
    ballots: Mapping[str, Lines] = field(default_factory=dict)
    books: tuple[Entry, ...] = ()
    annual: Annual | None = None

    @property
    def floated(self) -> bool:
        return self.status is Status.FLOATED

    @property
    def former(self) -> str:
        return self.leader or self.founder


class Listing(Value):
    """Shares on offer (3.1), oldest first by number."""

    number: int
    seller: str
    company: str
    quantity: int
    price: int

    @property
    def label(self) -> str:
        return f"L{self.number}"


class Sale(Value):
    """A sale on the market, as everybody may know it: not the buyer (XR-11)."""

    phase: str
    seller: str
    company: str
    quantity: int
    price: int


class ExchangeState(Value):
    """Everything the rules need; money in whole AgP, shares whole.

    corps    power -> company, for every power of the map
    books    accounts: investors, powers (treasuries), `pool POWER` (company-owned shares), `till POWER` (bribes earned
             under Zero-Sum); commodities: AGP and the powers' names for shares
    calls    country -> the standing bid of an open auction
    offered  country -> (shares, price) that its standing bidder named
    fresh    companies that floated this year and whose centres have no values yet
    gone     investors whose seats nobody sits in now (XR-26)
    vacant   companies whose leader has left the game and that elect another at this deadline (XR-26)
    taken    (centre, loser or "", captor) of this year, until money changes hands
    year     centres at the start of the year (XR-29)
    ledgers  investor -> what moved his money
    """

    phase: Phase
    settings: ExchangeSettings
    host: Host
    investors: tuple[str, ...]
    books: Ledger
    corps: Mapping[str, Corp]
    listings: tuple[Listing, ...] = ()
    next_listing: int = 1
    tape: tuple[Sale, ...] = ()
    calls: Mapping[str, Call] = field(default_factory=dict)
    offered: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    fresh: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()
    vacant: tuple[str, ...] = ()
    taken: tuple[tuple[str, str, str], ...] = ()
    year: Mapping[str, int] = field(default_factory=dict)
    ledgers: Mapping[str, tuple[Entry, ...]] = field(default_factory=dict)
    archive: tuple[ArchivedMovement, ...] = ()
    silent: Mapping[str, int] = field(default_factory=dict)
    ended: str = ""

    @property
    def survey(self) -> Survey:
        return survey_of(self.host)

    # ---- money and shares -------------------------------------------------------------------------------------

    def money(self, account: str) -> int:
        return self.books.balance(account, MONEY)

    def held(self, account: str, power: str) -> int:
        return self.books.balance(account, power)

    def own(self, power: str) -> int:
        """Company-owned shares."""
        return self.held(pool(power), power)

    def outstanding(self, power: str) -> int:
        return self.corps[power].shares - self.own(power)

    def holders(self, power: str) -> dict[str, int]:
        """Investor -> shares, those who have any, sorted."""
        return {who: self.held(who, power) for who in self.investors if self.held(who, power)}

    def portfolio(self, investor: str) -> dict[str, int]:
        """Company -> shares, those of which there are any, sorted."""
        return {power: self.held(investor, power) for power in sorted(self.corps) if self.held(investor, power)}

    def listed(self, seller: str, power: str) -> int:
        """Shares that are on offer already."""
        return sum(
            listing.quantity for listing in self.listings if (listing.seller, listing.company) == (seller, power)
        )

    # ---- companies --------------------------------------------------------------------------------------------

    def of(self, *statuses: Status) -> tuple[str, ...]:
        """Companies with one of these statuses, sorted."""
        return tuple(power for power in sorted(self.corps) if self.corps[power].status in statuses)

    @property
    def floated(self) -> tuple[str, ...]:
        return self.of(Status.FLOATED)

    def led_by(self, investor: str) -> tuple[str, ...]:
        """Floated companies this investor leads, sorted."""
        return tuple(power for power in self.floated if investor and self.corps[power].leader == investor)

    def managed_by(self, investor: str) -> tuple[str, ...]:
        """Companies this investor leads, or has founded and is to set the terms of, sorted."""
        return tuple(p for p in self.of(Status.STARTED) if self.corps[p].founder == investor) + self.led_by(investor)

    @property
    def survivors(self) -> tuple[str, ...]:
        """Floated companies with a unit or a centre, sorted (XR-24)."""
        return tuple(power for power in self.host.survivors if power in self.floated)

    def for_sale(self) -> dict[str, int]:
        """Company -> its own shares, where there are any."""
        return {power: self.own(power) for power in self.of(Status.STARTED, Status.FLOATED) if self.own(power)}

    def welcome(self, power: str) -> Welcome:
        return self.corps[power].welcome or default_welcome(power)

    def units(self) -> dict[str, tuple[str, ...]]:
        """Floated company -> its standing units."""
        position = self.host.position
        return {power: tuple(unit.text for unit in position.units_of(power)) for power in self.floated}

    def home(self, power: str) -> tuple[str, ...]:
        return tuple(sorted(self.host.board.home_centres(power)))

    @property
    def active(self) -> tuple[str, ...]:
        """Centres that can be captured and bring income: neutral ones, and those of companies that floated, or were
        founded where the game says so (XR-22)."""
        board = self.host.board
        nations = self.of(Status.STARTED, Status.FLOATED) if self.settings.active_from_start else self.floated
        homes = {centre: board.provinces[centre].home for centre in sorted(board.centres)}
        return tuple(centre for centre, home in homes.items() if not home or home in nations)

    def away(self, power: str) -> set[str]:
        """Who can neither be elected in a company nor break its ties: all who have left, and the leader whose office
        the master has called vacant (XR-26)."""
        return {*self.gone, *([self.corps[power].leader] if power in self.vacant else [])}

    # ---- changes ----------------------------------------------------------------------------------------------

    def posted(self, *postings: Posting) -> ExchangeState:
        """The state with money or shares moved."""
        return replace(self, books=self.books.post(postings))

    def with_corp(self, power: str, **changes: Any) -> ExchangeState:
        """The state with some fields of one company changed."""
        return replace(self, corps={**self.corps, power: replace(self.corps[power], **changes)})

    def noted(self, power: str, what: str, amount: int = 0, note: str = "") -> ExchangeState:
        """A line in a company's books."""
        entry = Entry(str(self.phase), what, amount, note)
        return self.with_corp(power, books=(*self.corps[power].books, entry))

    def entered(self, investor: str, what: str, amount: int = 0, note: str = "") -> ExchangeState:
        """A line in an investor's ledger."""
        entry = Entry(str(self.phase), what, amount, note)
        kept = (*self.ledgers.get(investor, ()), entry)
        return replace(self, ledgers=dict(sorted({**self.ledgers, investor: kept}.items())))

    # ---- people -----------------------------------------------------------------------------------------------

    def investor(self, text: str) -> str:
        """The investor meant by a name as written, with or without `@`; "" for nobody."""
        wanted = fold(text)
        return next((who for who in self.investors if fold(who) == wanted), "")


def pool(power: str) -> str:
    """The account of the shares a company owns itself."""
    return f"pool {power}"


def pairs(found: Any) -> tuple[Any, ...]:
    """One pair, or a tuple of pairs, as a tuple of pairs."""
    return found if isinstance(found[0], tuple) else (found,)


def plain(name: str) -> str:
    """An investor's name without its sign."""
    return " ".join(name.lstrip("@").split())


def listing(fields: Mapping[str, Any]) -> int:
    """The number of a listing; 0 for none."""
    return int(str(fields["listing"])[1:]) if "listing" in fields else 0
