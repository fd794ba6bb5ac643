"""The second reader: what a letter says that is no order as it stands. It is made, and its modules are loaded, when a
line is read for the first time that the canonical reader leaves."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import cache, cached_property
from pathlib import Path

from judge.core.manual import LEADS
from judge.core.variant import Names
from judge.core.words import Place
from judge.parse.budget import LONGEST, Budget
from judge.parse.canonical import CanonicalReader
from judge.parse.clause import Clause, Voice
from judge.parse.clauses.account import Account
from judge.parse.clauses.order_likelihood import OrderLikelihood
from judge.parse.clauses.patterns import alternation
from judge.parse.clauses.read import read_passage
from judge.parse.clauses.speech import Phrases, load, slots_of
from judge.parse.clauses.subjects import Subjects, Vocabulary
from judge.parse.clauses.tools import Sources, Tools
from judge.parse.files import tongues
from judge.parse.memo import Memo
from judge.parse.reading import Grammar
from judge.parse.sense.readers import Senses
from judge.parse.words import FIRST_WORDS
from judge.post import Line


def _who(place: Place) -> str:
    """Who asks, as the phrase files call him."""
    return "master" if Place.MASTER in place else "player" if Place.PLAYER in place else "stranger"


_TOPICS = tuple(word for word in FIRST_WORDS if word not in ("YES", "RESULTS"))
_GAMES = 256  # grammars with their names kept ready


def slots_for(
    names: Names, seats: tuple[str, ...], games: Sequence[str] = (), heads: Collection[str] = ()
) -> Mapping[str, str]:
    """Every slot of the phrase files. `heads` are the verbs of the game's orders, for questions about them."""
    return {
        **slots_of(names, seats),
        "game": alternation(games),
        "topic": alternation((*_TOPICS, *sorted(heads))),
        "word_of_ours": f"(?-i:{'|'.join(sorted((*_TOPICS, *heads), reverse=True))})",
        "lead": alternation((*LEADS, "password")),
    }


class Correspondence:
    """Reads what letters say in words.

    folder  `grammar/`, with its phrases and vocabularies
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._kits: Memo[Tools] = Memo(_GAMES)
        self._phrases: Memo[Phrases] = Memo(8 * _GAMES)
        self._senses: Memo[Senses] = Memo(_GAMES)

    def clauses(
        self, lines: Sequence[Line], plain: Sequence[Clause | None], tools: Tools, voice: Voice, budget: Budget
    ) -> tuple[Clause, ...]:
        """The clauses of a passage of which the first lines were read by the canonical reader. Raises Stopped."""
        return read_passage(tools, voice, budget, lines, plain)

    def marked(self, lines: Sequence[Line], tools: Tools) -> bool:
        """Whether one of the lines looks like an instruction by its words alone: nothing is parsed."""
        heads = (line.text[:LONGEST] for line in lines)
        return any(tools.marks.has(text) or (tools.orders and tools.orders.order_like(text)) for text in heads)

    def rests(self, lines: Sequence[Line], tools: Tools, voice: Voice) -> tuple[Clause, ...]:
        """What of words that stand outside the lines to be read is neither courtesy nor a name: rests with their
        weight, HOLD for those that take back or put off what stands in the letter."""
        return Account(tools, voice).outside(lines)

    def tools(self, canonical: CanonicalReader, variant: Grammar | None, voice: Voice, place: Place) -> Tools:
        """What reads the letters of one game, with the names of its seats."""
        key = (variant.key if variant else "", voice.seats, voice.games, place)
        known = self._kits.get(key)
        return known or self._kits.put(key, Tools(canonical, place, self._sources(canonical, variant, voice, place)))

    def _sources(self, canonical: CanonicalReader, variant: Grammar | None, voice: Voice, place: Place) -> Sources:
        names, orders = variant.names if variant else {}, canonical.orders
        folder, about, who = self._folder / "speech", self._folder / "subjects", _who(place)
        verbs, words = (orders.verbs, orders.keywords) if orders else ((), ())
        first = [word for word in FIRST_WORDS if word != "YES"]

        @cache
        def slots() -> Mapping[str, str]:
            return slots_for(names, voice.seats, voice.games, orders.heads if orders else ())

        def rules(*files: str) -> Phrases:
            # who writes makes no difference to most
            key = (files, variant.key if variant else "", voice.seats, voice.games)
            return self._phrases.get(key) or self._phrases.put(key, load(folder, files, slots()))

        return Sources(
            rules,
            lambda: Subjects(about, who, self._vocabularies, load(about, ("acts",), slots()), slots()),
            lambda: self._sense(variant, voice),
            lambda said: OrderLikelihood(names, verbs, first, words, said),
            self.tongues,
            who,
        )

    @cached_property
    def tongues(self) -> tuple[str, ...]:
        """Phrase files that turn another tongue's words into English ones: one more file, one more tongue."""
        return tongues(self._folder / "speech")

    @cached_property
    def _vocabularies(self) -> tuple[Vocabulary, ...]:
        """What words of the correspondence mean, English first."""
        folder = self._folder / "subjects"
        return tuple(Vocabulary(folder / f"{name}.txt") for name in ("words", *tongues(folder)))

    def _sense(self, variant: Grammar | None, voice: Voice) -> Senses:
        key = (variant.key if variant else "", voice.seats)
        slug, names = (variant.slug, variant.names) if variant else ("", {})
        return self._senses.get(key) or self._senses.put(key, Senses(self._folder / "sense", slug, names, voice.seats))
