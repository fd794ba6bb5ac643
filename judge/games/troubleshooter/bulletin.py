"""The notices of a turn: what is public (T-15), and each player's own statements."""

from collections.abc import Iterator, Mapping

from judge.core.codec import UNSET
from judge.core.notice import PUBLIC, Notice, fields_of, tell
from judge.core.values import Value
from judge.core.variant import Ended
from judge.games.troubleshooter.news import (
    Businessman,
    EndRoll,
    FinalTraveller,
    Home,
    HomesNow,
    Journeys,
    JourneyShown,
    LoanShown,
    OwnTravels,
    RankedTraveller,
    Repayments,
    RepaymentShown,
    Stage,
    Traveller,
    TravellerNow,
    TroubleshooterFinal,
    TroubleshooterStandings,
)
from judge.games.troubleshooter.reports import REASONS
from judge.games.troubleshooter.state import TroubleshooterState, home_of, place_name, travel_map
from judge.games.troubleshooter.travel import Journey, Repayment
from judge.kits.host.bulletin import board_notices, duty_notices
from judge.kits.host.reported import Season
from judge.kits.loans import Loan
from judge.kits.market.news import CreditHoldings, CreditTable, Dead, Eliminated, NoSheet, Quotes, Transactions
from judge.kits.market.rules import money
from judge.kits.market.settle import Settlement
from judge.kits.market.state import after_trading, dead_rows, listed, silent_rows
from judge.kits.market.tables import account, holdings, quotes, ranks, trades


class Told(Value):
    """A finished turn, to be told of."""

    before: TroubleshooterState
    after: TroubleshooterState
    season: Season
    settlements: Mapping[str, Settlement]
    journeys: Mapping[str, Journey]
    repayments: Mapping[str, Repayment]
    wintered: bool
    closed: bool
    roll: int
    ended: Ended | None

    @property
    def phase(self) -> str:
        return str(self.before.phase)


# ---- public -----------------------------------------------------------------------------------------------------


def public(told: Told) -> tuple[Notice, ...]:
    """Everything the list may read, in the order in which it is printed."""
    return tuple(_facts(told))


def _facts(told: Told) -> Iterator[Notice]:
    yield from _board(told)
    if told.before.trading:
        yield from _market(told)
    yield from _travellers(told)
    if told.roll:
        yield tell(PUBLIC, EndRoll(phase=told.phase, value=told.roll, ends=told.roll == 1))
    if told.closed and not told.ended:
        reported = True if told.wintered and told.after.host.live is None else UNSET
        yield tell(PUBLIC, HomesNow(phase=told.phase, rows=homes(told.after), before_winter=reported))
    if told.ended:
        yield tell(PUBLIC, final(told))


def _board(told: Told) -> Iterator[Notice]:
    """A board played here has its own bulletins; a report of another is shown as it came."""
    if told.after.host.live is not None:
        yield from board_notices(told.before.phase, told.season)
    elif told.season.change.told:
        yield tell(PUBLIC, told.season.change.shown())


def _market(told: Told) -> Iterator[Notice]:
    before, after, phase = told.before, told.after, told.phase
    table = quotes(before.prices, after.prices, told.settlements, after.powers, after.host.counts)
    yield tell(PUBLIC, Quotes(phase=phase, quotes=table, history=listed(after.history)))
    rows = tuple(trades(seat, done) for seat, done in sorted(told.settlements.items()))
    yield tell(PUBLIC, Transactions(phase=phase, trades=rows))
    yield tell(PUBLIC, CreditHoldings(phase=phase, **fields_of(holdings_table(after))))
    if after.silent:
        yield tell(PUBLIC, NoSheet(phase=phase, seats=silent_rows(after)))


def _travellers(told: Told) -> Iterator[Notice]:
    shown = told.after.open_positions
    if told.journeys and shown:
        journeys = tuple(journey(done) for _, done in sorted(told.journeys.items()))
        yield tell(PUBLIC, Journeys(phase=told.phase, rows=journeys))
    if told.repayments and shown:
        rows = tuple(repayment(done) for _, done in sorted(told.repayments.items()))
        yield tell(PUBLIC, Repayments(phase=told.phase, rows=rows, terms=told.after.terms.value))
    dead = _eliminated(told) if told.wintered else ()
    if dead:
        yield tell(PUBLIC, Eliminated(phase=told.phase, powers=dead))
    if shown and (told.journeys or told.wintered):
        yield tell(PUBLIC, TroubleshooterStandings(phase=told.phase, rows=standings(told.after)))


def _eliminated(told: Told) -> tuple[Dead, ...]:
    """Powers whose currency died with this winter, with the units of it that players hold."""
    after = told.after
    codes = [code for code, price in sorted(after.prices.items()) if not price and told.before.prices[code]]
    return dead_rows(after, codes, after.purses())


# ---- tables -----------------------------------------------------------------------------------------------------


def holdings_table(state: TroubleshooterState) -> CreditTable:
    return holdings(state.purses(), state.prices, state.powers, state.host.counts, state.rules.sell_limit)


def standings(state: TroubleshooterState) -> tuple[RankedTraveller, ...]:
    """Every TS, richest first: place, money, loans, state, worth in dollars with loans at face (T-15)."""
    dollars = {seat: state.dollars(seat) for seat in state.traders}
    places = ranks(dollars)
    ordered = sorted(state.traders, key=lambda seat: (places[seat], seat))
    return tuple(RankedTraveller(rank=places[seat], **fields_of(traveller(state, seat))) for seat in ordered)


def traveller(state: TroubleshooterState, seat: str) -> Traveller:
    """One TS as he stands, with his seat."""
    return Traveller(seat=seat, **fields_of(traveller_now(state, seat)))


def traveller_now(state: TroubleshooterState, seat: str) -> TravellerNow:
    """One TS as he stands."""
    ts = state.travellers[seat]
    return TravellerNow(
        place=ts.place,
        place_name=place_name(ts.place),
        currency=ts.currency,
        cash=str(state.cash(seat)),
        loan=loan_shown(ts.loan),
        bound=ts.bound,
        guest=ts.guest,
        barred=dict(sorted(ts.barred.items())),
        dollars=str(state.dollars(seat)),
    )


def loan_shown(loan: Loan | None) -> LoanShown | None:
    return LoanShown(power=loan.power, units=loan.units, each=loan.each) if loan else None


def homes(state: TroubleshooterState) -> tuple[Home, ...]:
    """Each power's centres, units and price, and which of its home centres take loans."""
    rows = []
    for code, power in sorted(state.powers.items(), key=lambda item: item[1]):
        places = travel_map().home_centres(power)
        rows.append(
            Home(
                power=power,
                currency=code,
                price=money(state.prices[code]),
                centres=state.host.counts[power],
                units=state.forces.get(power, 0),
                open=tuple(place for place in places if state.open_home(place)),
                taken={p: state.winter.owners.get(p, "") for p in places if not state.open_home(p)},
            )
        )
    return tuple(rows)


def journey(done: Journey) -> JourneyShown:
    """One season of one TS. Sums are in `paid_in` before a conversion and in `currency` after it."""
    currency, cash = done.changed or (done.paid_in, done.before - done.fee)
    return JourneyShown(
        seat=done.seat,
        start=done.start,
        start_name=place_name(done.start),
        end=done.end,
        end_name=place_name(done.end),
        route=tuple(Stage(place=stage.place, percent=stage.percent) for stage in done.stages),
        percent=done.percent,
        paid_in=done.paid_in,
        before=str(done.before),
        fee=str(done.fee),
        after_fee=str(done.before - done.fee),
        changed=done.changed is not None,
        currency=currency,
        cash=str(cash),
        loan=loan_shown(done.loan),
        lost=str(done.lost),
        left=done.left,
        home=home_of(done.end),
    )


def repayment(done: Repayment) -> RepaymentShown:
    year, loan = done.year, done.loan
    return RepaymentShown(
        seat=done.seat,
        loan=loan_shown(loan),
        lent=str(loan.lent),
        repaid=str(done.amount),
        gain=f"{done.amount - loan.lent:+d}",
        before=year.before,
        after=year.after,
        lost=year.lost,
        captured=year.captured,
        expelled=done.expelled,
    )


def final(told: Told) -> TroubleshooterFinal:
    """The final standings: every TS's money in dollars at the last prices (T-11)."""
    assert told.ended is not None
    winners = told.ended.winners
    rows = tuple(FinalTraveller(winner=row.seat in winners, **fields_of(row)) for row in standings(told.after))
    return TroubleshooterFinal(
        phase=told.phase,
        reason=told.ended.reason,
        loans="at face" if told.before.phase.season == "S" else "settled",
        winners=tuple(winners),
        prices={code: money(price) for code, price in sorted(told.after.prices.items())},
        rows=rows,
    )


# ---- to one player ----------------------------------------------------------------------------------------------


def statements(told: Told) -> tuple[Notice, ...]:
    """`book.statement` for the Businessman, `ts.statement` for the TS: to that player alone. To the players of a
    hosted board, what they have to decide before its next season."""
    out = [tell(seat, businessman(told, seat, done)) for seat, done in told.settlements.items()]
    if told.journeys or told.wintered:
        out += [tell(seat, ts_statement(told, seat)) for seat in told.after.traders]
    if not told.after.ended:
        out += duty_notices(told.after.host, told.after.phase, told.after.flags)
    return tuple(sorted(out, key=lambda notice: (notice.audience, notice.kind)))


def businessman(told: Told, seat: str, done: Settlement) -> Businessman:
    """Opening balance, each line with what was done and why, closing balance, what can be sold next turn."""
    after = told.after
    return Businessman(
        phase=told.phase,
        seat=seat,
        **fields_of(account(done, told.before.market, REASONS)),
        **fields_of(after_trading(after, seat, bool(after.ended))),
    )


def ts_statement(told: Told, seat: str) -> OwnTravels:
    """What the season did to one's own TS, and what he may do next."""
    after = told.after
    mine, paid = told.journeys.get(seat), told.repayments.get(seat)
    places = ranks({name: after.dollars(name) for name in after.traders})
    return OwnTravels(
        phase=told.phase,
        journey=journey(mine) if mine else None,
        repayment=repayment(paid) if paid else None,
        now=traveller(after, seat),
        rank=places[seat] if after.open_positions or after.ended else 0,
        players=len(after.traders),
        over=bool(after.ended),
        next_phase="" if after.ended else str(after.phase),
    )
