"""The rows of an Exchange's news.

All sums are whole AgP; companies are the codes of their powers (RUSSIA), seats public names, a centre a code; `held`
and `shares` are numbers of shares.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypedDict

from judge.core.codec import UNSET, Unset


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
class IncomeLine:
    """What a centre brings; "" for a sum that is no centre's. `what`, in a Zero-Sum alone: bribes, lost or
    taken (9.2)."""

    centre: str
    amount: int
    what: str | Unset = UNSET


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
    """Every order for a unit. Where the winner pays less than he offered (A13): the `price`, and who
    `paid` it."""

    unit: str
    owner: str
    orders: tuple[Backed, ...]
    price: int | Unset = UNSET
    paid: Mapping[str, int] | Unset = UNSET


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
