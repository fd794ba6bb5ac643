"""What of a letter is not read: why it is doubtful, or that it is talk; and which talk beside orders is asked about."""

from __future__ import annotations

from collections.abc import Mapping

from judge.core.words import Announce, Place, Press
from judge.parse.canonical import PROSE
from judge.parse.clause import Clause, Kind, asked, asked_after_all, filed_words
from judge.parse.clauses.doubts import UNREAD, changed_once, garbled, said_again, spent_once
from judge.parse.clauses.modality import Modality
from judge.parse.clauses.split import pieces
from judge.parse.clauses.subjects import ASK, INFORMS
from judge.parse.clauses.unsettled import Unsettled
from judge.parse.lexicon import first_word
from judge.parse.reading import Garbled
from judge.parse.sense.edited import WHICH
from judge.parse.text import Text
from judge.post import Line

_OFF, _LINES = frozenset(["cancel!", "taking!"]), frozenset(["sheet", "unit"])
"""Meanings of a first word that takes back, and of words for what is on a sheet."""
_ROW = 4  # names of places with nothing else: `par bur, mar hol`
_APART, _SHORT = frozenset(["part", "apart"]), 8
"""Meanings of words that set a line apart from others (`only the lira`), and words of a sentence that says no more."""
_REPAIR = 60  # steps of looking for a slip


class Unread(Unsettled):
    """The part of a reader of passages that is left with what nothing reads."""

    _lines: Mapping[int, Line]
    _last = 0  # the last line, if what stands above it has come to an end: a signature may stand there
    _signing = False  # a farewell was read: what stands below it and cannot be read is a signature

    def _unread(self, text: Text, core: Text, verb: str) -> Clause:
        """Doubtful, with today's reason for it if there is one; or talk."""
        if self._signing or self._tools.farewells(text) or self._signature(text):
            return Clause(Kind.REST, text.text, text.lines)
        if self._tools.sense is not None and self._tools.sense.reasons(core.text):
            return Clause(Kind.REST, text.text, text.lines)
        line = Line(core.first, core.text)
        if self._tools.words.begins(core.text) or Place.PLAYER not in self._place:
            said = self._tools.words.read(line, self._place)
            if isinstance(said, Garbled):
                return garbled(self._lines, text, core, said)
        orders = self._tools.orders
        marked = self._tools.marks.has(core.text)
        likely = marked or core.text.count(" ") < PROSE or (orders and orders.order_like(core.text))
        if orders is not None and likely:
            self._budget.take(_REPAIR, core.text)
            for reading in orders.refused(line, verb if not self._tools.verb(core.text) else ""):
                if isinstance(reading, Garbled):
                    return garbled(self._lines, text, core, reading)
        if marked or self._seems_an_order(core):
            return asked(text, UNREAD)
        if self._takes_off(text):
            return asked(text, WHICH)
        return Clause(Kind.REST, text.text, text.lines)

    def _commanded(self, core: Text) -> bool:
        """Whether a piece of what seems to be talk tells us to do something: `move 100 to Bob, as last time`."""
        return any(
            (self._tools.marks.commanded(one.text)) and self._stance_alone(one) in (Modality.PLAIN, Modality.PAST)
            for one in pieces(core)
        )

    def _beside_press(self, told: Clause, core: Text) -> bool:
        """Whether behind what is to be told to others stands what is to be done: `Tell everybody that Brest goes to the
        Channel, but send it to the MAO`."""
        *_, last = pieces(core)
        behind = last.text.removeprefix("but ")
        return isinstance(told.word, Press | Announce) and self._tools.marks.commanded(behind)

    def _wished(self, core: Text, stance: Modality) -> bool:
        """Whether a master wants something done, and not for certain: `give Vulpes another day if it's him`."""
        unsure = Place.MASTER in self._place and stance in (Modality.CONDITION, Modality.MAYBE)
        found = self._tools.subjects.answer(core.text) if unsure else None
        return found is not None and first_word(found[0]) not in INFORMS and not found[0].startswith(ASK)

    def _takes_off(self, text: Text) -> bool:
        """Whether a text that nothing reads may take something off the sheet: `withdraw the bid for Budapest`."""
        if Place.PLAYER not in self._place or not self._voice.on_file():
            return False
        meant = self._tools.subjects.meanings(text.text)
        named = bool(meant & _LINES) or bool(self._tools.marks.named(text.text))
        if named and meant & _OFF:
            return True
        if self._off_all(meant, text.text):
            return True
        told = any(one.kind is Kind.ORDER for one in self._found)  # `..., leave the marks alone` is said of the rest
        return not told and text.text.count(" ") < _SHORT and bool(meant & _APART) and self._names_filed(text)

    def _drops_others(self, text: str) -> bool:
        """Whether a text takes off all that it does not name: `forget the others`, `everything else cancelled`."""
        short = Place.PLAYER in self._place and text.count(" ") < _SHORT
        return short and self._off_all(self._tools.subjects.meanings(text), text)

    def _off_all(self, meant: frozenset[str], text: str) -> bool:
        off = bool(meant & {"cancel", *_OFF}) and "part" in meant and text.count(" ") < _SHORT
        return off and not self._tools.marks.named(text)

    def _names_filed(self, core: Text) -> bool:
        """Whether a text names something that stands in a line on file."""
        lines = (*self._voice.filed(), *self._voice.keyed())
        filed = {word for one in lines for word in filed_words(one)}
        return any(self._names_of(word) & filed for word in self._tools.marks.named(core.text))

    def _signature(self, text: Text) -> bool:
        """Whether a text is a name alone, the last paragraph of a letter in which something stands above it."""
        return bool(self._found) and 0 < self._last == text.first and self._tools.marks.signs(text.text)

    def _accounted(self) -> None:
        """In a letter with orders, what was passed over as talk is asked about where it might belong to them."""
        self._withdrawn()
        self._found = spent_once(said_again(changed_once(self._found)))
        if Place.PLAYER in self._place:
            self._left_on_file()
            self._found = [asked_after_all(one, UNREAD) if self._bare(one, _ROW) else one for one in self._found]
