"""The reader: one a process, lent to the desk. Every line of every letter passes here."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import cache, cached_property
from pathlib import Path

from judge.core.manual import LEADS
from judge.core.variant import Names
from judge.core.words import Place
from judge.parse.blocks import split_blocks
from judge.parse.budget import LONGEST, Budget
from judge.parse.clauses.account import Account
from judge.parse.clauses.clause import Clause, Voice
from judge.parse.clauses.order_likelihood import OrderLikelihood
from judge.parse.clauses.patterns import alternation
from judge.parse.clauses.phrases import Phrases, load, tongues
from judge.parse.clauses.read import PassageReader
from judge.parse.clauses.speech import slots_of
from judge.parse.clauses.subjects import Subjects, Vocabulary
from judge.parse.clauses.tools import Sources, Tools
from judge.parse.courtesies import Known
from judge.parse.engine import Engine
from judge.parse.lexicon import Lexicon
from judge.parse.memo import Memo
from judge.parse.orders import Orders
from judge.parse.reading import Block, Grammar, Reading
from judge.parse.report import ReportText, arrived, read_report
from judge.parse.report_pasted import Told, Unit
from judge.parse.sense.readers import Senses
from judge.parse.sense.vocabulary import abroad
from judge.parse.sources import compose
from judge.parse.words import FIRST_WORDS, WordReader
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


class Reader:
    """Reads the words of the correspondence, orders and the blocks of a letter. Parsers are built at first use.

    share  the folder that holds `grammar/`
    cache  a private folder for built parsers; None builds them anew in each process
    """

    def __init__(self, share: Path, cache: Path | None = None) -> None:
        self._folder = share / "grammar"
        self._cache = cache
        self._known = Known(self._folder / "known")
        self._engines: dict[str, Engine] = {}
        self._words: WordReader | None = None
        self._subjects: tuple[Vocabulary, ...] = ()
        self._orders: Memo[Orders] = Memo(_GAMES)
        self._kits: Memo[Tools] = Memo(_GAMES)
        self._phrases: Memo[Phrases] = Memo(8 * _GAMES)
        self._senses: Memo[Senses | None] = Memo(_GAMES)

    def word(self, line: Line, place: Place) -> Reading:
        """A word of the correspondence, if the line begins with one that may stand at this place; else Chatter."""
        return self.words.read(line, place)

    def clauses(
        self, lines: Sequence[Line], place: Place, variant: Grammar | None, voice: Voice, budget: Budget | None = None
    ) -> tuple[Clause, ...]:
        """The clauses of consecutive lines, each accounted for. `variant` is None where no orders may stand; `budget`
        is that of the letter they stand in. Raises Stopped."""
        return PassageReader(self._tools(variant, voice, place), place, voice, budget or Budget()).read(lines)

    def marked(self, lines: Sequence[Line], place: Place, variant: Grammar | None, voice: Voice) -> bool:
        """Whether one of the lines looks like an instruction by its words alone: nothing is parsed."""
        tools = self._tools(variant, voice, place)
        heads = (line.text[:LONGEST] for line in lines)
        return any(tools.marks.has(text) or (tools.orders and tools.orders.order_like(text)) for text in heads)

    def rests(self, lines: Sequence[Line], place: Place, voice: Voice, variant: Grammar | None) -> tuple[Clause, ...]:
        """What of words that stand outside the lines to be read is neither courtesy nor a name: rests with their
        weight, HOLD for those that take back or put off what stands in the letter."""
        return Account(self._tools(variant, voice, place), place, voice).outside(lines)

    def courteous(self, text: str, phase: str) -> bool:
        """Whether a text is courtesy, whoever writes it."""
        return bool(text) and self._known.courtesies.has(text, (), phase)

    def _tools(self, variant: Grammar | None, voice: Voice, place: Place) -> Tools:
        """What reads the letters of one game, with the names of its seats."""
        key = (variant.key if variant else "", voice.seats, voice.games, place)
        known = self._kits.get(key)
        if known is not None:
            return known
        orders = self.orders(variant) if variant else None
        return self._kits.put(key, Tools(self.words, orders, self._sources(variant, orders, voice, place)))

    def _sources(self, variant: Grammar | None, orders: Orders | None, voice: Voice, place: Place) -> Sources:
        names = variant.names if variant else {}
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
            lambda: Subjects(about, who, self._vocabularies(about), load(about, ("acts",), slots()), slots()),
            lambda: self._sense(variant, voice) if variant else None,
            lambda said: OrderLikelihood(names, verbs, first, words, said),
            self.tongues,
            who,
            self._known,
        )

    @cached_property
    def tongues(self) -> tuple[str, ...]:
        """Phrase files that turn another tongue's words into English ones: one more file, one more tongue."""
        return tongues(self._folder / "speech")

    def _vocabularies(self, folder: Path) -> tuple[Vocabulary, ...]:
        """What words of the correspondence mean, English first."""
        if not self._subjects:
            self._subjects = tuple(Vocabulary(folder / f"{name}.txt") for name in ("words", *tongues(folder)))
        return self._subjects

    def _sense(self, variant: Grammar, voice: Voice) -> Senses | None:
        key = (variant.key, voice.seats)
        folder = self._folder / "sense"
        return self._senses.get(key) or self._senses.put(
            key, Senses.of(folder, variant.slug, variant.names, voice.seats)
        )

    def blocks(self, lines: Sequence[Line], signed: bool) -> tuple[Block, ...]:
        """A letter's lines by who says them.

        `signed`: a reply token stands for the SIGNON of the first block, which is always there, empty or not.
        """
        return split_blocks(lines, signed, self.words)

    def report(self, lines: Sequence[Line], names: Names) -> ReportText:
        """The body of a RESULT. `names` are the game's; kinds `power` and `place` are used."""
        return read_report(lines, Lexicon({kind: names.get(kind, {}) for kind in ("power", "place")}))

    def arrived(
        self, lines: Sequence[Line], names: Names, before: tuple[str, Sequence[Unit]]
    ) -> tuple[Told, list[ReportText]]:
        """Results of another judge that came by themselves, season by season. `before`: the last season known, and its
        units."""
        return arrived(lines, Lexicon({kind: names.get(kind, {}) for kind in ("power", "place")}), before)

    def orders(self, variant: Grammar) -> Orders:
        """The reader of one game's orders."""
        known = self._orders.get(variant.key)
        if known is not None:
            return known
        engine = self._engine(variant.slug)
        lexicon = Lexicon(variant.names, lambda: self._abroad)
        return self._orders.put(variant.key, Orders(variant, engine, lexicon, self._as_word))

    @cached_property
    def _abroad(self) -> Mapping[str, Sequence[str]]:
        """What other languages call the names of all games: read once, when a name is none of its game's."""
        return abroad(self._folder / "sense")

    def _as_word(self, text: str) -> str:
        return self.words.suggest(text)

    @property
    def words(self) -> WordReader:
        """The reader of the words of the correspondence."""
        if self._words is None:
            self._words = WordReader(self._engine("session"))
        return self._words

    def _engine(self, slug: str) -> Engine:
        if slug not in self._engines:
            self._engines[slug] = Engine(compose(self._folder, slug), self._cache)
        return self._engines[slug]
