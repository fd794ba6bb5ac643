"""A deadline of Capitalist Diplomacy, step by step in the order of the rules.

Each step takes the turn as far as it has come and gives it back one step further. A step that has nothing to do in
this kind of phase gives it back as it is, so that both turn orders (C-1) are the same list of steps.
"""

from collections.abc import Callable
from dataclasses import replace

from judge.core.command import Orders
from judge.core.dice import Dice
from judge.core.notice import MASTER
from judge.core.phase import Phase
from judge.core.variant import Step
from judge.games.capitalist import board, bulletin
from judge.games.capitalist.bulletin import CapitalistTurn, points_of, winter_rates
from judge.games.capitalist.state import CapitalistState, charges_of
from judge.kits.host.commands import GameOver
from judge.kits.host.reported import Season
from judge.kits.market.state import PriceList
from judge.kits.market.turn import count_the_silent, end, move_prices, trade


def play_the_board(turn: CapitalistTurn) -> CapitalistTurn:
    """The units go as their commanders ordered; everybody else's orders do not exist (C-2, C-4)."""
    state = turn.state
    if not state.ordering:
        return turn
    spoke = board.speakers(state, turn.orders)
    season = board.season(state, turn.orders, turn.orders.get(MASTER, ()))
    return replace(turn, state=replace(state, host=season.host), season=season, spoke=spoke)


def winter(turn: CapitalistTurn) -> CapitalistTurn:
    """The count moves each rate once more; a currency whose power is gone is worth nothing for good (C-7, M-10)."""
    if not turn.counted:
        return turn
    state, before = turn.state, turn.before.host.counts
    rates = winter_rates(state.prices, state.powers, before, state.host.counts, state.rules.floor)
    listed = PriceList(f"W{turn.before.phase.year}", rates)
    return replace(turn, state=replace(state, history=(*state.history, listed)))


def bury(turn: CapitalistTurn) -> CapitalistTurn:
    """Nobody commands a power that is out of the game."""
    state, dead = turn.state, turn.state.host.eliminated
    if not turn.counted:
        return turn
    charges = tuple(charge for charge in state.charges if charge.power not in dead)
    heirs = tuple(charge for charge in state.heirs if charge.power not in dead)
    return replace(turn, state=replace(state, charges=charges, heirs=heirs))


def finish(turn: CapitalistTurn) -> CapitalistTurn:
    """Eighteen centres or the last year's count end the game, and points decide it (C-8)."""
    reason = _reason(turn)
    if not reason:
        return turn
    state = turn.state
    points = {seat: points_of(purse, state.powers, state.host.counts) for seat, purse in state.purses.items()}
    return end(turn, reason, points)


def _reason(turn: CapitalistTurn) -> str:
    """Why the game ends with this deadline; "" if it goes on."""
    state = turn.state
    victory = state.host.board.victory_centres
    if turn.counted:
        great = [power for power, count in sorted(state.host.counts.items()) if count >= victory]
        if great:
            return f"{great[0].title()} has {state.host.counts[great[0]]} centres"
        if turn.before.phase.year >= state.last_year:
            return f"Winter {turn.before.phase.year} was the last"
    master = turn.orders.get(MASTER, ())
    called = any(isinstance(command, GameOver) for command in master)
    over = turn.season.change.over is not None if turn.season else called
    return "abandoned" if over else ""


def appoint(turn: CapitalistTurn) -> CapitalistTurn:
    """The exchange makes the commanders of the next moves (C-2, C-3)."""
    state = turn.state
    if not turn.before.trading or turn.ended:
        return turn
    holdings = {
        power: {seat: state.purse(seat).holding[currency] for seat in state.investors}
        for currency, power in state.powers.items()
    }
    sitting = turn.before.commanders if state.incumbent else {}
    made = charges_of(state.host.living, holdings, turn.before.phase, turn.dice, sitting)
    return replace(turn, state=replace(state, heirs=made), made=made)


def turn_the_page(turn: CapitalistTurn) -> CapitalistTurn:
    """On to the next phase; with new moves the commanders of the last exchange take over (C-1, C-2)."""
    if turn.ended:
        return turn
    state = turn.state
    phase = next_phase(turn.before, turn.season)
    if phase.kind != "M" or not state.heirs:
        return replace(turn, state=replace(state, phase=phase))
    return replace(turn, state=replace(state, phase=phase, charges=state.heirs, heirs=()))


def next_phase(state: CapitalistState, season: Season | None) -> Phase:
    """What follows: after an exchange the moves, after the season's last phase the next exchange or moves (C-1)."""
    if season is None:
        year = state.phase.year
        return Phase(year + 1, "S", "M") if state.phase.season == "W" else Phase(year, state.phase.season, "M")
    if season.next.kind == "M" and not state.combined:
        return replace(season.next, kind="C")
    return season.next


def next_exchange(state: CapitalistState) -> Phase:
    """The next phase with an exchange after a phase that has none."""
    later = Phase(state.phase.year, "F") if state.phase.season == "S" else Phase(state.phase.year + 1, "S")
    return replace(later, kind="M" if state.combined else "C")


def tell(turn: CapitalistTurn) -> CapitalistTurn:
    """What everybody may read, and what each investor alone."""
    return replace(turn, notices=(*bulletin.public(turn), *bulletin.private(turn)))


STEPS: tuple[Callable[[CapitalistTurn], CapitalistTurn], ...] = (
    play_the_board,
    trade,
    move_prices,
    winter,
    bury,
    count_the_silent,
    finish,
    appoint,
    turn_the_page,
    tell,
)


def play(state: CapitalistState, orders: Orders, dice: Dice) -> Step:
    """One deadline from beginning to end."""
    turn = CapitalistTurn(before=state, state=state, orders=orders, dice=dice)
    for step in STEPS:
        turn = step(turn)
    return Step(turn.state, turn.notices, turn.ended)
