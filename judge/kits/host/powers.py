"""Games in which seats play powers of a board. Of those of powers alone: what their state has at least, and the steps
of a deadline (D-8) that they share."""

from collections.abc import Collection, Mapping
from dataclasses import field, replace
from typing import Any, TypeVar

from judge.core.command import Sheet, heard
from judge.core.dice import Dice
from judge.core.errors import InputError
from judge.core.notice import PhaseNews
from judge.core.phase import Phase
from judge.core.picture import Board
from judge.core.shown import Shown
from judge.core.values import Record
from judge.core.variant import Names, Seat, Situation, Step, Told, Variant
from judge.kits.deadline import Turn
from judge.kits.host.commands import GameOver, standard_names
from judge.kits.host.hosted import duties, undecided
from judge.kits.host.news import NoOrders, Silent, Standing, YearOfCentres
from judge.kits.host.picture import picture
from judge.kits.host.reported import Season
from judge.kits.host.situation import hosted_situation
from judge.kits.host.state import Host, Source, deal, opening
from judge.kits.host.votes import LOST, Poll, ended, final, passed


class BoardVariant(Variant):
    """A game on the standard board whose state has it as `host`, and in `flags` the power that a seat plays."""

    def names(self, options: Mapping[str, str]) -> Names:
        return standard_names()

    def situation(self, state: Any, seat: str) -> Situation:
        """The board as the seat's power stands on it; nothing where the master reports the results."""
        if seat not in state.flags:
            return Situation(season=state.phase.kind)
        return hosted_situation(state.host, self.speaks_for(state, seat), state.phase)

    def speaks_for(self, state: Any, seat: str) -> tuple[str, ...]:
        return (state.flags[seat],) if seat in state.flags else ()

    def admit(self, state: Any, seat: Seat) -> Step:
        raise InputError(
            f"A {self.info.title} that has begun takes no new powers.", hint="A vacant one can be taken over."
        )

    def picture(self, before: Shown, after: Shown, notices: Told) -> Board | None:
        return picture(before, after, notices)


class PowersState(Record):
    """What the rules need of every such game.

    settings  `draws` and `concession` among them (D-10)
    flags     seat -> its power
    history   every count, oldest first
    silent    seat -> movement phases in a row without a sheet (D-9)
    ended     how the game ended, "" while it goes on
    """

    phase: Phase
    settings: Any
    host: Host
    flags: Mapping[str, str]
    history: tuple[YearOfCentres, ...] = ()
    silent: Mapping[str, int] = field(default_factory=dict)
    ended: str = ""

    @property
    def seats(self) -> dict[str, str]:
        """Power -> seat."""
        return {power: seat for seat, power in sorted(self.flags.items())}

    @property
    def dummies(self) -> tuple[str, ...]:
        """Powers nobody plays, sorted."""
        return tuple(power for power in self.host.powers if power not in self.flags.values())

    @property
    def survivors(self) -> tuple[str, ...]:
        """Powers that have a centre or a unit, sorted."""
        return self.host.survivors

    @property
    def owing(self) -> tuple[str, ...]:
        """Powers with something to order in the open phase."""
        return duties(self.host, self.phase)

    @property
    def disorder(self) -> tuple[str, ...]:
        """Survivors nobody speaks for: no player, or two movement phases without orders (D-9)."""
        seats = self.seats
        return tuple(
            power for power in self.survivors if power not in seats or self.silent.get(seats[power], 0) >= LOST
        )

    @property
    def poll(self) -> Poll:
        """A power in civil disorder has no vote until something comes from it (D-9)."""
        survivors, disorder = self.survivors, self.disorder
        voters = tuple(power for power in survivors if power not in disorder)
        return Poll(self.settings.draws, self.settings.concession, survivors, voters)


def powers_start(seats: tuple[Seat, ...], dice: Dice, title: str, hint: str) -> dict[str, Any]:
    """What a state begins with, before Spring 1901. InputError when these seats cannot begin; where all powers must
    be played, `hint` is the way out."""
    host = opening(Source.HOSTED)
    flags = deal(seats, host.powers, dice, f"a {title}")
    idle = [power.title() for power in host.powers if power not in flags.values()]
    if idle and hint:
        raise InputError(f"{', '.join(idle)} have no player.", hint=hint)
    phase = Phase.parse(host.board.first_phase)
    history = (YearOfCentres(year=phase.year - 1, centres=dict(host.counts)),)
    return {"phase": phase, "host": host, "flags": flags, "history": history}


class PowersOpened(PhaseNews):
    """The game opens.

    idle     powers without a player
    victory  centres that win
    draws, conditional  the settings of these names
    """

    idle: tuple[str, ...]
    units: tuple[Standing, ...]
    victory: int
    draws: str
    conditional: str


def opened(state: PowersState) -> dict[str, Any]:
    """The fields of `PowersOpened`."""
    return {
        "phase": str(state.phase),
        "idle": state.dummies,
        "units": tuple(Standing(power=power, type=kind, loc=place) for power, kind, place in state.host.units),
        "victory": state.host.board.victory_centres,
        "draws": state.settings.draws,
        "conditional": state.settings.conditional,
    }


def shown(state: PowersState) -> dict[str, Any]:
    """What the public standings of such games have in common."""
    return {
        "board": state.host.shown(),
        "powers": {power: state.seats.get(power, "") for power in state.host.powers},
        "history": state.history,
        "deciding": () if state.ended else undecided(state.host, state.phase),
        "silent": dict(sorted(state.silent.items())),
    }


class PowersTurn(Turn):
    """A deadline under way, with what the board has brought and how the game ends."""

    before: PowersState
    state: PowersState
    over: GameOver | None = None
    season: Season | None = None

    def sheet(self, power: str) -> Sheet:
        return self.orders.get(self.before.seats.get(power, ""), ())


AnyTurn = TypeVar("AnyTurn", bound=PowersTurn)


def count_the_votes(turn: AnyTurn) -> AnyTurn:
    """A vote that passes ends the game before anything else of the phase is carried out (D-10)."""
    sheets = {power: turn.sheet(power) for power in turn.before.seats}
    return replace(turn, over=passed(turn.before.poll, sheets))


def keep_the_count(turn: AnyTurn) -> AnyTurn:
    """The winter count goes into the history, where there was one (D-13)."""
    if turn.season is None or not turn.season.change.official:
        return turn
    counted = YearOfCentres(year=turn.before.phase.year, centres=dict(turn.season.host.counts))
    return turn.changed(history=(*turn.state.history, counted))


def tell_the_silent(turn: AnyTurn, owing: Collection[str], news: type[NoOrders]) -> AnyTurn:
    """Which of the powers owed a movement and sent nothing, for how many in a row; at two the seat is open (D-9)."""
    before = turn.before
    silent = {
        seat: before.silent.get(seat, 0) + 1
        for seat, power in sorted(before.flags.items())
        if power in owing and not heard(turn.orders, seat)
    }
    turn = turn.changed(silent=silent)
    if not silent:
        return turn
    rows = tuple(
        Silent(seat=seat, power=before.flags[seat], turns=turns, open=turns >= LOST) for seat, turns in silent.items()
    )
    turn = turn.public(news(phase=turn.phase, seats=rows))
    return replace(turn, vacate=tuple(row.seat for row in rows if row.open))


def finish(turn: AnyTurn) -> AnyTurn:
    """Eighteen centres, a vote that passed, or the master's END (D-10). Scores are centres; winners share the win."""
    over, state = turn.over, turn.state
    if over is None:
        return turn
    end = ended(over, state.host, state.flags)
    table = final(turn.before.phase, over, state.host, state.flags, state.history)
    return replace(turn.changed(ended=end.reason).public(table), ended=end)


def turn_the_page(turn: AnyTurn, **cleared: Any) -> AnyTurn:
    """On to the next phase, unless the game is over; what is `cleared` belonged to this one."""
    if turn.ended or turn.season is None:
        return turn
    return turn.changed(phase=turn.season.next, **cleared)
