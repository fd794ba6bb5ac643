"""Games with a market: the steps of a deadline that they share, each game in its own order; and what games of traders
beside a board answer alike."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import field, replace
from typing import Any, TypeVar

from judge.core.calendar import Calendar, Clock
from judge.core.command import heard, section_of
from judge.core.errors import InputError
from judge.core.ledger import BANK, MARKET, VOID, Ledger
from judge.core.notice import PUBLIC, Notice, fields_of, tell
from judge.core.phase import Phase
from judge.core.variant import Agenda, Duty, Ended, Names, Situation
from judge.kits.deadline import Turn
from judge.kits.host.powers import BoardVariant
from judge.kits.host.reported import Season
from judge.kits.host.situation import spoken_orders
from judge.kits.host.state import Host
from judge.kits.market.news import CreditHoldings, Dead, Eliminated, NoSheet, Quotes, Transactions
from judge.kits.market.orders import Sell
from judge.kits.market.rules import MarketRules, currencies_of, standard_market_names
from judge.kits.market.settle import Settlement, posted, settle
from judge.kits.market.state import (
    MarketState,
    PriceList,
    TradersState,
    first_units,
    holdings_table,
    listed,
    silent_rows,
    spoken_trades,
    traded,
    with_market,
)
from judge.kits.market.tables import quotes, trades
from judge.kits.rulings import account_of

_ACCOUNTS = (BANK, MARKET, VOID)


class TradersVariant(BoardVariant):
    """A game of traders beside a board that is reported or hosted."""

    def names(self, options: Mapping[str, str]) -> Names:
        return standard_market_names()

    def situation(self, state: Any, seat: str) -> Situation:
        """What the seat's own purse says where words leave an amount open; for a power on a hosted board, its
        units."""
        if seat in state.flags:
            return super().situation(state, seat)
        if seat not in state.traders:
            return Situation()
        return with_market(Situation(), state.purse(seat), state.market, self.names({}))

    def spoken(self, state: Any, seat: str) -> str:
        if seat in state.flags:
            return spoken_orders(state.host, state.phase, state.flags[seat])
        return spoken_trades(state, seat) if state.trading and seat in state.traders else ""

    def account(self, state: Any, name: str) -> str:
        return account_of(name, {seat: seat for seat in state.traders}, state.traders)


class MarketTurn(Turn):
    """A turn under way, with what became of each sheet of trades and what the board has brought."""

    before: MarketState
    state: MarketState
    settlements: Mapping[str, Settlement] = field(default_factory=dict)
    season: Season | None = None


AnyTurn = TypeVar("AnyTurn", bound=MarketTurn)


def trade(turn: AnyTurn) -> AnyTurn:
    """Every sheet is settled by itself at the prices known before (M-2), whatever the board has brought (M-10)."""
    state = turn.state
    if not turn.before.trading:
        return turn
    settlements = {
        seat: settle(section_of(turn.orders.get(seat, ()), Sell.section), purse, turn.before.market)
        for seat, purse in state.purses.items()
    }
    return replace(turn.changed(books=posted(state.books, settlements)), settlements=settlements)


def move_prices(turn: AnyTurn) -> AnyTurn:
    """Prices follow the net of all executed trades (M-8, M-9)."""
    if not turn.before.trading:
        return turn
    return turn.changed(history=traded(turn.state.history, turn.phase, turn.settlements, turn.state.rules))


def close_the_dead(turn: AnyTurn) -> AnyTurn:
    """The currencies of powers that the winter count eliminated are worth nothing for good (M-9, M-10)."""
    state = turn.state
    *earlier, last = state.history
    dead = state.host.eliminated
    prices = {code: 0 if state.powers[code] in dead else price for code, price in last.prices.items()}
    return turn.changed(history=(*earlier, replace(last, prices=prices)))


def count_the_silent(turn: AnyTurn, excused: Collection[str] = ()) -> AnyTurn:
    """Who sent no sheet, and for how many trading turns in a row (M-12)."""
    if not turn.before.trading:
        return turn
    missing = {
        seat: turn.state.silent.get(seat, 0) + 1
        for seat in turn.settlements
        if not heard(turn.orders, seat) and seat not in excused
    }
    return turn.changed(silent=missing)


def end(turn: AnyTurn, reason: str, points: Mapping[str, int], shown: Callable[[int], str] = str) -> AnyTurn:
    """The game is over: most points win, and a tie is shared."""
    best = max(points.values(), default=0)
    winners = tuple(seat for seat, score in sorted(points.items()) if score == best)
    scores = {seat: shown(score) for seat, score in sorted(points.items())}
    return replace(turn.changed(ended=reason), ended=Ended(reason, scores, winners))


def market_start(
    phase: Phase, host: Host, rules: MarketRules, seats: tuple[str, ...], rule: str = " (B-3)"
) -> dict[str, Any]:
    """The fields of a market's first state, in which everybody has the first units."""
    powers = {currency.code: currency.power for currency in currencies_of(host.powers)}
    prices = dict.fromkeys(sorted(powers), rules.start_price)
    check_names(seats, rule)
    return {
        "phase": phase,
        "first": phase,
        "rules": rules,
        "powers": powers,
        "history": (PriceList("", prices),),
        "books": Ledger().post(first_units(seats, prices, rules.start_units)),
        "host": host,
    }


def check_names(seats: Iterable[str], rule: str = " (B-3)") -> None:
    """InputError for a pseudonym that is the name of an account in the books."""
    for seat in seats:
        if seat in _ACCOUNTS:
            raise InputError(f"{seat} is the name of an account in the books and cannot be a pseudonym{rule}.")


def market_agenda(
    state: TradersState, busy: Collection[str], trades: tuple[str, ...], needed: bool, calendar: Calendar
) -> Agenda:
    """A phase a season in which every trader may trade, and which waits for its report where that is `needed` (B-8);
    or the phases of a hosted board: trading in movement seasons only, retreats and builds by the short clock (M-11,
    D-8). `busy` powers must decide; `trades` are the sections of what traders write."""
    if state.ended:
        return Agenda(state.phase, dict.fromkeys((*state.traders, *state.flags), Duty.NONE), (), pace=Clock.NONE)
    if state.host.live is None:
        return Agenda(
            phase=state.phase,
            duties=dict.fromkeys(state.traders, Duty.MAY),
            sections=trades,
            needs=("report",) if needed else (),
            accepts=("report",),
            report_hours=state.report_hours,
        )
    owed = {seat: Duty.MUST if power in busy else Duty.NONE for seat, power in state.flags.items()}
    owed |= dict.fromkeys(state.traders, Duty.MAY if state.trading else Duty.NONE)
    return Agenda(
        phase=state.phase,
        duties=dict(sorted(owed.items())),
        sections=(*trades, "orders") if state.trading else ("orders",),
        accepts=("report",),
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
