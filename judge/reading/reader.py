"""The reader: one a process, lent to the desk. Every line of every letter passes here."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from judge.core.variant import Names
from judge.core.words import Announce, Place, Press
from judge.post import Line
from judge.reading.blocks import split_blocks
from judge.reading.budget import LONGEST, Budget
from judge.reading.canonical import CanonicalReader, whole
from judge.reading.clause import Clause, Voice
from judge.reading.courtesies import Known
from judge.reading.engine import Engine
from judge.reading.lexicon import Lexicon
from judge.reading.memo import Memo
from judge.reading.orders import Orders
from judge.reading.outcome import Block, Grammar, Reading
from judge.reading.sources import compose
from judge.reading.words import WordReader

if TYPE_CHECKING:
    from judge.reading.clauses.tools import Shared, Tools
    from judge.reading.report import ReportText
    from judge.reading.report_pasted import Told, Unit

_GAMES = 256  # grammars with their names kept ready


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
        self._orders: Memo[Orders] = Memo(_GAMES)
        self._plain: Memo[CanonicalReader] = Memo(_GAMES)

    def word(self, line: Line, place: Place) -> Reading:
        """A word of the correspondence, if the line begins with one that may stand at this place; else Chatter."""
        return self.words.read(line, place)

    def clauses(
        self,
        lines: Sequence[Line],
        place: Place,
        variant: Grammar | None,
        voice: Callable[[], Voice],
        budget: Budget | None = None,
    ) -> tuple[Clause, ...]:
        """The clauses of consecutive lines, each accounted for. `variant` is None where no orders may stand; `voice` is
        asked where there is more than plain orders; `budget` is that of the letter they stand in. Raises Stopped."""
        budget = budget or Budget()
        plain = self._canonical(variant).read(lines, place, voice, budget)
        if whole(plain, lines, voice):
            return tuple(one for one in plain if one is not None)
        from judge.reading.clauses.read import read_passage

        who = voice()
        return read_passage(self._tools(variant, who, place), who, budget, lines, plain)

    def marked(self, lines: Sequence[Line], place: Place, variant: Grammar | None, voice: Voice) -> bool:
        """Whether one of the lines looks like an instruction by its words alone: nothing is parsed."""
        tools, heads = self._tools(variant, voice, place), (line.text[:LONGEST] for line in lines)
        return any(tools.marks.has(text) or (tools.orders and tools.orders.order_like(text)) for text in heads)

    def rests(self, lines: Sequence[Line], place: Place, voice: Voice, variant: Grammar | None) -> tuple[Clause, ...]:
        """What of words that stand outside the lines to be read is neither courtesy nor a name: rests with their
        weight, HOLD for those that take back or put off what stands in the letter."""
        from judge.reading.clauses.account import Account

        return Account(self._tools(variant, voice, place), voice).outside(lines)

    def passed_on(self, head: str, place: Place, variant: Grammar | None, voice: Voice) -> Press | Announce | None:
        """The word, without its text, that passes on what stands below a head; None where it is none."""
        from judge.reading.clauses.relays import passes_on

        return passes_on(self._tools(variant, voice, place), head)

    def courteous(self, text: str, phase: str) -> bool:
        """Whether a text is courtesy, whoever writes it."""
        return bool(text) and self._known.courtesies.has(text, (), phase)

    @cached_property
    def _shared(self) -> Shared:
        """What reads words that are no orders as they stand. Its modules are loaded when a line first wants them."""
        from judge.reading.clauses.tools import Shared

        return Shared(self._folder)

    def _tools(self, variant: Grammar | None, voice: Voice, place: Place) -> Tools:
        return self._shared.tools(self._canonical(variant), variant, voice, place)

    def _canonical(self, variant: Grammar | None) -> CanonicalReader:
        """What reads the plain orders of a game."""
        key = variant.key if variant else ""
        orders = self.orders(variant) if variant else None
        return self._plain.get(key) or self._plain.put(key, CanonicalReader(self.words, orders, self._known))

    def blocks(self, lines: Sequence[Line], signed: bool) -> tuple[Block, ...]:
        """A letter's lines by who says them.

        `signed`: a reply token stands for the SIGNON of the first block, which is always there, empty or not.
        """
        return split_blocks(lines, signed, self.words)

    def report(self, lines: Sequence[Line], names: Names) -> ReportText:
        """The body of a RESULT. `names` are the game's; kinds `power` and `place` are used."""
        from judge.reading.report import read_report  # few letters report

        return read_report(lines, Lexicon({kind: names.get(kind, {}) for kind in ("power", "place")}))

    def arrived(
        self, lines: Sequence[Line], names: Names, before: tuple[str, Sequence[Unit]]
    ) -> tuple[Told, list[ReportText]]:
        """Results of another judge that came by themselves, season by season. `before`: the last season known, and its
        units."""
        from judge.reading.report import arrived

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
        from judge.reading.sense.vocabulary import abroad

        return abroad(self._folder / "sense")

    def _as_word(self, text: str) -> str:
        """A text with its first word put right, where it is a word that players may say; "" for any other."""
        fixed = self.words.suggest(text)
        return fixed if fixed and self.words.understood(fixed, 0, Place.PLAYER) is not None else ""

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
