"""What the lines of a passage ask for: something to read, or what a word of the correspondence does, in other words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from judge.core import words
from judge.core.place import Place
from judge.core.variant import Situation
from judge.parse.clauses.asks import LOOSE, about, answered, harmless
from judge.parse.clauses.carry import last_move, sales
from judge.parse.clauses.clause import Clause, Kind
from judge.parse.clauses.guarded import guarded
from judge.parse.clauses.modality import Modality
from judge.parse.clauses.rows import Rows
from judge.parse.clauses.text import Text
from judge.parse.clauses.unwrap import Row
from judge.parse.lexicon import first_word
from judge.parse.reading import Garbled, Understood
from judge.post import Line

_SHORT = 50  # letters of a line that may ask for something by itself


class Wishes(Rows):
    """The part of a reader of passages that knows what is asked for."""

    _beforehand: Sequence[Clause] = ()  # pieces of the sentence in hand that have been read already

    def _asked_for(self, row: Row) -> Row:
        if row.clause is not None or len(row.text) > _SHORT or row.text.text.endswith(":"):
            return row
        return replace(row, clause=harmless(self._tools, self._place, self._voice, row.text))

    def _as_word(self, text: Text, core: Text) -> Clause | None:
        """A word of the correspondence that courtesy stood around: `I'd like to join lira7.`"""
        said = self._tools.words.understood(core.text.rstrip(" .!"), core.first, self._place)
        if said is None or guarded(said.word, self._place):
            return None
        return Clause(Kind.WORD, text.text, text.lines, said.commands)

    def _in_other_words(self, said: Understood, line: Line) -> bool:
        """Whether a line that could be a word with anything behind it is a sentence that we know: `rules please`."""
        word, text = said.word, Text.of(line)
        if self._likens(word, line.text):
            return True
        whole = isinstance(word, words.Extend | words.Pause) and not word.reason  # nothing in it but the word's own
        power = guarded(word, self._place) and not whole and not first_word(line.text).isupper()
        if whole or not (isinstance(word, LOOSE) or power) or " " not in line.text.strip():
            return False
        core = self._tools.courtesy.strip(text, self._voice)
        found = answered(self._tools, self._place, self._voice, text, core)
        if found is None and power:
            found = self._about(text, core, Modality.PLAIN)
        return found is not None and (found.kind is Kind.DOUBTFUL or found.commands != said.commands)

    def _is_word(self, core: Text) -> bool:
        """Whether a text is a word of the correspondence in capitals, not to be read, or out of its place."""
        said = self._tools.words.read(Line(core.first, core.text), self._place)
        return isinstance(said, Garbled) and first_word(core.text).isupper()

    def _about(self, text: Text, core: Text, stance: Modality) -> Clause | None:
        """A clause that asks for something a word answers, by what it speaks of."""
        if stance in (Modality.NEGATION, Modality.CONDITION, Modality.MAYBE, Modality.CORRECTION):
            return about(self._tools, self._place, self._voice, text, core, harmless=True)
        said = self._as_word(text, core) if self._place is Place.OUTSIDE else None
        return said or about(self._tools, self._place, self._voice, text, core)

    def _subject(self, text: Text, core: Text) -> Clause | None:
        """A clause that looks like an instruction and names nothing that an order could be about."""
        if self._tools.marks.named(core.text) or any(map(str.isdecimal, core.text)):
            return None
        return about(self._tools, self._place, self._voice, text, core)

    def _word(self, text: str, number: int) -> Clause | None:
        said = self._tools.words.understood(text, number, self._place)
        return Clause(Kind.WORD, text, (number,), said.commands) if said is not None else None

    def _is_farewell(self, text: Text) -> bool:
        said = self._tools.farewell.rewrite(text)
        return said.changed and not said.text.strip(" .,!")

    def _situation(self) -> Situation:
        """The position, and what this letter and its writer add to it."""
        above = [one for one in (*self._found, *self._beforehand) if one.commands]
        now = self._voice.situation()
        sense = self._tools.sense
        topic = sense.topic(self._found[-1].text) if sense is not None and self._found else ""
        me = next(iter(self._voice.names), "")
        return replace(now, last=last_move(above), sales=sales(above), topic=topic, me=me)
