"""What the tests of this folder read with: the real grammars, and a writer called Lupus."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from judge.core.command import Command
from judge.core.variant import Situation
from judge.core.words.word import Place
from judge.games import variant
from judge.post import Line
from judge.reading import Clause, Grammar, Kind, Reader, Voice
from judge.reading.text import Text
from tests.harness import shared_reader

SEATS = ("Lupus", "Vulpes", "Corvus", "Anna", "Bob", "Carl", "Dora")


def reader() -> Reader:
    return shared_reader()


@cache
def grammar(game: str) -> Grammar:
    rules = variant(game)
    return Grammar(game, rules.vocabulary, rules.names({one.name: one.default for one in rules.info.options}))


def voice(me: str = "Lupus", situation: Situation | None = None, filed: tuple[Command, ...] = ()) -> Voice:
    others = tuple(name for name in SEATS if name != me)
    position = Situation if situation is None else lambda: situation
    return Voice(names=(me,), others=others, seats=SEATS, phase="S1901M", situation=position, filed=lambda: filed)


def clauses(
    game: str,
    letter: str,
    *,
    place: Place = Place.PLAYER,
    me: str = "Lupus",
    situation: Situation | None = None,
    filed: Sequence[str] = (),
) -> tuple[Clause, ...]:
    """The clauses of a letter's text; `filed` are the lines on file."""
    sheet = tuple(one for line in filed for one in reader().orders(grammar(game)).whole(line, 0))
    lines = [Line(n, row.strip()) for n, row in enumerate(letter.split("\n"), 1)]
    return reader().clauses(lines, place, grammar(game), lambda: voice(me, situation, sheet))


def taken(found: tuple[Clause, ...]) -> list[str]:
    """The canonical lines of what is read as orders."""
    return [one.canonical() for clause in found if clause.kind is Kind.ORDER for one in clause.commands]


def doubtful(found: tuple[Clause, ...]) -> list[str]:
    return [clause.text for clause in found if clause.kind is Kind.DOUBTFUL]


def said(words: str, number: int = 1) -> Text:
    """Words of a letter, as one line of it."""
    return Text.of(Line(number, words))
