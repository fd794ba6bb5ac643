"""The notices of a turn: what is public (T-15), and each player's own statements."""

from collections.abc import Iterator

from judge.core.codec import UNSET
from judge.core.notice import PUBLIC, Notice, fields_of, tell
from judge.games.troubleshooter import news
from judge.games.troubleshooter.reports import REASONS
from judge.games.troubleshooter.state import TroubleshooterState, home_of, place_name, travel_map
from judge.games.troubleshooter.travel import Journey, Repayment, TroubleshooterTurn
from judge.kits.host.bulletin import board_notices, duty_notices
from judge.kits.market.news import Eliminated
from judge.kits.market.rules import money
from judge.kits.market.settle import Settlement
from judge.kits.market.state import after_trading, dead_rows
from judge.kits.market.tables import account, ranks
from judge.kits.market.turn import market_notices

# ---- public -----------------------------------------------------------------------------------------------------


def public(turn: TroubleshooterTurn) -> Iterator[Notice]:
    """Everything the list may read, in the order in which it is printed."""
    yield from board_notices(turn.before.phase, turn.season)
    if turn.before.trading:
        yield from market_notices(turn.before, turn.state, turn.settlements)
    yield from _travellers(turn)
    if turn.roll:
        yield tell(PUBLIC, news.EndRoll(phase=turn.phase, value=turn.roll, ends=turn.roll == 1))
    if turn.closed and not turn.ended:
        reported = True if turn.wintered and turn.state.host.live is None else UNSET
        yield tell(PUBLIC, news.HomesNow(phase=turn.phase, rows=homes(turn.state), before_winter=reported))
    if turn.ended:
        yield tell(PUBLIC, final(turn))


def _travellers(turn: TroubleshooterTurn) -> Iterator[Notice]:
    shown = turn.state.open_positions
    if turn.journeys and shown:
        journeys = tuple(journey(done) for _, done in sorted(turn.journeys.items()))
        yield tell(PUBLIC, news.Journeys(phase=turn.phase, rows=journeys))
    if turn.repayments and shown:
        rows = tuple(repayment(done) for _, done in sorted(turn.repayments.items()))
        yield tell(PUBLIC, news.Repayments(phase=turn.phase, rows=rows, terms=turn.state.terms.value))
    prices, before = turn.state.prices, turn.before.prices
    dead = [code for code, price in sorted(prices.items()) if not price and before[code]] if turn.wintered else []
    if dead:
        yield tell(PUBLIC, Eliminated(phase=turn.phase, powers=dead_rows(turn.state, dead)))
    if shown and (turn.journeys or turn.wintered):
        yield tell(PUBLIC, news.TroubleshooterStandings(phase=turn.phase, rows=standings(turn.state)))


# ---- tables -----------------------------------------------------------------------------------------------------


def standings(state: TroubleshooterState) -> tuple[news.RankedTraveller, ...]:
    """Every TS, richest first: place, money, loans, state, worth in dollars with loans at face (T-15)."""
    dollars = {seat: state.dollars(seat) for seat in state.traders}
    places = ranks(dollars)
    ordered = sorted(state.traders, key=lambda seat: (places[seat], seat))
    return tuple(news.RankedTraveller(rank=places[seat], **fields_of(traveller(state, seat))) for seat in ordered)


def traveller(state: TroubleshooterState, seat: str) -> news.Traveller:
    """One TS as he stands, with his seat."""
    return news.Traveller(seat=seat, **fields_of(traveller_now(state, seat)))


def traveller_now(state: TroubleshooterState, seat: str) -> news.TravellerNow:
    """One TS as he stands."""
    ts = state.travellers[seat]
    return news.TravellerNow(
        place=ts.place,
        place_name=place_name(ts.place),
        currency=ts.currency,
        cash=str(state.cash(seat)),
        loan=ts.loan,
        bound=ts.bound,
        guest=ts.guest,
        barred=dict(sorted(ts.barred.items())),
        dollars=str(state.dollars(seat)),
    )


def homes(state: TroubleshooterState) -> tuple[news.Home, ...]:
    """Each power's centres, units and price, and which of its home centres take loans."""
    rows = []
    for code, power in sorted(state.powers.items(), key=lambda item: item[1]):
        places = travel_map().home_centres(power)
        rows.append(
            news.Home(
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


def journey(done: Journey) -> news.JourneyShown:
    """One season of one TS. Sums are in `paid_in` before a conversion and in `currency` after it."""
    currency, cash = done.changed or (done.paid_in, done.before - done.fee)
    return news.JourneyShown(
        seat=done.seat,
        start=done.start,
        start_name=place_name(done.start),
        end=done.end,
        end_name=place_name(done.end),
        route=done.stages,
        percent=done.percent,
        paid_in=done.paid_in,
        before=str(done.before),
        fee=str(done.fee),
        after_fee=str(done.before - done.fee),
        changed=done.changed is not None,
        currency=currency,
        cash=str(cash),
        loan=done.loan,
        lost=str(done.lost),
        left=done.left,
        home=home_of(done.end),
    )


def repayment(done: Repayment) -> news.RepaymentShown:
    loan = done.loan
    return news.RepaymentShown(
        seat=done.seat,
        loan=loan,
        lent=str(loan.lent),
        repaid=str(done.amount),
        gain=f"{done.amount - loan.lent:+d}",
        **fields_of(done.year),
        expelled=done.expelled,
    )


def final(turn: TroubleshooterTurn) -> news.TroubleshooterFinal:
    """The final standings: every TS's money in dollars at the last prices (T-11)."""
    assert turn.ended is not None
    winners = turn.ended.winners
    rows = tuple(news.FinalTraveller(winner=row.seat in winners, **fields_of(row)) for row in standings(turn.state))
    return news.TroubleshooterFinal(
        phase=turn.phase,
        reason=turn.ended.reason,
        loans="at face" if turn.before.phase.season == "S" else "settled",
        winners=tuple(winners),
        prices={code: money(price) for code, price in sorted(turn.state.prices.items())},
        rows=rows,
    )


# ---- to one player ----------------------------------------------------------------------------------------------


def statements(turn: TroubleshooterTurn) -> tuple[Notice, ...]:
    """`book.statement` for the Businessman, `ts.statement` for the TS: to that player alone. To the players of a
    hosted board, what they have to decide before its next season."""
    out = [tell(seat, businessman(turn, seat, done)) for seat, done in turn.settlements.items()]
    if turn.journeys or turn.wintered:
        out += [tell(seat, ts_statement(turn, seat)) for seat in turn.state.traders]
    if not turn.state.ended:
        out += duty_notices(turn.state.host, turn.state.phase, turn.state.flags)
    return tuple(sorted(out, key=lambda notice: (notice.audience, notice.kind)))


def businessman(turn: TroubleshooterTurn, seat: str, done: Settlement) -> news.Businessman:
    """Opening balance, each line with what was done and why, closing balance, what can be sold next turn."""
    after = turn.state
    return news.Businessman(
        phase=turn.phase,
        seat=seat,
        **fields_of(account(done, turn.before.market, REASONS)),
        **fields_of(after_trading(after, seat, bool(after.ended))),
    )


def ts_statement(turn: TroubleshooterTurn, seat: str) -> news.OwnTravels:
    """What the season did to one's own TS, and what he may do next."""
    after = turn.state
    mine, paid = turn.journeys.get(seat), turn.repayments.get(seat)
    places = ranks({name: after.dollars(name) for name in after.traders})
    return news.OwnTravels(
        phase=turn.phase,
        journey=journey(mine) if mine else None,
        repayment=repayment(paid) if paid else None,
        now=traveller(after, seat),
        rank=places[seat] if after.open_positions or after.ended else 0,
        players=len(after.traders),
        over=bool(after.ended),
        next_phase="" if after.ended else str(after.phase),
    )
