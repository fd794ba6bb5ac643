"""A game of powers alone on a hosted board: what its state has at least, and the steps of a deadline (D-8) that such
games share. A step takes the turn as far as it has come and gives it back one step further."""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import field, replace
from typing import Any, TypeVar

from judge.core.command import Orders, Sheet, heard
from judge.core.notice import PUBLIC, Notice, tell
from judge.core.phase import Phase
from judge.core.values import Record
from judge.core.variant import Ended, Step
from judge.kits.host.commands import GameOver
from judge.kits.host.hosted import duties
from judge.kits.host.news import NoOrders, Silent, YearOfCentres
from judge.kits.host.reported import Season
from judge.kits.host.state import Host
from judge.kits.host.votes import LOST, Poll, ended, final, passed


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


class PowersTurn(Record):
    """A deadline under way: where it began, where it stands, what is to be told."""

    before: PowersState
    state: PowersState
    orders: Orders
    over: GameOver | None = None
    season: Season | None = None
    notices: tuple[Notice, ...] = ()
    ended: Ended | None = None
    vacate: tuple[str, ...] = ()

    def sheet(self, power: str) -> Sheet:
        return self.orders.get(self.before.seats.get(power, ""), ())


Turn = TypeVar("Turn", bound=PowersTurn)


def count_the_votes(turn: Turn) -> Turn:
    """A vote that passes ends the game before anything else of the phase is carried out (D-10)."""
    sheets = {power: turn.sheet(power) for power in turn.before.seats}
    return replace(turn, over=passed(turn.before.poll, sheets))


def keep_the_count(turn: Turn) -> Turn:
    """The winter count goes into the history, where there was one (D-13)."""
    if turn.season is None or not turn.season.change.official:
        return turn
    counted = YearOfCentres(year=turn.before.phase.year, centres=dict(turn.season.host.counts))
    return replace(turn, state=replace(turn.state, history=(*turn.state.history, counted)))


def tell_the_silent(turn: Turn, owing: Collection[str], news: type[NoOrders]) -> Turn:
    """Which of the powers owed a movement and sent nothing, for how many in a row; at two the seat is open (D-9)."""
    before = turn.before
    silent = {
        seat: before.silent.get(seat, 0) + 1
        for seat, power in sorted(before.flags.items())
        if power in owing and not heard(turn.orders, seat)
    }
    turn = replace(turn, state=replace(turn.state, silent=silent))
    if not silent:
        return turn
    rows = tuple(
        Silent(seat=seat, power=before.flags[seat], turns=turns, open=turns >= LOST) for seat, turns in silent.items()
    )
    notice = tell(PUBLIC, news(phase=str(before.phase), seats=rows))
    return replace(turn, notices=(*turn.notices, notice), vacate=tuple(row.seat for row in rows if row.open))


def finish(turn: Turn) -> Turn:
    """Eighteen centres, a vote that passed, or the master's END (D-10). Scores are centres; winners share the win."""
    over, state = turn.over, turn.state
    if over is None:
        return turn
    end = ended(over, state.host, state.flags)
    table = final(turn.before.phase, over, state.host, state.flags, state.history)
    notices = (*turn.notices, tell(PUBLIC, table))
    return replace(turn, state=replace(state, ended=end.reason), ended=end, notices=notices)


def turn_the_page(turn: Turn, **cleared: Any) -> Turn:
    """On to the next phase, unless the game is over; what is `cleared` belonged to this one."""
    if turn.ended or turn.season is None:
        return turn
    return replace(turn, state=replace(turn.state, phase=turn.season.next, **cleared))


def played(turn: Turn, steps: Iterable[Callable[[Turn], Turn]]) -> Step:
    """One deadline from beginning to end."""
    for step in steps:
        turn = step(turn)
    return Step(turn.state, turn.notices, turn.ended, vacate=turn.vacate if turn.ended is None else ())
