"""What the reading of one game's letters works with."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from judge.parse.clauses.clause import Clause
from judge.parse.clauses.courtesy import Courtesy
from judge.parse.clauses.marks import Marks
from judge.parse.clauses.patterns import COMMON, Finder, Index, Pattern, words_of
from judge.parse.clauses.speech import Speech
from judge.parse.clauses.stance import Stances
from judge.parse.clauses.subjects import Subjects
from judge.parse.clauses.topics import Topics
from judge.parse.memo import Memo
from judge.parse.orders import Orders
from judge.parse.sense.readers import Senses
from judge.parse.words import WordReader

PROSE, _LONG = 5, 9  # spaces: shorter texts, or with a figure, are always tried
REMEMBERED = 4096
_FIGURE = re.compile(r"\d")


class Wide:
    """Whether a text can fit any of many rules, told by its words alone where that is possible."""

    def __init__(self, patterns: Iterable[Pattern]) -> None:
        self._patterns = [one for one in patterns if one.anchors]
        self._index = Index(self._patterns)

    def may_fit(self, text: str, words: frozenset[str]) -> bool:
        """False where none of them can."""
        has = Finder(text)
        return any(self._patterns[number].within(text, words, has) for number in self._index.ahead(words))


@dataclass(frozen=True)
class Tools:
    """What reads one game's letters."""

    words: WordReader
    orders: Orders | None
    courtesy: Courtesy
    stances: Stances
    cues: Speech
    farewell: Speech
    speech: Speech
    asks: Speech
    topics: Topics
    subjects: Subjects
    amend: Speech
    tongues: tuple[Speech, ...]
    marks: Marks
    rules: Wide  # all rules that make more of a sentence than talk
    sense: Senses | None = None  # where there are orders
    plain: Memo[Clause] = field(default_factory=lambda: Memo(REMEMBERED))  # lines that are orders as they stand

    def prose(self, text: str) -> bool:
        """Whether a text is long and holds too few words that orders are made of: it is not even tried."""
        figure = _FIGURE.search(text) is not None
        if text.count(" ") < (_LONG if figure else PROSE):
            return False
        words = words_of(text)
        if self.sense is not None and self.sense.may(words - COMMON):
            return False
        return self.marks.none(words, text.split(maxsplit=1)[0].casefold(), 0 if figure else 1)

    def idle(self, text: str, least: int = PROSE) -> bool:
        """Whether a sentence is long and holds no word that an order, a phrase or a question to us has."""
        if text.count(" ") < (_LONG if _FIGURE.search(text) else least):
            return False
        words = words_of(text)
        if not words.isdisjoint(self.marks.own) or not self.marks.none(words, "", 0):
            return False
        if self.sense is not None and self.sense.may(words - COMMON):
            return False
        return not self.rules.may_fit(text, words) and self.subjects.answer(text) is None

    def is_list(self, text: str) -> bool:
        """Whether a text begins with a verb whose line is one order, whole or not at all."""
        first = text.split(maxsplit=1)[0].strip(":,").upper() if text else ""
        return self.orders is not None and first in self.orders.lists
