"""Where a sentence stands that may change something: the orders above it, what is on file, and what reads its words."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from judge.core.command import Command
from judge.parse.clause import Clause, Kind
from judge.parse.clauses.passage import Passage
from judge.parse.sense.edited import FIGURE
from judge.parse.text import Text

Found = list[Clause]
DROPPED = "Read as a change: without"
CHANGED = "Read as a change:"


def has_sum(one: Command) -> bool:
    return FIGURE.search(one.canonical()) is not None


@dataclass(frozen=True)
class Scene:
    """Where a sentence stands: in its passage, with the clauses above it (`found`).

    sentence  the clauses with those of a sentence behind them
    plain     the same of a sentence that corrects nothing
    """

    p: Passage
    found: Found
    sentence: Callable[[Found, Text], Found]
    plain: Callable[[Found, Text, Text], Found]

    @cached_property
    def orders(self) -> list[tuple[int, Command]]:
        """The orders above, each with the number of its clause."""
        above = enumerate(self.found)
        return [(n, one) for n, clause in above if clause.kind is Kind.ORDER for one in clause.commands]

    @cached_property
    def filed(self) -> tuple[Command, ...]:
        """The lines on file of sections that this letter has not written yet."""
        filed = self.p.voice.filed()
        written_ = {one.section for clause in self.found for one in clause.commands} if filed else ()
        return tuple(one for one in filed if one.section not in written_)

    @cached_property
    def empty(self) -> bool:
        """Whether there is nothing that could change."""
        return not (self.p.voice.filed() or self.p.voice.keyed() or self.orders)

    @cached_property
    def amended(self) -> bool:
        """Whether lines on file were changed, and stand among those found."""
        return any(note.startswith(CHANGED) for one in self.found if one.kind is Kind.ORDER for note in one.notes)

    @cached_property
    def base(self) -> Base:
        """Orders to units have no sums, and are no lines of this kind: another order takes their place."""
        summed = tuple((n, one) for n, one in self.orders if has_sum(one) or not one.key())
        done = {(one.section, one.key()) for _, one in self.orders}
        keyed = [one for one in self.p.voice.keyed() if (one.section, one.key()) not in done]
        sums = tuple(one for one in keyed if has_sum(one))
        return Base(summed, self.filed, sums, len(summed) == len(self.orders) and len(sums) == len(keyed))


@dataclass(frozen=True)
class Base:
    """The lines that a sentence may change: in the letter, with the number of the clause they stand in; on file, in
    sections that a letter writes whole, and in others. `numbered`: they are all there are."""

    above: tuple[tuple[int, Command], ...] = ()
    filed: tuple[Command, ...] = ()
    keyed: tuple[Command, ...] = ()
    numbered: bool = True

    @property
    def lines(self) -> tuple[Command, ...]:
        return (*(one for _, one in self.above), *self.filed, *self.keyed)

    @property
    def texts(self) -> list[str]:
        return [one.canonical() for one in self.lines]
