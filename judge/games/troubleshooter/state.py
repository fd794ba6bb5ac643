"""The state of a Troubleshooter, and the board it travels on: the standard one with Switzerland in its middle (T-2)."""

from collections.abc import Mapping
from dataclasses import field
from functools import cache

from judge.core.values import Value
from judge.core.variant import Names
from judge.kits.board.edits import MapDraft
from judge.kits.board.geography import Map, Province
from judge.kits.board.standard import standard_map
from judge.kits.loans import Loan, Terms
from judge.kits.market.rules import DOLLAR, market_names
from judge.kits.market.state import TradersState
from judge.kits.route import Fares

SWITZERLAND = "SWI"
FARES = Fares(land=1, sea=2)
START_DOLLARS = 10_000
DOLLARS = "DOLLAR"
"""The currency of the start; the market does not trade it."""


@cache
def travel_map() -> Map:
    """The travellers' map. Units live on the standard one, so that only a TS can stand in Switzerland."""
    draft = MapDraft(standard_map())
    words = ("swiss", "schweiz", "suisse", "svizzera", "swz", "sui")
    draft.add(Province(SWITZERLAND, "Switzerland", "land", spellings=words), "MAR BUR MUN TYR PIE")
    return draft.map("troubleshooter")


def home_of(place: str) -> str:
    """The power whose home centre this is; "" for every other place."""
    province = travel_map().provinces[place]
    return province.home if province.centre else ""


def place_name(place: str) -> str:
    return travel_map().full_name(place)


@cache
def names() -> Names:
    """Kind of name -> canonical name -> spellings."""
    return market_names(travel_map())


QUIET_YEARS = 7
"""Years before the end is rolled for: from Spring 1908 in a game that begins in 1901 (T-11)."""


class Winter(Value):
    """The last winter count that was settled: power -> centres, centre -> power. At first, the start (T-5, T-8)."""

    counts: Mapping[str, int]
    owners: Mapping[str, str]


class Traveller(Value):
    """One TS. His money lies in the books, in accounts of his own.

    currency  what his money is in; DOLLAR until he first enters a home centre
    loan      what he has lent; a TS with a loan is bound to his place until the winter (T-6)
    guest     the power whose units repaid him this winter and in whose home centre he still stands; it is left or
              lent to again in spring (T-6); "" otherwise
    barred    power -> first year in which he may lend to it again (T-7)
    """

    place: str = SWITZERLAND
    currency: str = DOLLARS
    loan: Loan | None = None
    guest: str = ""
    barred: Mapping[str, int] = field(default_factory=dict)

    @property
    def bound(self) -> bool:
        return self.loan is not None

    def is_barred(self, power: str, year: int) -> bool:
        return self.barred.get(power, 0) > year


def cash_account(seat: str) -> str:
    """The books' account of what a TS carries. No pseudonym can hold a slash."""
    return f"{seat}/TS"


def loan_account(seat: str) -> str:
    """The books' account of what a TS has lent."""
    return f"{seat}/LOAN"


class TroubleshooterState(TradersState):
    """Everything the rules need: the market's part, with the Businessmen's purses, and, a TS's money in whole units,

    winter      the last settled count: who owned what when routes are judged, and what loans are settled against
    forces      power -> units on the board, as last told
    travellers  seat -> its TS
    routes      seat -> route ordered at a movement deadline and not yet travelled, because retreats come first (T-1)
    """

    terms: Terms
    open_positions: bool
    winter: Winter
    forces: Mapping[str, int]
    travellers: Mapping[str, Traveller]
    routes: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    @property
    def rolling(self) -> bool:
        """Whether a season that ends now is followed by the roll for the end (T-11)."""
        return self.phase.year >= self.first.year + QUIET_YEARS

    def cash(self, seat: str) -> int:
        """What the TS carries, in whole units of his currency."""
        return self.books.balance(cash_account(seat), self.travellers[seat].currency)

    def lent(self, seat: str) -> int:
        """The face value of what the TS has lent."""
        return self.books.balance(loan_account(seat), self.travellers[seat].currency)

    def rate(self, currency: str) -> int:
        """Ticks for a unit: the last price, and a dollar for a dollar."""
        return DOLLAR if currency == DOLLARS else self.prices[currency]

    def dollars(self, seat: str) -> int:
        """All the TS's money in whole dollars at the last prices, loans at face; part dollars are lost (T-11)."""
        return (self.cash(seat) + self.lent(seat)) * self.rate(self.travellers[seat].currency) // DOLLAR

    def open_home(self, place: str) -> str:
        """The power that takes loans there: whose home centre it is, and whose own by the last winter count (T-5)."""
        home = home_of(place)
        return home if home and self.winter.owners.get(place) == home else ""
