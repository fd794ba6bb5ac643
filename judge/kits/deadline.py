"""A deadline as every game plays it: step by step, each of which gives the turn back one step further."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any, Self, TypeVar

from judge.core.command import Orders
from judge.core.notice import PUBLIC, News, Notice, tell
from judge.core.values import Record
from judge.core.variant import Ended, Step


class Turn(Record):
    """A deadline under way. `before` is the state at the deadline, `state` what it is becoming; `vacate` are seats that
    stand open after it (D-9)."""

    before: Any
    state: Any
    orders: Orders
    notices: tuple[Notice, ...] = ()
    ended: Ended | None = None
    vacate: tuple[str, ...] = ()

    @property
    def phase(self) -> str:
        """The id of the phase that is resolved: what news tells of."""
        return str(self.before.phase)

    def changed(self, **changes: Any) -> Self:
        """With some fields of the state changed."""
        return replace(self, state=replace(self.state, **changes))

    def telling(self, *notices: Notice) -> Self:
        """With these notices behind the others."""
        return replace(self, notices=(*self.notices, *notices))

    def public(self, news: News) -> Self:
        """With something for everybody."""
        return self.telling(tell(PUBLIC, news))


AnyTurn = TypeVar("AnyTurn", bound=Turn)


def played(turn: AnyTurn, steps: Iterable[Callable[[AnyTurn], AnyTurn]]) -> Step:
    """One deadline from beginning to end. Seats of a game that is over stand open for nobody."""
    for step in steps:
        turn = step(turn)
    return Step(turn.state, turn.notices, turn.ended, vacate=turn.vacate if turn.ended is None else ())
