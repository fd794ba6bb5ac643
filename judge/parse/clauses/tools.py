"""What the reading of one game's letters works with."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable
from functools import cached_property
from itertools import chain

from judge.core.regex import regex
from judge.core.values import Value
from judge.core.words import Place
from judge.parse.canonical import PROSE, CanonicalReader, lengthy
from judge.parse.clauses.courtesy import Courtesy
from judge.parse.clauses.modality import Stances
from judge.parse.clauses.order_likelihood import OrderLikelihood
from judge.parse.clauses.patterns import COMMON, Finder, Index, Pattern, words_of
from judge.parse.clauses.speech import Phrases, Speech
from judge.parse.clauses.subjects import Subjects
from judge.parse.lexicon import first_word
from judge.parse.sense.edit_reader import EditReader
from judge.parse.sense.readers import Senses
from judge.parse.text import Text

_SPEAKER = regex(r"^(?:i|we)\s+(?:(?:will|shall|would|am|are|hereby|also)\s+)*", re.IGNORECASE)
_AMOUNT = regex(r"\d+\s*[:!>@&]?\s*[^\W\d]")


class Wide:
    """Whether a text can fit any of many rules, told by its words alone where that is possible."""

    def __init__(self, patterns: Iterable[Pattern]) -> None:
        self._patterns = [one for one in patterns if one.anchors]
        self._index = Index(self._patterns)

    def may_fit(self, text: str, words: frozenset[str]) -> bool:
        """False where none of them can."""
        has = Finder(text)
        return any(self._patterns[number].within(text, words, has) for number in self._index.ahead(words))


class Sources(Value):
    """What the tools are made of when they are wanted.

    rules     the rules of phrase files, by the files' names
    subjects  what is answered by the meanings of words
    sense     reads orders by the things they name
    marks     the marks of an instruction, given the words of phrase files that are a mark wherever they stand
    tongues   phrase files that turn another tongue's words into English ones
    who       who writes: master, player, stranger
    """

    rules: Callable[..., Phrases]
    subjects: Callable[[], Subjects]
    sense: Callable[[], Senses]
    marks: Callable[[Collection[str]], OrderLikelihood]
    tongues: tuple[str, ...]
    who: str


class Tools:
    """What reads one game's letters. Each tool is made when a line wants it for the first time; plain orders want
    hardly any."""

    def __init__(self, canonical: CanonicalReader, place: Place, sources: Sources) -> None:
        self.canonical, self.place = canonical, place
        self.words, self.orders, self.known = canonical.words, canonical.orders, canonical.known
        self._from = sources

    def _speech(self, *files: str) -> Speech:
        return Speech(self._from.rules(*files))

    @cached_property
    def courtesy(self) -> Courtesy:
        return Courtesy(self._speech("courtesy"))

    @cached_property
    def stances(self) -> Stances:
        return Stances(self._from.rules("stance"))

    @cached_property
    def unsettled(self) -> Stances:
        return Stances(self._from.rules("unsettled"))

    @cached_property
    def cues(self) -> Speech:
        return self._speech("correction")

    @cached_property
    def _farewell(self) -> Speech:
        return self._speech("farewell")

    def farewells(self, text: Text) -> bool:
        """Whether a text says goodbye, and nothing else."""
        said = self._farewell.rewrite(text)
        return said.changed and not said.text.strip(" .,!")

    @cached_property
    def asks(self) -> Speech:
        return self._speech(f"asks_{self._from.who}", "asks")

    @cached_property
    def subjects(self) -> Subjects:
        return self._from.subjects()

    @cached_property
    def amend(self) -> Speech:
        return self._speech("amend")

    @cached_property
    def tongues(self) -> tuple[Speech, ...]:
        return tuple(map(self._speech, self._from.tongues))

    @cached_property
    def marks(self) -> OrderLikelihood:
        return self._from.marks(self.sense.marks)

    @cached_property
    def rules(self) -> Wide:
        """All rules that make more of a sentence than talk."""
        speeches = (self.cues, self.asks, self.amend, *self.tongues)
        return Wide(chain.from_iterable(one.patterns for one in speeches))

    @cached_property
    def sense(self) -> Senses:
        return self._from.sense()

    @cached_property
    def edits(self) -> EditReader:
        return self.sense.edits

    def verb(self, text: str) -> str:
        """The verb that an order begins with; "" for none."""
        return self.orders.verb(text) if self.orders is not None else ""

    def verb_for(self, text: Text) -> str:
        """The verb that a heading stands for; "" for none."""
        if self.orders is None:
            return ""
        ways = (text.text, _SPEAKER.sub("", text.text))
        words = (one.strip(" :").upper() for one in ways)
        deed = self.sense.heads(text.text.strip(" :")).upper()
        return next((one for one in (*words, deed) if one in self.orders.heads), "")

    def lone_verb(self, text: Text) -> bool:
        """`SELL` on a line of its own, over what is to be sold."""
        word = text.text.strip(" :")
        short = word.count(" ") < 2 and bool(self.verb_for(text))
        return self.orders is not None and (word.upper() in self.orders.verbs or short)

    def begins(self, text: str) -> bool:
        """Whether an order begins with these words: a verb, or an amount with something behind it."""
        return self.orders is not None and (self.orders.begins(text) or bool(_AMOUNT.match(text)))

    def prose(self, text: str) -> bool:
        """Whether a text is long and holds too few words that orders are made of: it is not even tried."""
        if not lengthy(text):
            return False
        words = words_of(text)
        if self.sense.may(words - COMMON):
            return False
        return self.marks.none(words, first_word(text).casefold(), 0 if any(map(str.isdecimal, text)) else 1)

    def idle(self, text: str, least: int = PROSE) -> bool:
        """Whether a sentence is long and holds no word that an order, a phrase or a question to us has."""
        if not lengthy(text, least):
            return False
        words = words_of(text)
        if not words.isdisjoint(self.marks.own) or not self.marks.none(words, "", 0):
            return False
        if self.sense.may(words - COMMON):
            return False
        return not self.rules.may_fit(text, words) and not self.subjects.speaks(text)

    def is_list(self, text: str) -> bool:
        """Whether a text begins with a verb whose line is one order, whole or not at all."""
        first = first_word(text).strip(":,").upper()
        return self.orders is not None and first in self.orders.lists
