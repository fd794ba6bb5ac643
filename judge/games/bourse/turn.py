"""How a Bourse begins and how somebody comes late to it; a deadline, step by step in the order of the rules.

Each step takes the turn as far as it has come and gives it back one step further."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from judge.core.command import Orders
from judge.core.errors import InputError
from judge.core.ledger import Ledger
from judge.core.notice import MASTER, PUBLIC, Notice, fields_of, tell
from judge.core.phase import Phase
from judge.core.variant import Role, Seat, Step
from judge.games.bourse.info import INFO
from judge.games.bourse.shown import BourseOpened, TraderJoined, public_notices, statements
from judge.games.bourse.state import BourseState
from judge.kits.host.hosted import hosted_season, texts
from judge.kits.host.reported import Season, following, reported_season
from judge.kits.host.state import Source, flags_of, opening
from judge.kits.market import turn as steps
from judge.kits.market.rules import currencies_of
from judge.kits.market.settle import Purse
from judge.kits.market.state import PriceList, first_units, market_opening, market_rules
from judge.kits.market.tables import credit_text, credits_of
from judge.kits.market.turn import MarketTurn, check_names, close_the_dead, end, move_prices, trade


def open_game(seats: tuple[Seat, ...], options: Mapping[str, str]) -> Step:
    """The state before Spring 1901 with everybody's first units issued."""
    chosen = INFO.settled(options)
    source = Source(chosen["board"])
    traders = tuple(sorted(seat.name for seat in seats if seat.role is Role.TRADER))
    rules = market_rules(chosen)
    host = opening(source)
    flags = flags_of(seats, source, host.powers, "Bourse")
    powers = {currency.code: currency.power for currency in currencies_of(host.powers)}
    prices = dict.fromkeys(sorted(powers), rules.start_price)
    phase = Phase.parse(host.board.first_phase)
    check_names(traders)
    books = Ledger().post(first_units(traders, prices, rules.start_units))
    state = BourseState(
        phase=phase,
        first=phase,
        rules=rules,
        powers=powers,
        history=(PriceList("", prices),),
        books=books,
        report_hours=int(chosen["report_hours"]),
        host=host,
        traders=traders,
        flags=flags,
    )
    return Step(state, (_opened(state),))


def _opened(state: BourseState) -> Notice:
    rules = state.rules
    first = Purse(dict.fromkeys(state.prices, rules.start_units))
    data = BourseOpened(
        board=state.host.source.value,
        powers={power: seat for seat, power in sorted(state.flags.items())},
        step=rules.step.value,
        cash=rules.cash.value,
        overspend=rules.overspend.value,
        credits=credit_text(credits_of(first, state.powers, state.host.counts)),
        **fields_of(market_opening(state, state.traders)),
    )
    return tell(PUBLIC, data)


def admit_trader(state: BourseState, seat: Seat) -> Step:
    """A late joiner gets the first units of each living currency and no cash; who was here before, nothing (B-2)."""
    if state.ended:
        raise InputError("The game is over: nobody can join it any more (B-2).")
    if seat.role is not Role.TRADER:
        raise InputError("Only traders join a Bourse that has begun (B-2).")
    if seat.name in state.traders:
        return Step(state)
    check_names((seat.name,))
    books = state.books.post(first_units((seat.name,), state.prices, state.rules.start_units))
    after = replace(
        state,
        books=books,
        traders=tuple(sorted((*state.traders, seat.name))),
        joined={**state.joined, seat.name: str(state.phase)},
    )
    data = TraderJoined(
        seat=seat.name,
        phase=str(state.phase),
        units=state.rules.start_units,
        currencies=tuple(currency for currency, price in sorted(state.prices.items()) if price),
    )
    return Step(after, (tell(PUBLIC, data),))


class BourseTurn(MarketTurn):
    """A turn under way, with what the board has brought."""

    before: BourseState
    state: BourseState
    season: Season | None = None


def hear_the_board(turn: BourseTurn) -> BourseTurn:
    """The board's part: the master's report (B-8), or the phase as ordered here."""
    state, master = turn.state, turn.orders.get(MASTER, ())
    if state.host.live is None:
        season = reported_season(state.host, state.phase, master)
    else:
        sheets = {power: turn.orders.get(seat, ()) for seat, power in state.flags.items()}
        season = hosted_season(state.host, state.phase, texts(sheets), master)
    return replace(turn, state=replace(state, host=season.host), season=season)


def count_the_silent(turn: BourseTurn) -> BourseTurn:
    """Who sent no sheet, and for how many turns in a row (B-11). A newcomer's first turn does not count, which after
    the moves is that of the next."""
    newcomers = [seat for seat, joined in turn.state.joined.items() if turn.before.phase == _first_turn(joined)]
    return steps.count_the_silent(turn, newcomers)


def _first_turn(joined: str) -> Phase:
    """The first trading turn of a late joiner."""
    phase = Phase.parse(joined)
    return phase if phase.kind == "M" else following(phase)


def finish(turn: BourseTurn) -> BourseTurn:
    """The end of the board game is the end of the market: centres x units / 100, cash worthless (B-5)."""
    over = turn.season.change.over if turn.season else None
    if over is None:
        return turn
    state = turn.state
    credits = {seat: credits_of(purse, state.powers, state.host.counts) for seat, purse in state.purses.items()}
    return end(turn, " ".join((over.how.lower(), *over.powers)), credits, credit_text)


def tell_everybody(turn: BourseTurn) -> BourseTurn:
    """What everybody may read (B-7), and each trader's own statement."""
    assert turn.season is not None
    public = public_notices(turn.before, turn.state, turn.settlements, turn.season, turn.ended)
    private = statements(turn.before, turn.state, turn.settlements)
    return replace(turn, notices=(*public, *private))


def turn_the_page(turn: BourseTurn) -> BourseTurn:
    """On to the next phase, which beside a reported board is a movement phase (B-9), unless the game is over."""
    if turn.ended or turn.season is None:
        return turn
    return replace(turn, state=replace(turn.state, phase=turn.season.next))


STEPS: tuple[Callable[[BourseTurn], BourseTurn], ...] = (
    hear_the_board,
    trade,
    move_prices,
    close_the_dead,
    count_the_silent,
    finish,
    turn_the_page,
    tell_everybody,
)


def play(state: BourseState, orders: Orders) -> Step:
    """One deadline from beginning to end."""
    turn = BourseTurn(before=state, state=state, orders=orders)
    for step in STEPS:
        turn = step(turn)
    return Step(turn.state, turn.notices, turn.ended)
