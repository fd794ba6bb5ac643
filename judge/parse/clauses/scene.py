"""Where a sentence stands that may change something: the orders above it, what is on file, and what reads its words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

from judge.core.command import Command
from judge.parse.clause import Clause, Kind, Voice
from judge.parse.clauses.modality import Modality
from judge.parse.clauses.tools import Tools
from judge.parse.sense.edited import FIGURE
from judge.parse.text import Text

Found = list[Clause]
DROPPED = "Read as a change: without"
CHANGED = "Read as a change:"


def has_sum(one: Command) -> bool:
    return FIGURE.search(one.canonical()) is not None


@dataclass(frozen=True)
class Reads:
    """What reads words.

    order     the orders of a line; `whole` of any words; `names` what a word may be the name of
    stance    how a text is meant by its words; `held` the same, where what a unit shall not do is no denial
    sentence  the clauses with those of a sentence behind them; `plain` the same of one that corrects nothing
    """

    order: Callable[[str, int], Sequence[Command]]
    whole: Callable[[str], Sequence[Command]]
    names: Callable[[str], set[str]]
    stance: Callable[[Text], Modality]
    held: Callable[[Text], Modality]
    sentence: Callable[[Found, Text], Found]
    plain: Callable[[Found, Text, Text], Found]


@dataclass(frozen=True)
class Scene:
    """Where a sentence stands: the clauses above it (`found`), and what is on file."""

    tools: Tools
    voice: Voice
    found: Found
    reads: Reads

    @cached_property
    def orders(self) -> list[tuple[int, Command]]:
        """The orders above, each with the number of its clause."""
        above = enumerate(self.found)
        return [(n, one) for n, clause in above if clause.kind is Kind.ORDER for one in clause.commands]

    @cached_property
    def filed(self) -> tuple[Command, ...]:
        """The lines on file of sections that this letter has not written yet."""
        filed = self.voice.filed()
        written_ = {one.section for clause in self.found for one in clause.commands} if filed else ()
        return tuple(one for one in filed if one.section not in written_)

    @cached_property
    def empty(self) -> bool:
        """Whether there is nothing that could change."""
        return not (self.voice.filed() or self.voice.keyed() or self.orders)

    @cached_property
    def amended(self) -> bool:
        """Whether lines on file were changed, and stand among those found."""
        return any(note.startswith(CHANGED) for one in self.found if one.kind is Kind.ORDER for note in one.notes)

    @cached_property
    def base(self) -> Base:
        """Orders to units have no sums, and are no lines of this kind: another order takes their place."""
        summed = tuple((n, one) for n, one in self.orders if has_sum(one) or not one.key())
        done = {(one.section, one.key()) for _, one in self.orders}
        keyed = [one for one in self.voice.keyed() if (one.section, one.key()) not in done]
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
