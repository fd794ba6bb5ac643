"""The state of a Bourse, and what it tells and shows: the kinds of its notices, what of a turn is public by rule (B-7),
each trader's statement; standings, forecasts, and what each kind of seat sees."""

from collections.abc import Mapping
from dataclasses import field

from judge.core.command import Sheet
from judge.core.notice import MASTER, PUBLIC, News, Notice, PhaseNews, fields_of, news_in, tell
from judge.core.shown import Shown
from judge.core.values import Record, Value
from judge.core.variant import Ended, Views
from judge.kits.host import bulletin
from judge.kits.host.news import HOSTED_NEWS, BoardReported, OwnUnits
from judge.kits.host.picture import BoardShown, MasterShown, PowerShown
from judge.kits.host.reported import Season
from judge.kits.market.news import MARKET_NEWS, Account, CreditHoldings, Eliminated, MarketStatement, Opening
from judge.kits.market.rules import money
from judge.kits.market.settle import Settlement
from judge.kits.market.state import (
    MarketShown,
    OwnAccount,
    TradersState,
    after_trading,
    dead_rows,
    holdings_table,
    market_block,
    own_account,
)
from judge.kits.market.tables import account, credit_text, credits_of, ranks, worth
from judge.kits.market.turn import market_notices


class BourseState(TradersState):
    """Everything the rules need: the market's part, and the late joiners -> the phase in which they came (B-2)."""

    joined: Mapping[str, str] = field(default_factory=dict)


class BourseOpened(News, Opening, notice="market.opened"):
    """The market opens.

    board      reported or hosted (B-8)
    powers     power -> the seat that plays it, where the board is hosted
    step, cash, overspend  the settings of these names (M-8, M-7, M-6)
    credits    everybody's units make by the centres of today
    """

    board: str
    powers: Mapping[str, str]
    step: str
    cash: str
    overspend: str
    credits: str


class TraderJoined(PhaseNews, notice="market.joined"):
    """A late joiner, with so many units of each of these living currencies and no money (B-2)."""

    seat: str
    units: int
    currencies: tuple[str, ...]


class BourseStatement(PhaseNews, MarketStatement, notice="book.statement"):
    """A trader's own statement of a turn, for him alone.

    rank     of his worth at the new prices among so many `traders`
    credits  his holding makes by the centres of today
    """

    seat: str
    rank: int
    traders: int
    credits: str


class BoursePart(Record):
    """What a currency counts in the end: units x centres / 100 are `credits` (B-5)."""

    currency: str
    units: int
    centres: int
    credits: str


class BourseScore(Record):
    """A trader's final score, currency by currency; `cash`, money, counts for nothing."""

    seat: str
    rank: int
    credits: str
    winner: bool
    cash: str
    parts: tuple[BoursePart, ...]


class BourseFinal(PhaseNews, notice="final.scores"):
    """The final standings, best first (B-5).

    reason   how the board game ended, as in `solo ITALY`
    counted  which count of `centres` by power counts: autumn, or the last winter (B-6)
    """

    reason: str
    counted: str
    winners: tuple[str, ...]
    centres: Mapping[str, int]
    rows: tuple[BourseScore, ...]


NEWS: tuple[type[News], ...] = (*HOSTED_NEWS, BoardReported, *MARKET_NEWS, *news_in(globals()))


Settlements = Mapping[str, Settlement]


def public_notices(
    before: BourseState, after: BourseState, settlements: Settlements, season: Season, ended: Ended | None
) -> tuple[Notice, ...]:
    """Everything the list may read, in the order in which it is printed. Phases without trading have a short one."""
    notices = [*bulletin.board_notices(before.phase, season)]
    dead = dead_rows(after, map(after.currency_of, season.change.eliminated))
    if before.trading:
        notices += market_notices(before, after, settlements, dead)
    elif dead:  # nothing has been traded, but a count may have closed a currency (M-11)
        notices.append(tell(PUBLIC, Eliminated(phase=str(before.phase), powers=dead)))
        notices.append(tell(PUBLIC, CreditHoldings(phase=str(before.phase), **fields_of(holdings_table(after)))))
    if ended:
        notices.append(tell(PUBLIC, final(before, after, ended)))
    return tuple(notices)


def statements(before: BourseState, after: BourseState, settlements: Settlements) -> tuple[Notice, ...]:
    """`book.statement` for every trader, `board.duty` for every power with something to decide: to each alone."""
    duties = () if after.ended else bulletin.duty_notices(after.host, after.phase, after.flags)
    purses = after.purses
    values = ranks({seat: worth(purse, after.prices) for seat, purse in purses.items()})
    books = tuple(
        tell(seat, statement(before, after, seat, done, values[seat])) for seat, done in sorted(settlements.items())
    )
    return (*books, *duties)


def statement(before: BourseState, after: BourseState, seat: str, settlement: Settlement, rank: int) -> BourseStatement:
    """Opening balance, each line with what was done and why, closing balance, what can be sold next turn."""
    return BourseStatement(
        phase=str(before.phase),
        seat=seat,
        **fields_of(account(settlement, before.market)),
        **fields_of(after_trading(after, seat, bool(after.ended))),
        rank=rank,
        traders=len(after.traders),
        credits=credit_text(credits_of(after.purse(seat), after.powers, after.host.counts)),
    )


def final(before: BourseState, after: BourseState, ended: Ended) -> BourseFinal:
    """The final standings: credits of each trader, currency by currency (B-5)."""
    purses = after.purses
    credits = {seat: credits_of(purse, after.powers, after.host.counts) for seat, purse in purses.items()}
    places = ranks(credits)
    rows = tuple(
        BourseScore(
            seat=seat,
            rank=places[seat],
            credits=credit_text(credits[seat]),
            winner=seat in ended.winners,
            cash=money(purses[seat].cash),
            parts=tuple(_part(after, currency, purses[seat].holding[currency]) for currency in sorted(after.powers)),
        )
        for seat in sorted(purses, key=lambda name: (places[name], name))
    )
    return BourseFinal(
        phase=str(before.phase),
        reason=ended.reason,
        counted="autumn" if before.phase.season == "F" else "last winter",
        winners=tuple(ended.winners),
        centres=dict(sorted(after.host.counts.items())),
        rows=rows,
    )


def _part(state: BourseState, currency: str, units: int) -> BoursePart:
    centres = state.host.counts[state.powers[currency]]
    return BoursePart(currency=currency, units=units, centres=centres, credits=credit_text(units * centres))


class TradeForecast(Shown, Account):
    """What a trader's sheet will do, exactly (M-2): only the end of a power can still change its worth."""

    phase: str


class OrderText(Value):
    """An order as the judge writes it."""

    text: str


class UnitsForecast(Shown, OwnUnits):
    """A power's orders as they stand. `missing`: its units without any, which hold or are disbanded."""

    phase: str
    power: str
    lines: tuple[OrderText, ...]
    missing: tuple[str, ...]


class CreditMarket(MarketShown):
    """The market with what wins (B-5).

    credits  by seat, to two decimals
    place    by credits, from 1; equals share one, and `first` are those who lead
    """

    credits: Mapping[str, str]
    place: Mapping[str, int]
    first: tuple[str, ...]


class BourseShown(Shown, kw_only=False):
    """The blocks `market` and `board`. Holdings and cash are public by rule (B-7)."""

    market: CreditMarket
    board: BoardShown


class TraderShown(OwnAccount):
    """A trader's own account. `keeps_cash`: money left over at this deadline stays his (M-7); `trading`: this phase
    trades (M-11)."""

    keeps_cash: bool
    trading: bool


VIEWS = Views(
    public=BourseShown,
    private=(TraderShown, PowerShown),
    master=MasterShown,
    forecasts=(TradeForecast, UnitsForecast, bulletin.ReportForecast),
)


def public(state: BourseState) -> BourseShown:
    """The blocks `market` and `board` of `judge show`."""
    table = holdings_table(state)
    purses = state.purses
    exact = {seat: credits_of(purse, state.powers, state.host.counts) for seat, purse in purses.items()}
    place = ranks(exact)
    market = CreditMarket(
        **fields_of(market_block(state, table, table.rows)),
        credits=dict(sorted((row.seat, row.credits) for row in table.rows)),
        place=place,
        first=tuple(seat for seat in sorted(place) if place[seat] == 1),
    )
    return BourseShown(market, state.host.shown())


def private(state: BourseState, seat: str) -> MasterShown | PowerShown | TraderShown:
    """What one seat sees beside the public standing: its own account, ready for the next sheet."""
    if seat == MASTER:
        return bulletin.kept_reports(state.host)
    if seat in state.flags:
        power = state.flags[seat]
        return PowerShown(power=power, **fields_of(bulletin.own_units(state.host, state.phase, power)))
    keeps_cash = state.rules.keeps_cash(state.first_turn)
    return TraderShown(**fields_of(own_account(state, seat)), keeps_cash=keeps_cash, trading=state.trading)


def forecast_orders(state: BourseState, seat: str, sheet: Sheet) -> UnitsForecast:
    """A power's orders as they stand, and its units without any: those hold, are disbanded, or nothing is built."""
    power = state.flags[seat]
    return UnitsForecast(
        **fields_of(bulletin.own_units(state.host, state.phase, power)),
        phase=str(state.phase),
        power=power,
        lines=tuple(OrderText(command.canonical()) for command in sheet),
        missing=() if state.phase.kind == "A" else bulletin.outlook(state.host, state.phase, power, sheet).missing,
    )


def forecast_trades(state: BourseState, settlement: Settlement) -> TradeForecast:
    """What a sheet will do at the deadline, exactly (M-2)."""
    return TradeForecast(**vars(account(settlement, state.market)), phase=str(state.phase))
