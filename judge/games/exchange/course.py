"""A deadline under way, as the steps of a phase hand it on."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TypeVar

from judge.core.command import Command, Orders
from judge.core.dice import Dice
from judge.core.notice import PUBLIC, News, Notice, tell
from judge.core.variant import Ended
from judge.games.exchange.state import ExchangeState
from judge.kits.host import GameOver

C = TypeVar("C", bound=Command)


@dataclass(frozen=True)
class Turn:
    """`before` is the state at the deadline, `state` what it is becoming."""

    before: ExchangeState
    state: ExchangeState
    orders: Orders
    dice: Dice
    over: GameOver | None = None
    notices: tuple[Notice, ...] = ()
    ended: Ended | None = None

    def having(self, state: ExchangeState) -> Turn:
        return replace(self, state=state)

    def telling(self, *notices: Notice) -> Turn:
        return replace(self, notices=(*self.notices, *notices))

    @property
    def phase(self) -> str:
        """The id of the phase that is resolved: what news tells of."""
        return str(self.before.phase)

    def public(self, news: News) -> Turn:
        """Something for everybody."""
        return self.telling(tell(PUBLIC, news))

    def private(self, seat: str, news: News) -> Turn:
        """Something for one seat; nobody for ""."""
        return self.telling(tell(seat, news)) if seat else self

    def commands(self, kind: type[C]) -> Iterator[tuple[str, C]]:
        """(seat, command) of one kind, in seat order."""
        for seat in self.before.investors:
            for command in self.orders.get(seat, ()):
                if isinstance(command, kind):
                    yield seat, command
