"""What some games can do beside what every game does (`judge.core.variant`): protocols that a variant may fulfil.

The desk asks whether it does; a game names none of them.
"""

from collections.abc import Mapping
from functools import cache
from typing import Any, Protocol, cast, runtime_checkable

from judge.core.command import Orders
from judge.core.notice import Notice
from judge.core.values import Value
from judge.core.variant import Step, Variant


@runtime_checkable
class Tunable(Protocol):
    """A variant with rules that read an option the master may change in a running game (`frozen=False`)."""

    def retune(self, state: Any, options: Mapping[str, str]) -> Step:
        """The state under these changed options. Raises InputError where the rules forbid the change."""


class Coin(Value):
    """A kind of money that a master's ruling may correct.

    unit    its name in the books
    called  every way to write it, the usual one first
    parts   how many of the books' smallest make one; 1 where money is whole
    """

    unit: str
    called: tuple[str, ...]
    parts: int = 1


@runtime_checkable
class Adjustable(Protocol):
    """A variant with money, which a ruling of the master may correct: out of the account RULING, so that the books
    still balance."""

    def account(self, state: Any, name: str) -> str:
        """Whose account is meant by the name of a seat, a power or a company. InputError names who has money."""

    def coins(self, state: Any, account: str) -> tuple[Coin, ...]:
        """The kinds of money that account may hold."""

    def adjust(self, state: Any, account: str, unit: str, amount: int, reason: str) -> Step:
        """So much more of a coin, in the books' smallest, or less where `amount` is below zero. Tells everybody, and
        who it is what he had and has. InputError where the account would go below zero."""


@runtime_checkable
class Peopled(Protocol):
    """A variant with rules that ask whether anybody sits in a seat."""

    def seated(self, state: Any, seat: str, taken: bool) -> Step:
        """The state when a seat has been left without a successor, or is `taken` over; it may be told twice."""


@runtime_checkable
class Matching(Protocol):
    """A variant in which a line of one sheet waits for its answer on another's, and its writer may ask to be told."""

    def met(self, state: Any, before: Orders, after: Orders) -> tuple[Notice, ...]:
        """What is told at once, privately, now that the sheets of the open phase are no longer those of before."""


def matching(variant: Variant) -> Matching | None:
    """The variant, if lines of its sheets wait for one another. As `isinstance`, which looks at a protocol anew each
    time."""
    return cast(Matching, variant) if _matches(type(variant)) else None


@cache
def _matches(kind: type) -> bool:
    return issubclass(kind, Matching)


@runtime_checkable
class Accounted(Protocol):
    """A variant in which nobody knows what the others have, until the game is over."""

    def fortunes(self, state: Any) -> Mapping[str, int]:
        """Seat -> what it has, in whole money."""
