"""What the reading of one game's letters works with."""

from __future__ import annotations

import re
from dataclasses import dataclass

from judge.parse.clauses.courtesy import Courtesy
from judge.parse.clauses.marks import Marks
from judge.parse.clauses.patterns import words_of
from judge.parse.clauses.speech import Speech
from judge.parse.clauses.stance import Stances
from judge.parse.orders import Orders
from judge.parse.session import Session

PROSE, _LONG = 5, 9  # spaces: shorter texts, or with a figure, are always tried
_FIGURE = re.compile(r"\d")


@dataclass(frozen=True)
class Tools:
    """What reads one game's letters."""

    words: Session
    orders: Orders | None
    courtesy: Courtesy
    stances: Stances
    cues: Speech
    farewell: Speech
    speech: Speech
    asks: Speech
    tongues: tuple[Speech, ...]
    marks: Marks
    plain: frozenset[str]  # words of which every order that is longer than a few words has one
    wide: frozenset[str]  # these, and the words of phrase files

    def prose(self, text: str) -> bool:
        """Whether a line is long and holds none of the words that orders are made of: it is not even tried."""
        return _long(text, PROSE) and not (words_of(text) & self.plain)

    def idle(self, text: str, least: int = PROSE) -> bool:
        """Whether a sentence is long and holds no word that an order, a phrase or a question to us has."""
        return _long(text, least) and not (words_of(text) & self.wide)

    def is_list(self, text: str) -> bool:
        """Whether a text begins with a verb whose line is one order, whole or not at all."""
        first = text.split(maxsplit=1)[0].strip(":,").upper() if text else ""
        return self.orders is not None and first in self.orders.lists


def _long(text: str, least: int) -> bool:
    return text.count(" ") >= (_LONG if _FIGURE.search(text) else least)
