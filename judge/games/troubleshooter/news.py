"""What a Troubleshooter tells of its own, beside the kits' news; the market's units are told in
`judge.kits.market.news`. A traveller's money (`cash`, `before`, `fee` and the like) is a whole number as text, in the
currency named beside it, DOLLAR among them; `dollars` is the same in dollars."""

from collections.abc import Mapping

from judge.core.codec import UNSET, Unset
from judge.core.notice import News, PhaseNews, news_in
from judge.core.values import Record
from judge.kits.host.news import HOSTED_NEWS, BoardReported
from judge.kits.loans import Loan
from judge.kits.market.news import MARKET_NEWS, MarketStatement, Opening
from judge.kits.route import Stage

# ---- rows -----------------------------------------------------------------------------------------------------------


class TravellerNow(Record):
    """A TS as he stands.

    place     code of his province, and `place_name` in words
    currency  of his cash
    loan      that is out; None for none
    bound     he may not travel while his loan is out
    guest     the power whose guest he is; "" for none
    barred    power -> the first year in which he may come again
    """

    place: str
    place_name: str
    currency: str
    cash: str
    loan: Loan | None
    bound: bool
    guest: str
    barred: Mapping[str, int]
    dollars: str


class Traveller(TravellerNow):
    """With the seat he belongs to."""

    seat: str


class RankedTraveller(Traveller):
    """With his rank by dollars, from 1; equals share one."""

    rank: int


class FinalTraveller(RankedTraveller):
    """At the end of the game."""

    winner: bool


class Home(Record):
    """A power, its centres, units and price of its currency, money; which of its home centres take loans (`open`),
    and who holds the others (`taken`: centre -> power, "" for nobody)."""

    power: str
    currency: str
    price: str
    centres: int
    units: int
    open: tuple[str, ...]
    taken: Mapping[str, str]


class JourneyShown(Record):
    """One season of one TS. Sums are in `paid_in` before a conversion and in `currency` after it.

    percent    of the whole fare
    before     money carried, `fee` what the journey took of it, `after_fee` what was left
    changed    whether it was changed on arrival
    cash       carried at the end
    loan       given on arrival
    lost       money that could not be lent or changed
    left       the power whose guest he was no longer; "" for none
    home       the power whose home the last place is; "" for none
    """

    seat: str
    start: str
    start_name: str
    end: str
    end_name: str
    route: tuple[Stage, ...]
    percent: int
    paid_in: str
    before: str
    fee: str
    after_fee: str
    changed: bool
    currency: str
    cash: str
    loan: Loan | None
    lost: str
    left: str
    home: str


class RepaymentShown(Record):
    """A loan that a winter repaid (T-8).

    lent      what the loan was, `repaid` what came back, `gain` the difference with its sign
    before    centres of the power a year ago, and `after` now
    lost      home centres it lost, and `captured` centres it took
    expelled  whether it sent its guest away
    """

    seat: str
    loan: Loan | None
    lent: str
    repaid: str
    gain: str
    before: int
    after: int
    lost: int
    captured: int
    expelled: bool


# ---- notices --------------------------------------------------------------------------------------------------------


class TroubleshooterOpened(News, Opening, notice="ts.opened"):
    """The game opens.

    board      reported or hosted
    powers     power -> the seat that plays it, where the board is hosted
    dollars    that every TS begins with, at `place`
    loans, positions  the settings of these names; positions are public or private
    rolls_from the first year whose end is diced for (T-10)
    """

    board: str
    powers: Mapping[str, str]
    dollars: str
    place: str
    loans: str
    positions: str
    rolls_from: int


class Homes(News, notice="ts.homes"):
    """Where loans are taken, at the start."""

    rows: tuple[Home, ...]


class HomesNow(Homes):
    """The same after a winter. `before_winter`: the units are those of a report, without the winter's changes."""

    phase: str
    before_winter: bool | Unset = UNSET


class Journeys(PhaseNews, notice="ts.journeys"):
    """Everybody's journeys of the season, where positions are public (T-15)."""

    rows: tuple[JourneyShown, ...]


class Repayments(PhaseNews, notice="ts.repayments"):
    """What this winter repaid, by the setting `loans` (`terms`)."""

    rows: tuple[RepaymentShown, ...]
    terms: str


class TroubleshooterStandings(PhaseNews, notice="ts.standings"):
    """Every TS, richest first."""

    rows: tuple[RankedTraveller, ...]


class EndRoll(PhaseNews, notice="ts.end_roll"):
    """The die for the end of the game (T-10): `value` is what fell, 1 to 6."""

    value: int
    ends: bool


class TroubleshooterFinal(PhaseNews, notice="final.scores"):
    """The final standings (T-11).

    reason  how the game ended
    loans   at face, or settled
    prices  the last, by currency, money
    """

    reason: str
    loans: str
    winners: tuple[str, ...]
    prices: Mapping[str, str]
    rows: tuple[FinalTraveller, ...]


class Businessman(PhaseNews, MarketStatement, notice="book.statement"):
    """A Businessman's own statement of a turn, for him alone."""

    seat: str


class OwnTravels(PhaseNews, notice="ts.statement"):
    """What the season did to one's own TS, for him alone.

    journey     None where there was none to tell, and so `repayment`
    rank        among so many `players`; 0 where positions are private
    next_phase  "" once the game is `over`
    """

    journey: JourneyShown | None
    repayment: RepaymentShown | None
    now: Traveller
    rank: int
    players: int
    over: bool
    next_phase: str


NEWS: tuple[type[News], ...] = (*HOSTED_NEWS, BoardReported, *MARKET_NEWS, *news_in(globals()))
