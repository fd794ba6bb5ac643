"""What the lines of a passage ask for: something to read, or what a word of the correspondence does, in other words."""

from __future__ import annotations

from dataclasses import dataclass, replace

from judge.core import words
from judge.core.command import Command
from judge.core.place import Place
from judge.parse.clause import Clause, Kind, Voice
from judge.parse.clauses import asks
from judge.parse.clauses.asks import LOOSE, answered, harmless
from judge.parse.clauses.modality import Modality
from judge.parse.clauses.tools import Tools
from judge.parse.clauses.unwrap import Row
from judge.parse.lexicon import first_word
from judge.parse.reading import Garbled, Understood
from judge.parse.text import Text
from judge.parse.words import guarded
from judge.post import Line

_SHORT = 50  # letters of a line that may ask for something by itself


@dataclass(frozen=True)
class Wishes:
    """Knows what one voice asks for, and where it may."""

    tools: Tools
    place: Place
    voice: Voice

    def asked_for(self, row: Row) -> Row:
        if row.clause is not None or len(row.text) > _SHORT or row.text.text.endswith(":"):
            return row
        return replace(row, clause=harmless(self.tools, self.place, self.voice, row.text))

    def as_word(self, text: Text, core: Text) -> Clause | None:
        """A word of the correspondence that courtesy stood around: `I'd like to join lira7.`"""
        said = self.tools.words.understood(core.text.rstrip(" .!"), core.first, self.place)
        if said is None or guarded(said.word, self.place):
            return None
        return Clause(Kind.WORD, text.text, text.lines, said.commands)

    def in_other_words(self, said: Understood, line: Line) -> bool:
        """Whether a line that could be a word with anything behind it is a sentence that we know: `rules please`."""
        word, text = said.word, Text.of(line)
        if self.likens(word, line.text):
            return True
        whole = isinstance(word, words.Extend | words.Pause) and not word.reason  # nothing in it but the word's own
        power = guarded(word, self.place) and not whole and not first_word(line.text).isupper()
        if whole or not (isinstance(word, LOOSE) or power) or " " not in line.text.strip():
            return False
        core = self.tools.courtesy.strip(text, self.voice)
        found = answered(self.tools, self.place, self.voice, text, core)
        if found is None and power:
            found = self.about(text, core, Modality.PLAIN)
        return found is not None and (found.kind is Kind.DOUBTFUL or found.commands != said.commands)

    def is_word(self, core: Text) -> bool:
        """Whether a text is a word of the correspondence in capitals, not to be read, or out of its place."""
        said = self.tools.words.read(Line(core.first, core.text), self.place)
        return isinstance(said, Garbled) and first_word(core.text).isupper()

    def about(self, text: Text, core: Text, stance: Modality) -> Clause | None:
        """A clause that asks for something a word answers, by what it speaks of."""
        if stance in (Modality.NEGATION, Modality.CONDITION, Modality.MAYBE, Modality.CORRECTION):
            return asks.about(self.tools, self.place, self.voice, text, core, harmless=True)
        said = self.as_word(text, core) if self.place is Place.OUTSIDE else None
        return said or asks.about(self.tools, self.place, self.voice, text, core)

    def subject(self, text: Text, core: Text) -> Clause | None:
        """A clause that looks like an instruction and names nothing that an order could be about."""
        if self.tools.marks.named(core.text) or any(map(str.isdecimal, core.text)):
            return None
        return asks.about(self.tools, self.place, self.voice, text, core)

    def word(self, text: str, number: int) -> Clause | None:
        said = self.tools.words.understood(text, number, self.place)
        return Clause(Kind.WORD, text, (number,), said.commands) if said is not None else None

    def likens(self, word: Command, text: str) -> bool:
        """Whether an `as` in a sentence names nobody, so that it is no word: `as many roubles`."""
        if not isinstance(word, words.As) or word.himself or first_word(text).isupper():
            return False
        return not self.tools.marks.names(word.whose)
