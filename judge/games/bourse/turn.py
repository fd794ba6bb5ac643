"""How a Bourse begins and how somebody comes late to it; a deadline, step by step in the order of the rules.

Each step takes the turn as far as it has come and gives it back one step further."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import field, replace

from judge.core.command import Orders, heard
from judge.core.errors import InputError
from judge.core.ledger import BANK, MARKET, VOID, Ledger
from judge.core.notice import MASTER, PUBLIC, Notice, tell
from judge.core.phase import Phase
from judge.core.values import Value
from judge.core.variant import Ended, Role, Seat, Step
from judge.games.bourse import news
from judge.games.bourse.info import INFO
from judge.games.bourse.news import BourseOpened, TraderJoined, statements
from judge.games.bourse.state import BourseState
from judge.kits.host.hosted import hosted_season, texts
from judge.kits.host.reported import Season, following, reported_season
from judge.kits.host.state import Source, flags_of, opening
from judge.kits.market.rules import MarketRules, currencies_of, money
from judge.kits.market.settle import Purse, Settlement, posted, settle
from judge.kits.market.state import PriceList, closed, first_units, market_rules, traded
from judge.kits.market.tables import credit_text, credits_of, worth

_ACCOUNTS = (BANK, MARKET, VOID)


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
    books = issue(Ledger(), traders, prices, rules)
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


def issue(books: Ledger, seats: Iterable[str], prices: Mapping[str, int], rules: MarketRules) -> Ledger:
    """The bank gives each seat its first units of every living currency (B-2)."""
    named = tuple(seats)
    for seat in named:
        if seat in _ACCOUNTS:
            raise InputError(f"{seat} is the name of an account in the books and cannot be a pseudonym (B-3).")
    return books.post(first_units(named, prices, rules.start_units))


def _opened(state: BourseState) -> Notice:
    rules = state.rules
    first = Purse(dict.fromkeys(state.prices, rules.start_units))
    data = BourseOpened(
        board=state.host.source.value,
        powers={power: seat for seat, power in sorted(state.flags.items())},
        phase=str(state.phase),
        seats=tuple(state.traders),
        units=rules.start_units,
        prices={currency: money(price) for currency, price in state.prices.items()},
        limit=rules.sell_limit,
        step=rules.step.value,
        cash=rules.cash.value,
        overspend=rules.overspend.value,
        centres=dict(state.host.counts),
        worth=money(worth(first, state.prices)),
        credits=credit_text(credits_of(first, state.powers, state.host.counts)),
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
    books = issue(state.books, (seat.name,), state.prices, state.rules)
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


class BourseTurn(Value):
    """A turn under way. `before` is the state at the deadline, `state` what it is becoming."""

    before: BourseState
    state: BourseState
    orders: Orders
    settlements: Mapping[str, Settlement] = field(default_factory=dict)
    season: Season | None = None
    notices: tuple[Notice, ...] = ()
    ended: Ended | None = None


def hear_the_board(turn: BourseTurn) -> BourseTurn:
    """The board's part: the master's report (B-8), or the phase as ordered here."""
    state, master = turn.state, turn.orders.get(MASTER, ())
    if state.host.live is None:
        season = reported_season(state.host, state.phase, master)
    else:
        sheets = {power: turn.orders.get(seat, ()) for seat, power in state.flags.items()}
        season = hosted_season(state.host, state.phase, texts(sheets), master)
    return replace(turn, state=replace(state, host=season.host), season=season)


def trade(turn: BourseTurn) -> BourseTurn:
    """Every sheet is settled by itself at the prices known before (M-2), whatever the board has brought (M-10)."""
    state = turn.state
    if not turn.before.trading:
        return turn
    settlements = {
        seat: settle(turn.orders.get(seat, ()), state.purse(seat), turn.before.market) for seat in state.traders
    }
    books = posted(state.books, settlements)
    return replace(turn, state=replace(state, books=books), settlements=settlements)


def move_prices(turn: BourseTurn) -> BourseTurn:
    """Prices follow the net of all executed trades (M-8, M-9)."""
    if not turn.before.trading:
        return turn
    history = traded(turn.state.history, str(turn.before.phase), turn.settlements, turn.state.rules)
    return replace(turn, state=replace(turn.state, history=history))


def close_the_dead(turn: BourseTurn) -> BourseTurn:
    """The currencies of powers that this winter count eliminated are worth nothing for good (M-9, M-10)."""
    history = closed(turn.state.history, turn.state.powers, turn.state.host.eliminated)
    return replace(turn, state=replace(turn.state, history=history))


def count_the_silent(turn: BourseTurn) -> BourseTurn:
    """Who sent no sheet, and for how many turns in a row (B-11). A newcomer's first turn does not count, which after
    the moves is that of the next."""
    state = turn.state
    if not turn.before.trading:
        return turn
    missing = {
        seat: state.silent.get(seat, 0) + 1
        for seat in state.traders
        if not heard(turn.orders, seat) and turn.before.phase != _first_turn(state.joined.get(seat, ""))
    }
    return replace(turn, state=replace(state, silent=missing))


def _first_turn(joined: str) -> Phase | None:
    """The first trading turn of a late joiner; None for the others."""
    if not joined:
        return None
    phase = Phase.parse(joined)
    return phase if phase.kind == "M" else following(phase)


def finish(turn: BourseTurn) -> BourseTurn:
    """The end of the board game is the end of the market: centres x units / 100, cash worthless (B-5)."""
    over = turn.season.change.over if turn.season else None
    if over is None:
        return turn
    state = turn.state
    credits = {seat: credits_of(purse, state.powers, state.host.counts) for seat, purse in state.purses().items()}
    best = max(credits.values(), default=0)
    winners = tuple(seat for seat, score in sorted(credits.items()) if score == best)
    scores = {seat: credit_text(score) for seat, score in sorted(credits.items())}
    reason = " ".join((over.how.lower(), *over.powers))
    return replace(turn, state=replace(state, ended=reason), ended=Ended(reason, scores, winners))


def tell_everybody(turn: BourseTurn) -> BourseTurn:
    """What everybody may read (B-7), and each trader's own statement."""
    assert turn.season is not None
    public = news.public(turn.before, turn.state, turn.settlements, turn.season, turn.ended)
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
    turn = BourseTurn(state, state, orders)
    for step in STEPS:
        turn = step(turn)
    return Step(turn.state, turn.notices, turn.ended)
