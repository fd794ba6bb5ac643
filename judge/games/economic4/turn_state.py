"""A deadline under way: what it began with, what became of it so far, and how it ends."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field, replace

from judge.core.command import Orders, Sheet, wrote
from judge.core.ledger import Posting
from judge.core.notice import MASTER, PUBLIC, News, Notice, tell
from judge.core.phase import Phase
from judge.core.values import Value
from judge.core.variant import Ended, Step
from judge.games.economic4 import bulletin
from judge.games.economic4.money import Called, Loan, Settled
from judge.games.economic4.state import EconomyState
from judge.kits.host.commands import DRAW, GameOver


class EconomyTurn(Value):
    """A deadline under way. `before` is the state at the deadline, `state` what it is becoming.

    sheets  power -> sheet
    wrote   powers whose player wrote although nothing of it stood
    purses  power -> what its treasury held before the season's money moved
    opens   whether two silent movements open a seat (D-9); under the first edition they cost the vote alone
    vacate  seats that stand open after it (D-9)
    """

    before: EconomyState
    state: EconomyState
    sheets: Mapping[str, Sheet]
    master: Sheet = ()
    wrote: frozenset[str] = frozenset()
    notices: tuple[Notice, ...] = ()
    purses: Mapping[str, int] = field(default_factory=dict)
    lines: tuple[Posting, ...] = ()
    settled: Settled | None = None
    called: tuple[Called, ...] = ()
    dropped: tuple[Loan, ...] = ()
    ended: Ended | None = None
    opens: bool = True
    vacate: tuple[str, ...] = ()

    @property
    def phase(self) -> str:
        """The id of the phase that is resolved: what news tells of."""
        return str(self.before.phase)

    def tell(self, news: News) -> EconomyTurn:
        return replace(self, notices=(*self.notices, tell(PUBLIC, news)))

    def post(self, postings: tuple[Posting, ...]) -> EconomyTurn:
        """Money moves; each side's statement gets its line."""
        state = replace(self.state, books=self.state.books.post(postings))
        return replace(self, state=state, lines=(*self.lines, *postings))


def begin(state: EconomyState, orders: Orders, opens: bool = True) -> EconomyTurn:
    sheets = {power: orders.get(seat, ()) for seat, power in sorted(state.flags.items()) if power in state.living}
    tried = frozenset(state.flags.get(seat, "") for seat in wrote(orders))
    return EconomyTurn(state, state, sheets, orders.get(MASTER, ()), tried, purses=state.treasuries(), opens=opens)


def end(turn: EconomyTurn, reason: str, winners: tuple[str, ...]) -> EconomyTurn:
    """The game is over; scores are points of income."""
    state = turn.state
    incomes = state.incomes()
    scores = {seat: str(incomes[power]) for seat, power in sorted(state.flags.items())}
    seats = tuple(state.seat_of(power) for power in winners)
    return replace(turn, state=replace(state, ended=reason), ended=Ended(reason, scores, seats))


def decree(turn: EconomyTurn) -> EconomyTurn:
    """The master's END, unless the game was won."""
    over = next((command for command in turn.master if isinstance(command, GameOver)), None)
    return turn if over is None or turn.ended is not None else end_with(turn, over)


def end_with(turn: EconomyTurn, over: GameOver) -> EconomyTurn:
    """The end that all voted for, or that the master decreed."""
    winners = over.powers or (turn.state.living if over.how == DRAW else ())
    return end(turn, " ".join((over.how.lower(), *over.powers)), tuple(winners))


def finish(turn: EconomyTurn, following: Phase) -> Step:
    """On to the next phase, unless the game is over."""
    if turn.ended is not None:
        turn = turn.tell(bulletin.final(turn.state, turn.ended, turn.phase))
        return Step(turn.state, turn.notices, turn.ended)
    return Step(replace(turn.state, phase=following), turn.notices, vacate=turn.vacate)
