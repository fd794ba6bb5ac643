"""How a Diplomacy begins, and a deadline, step by step."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from judge.core.command import Orders, heard
from judge.core.dice import Dice
from judge.core.errors import InputError
from judge.core.notice import MASTER, PUBLIC, Notice, tell
from judge.core.phase import Phase
from judge.core.values import Value
from judge.core.variant import Ended, Seat, Step, settings_of
from judge.games.diplomacy.info import INFO
from judge.games.diplomacy.shown import DiplomacyOpened, DiplomacyPlayer
from judge.games.diplomacy.state import LOST, DiplomacySettings, DiplomacyState, passed
from judge.kits.host.bulletin import board_notices, duty_notices
from judge.kits.host.hosted import hosted_season, hosted_sheets
from judge.kits.host.news import NoOrders, Silent, Standing
from judge.kits.host.reported import Season
from judge.kits.host.reports import GameOver
from judge.kits.host.state import Source, deal, drawn, opening
from judge.kits.host.votes import YearCount, ended, final, with_the_count


class DiplomacyTurn(Value):
    """A deadline under way: where it began, where it stands, what is to be told."""

    before: DiplomacyState
    state: DiplomacyState
    orders: Orders
    over: GameOver | None = None
    season: Season | None = None
    notices: tuple[Notice, ...] = ()
    ended: Ended | None = None
    vacate: tuple[str, ...] = ()


def count_the_votes(turn: DiplomacyTurn) -> DiplomacyTurn:
    """A vote that passes ends the game before the orders of the phase are carried out (D-10)."""
    return replace(turn, over=passed(turn.before, turn.orders))


def play_the_board(turn: DiplomacyTurn) -> DiplomacyTurn:
    """Movement, retreats, adjustments and the count, as far as this deadline reaches (D-2 to D-8, D-13)."""
    if turn.over is not None:
        return turn
    state = turn.state
    sheets = {power: turn.orders.get(seat, ()) for power, seat in state.seats.items()}
    orders, ahead = hosted_sheets(state.host, state.phase, sheets)
    season = hosted_season(
        state.host,
        state.phase,
        orders,
        turn.orders.get(MASTER, ()),
        ahead=ahead if state.settings.conditional != "off" else None,
        single=state.settings.conditional == "only",
        edition=state.settings.policy,
    )
    notices = board_notices(state.phase, season)
    return replace(
        turn, state=replace(state, host=season.host), season=season, over=season.change.over, notices=notices
    )


def keep_the_count(turn: DiplomacyTurn) -> DiplomacyTurn:
    """The winter count goes into the history."""
    history = with_the_count(turn.state.history, turn.before.phase, turn.season)
    return replace(turn, state=replace(turn.state, history=history))


def count_the_silent(turn: DiplomacyTurn) -> DiplomacyTurn:
    """Who owed a movement and sent nothing, for how many in a row; at two the seat is open (D-9)."""
    before = turn.before
    if before.phase.kind != "M" or turn.season is None:
        return turn
    owing = before.owing
    silent = {
        seat: before.silent.get(seat, 0) + 1
        for seat, power in sorted(before.flags.items())
        if power in owing and not heard(turn.orders, seat)
    }
    turn = replace(turn, state=replace(turn.state, silent=silent))
    if not silent:
        return turn
    rows = [
        Silent(seat=seat, power=before.flags[seat], turns=turns, open=turns >= LOST) for seat, turns in silent.items()
    ]
    return replace(
        turn,
        notices=(*turn.notices, tell(PUBLIC, NoOrders(phase=str(before.phase), seats=tuple(rows)))),
        vacate=tuple(seat for seat, turns in sorted(silent.items()) if turns >= LOST),
    )


def finish(turn: DiplomacyTurn) -> DiplomacyTurn:
    """Eighteen centres, a vote that passed, or the master's END (D-10). Scores are centres; winners share the win."""
    over = turn.over
    if over is None:
        return turn
    state = turn.state
    end = ended(over, state.host, state.flags)
    table = final(turn.before.phase, over, state.host, state.flags, state.history)
    notice = tell(PUBLIC, table)
    return replace(turn, state=replace(state, ended=end.reason), ended=end, notices=(*turn.notices, notice))


def turn_the_page(turn: DiplomacyTurn) -> DiplomacyTurn:
    """On to the next phase, unless the game is over."""
    if turn.ended or turn.season is None:
        return turn
    return replace(turn, state=replace(turn.state, phase=turn.season.next))


def tell_the_waiting(turn: DiplomacyTurn) -> DiplomacyTurn:
    """Each seat that has something to decide in the phase that opens is told what, alone."""
    if turn.ended:
        return turn
    state = turn.state
    return replace(turn, notices=(*turn.notices, *duty_notices(state.host, state.phase, state.flags)))


STEPS: tuple[Callable[[DiplomacyTurn], DiplomacyTurn], ...] = (
    count_the_votes,
    play_the_board,
    keep_the_count,
    count_the_silent,
    finish,
    turn_the_page,
    tell_the_waiting,
)


def play(state: DiplomacyState, orders: Orders) -> Step:
    """One deadline from beginning to end."""
    turn = DiplomacyTurn(state, state, orders)
    for step in STEPS:
        turn = step(turn)
    return Step(turn.state, turn.notices, turn.ended, vacate=turn.vacate if turn.ended is None else ())


def open_game(seats: tuple[Seat, ...], options: Mapping[str, str], dice: Dice) -> Step:
    """The board before Spring 1901. InputError when these seats cannot begin."""
    chosen = INFO.settled(options)
    host = opening(Source.HOSTED)
    flags = deal(seats, host.powers, dice, "a Diplomacy")
    idle = sorted(set(host.powers) - set(flags.values()))
    if idle and chosen["empty"] == "refuse":
        raise InputError(
            f"{', '.join(power.title() for power in idle)} have no player.",
            hint="SET empty hold lets their units hold (D-9).",
        )
    settings = settings_of(DiplomacySettings, chosen, grace=int(chosen["grace"]) if chosen["nmr"] == "wait" else 0)
    phase = Phase.parse(host.board.first_phase)
    history = (YearCount(phase.year - 1, dict(host.counts)),)
    state = DiplomacyState(phase, settings, host, flags, history)
    data = DiplomacyOpened(
        phase=str(phase),
        powers=tuple(DiplomacyPlayer(power=power, seat=seat) for power, seat in sorted(state.seats.items())),
        idle=tuple(idle),
        units=tuple(Standing(power=power, type=kind, loc=place) for power, kind, place in host.units),
        victory=host.board.victory_centres,
        draws=settings.draws,
        conditional=settings.conditional,
    )
    return Step(state, (tell(PUBLIC, data),), dealt=drawn(seats, flags))
