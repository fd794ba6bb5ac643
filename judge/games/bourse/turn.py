"""A deadline of the Bourse, step by step in the order of the rules.

Each step takes the turn as far as it has come and gives it back one step further.
"""

from collections.abc import Callable, Mapping
from dataclasses import field, replace

from judge.core.command import Orders, heard
from judge.core.notice import MASTER, Notice
from judge.core.phase import Phase
from judge.core.values import Value
from judge.core.variant import Ended, Step
from judge.games.bourse import bulletin
from judge.games.bourse.state import BourseState
from judge.kits.host.advance import Season, following, reported_season
from judge.kits.host.hosted import hosted_season, texts
from judge.kits.host.reports import GameOver
from judge.kits.market.settle import Settlement, posted, settle
from judge.kits.market.state import closed, traded
from judge.kits.market.tables import credit_text, credits_of


class Turn(Value):
    """A turn under way. `before` is the state at the deadline, `state` what it is becoming."""

    before: BourseState
    state: BourseState
    orders: Orders
    settlements: Mapping[str, Settlement] = field(default_factory=dict)
    season: Season | None = None
    notices: tuple[Notice, ...] = ()
    ended: Ended | None = None


def hear_the_board(turn: Turn) -> Turn:
    """The board's part: the master's report (B-8), or the phase as ordered here."""
    state, master = turn.state, turn.orders.get(MASTER, ())
    if state.host.live is None:
        season = reported_season(state.host, state.phase, master)
    else:
        sheets = {power: turn.orders.get(seat, ()) for seat, power in state.flags.items()}
        season = hosted_season(state.host, state.phase, texts(sheets), master)
    return replace(turn, state=replace(state, host=season.host), season=season)


def trade(turn: Turn) -> Turn:
    """Every sheet is settled by itself at the prices known before (M-2), whatever the board has brought (M-10)."""
    state = turn.state
    if not turn.before.trading:
        return turn
    settlements = {
        seat: settle(turn.orders.get(seat, ()), state.purse(seat), turn.before.market) for seat in state.traders
    }
    books = posted(state.books, settlements)
    return replace(turn, state=replace(state, books=books), settlements=settlements)


def move_prices(turn: Turn) -> Turn:
    """Prices follow the net of all executed trades (M-8, M-9)."""
    if not turn.before.trading:
        return turn
    history = traded(turn.state.history, _phase(turn), turn.settlements, turn.state.rules)
    return replace(turn, state=replace(turn.state, history=history))


def close_the_dead(turn: Turn) -> Turn:
    """The currencies of powers that this winter count eliminated are worth nothing for good (M-9, M-10)."""
    history = closed(turn.state.history, turn.state.powers, turn.state.host.eliminated)
    return replace(turn, state=replace(turn.state, history=history))


def count_the_silent(turn: Turn) -> Turn:
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


def finish(turn: Turn) -> Turn:
    """The end of the board game is the end of the market: centres x units / 100, cash worthless (B-5)."""
    over = turn.season.change.over if turn.season else None
    if over is None:
        return turn
    state = turn.state
    credits = {seat: credits_of(purse, state.powers, state.host.counts) for seat, purse in state.purses().items()}
    best = max(credits.values(), default=0)
    winners = tuple(seat for seat, score in sorted(credits.items()) if score == best)
    scores = {seat: credit_text(score) for seat, score in sorted(credits.items())}
    reason = _reason(over)
    return replace(turn, state=replace(state, ended=reason), ended=Ended(reason, scores, winners))


def tell(turn: Turn) -> Turn:
    """What everybody may read (B-7), and each trader's own statement."""
    assert turn.season is not None
    public = bulletin.public(turn.before, turn.state, turn.settlements, turn.season, turn.ended)
    private = bulletin.statements(turn.before, turn.state, turn.settlements)
    return replace(turn, notices=(*public, *private))


def turn_the_page(turn: Turn) -> Turn:
    """On to the next phase, which beside a reported board is a movement phase (B-9), unless the game is over."""
    if turn.ended or turn.season is None:
        return turn
    return replace(turn, state=replace(turn.state, phase=turn.season.next))


STEPS: tuple[Callable[[Turn], Turn], ...] = (
    hear_the_board,
    trade,
    move_prices,
    close_the_dead,
    count_the_silent,
    finish,
    turn_the_page,
    tell,
)


def play(state: BourseState, orders: Orders) -> Step:
    """One deadline from beginning to end."""
    turn = Turn(state, state, orders)
    for step in STEPS:
        turn = step(turn)
    return Step(turn.state, turn.notices, turn.ended)


def _phase(turn: Turn) -> str:
    return str(turn.before.phase)


def _reason(over: GameOver) -> str:
    return " ".join((over.how.lower(), *over.powers))
