"""The notices of a turn: what is public by rule (B-7), and each trader's statement."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from judge.core.notice import PUBLIC, Notice, fields_of, tell
from judge.core.variant import Ended
from judge.games.bourse.news import Final, Part, Score, Statement
from judge.games.bourse.state import BourseState
from judge.kits.host import BoardChange, Season, board_notices, duty_notices
from judge.kits.market import Settlement, money
from judge.kits.market.history import listed
from judge.kits.market.news import CreditHoldings, CreditTable, Dead, Eliminated, NoSheet, Quotes, Transactions
from judge.kits.market.standing import after_trading, dead_rows, silent_rows
from judge.kits.market.tables import account, credit_text, credits_of, holdings, quotes, ranks, trades, worth

Settlements = Mapping[str, Settlement]


def public(
    before: BourseState, after: BourseState, settlements: Settlements, season: Season, ended: Ended | None
) -> tuple[Notice, ...]:
    """Everything the list may read, in the order in which it is printed. Phases without trading have a short one."""
    notices = [*_board(before, season)]
    notices += _market(before, after, settlements, season.change) if before.trading else _second(before, after, season)
    if ended:
        notices.append(tell(PUBLIC, final(before, after, ended)))
    return tuple(notices)


def _board(before: BourseState, season: Season) -> Iterator[Notice]:
    if season.told:
        yield from board_notices(before.phase, season)
    elif season.change.told:
        yield tell(PUBLIC, season.change.shown())


def _second(before: BourseState, after: BourseState, season: Season) -> Iterator[Notice]:
    """After retreats and in winter: nothing has been traded, but a count may have closed a currency (M-11)."""
    if season.change.eliminated:
        phase = str(before.phase)
        yield tell(PUBLIC, Eliminated(phase=phase, powers=_eliminated(after, season.change)))
        yield tell(PUBLIC, CreditHoldings(phase=phase, **fields_of(holdings_table(after))))


def _market(before: BourseState, after: BourseState, settlements: Settlements, change: BoardChange) -> Iterator[Notice]:
    phase = str(before.phase)
    table = quotes(before.prices, after.prices, settlements, after.powers, after.host.counts)
    yield tell(PUBLIC, Quotes(phase=phase, quotes=table, history=listed(after.history)))
    if change.eliminated:
        yield tell(PUBLIC, Eliminated(phase=phase, powers=_eliminated(after, change)))
    rows = tuple(trades(seat, done) for seat, done in sorted(settlements.items()))
    yield tell(PUBLIC, Transactions(phase=phase, trades=rows))
    yield tell(PUBLIC, CreditHoldings(phase=phase, **fields_of(holdings_table(after))))
    if after.silent:
        yield tell(PUBLIC, NoSheet(phase=phase, seats=silent_rows(after)))


def holdings_table(state: BourseState) -> CreditTable:
    return holdings(state.purses(), state.prices, state.powers, state.host.counts, state.rules.sell_limit)


def _eliminated(state: BourseState, change: BoardChange) -> tuple[Dead, ...]:
    return dead_rows(state, map(state.currency_of, change.eliminated), state.purses())


def statements(before: BourseState, after: BourseState, settlements: Settlements) -> tuple[Notice, ...]:
    """`book.statement` for every trader, `board.duty` for every power with something to decide: to each alone."""
    duties = () if after.ended else duty_notices(after.host, after.phase, after.flags)
    purses = after.purses()
    values = ranks({seat: worth(purse, after.prices) for seat, purse in purses.items()})
    books = tuple(
        tell(seat, statement(before, after, seat, done, values[seat])) for seat, done in sorted(settlements.items())
    )
    return (*books, *duties)


def statement(before: BourseState, after: BourseState, seat: str, settlement: Settlement, rank: int) -> Statement:
    """Opening balance, each line with what was done and why, closing balance, what can be sold next turn."""
    return Statement(
        phase=str(before.phase),
        seat=seat,
        **fields_of(account(settlement, before.market)),
        **fields_of(after_trading(after, seat, bool(after.ended))),
        rank=rank,
        traders=len(after.traders),
        credits=credit_text(credits_of(after.purse(seat), after.powers, after.host.counts)),
    )


def final(before: BourseState, after: BourseState, ended: Ended) -> Final:
    """The final standings: credits of each trader, currency by currency (B-5)."""
    purses = after.purses()
    credits = {seat: credits_of(purse, after.powers, after.host.counts) for seat, purse in purses.items()}
    places = ranks(credits)
    rows = tuple(
        Score(
            seat=seat,
            rank=places[seat],
            credits=credit_text(credits[seat]),
            winner=seat in ended.winners,
            cash=money(purses[seat].cash),
            parts=tuple(_part(after, currency, purses[seat].holding[currency]) for currency in sorted(after.powers)),
        )
        for seat in sorted(purses, key=lambda name: (places[name], name))
    )
    return Final(
        phase=str(before.phase),
        reason=ended.reason,
        counted="autumn" if before.phase.season == "F" else "last winter",
        winners=tuple(ended.winners),
        centres=dict(sorted(after.host.counts.items())),
        rows=rows,
    )


def _part(state: BourseState, currency: str, units: int) -> Part:
    centres = state.host.counts[state.powers[currency]]
    return Part(currency=currency, units=units, centres=centres, credits=credit_text(units * centres))
