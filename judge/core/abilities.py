"""What some games can do beside what every game does (`judge.core.variant`): protocols that a variant may fulfil.

The desk asks whether it does; a game names none of them.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any, Protocol, cast, runtime_checkable

from judge.core.command import Orders, Sheet
from judge.core.form import Form
from judge.core.notice import Notice
from judge.core.ruling import Ruling
from judge.core.shown import Shown
from judge.core.values import Value
from judge.core.variant import Situation, Step, Variant


@cache
def _offers(kind: type, protocol: Any) -> bool:
    """As `isinstance`, which looks at a protocol anew each time."""
    return issubclass(kind, protocol)


class Weighed(Value):
    """A sheet worked out once: the ruling on each command, as `rule_on` gives it, and `forecast` of the same sheet."""

    rulings: tuple[Ruling, ...]
    forecast: Callable[[], Shown]


@runtime_checkable
class Weighing(Protocol):
    """A variant whose rulings and forecasts come of the same work, so that it is done once for both."""

    def weigh(self, state: Any, seat: str, sheet: Sheet) -> Weighed:
        """`rule_on` and `forecast` of one sheet."""


def weighing(variant: Variant) -> Weighing | None:
    """The variant, if it weighs sheets."""
    return cast(Weighing, variant) if _offers(type(variant), Weighing) else None


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
    """The variant, if lines of its sheets wait for one another."""
    return cast(Matching, variant) if _offers(type(variant), Matching) else None


@runtime_checkable
class Situated(Protocol):
    """A variant whose position helps to read what its players write: `my fleet retreats to Edinburgh`."""

    def situation(self, state: Any, seat: str) -> Situation:
        """The position as this seat may see it."""


@runtime_checkable
class Formed(Protocol):
    """A variant that says what a form for its orders offers."""

    def form(self, public: Shown, phase: str, seats: Sequence[str]) -> Form:
        """What can be ordered in a phase (`S1901M`), by the public standing and by who sits at the table, and so by
        nothing that is not everybody's to know."""


@runtime_checkable
class Accounted(Protocol):
    """A variant in which nobody knows what the others have, until the game is over."""

    def fortunes(self, state: Any) -> Mapping[str, int]:
        """Seat -> what it has, in whole money."""


@runtime_checkable
class Placed(Protocol):
    """A variant whose letters speak of the reader's own units, and show orders made of what he has."""

    def speaks_for(self, state: Any, seat: str) -> tuple[str, ...]:
        """The powers whose units the seat orders."""

    def samples(self, state: Any, seat: str) -> tuple[str, ...]:
        """A few lines this seat could send now, all of which would be taken; none where there is nothing to send."""

    def spoken(self, state: Any, seat: str) -> str:
        """Such orders in a sentence, as to a human referee; "" for none."""
