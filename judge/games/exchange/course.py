"""A deadline under way, as the steps of a phase hand it on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from judge.core.command import Command, Orders
from judge.core.dice import Dice
from judge.core.notice import PUBLIC, Notice
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

    def public(self, kind: str, data: Mapping[str, Any]) -> Turn:
        """Something for everybody."""
        return self.telling(Notice(PUBLIC, kind, {"phase": str(self.before.phase), **data}))

    def private(self, seat: str, kind: str, data: Mapping[str, Any]) -> Turn:
        """Something for one seat; nobody for ""."""
        return self.telling(Notice(seat, kind, {"phase": str(self.before.phase), **data})) if seat else self

    def commands(self, kind: type[C]) -> Iterator[tuple[str, C]]:
        """(seat, command) of one kind, in seat order."""
        for seat in self.before.investors:
            for command in self.orders.get(seat, ()):
                if isinstance(command, kind):
                    yield seat, command
