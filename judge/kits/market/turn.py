"""The steps of a deadline that games with a market share; each game says in which order they come.

A step takes the turn as far as it has come and gives it back one step further.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import field, replace
from typing import TypeVar

from judge.core.calendar import Calendar, Clock
from judge.core.command import Orders, Sheet, heard
from judge.core.errors import InputError
from judge.core.ledger import BANK, MARKET, VOID
from judge.core.notice import PUBLIC, Notice, fields_of, tell
from judge.core.values import Record
from judge.core.variant import Agenda, Duty, Ended, Section
from judge.kits.market.news import CreditHoldings, Dead, Eliminated, NoSheet, Quotes, Transactions
from judge.kits.market.orders import Sell
from judge.kits.market.settle import Settlement, posted, settle
from judge.kits.market.state import MarketState, TradersState, closed, holdings_table, listed, silent_rows, traded
from judge.kits.market.tables import quotes, trades

_ACCOUNTS = (BANK, MARKET, VOID)


class MarketTurn(Record):
    """A turn under way. `before` is the state at the deadline, `state` what it is becoming."""

    before: MarketState
    state: MarketState
    orders: Orders
    settlements: Mapping[str, Settlement] = field(default_factory=dict)
    notices: tuple[Notice, ...] = ()
    ended: Ended | None = None

    @property
    def phase(self) -> str:
        """The id of the phase that is resolved: what news tells of."""
        return str(self.before.phase)


Turn = TypeVar("Turn", bound=MarketTurn)


def trades_of(sheet: Sheet) -> Sheet:
    """The trading part of a sheet."""
    return tuple(command for command in sheet if command.section == Sell.section)


def trade(turn: Turn) -> Turn:
    """Every sheet is settled by itself at the prices known before (M-2), whatever the board has brought (M-10)."""
    state = turn.state
    if not turn.before.trading:
        return turn
    settlements = {
        seat: settle(trades_of(turn.orders.get(seat, ())), purse, turn.before.market)
        for seat, purse in state.purses.items()
    }
    return replace(turn, state=replace(state, books=posted(state.books, settlements)), settlements=settlements)


def move_prices(turn: Turn) -> Turn:
    """Prices follow the net of all executed trades (M-8, M-9)."""
    if not turn.before.trading:
        return turn
    history = traded(turn.state.history, turn.phase, turn.settlements, turn.state.rules)
    return replace(turn, state=replace(turn.state, history=history))


def close_the_dead(turn: Turn) -> Turn:
    """The currencies of powers that the winter count eliminated are worth nothing for good (M-9, M-10)."""
    history = closed(turn.state.history, turn.state.powers, turn.state.host.eliminated)
    return replace(turn, state=replace(turn.state, history=history))


def count_the_silent(turn: Turn, excused: Collection[str] = ()) -> Turn:
    """Who sent no sheet, and for how many trading turns in a row (M-12)."""
    if not turn.before.trading:
        return turn
    missing = {
        seat: turn.state.silent.get(seat, 0) + 1
        for seat in turn.settlements
        if not heard(turn.orders, seat) and seat not in excused
    }
    return replace(turn, state=replace(turn.state, silent=missing))


def end(turn: Turn, reason: str, points: Mapping[str, int], shown: Callable[[int], str] = str) -> Turn:
    """The game is over: most points win, and a tie is shared."""
    best = max(points.values(), default=0)
    winners = tuple(seat for seat, score in sorted(points.items()) if score == best)
    scores = {seat: shown(score) for seat, score in sorted(points.items())}
    return replace(turn, state=replace(turn.state, ended=reason), ended=Ended(reason, scores, winners))


def check_names(seats: Iterable[str], rule: str = " (B-3)") -> None:
    """InputError for a pseudonym that is the name of an account in the books."""
    for seat in seats:
        if seat in _ACCOUNTS:
            raise InputError(f"{seat} is the name of an account in the books and cannot be a pseudonym{rule}.")


def market_agenda(
    state: TradersState,
    busy: Collection[str],
    trades: tuple[Section, ...],
    orders: Section,
    report: Section,
    needed: bool,
    calendar: Calendar,
) -> Agenda:
    """A phase a season in which every trader may trade, and which waits for its report where that is `needed` (B-8);
    or the phases of a hosted board: trading in movement seasons only, retreats and builds by the short clock (M-11,
    D-8). `busy` powers must decide; `trades` are what traders write, and `orders` the board's own."""
    if state.ended:
        return Agenda(state.phase, dict.fromkeys((*state.traders, *state.flags), Duty.NONE), (), pace=Clock.NONE)
    if state.host.live is None:
        return Agenda(
            phase=state.phase,
            duties=dict.fromkeys(state.traders, Duty.MAY),
            sections=tuple(section.name for section in trades),
            needs=(report.name,) if needed else (),
            accepts=(report.name,),
            report_hours=state.report_hours,
        )
    owed = {seat: Duty.MUST if power in busy else Duty.NONE for seat, power in state.flags.items()}
    owed |= dict.fromkeys(state.traders, Duty.MAY if state.trading else Duty.NONE)
    return Agenda(
        phase=state.phase,
        duties=dict(sorted(owed.items())),
        sections=tuple(section.name for section in ((*trades, orders) if state.trading else (orders,))),
        accepts=(report.name,),
        pace=calendar.clock(state.phase),
    )


def market_notices(
    before: MarketState, after: MarketState, settlements: Mapping[str, Settlement], dead: tuple[Dead, ...] = ()
) -> Iterator[Notice]:
    """What a trading turn tells everybody: prices, currencies that died with it, trades, holdings, who sent nothing."""
    phase = str(before.phase)
    table = quotes(before.prices, after.prices, settlements, after.powers, after.host.counts)
    yield tell(PUBLIC, Quotes(phase=phase, quotes=table, history=listed(after.history)))
    if dead:
        yield tell(PUBLIC, Eliminated(phase=phase, powers=dead))
    rows = tuple(trades(seat, done) for seat, done in sorted(settlements.items()))
    yield tell(PUBLIC, Transactions(phase=phase, trades=rows))
    yield tell(PUBLIC, CreditHoldings(phase=phase, **fields_of(holdings_table(after))))
    if after.silent:
        yield tell(PUBLIC, NoSheet(phase=phase, seats=silent_rows(after)))
