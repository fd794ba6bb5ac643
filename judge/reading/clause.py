"""What reading gives of each clause, and what the reader must know of the writer. Plain values."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import date
from enum import StrEnum
from functools import cached_property

from judge.core.command import Command
from judge.core.values import Value
from judge.core.variant import Situation
from judge.post import Line
from judge.reading.outcome import Garbled
from judge.reading.text import Text


def filed_words(one: Command) -> set[str]:
    """The words of an order as it is filed."""
    return set(one.canonical().replace("/", " ").split())


class Kind(StrEnum):
    """How a clause ends."""

    WORD = "word"  # words of the correspondence, to be carried out
    ORDER = "order"  # orders of the game
    HEADING = "heading"  # says how other clauses are meant, and they were read so: a heading, a correction
    DOUBTFUL = "doubtful"  # has the marks of an instruction and was not fully read: asked about
    COURTESY = "courtesy"  # a sentence of the closed list (reading/courtesies.py), or its writer's name
    REST = "rest"  # nobody read it: it is quoted


class Weight(StrEnum):
    """How loud it is said that something was not read."""

    NONE = ""
    QUIET = "quiet"
    NAME = "name"  # it has the shape of a name, where a letter is signed
    HOLD = "hold"  # it takes back or puts off what stands beside it
    LOUD = "loud"  # it may change an order: it denies, puts off, points at something, names what orders are made of


class Clause(Value):
    """A piece of a letter and what became of it. Every word of a letter stands in one.

    text      as written, masked; `lines` are the numbers of the lines it stands in
    commands  of a WORD or an ORDER; `line` is set, the hat is not: the desk knows which one is on
    doubt     of a DOUBTFUL one: why, where, and the way out
    offer     of a DOUBTFUL one: what would be carried out on YES, as canonical lines ("" for nothing)
    notes     what was read into it, as sentences: such an answer is a CHECK
    unread    of an ORDER: names and figures of its text that no order holds
    weight    of a REST
    """

    kind: Kind
    text: str
    lines: tuple[int, ...]
    commands: tuple[Command, ...] = ()
    doubt: Garbled | None = None
    offer: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    unread: str = ""
    weight: Weight = Weight.NONE

    @property
    def first(self) -> int:
        """The number of its first line."""
        return self.lines[0]

    @property
    def last(self) -> int:
        return self.lines[-1]

    @property
    def said(self) -> Text:
        """Its text, as if it all stood in its first line."""
        return Text.of(Line(self.first, self.text))

    @property
    def word(self) -> Command | None:
        """The word of the correspondence that it is; None for anything else."""
        return next(iter(self.commands), None) if self.kind is Kind.WORD else None

    @property
    def orders(self) -> tuple[Command, ...]:
        """Its orders of the game: words of the correspondence have no canonical line."""
        return self.commands if self.kind is Kind.ORDER else ()

    @cached_property
    def printed(self) -> tuple[str, ...]:
        """Its orders as canonical lines. Each sentence below asks for them."""
        return tuple([one.canonical() for one in self.orders])


class Voice(Value):
    """Who writes, and where things stand, as far as reading needs it. Nothing in it is another seat's secret.

    names      what the writer may call himself: seat, power, person; such a label or signature says nothing
    writer     the name and the address of the person, by which a letter may be signed
    others     the other seats
    seats      names of all seats, for the slot {seat}
    phase      the open phase, `S1901M`
    last       the phase resolved last; "" before there is one
    game       the game's name
    today      the day the letter came, in the writer's zone; None where nobody says
    zone       the game's time zone; outside of games that of the judge
    games      names of games that anybody may know of
    again      the phase before of the same kind, and the writer's orders of it as canonical lines
    on_file    whether anything of the writer is on file for the open phase
    filed      the lines on file for the open phase, of sections that a letter writes whole
    keyed      the lines on file of sections that a letter amends line by line
    situation  the position as this seat may see it (core/variant.py); asked for only where words need it
    """

    names: tuple[str, ...] = ()
    others: tuple[str, ...] = ()
    seats: tuple[str, ...] = ()
    phase: str = ""
    last: str = ""
    game: str = ""
    today: date | None = None
    zone: str = ""
    games: tuple[str, ...] = ()
    again: Callable[[], tuple[str, tuple[str, ...]]] = lambda: ("", ())
    on_file: Callable[[], bool] = bool
    situation: Callable[[], Situation] = Situation
    filed: Callable[[], tuple[Command, ...]] = tuple
    keyed: Callable[[], tuple[Command, ...]] = tuple
    writer: str = ""


# ---- clauses that are asked about ------------------------------------------------------------------------------------


def doubt(text: Text, reason: str) -> Garbled:
    """A doubt with a sentence of its own and no caret."""
    return Garbled(Line(text.first, text.text), reason, 0, "")


def asked(text: Text, reason: str) -> Clause:
    """A clause that is asked about."""
    return Clause(Kind.DOUBTFUL, text.text, text.lines, doubt=doubt(text, reason))


def rest(text: Text) -> Clause:
    """A clause that nobody read: talk, as far as is known by then."""
    return Clause(Kind.REST, text.text, text.lines)


def asked_after_all(clause: Clause, reason: str) -> Clause:
    """A clause that was taken for something else before."""
    left = doubt(clause.said, reason)
    return replace(clause, kind=Kind.DOUBTFUL, commands=(), notes=(), doubt=left)


def on_yes(clause: Clause, reason: str) -> Clause:
    """A clause that is an order, and is carried out on YES alone."""
    return replace(asked_after_all(clause, reason), offer=tuple(order.canonical() for order in clause.commands))
