"""What the reading of one game's letters works with."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cached_property
from pathlib import Path

from judge.core.regex import regex
from judge.core.variant import Names
from judge.core.words import Place
from judge.expressions import read
from judge.reading.canonical import PROSE, CanonicalReader, lengthy
from judge.reading.clause import Voice
from judge.reading.clauses.courtesy import Courtesy
from judge.reading.clauses.modality import Stances
from judge.reading.clauses.order_likelihood import OrderLikelihood
from judge.reading.clauses.patterns import COMMON, Index, alternation, words_of
from judge.reading.clauses.speech import Speech, load, slots_of
from judge.reading.clauses.subjects import Subjects, Vocabulary
from judge.reading.files import tongues
from judge.reading.lexicon import first_word
from judge.reading.memo import Memo
from judge.reading.outcome import Grammar
from judge.reading.sense.readers import Senses
from judge.reading.text import Text
from judge.reading.words import FIRST_WORDS

_GAMES = 256  # grammars with their names kept ready
_SPEAKER = regex(r"^(?:i|we)\s+(?:(?:will|shall|would|am|are|hereby|also)\s+)*", re.IGNORECASE)
_PARTED = regex(r"(?<=[^\W\d])(?=\d)")  # `lira 7`
_AMOUNT = regex(r"\d+\s*[:!>@&]?\s*[^\W\d]")


_GAME_LIKE = read("asks")["game_name"]  # one that is not listed may be asked for by its name

_TOPICS = tuple(word for word in FIRST_WORDS if word not in ("YES", "RESULTS"))


def slots_for(
    names: Names, seats: tuple[str, ...], games: Sequence[str] = (), heads: Collection[str] = ()
) -> Mapping[str, str]:
    """Every slot of the phrase files. `heads` are the verbs of the game's orders, for questions about them."""
    return {
        **slots_of(names, seats),
        "game": f"(?:{alternation((*games, *(_PARTED.sub(' ', one) for one in games)))}|{_GAME_LIKE})",
        "topic": f"(?-i:{'|'.join(sorted((*_TOPICS, *heads), reverse=True))})",
    }


def who_writes(place: Place) -> str:
    """Who asks, as the phrase files call them."""
    return "master" if Place.MASTER in place else "player" if Place.PLAYER in place else "stranger"


class Tools:
    """What reads one game's letters. Each tool is made when a line wants it for the first time; plain orders want
    hardly any. What games share is kept by what makes them (`Shared`)."""

    def __init__(
        self, canonical: CanonicalReader, place: Place, shared: Shared, variant: Grammar | None, voice: Voice
    ) -> None:
        self.canonical, self.place = canonical, place
        self.words, self.orders, self.known = canonical.words, canonical.orders, canonical.known
        self._shared, self._variant, self._voice = shared, variant, voice

    @cached_property
    def _slots(self) -> Mapping[str, str]:
        heads = self.orders.heads if self.orders else ()
        return slots_for(self.names, self._voice.seats, self._voice.games, heads)

    def _speech(self, *files: str) -> Speech:
        return self._shared.speech(files, self._variant, self._voice, lambda: self._slots)

    @cached_property
    def courtesy(self) -> Courtesy:
        return Courtesy(self._speech("courtesy"))

    @cached_property
    def stances(self) -> Stances:
        return Stances(self._speech("stance"))

    @cached_property
    def unsettled(self) -> Stances:
        return Stances(self._speech("unsettled"))

    @cached_property
    def cues(self) -> Speech:
        return self._speech("correction")

    @cached_property
    def subjects(self) -> Subjects:
        return self._shared.subjects(who_writes(self.place), self._slots)

    @cached_property
    def amend(self) -> Speech:
        return self._speech("amend")

    @cached_property
    def tongues(self) -> tuple[Speech, ...]:
        return tuple(map(self._speech, self._shared.tongues))

    @cached_property
    def marks(self) -> OrderLikelihood:
        verbs, words = (self.orders.verbs, self.orders.keywords) if self.orders else ((), ())
        first = [word for word in FIRST_WORDS if word != "YES"]
        return OrderLikelihood(self.names, self.sense.abroad, verbs, first, words, self.sense.marks)

    @cached_property
    def rules(self) -> Index:
        """All rules that make more of a sentence than talk."""
        speeches = (self.cues, self.amend, *self.tongues)
        return Index([one for each in speeches for one in each.patterns if one.anchors])

    @cached_property
    def sense(self) -> Senses:
        return self._shared.senses(self._variant, self._voice)

    @property
    def names(self) -> Names:
        """The names of the game."""
        return self._variant.names if self._variant else {}

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
        return not self.rules.within(words) and not self.subjects.speaks(text)

    def is_list(self, text: str) -> bool:
        """Whether a text begins with a verb whose line is one order, whole or not at all."""
        first = first_word(text).strip(":,").upper()
        return self.orders is not None and first in self.orders.lists


class Shared:
    """What the tools of several games share, kept ready.

    folder  `grammar/`, with its phrases and vocabularies
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._kits: Memo[Tools] = Memo(_GAMES)
        self._speeches: Memo[Speech] = Memo(8 * _GAMES)
        self._senses: Memo[Senses] = Memo(_GAMES)

    def tools(self, canonical: CanonicalReader, variant: Grammar | None, voice: Voice, place: Place) -> Tools:
        """What reads the letters of one game, with the names of its seats."""
        key = (variant.key if variant else "", voice.seats, voice.games, place)
        known = self._kits.get(key)
        return known or self._kits.put(key, Tools(canonical, place, self, variant, voice))

    def speech(
        self, files: tuple[str, ...], variant: Grammar | None, voice: Voice, slots: Callable[[], Mapping[str, str]]
    ) -> Speech:
        """The rules of phrase files in one game: who writes makes no difference to most."""
        key = (files, variant.key if variant else "", voice.seats)
        return self._speeches.get(key) or self._speeches.put(key, Speech(load(self._folder / "speech", files, slots())))

    def subjects(self, who: str, slots: Mapping[str, str]) -> Subjects:
        """What is answered by the meanings of words."""
        folder = self._folder / "subjects"
        return Subjects(folder, who, self._vocabularies, Speech(load(folder, ("acts",), slots)), slots)

    @cached_property
    def tongues(self) -> tuple[str, ...]:
        """Phrase files that turn another tongue's words into English ones: one more file, one more tongue."""
        return tongues(self._folder / "speech")

    @cached_property
    def _vocabularies(self) -> tuple[Vocabulary, ...]:
        """What words of the correspondence mean, English first."""
        folder = self._folder / "subjects"
        return tuple(Vocabulary(folder / f"{name}.txt") for name in ("words", *tongues(folder)))

    def senses(self, variant: Grammar | None, voice: Voice) -> Senses:
        """Reads orders by the things they name."""
        key = (variant.key if variant else "", voice.seats)
        slug, names = (variant.slug, variant.names) if variant else ("", {})
        return self._senses.get(key) or self._senses.put(key, Senses(self._folder / "sense", slug, names, voice.seats))
