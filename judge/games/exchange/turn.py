"""How an Exchange begins (2.1, 7.3); a deadline: what its phase does, and which phase comes next (B2)."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from judge.core.command import Orders, wrote
from judge.core.dice import Dice
from judge.core.errors import InputError
from judge.core.ledger import BANK, Ledger, Posting
from judge.core.notice import MASTER, PUBLIC, fields_of, tell
from judge.core.phase import Phase
from judge.core.variant import Duty, Role, Seat, Step
from judge.games.exchange import clock, founding, office, year
from judge.games.exchange.info import INFO
from judge.games.exchange.news import ExchangeNoSheet, ExchangeOpened, InvestorJoined, LeastBids, OwnDuty
from judge.games.exchange.state import (
    NEUTRAL,
    Corp,
    ExchangeSettings,
    ExchangeState,
    Status,
    bids_text,
    least_bids,
    read_settings,
)
from judge.games.exchange.trade_news import LeastBid, SilentLeader
from judge.games.exchange.year import NEUTRAL_PRICE
from judge.kits.board.units import Position
from judge.kits.bribes.rules import MONEY
from judge.kits.bribes.sheets import Bribe, NoOffers
from judge.kits.deadline import played
from judge.kits.host.bulletin import own_units
from judge.kits.host.commands import ending_in
from judge.kits.host.state import Host, LiveBoard, Source, opening


def open_game(seats: tuple[Seat, ...], options: Mapping[str, str], dice: Dice) -> Step:
    """The board without a unit, and the first startup bids. InputError when these seats cannot begin."""
    settings = read_settings(INFO.settled({name: value for name, value in options.items() if name != "seed"}))
    for seat in seats:
        if seat.role is not Role.INVESTOR:
            raise InputError(f"{seat.name}: an Exchange has investors only.")
    if len(seats) < 2:
        raise InputError("An Exchange needs two investors at least.")
    investors = tuple(sorted(seat.name for seat in seats))
    host = empty_board()
    books = Ledger().post(first_purses(settings, investors, host))
    phase = Phase(Phase.parse(host.board.first_phase).year, "S", clock.BIDS)
    corps = {power: Corp() for power in host.powers}
    state = ExchangeState(phase, settings, host, investors, books, corps, year=dict(host.counts))
    data = ExchangeOpened(
        phase=str(phase),
        investors=tuple(investors),
        cash=settings.start_cash,
        min_bid=dict(settings.min_bid),
        auction=settings.auction,
        income=settings.income,
        neutral_value=settings.neutral_value,
        value_all=settings.value_all,
        dias=settings.dias,
        fast=settings.fast,
        victory=host.board.victory_centres,
    )
    return Step(state, (tell(PUBLIC, data),))


def empty_board() -> Host:
    """No nation stands before its company floats (7.1, XR-22)."""
    host = opening(Source.HOSTED)
    counts = dict.fromkeys(sorted(host.counts), 0)
    return replace(host, counts=counts, owners={}, units=(), live=LiveBoard.of(Position({})))


def first_purses(settings: ExchangeSettings, investors: tuple[str, ...], host: Host) -> list[Posting]:
    """Equal cash for all; under Zero-Sum each neutral centre holds 10 (XR-29)."""
    postings = [Posting(BANK, seat, MONEY, settings.start_cash, "starting cash") for seat in investors]
    if settings.zero_sum:
        neutral = sum(not host.board.provinces[centre].home for centre in host.board.centres)
        postings.append(Posting(BANK, NEUTRAL, MONEY, NEUTRAL_PRICE * neutral, "neutral centres"))
    return postings


def admit(state: ExchangeState, seat: Seat) -> Step:
    """A late investor, until the first bids are opened (XR-30)."""
    if not clock.opens_to_newcomers(state):
        raise InputError(
            "An Exchange takes new investors only until the first bids are opened (XR-30).",
            hint="A vacant seat can be taken over.",
        )
    if seat.role is not Role.INVESTOR:
        raise InputError(f"{seat.name}: an Exchange has investors only.")
    posting = Posting(BANK, seat.name, MONEY, state.settings.start_cash, "starting cash")
    investors = tuple(sorted((*state.investors, seat.name)))
    after = replace(state.posted(posting), investors=investors)
    data = InvestorJoined(phase=str(state.phase), seat=seat.name, cash=state.settings.start_cash)
    return Step(after, (tell(PUBLIC, data),))


def lower_bids(state: ExchangeState, text: str) -> Step:
    """New least bids, none above the one that was (XR-27). InputError for one that is, with a line that may be sent."""
    before = state.settings.min_bid
    wanted = least_bids(text, before)
    lowered = {power: min(least, before[power]) for power, least in wanted.items()}
    hint = f"SET min_bid {bids_text(lowered)}"
    raised = [f"{power.title()} {before[power]}" for power, least in wanted.items() if least > before[power]]
    if raised:
        named = ", ".join(raised)
        raise InputError(f"The least bid may be lowered, never raised (XR-27): it is {named}.", hint=hint)
    if not text[:1].isdigit():
        raise InputError("Name the least bid of all countries first, then those that differ.", hint=hint)
    free = state.of(Status.UNSTARTED)
    rows = [LeastBid(company=p, before=before[p], least=wanted[p]) for p in free if wanted[p] < before[p]]
    after = replace(state, settings=replace(state.settings, min_bid=wanted))
    return Step(after, (tell(PUBLIC, LeastBids(phase=str(state.phase), rows=tuple(rows))),) if rows else ())


_STAGES: dict[str, Callable[[clock.ExchangeTurn], clock.ExchangeTurn]] = {
    **dict.fromkeys(clock.CALLS, founding.auction),
    clock.TERMS: founding.settle_terms,
    clock.FLOAT: founding.sell_shares,
    clock.ELECTION: office.hold_elections,
    clock.PAYOUT: office.pay_and_build,
}


def play(state: ExchangeState, orders: Orders, dice: Dice) -> Step:
    """One deadline from beginning to end."""
    turn = clock.ExchangeTurn(before=state, state=state, orders=orders, dice=dice)
    played_out = _season if state.phase.kind in (clock.MOVES, clock.RETREATS) else _stage
    return played(turn, (played_out, _tell_leaders, year.finish))


def _stage(turn: clock.ExchangeTurn) -> clock.ExchangeTurn:
    """A phase before spring. A master's END ends the game at once."""
    over = ending_in(turn.orders.get(MASTER, ()))
    if over is not None:
        return replace(turn, over=over)
    kind = turn.before.phase.kind
    turn = office.fill_vacancies(_STAGES[kind](turn))
    if kind in (clock.BIDS, clock.CALL_2) and turn.state.calls:
        return _to(turn, turn.before.phase.year, clock.CALL_2 if kind == clock.BIDS else clock.CALL_3)
    done = clock.BIDS if kind in clock.CALLS else kind
    return _on(turn, turn.before.phase.year, clock.BEFORE_SPRING[clock.BEFORE_SPRING.index(done) + 1 :])


def _season(turn: clock.ExchangeTurn) -> clock.ExchangeTurn:
    """A movement or its retreats; after those of the autumn the year is closed."""
    before = turn.before
    if before.phase.kind == clock.MOVES:
        turn = _count_the_silent(turn)
    turn, season = (year.move if before.phase.kind == clock.MOVES else year.retreat)(turn)
    if turn.over is not None:
        return turn
    turn = office.fill_vacancies(turn)
    if season.next.kind == clock.RETREATS:
        return turn.changed(phase=season.next)
    if before.phase.season == "S" and clock.needed(turn.state, clock.MOVES):
        return turn.changed(phase=Phase(before.phase.year, "F", clock.MOVES))
    return _close(turn, before.phase.year)


def _on(turn: clock.ExchangeTurn, number: int, kinds: tuple[str, ...]) -> clock.ExchangeTurn:
    """The next phase of this year in which anybody has anything to do; the year may be over without one."""
    for kind in kinds:
        if kind == clock.TERMS and _merged(turn):
            turn = founding.publish_prices(turn)
        elif clock.needed(turn.state, kind):
            return _to(turn, number, kind)
    if clock.needed(turn.state, clock.MOVES):
        return _to(turn.changed(year=dict(turn.state.host.counts), taken=()), number, clock.MOVES)
    return _close(turn, number)


def _merged(turn: clock.ExchangeTurn) -> bool:
    """Whether the phase of terms has been one with that of bids: all founders gave theirs with the bid (6.2, fast)."""
    state = turn.state
    return state.settings.fast and turn.before.phase.kind in clock.CALLS and not clock.without_terms(state)


def _close(turn: clock.ExchangeTurn, number: int) -> clock.ExchangeTurn:
    """Income and reports, then the next year (6.7, 6.1)."""
    turn = year.close(turn)
    if turn.over is not None:
        return turn
    return _on(turn.changed(taken=()), number + 1, clock.BEFORE_SPRING)


def _to(turn: clock.ExchangeTurn, number: int, kind: str) -> clock.ExchangeTurn:
    return turn.changed(phase=Phase(number, "S", kind))


def _count_the_silent(turn: clock.ExchangeTurn) -> clock.ExchangeTurn:
    """Leaders whose companies had units and who sent no sheet of offers, for how many movements in a row (8.3)."""
    state = turn.state
    silent = {}
    for seat in state.investors:
        sent = any(isinstance(command, Bribe | NoOffers) for command in turn.orders.get(seat, ()))
        if clock.duty(state, seat) is Duty.MUST and not sent and seat not in wrote(turn.orders):
            silent[seat] = state.silent.get(seat, 0) + 1
    turn = turn.changed(silent=silent)
    if not silent:
        return turn
    rows = [SilentLeader(seat=seat, turns=turns, companies=tuple(state.led_by(seat))) for seat, turns in silent.items()]
    return turn.public(ExchangeNoSheet(phase=turn.phase, seats=tuple(rows)))


def _tell_leaders(turn: clock.ExchangeTurn) -> clock.ExchangeTurn:
    """Each leader learns which retreats, builds and removals of his companies are open now (XR-1, 6.5)."""
    state = turn.state
    if turn.over is not None:
        return turn
    for power in state.floated:
        own = own_units(state.host, clock.board_phase(state), power)
        if own.retreats or own.due:
            data = OwnDuty(phase=str(state.phase), company=power, **fields_of(own))
            turn = turn.private(state.corps[power].leader, data)
    return turn
