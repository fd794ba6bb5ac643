"""The marks of an instruction. A clause that has them and was not read is doubtful; one without them is talk.

A name alone is no mark: people talk about the game. Marks are a verb where an order has its verb and something for it
to act on; a sum of something; a unit; an arrow between places."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence, Set

from judge.core.regex import regex
from judge.core.variant import Names
from judge.expressions import expressions, words
from judge.reading.clauses.modality import Modality
from judge.reading.clauses.patterns import COMMON
from judge.reading.lexicon import fold

_RE = expressions("remarks")

_WORDS = regex(r"[^\W_]+(?:'[^\W_]+)?")
_ARROW = regex(r"[^\W\d_]{3,}\s*(?:->|-|=>)\s*[^\W\d_]{3,}")
_ROUTE = regex(r"(?:[^\W\d_]+[.' ]*){1,3}(?:\([nsew]c\) *)?(?:->|=>| - )(?: ?[^\W\d_]+){1,3}[. ]*", re.IGNORECASE)
_VAGUE = words("remarks", "vague")
_ASIDE = regex(r"\((?:[^()\s]+\s+){2,}[^()]*\)")  # a remark in brackets
_SAYS = words("things", "order_likelihood_says")
_ADDRESSED = words("things", "order_likelihood_addressed")
_MOVES = words("things", "order_likelihood_moves")  # what units do, signs apart
_GOES = words("things", "order_likelihood_goes")
_ABOUT = words("things", "order_likelihood_about")
_UNITS = words("things", "order_likelihood_units")
_NEAR = 2  # words: what stands no further behind a word belongs to it
_FAR = 4  # words: how far it is at the most to where somebody goes
_LONG = 12  # words: a figure in a longer piece without a verb or a name is no sum
_SMALL = words("things", "order_likelihood_small")
_LINKING = _SMALL | {"more", "extra", "new"}  # `some more Lira`, and not `some other English town`


def _forms(verbs: Set[str]) -> Set[str]:
    """Verbs as they stand in sentences: sells, selling, moving."""
    ings = {f"{verb.removesuffix('e')}ing" for verb in verbs}
    return verbs | ings | {f"{verb}{end}" for verb in verbs for end in ("s", "es", "ing")}


class OrderLikelihood:
    """The marks of one game and of the correspondence."""

    def __init__(
        self,
        names: Names,
        abroad: Mapping[str, Sequence[str]],
        verbs: Sequence[str],
        own: Iterable[str],
        words: Iterable[str],
        said: Iterable[str] = (),
    ) -> None:
        """`abroad` is what other languages call names, of any game; `verbs` act on something; `own` are words of the
        correspondence and may stand alone; `words` are others that orders are made of; `said` are words of phrase files
        that are a mark wherever they stand."""
        self._said = frozenset(word.casefold() for word in said)
        spellings = {w for table in names.values() for name, ways in table.items() for w in (name, *ways)}
        self._whole = {fold(one) for one in spellings}
        there = {
            fold(way) for name, ways in abroad.items() if fold(name) in self._whole for way in ways if way.isalpha()
        }
        self._names = there | {fold(part) for one in spellings for part in one.split() if len(part) > 2}
        self._places = {
            fold(part)
            for name, ways in names.get("place", {}).items()
            for one in (name, *ways)
            for part in one.split()
            if len(part) > 2
        }
        self._money = {fold(one) for name, ways in names.get("currency", {}).items() for one in (name, *ways)}
        self._verbs = {verb.casefold() for verb in verbs if " " not in verb} | (_MOVES if "place" in names else set())
        self._kinds = frozenset(names)
        self._own = {word.casefold() for word in own}
        self.own = frozenset(self._own) - COMMON  # words of the correspondence that prose has not
        self._known = self._names | self._verbs | {fold(one) for one in (*spellings, *words)} | _SMALL
        doing = {f"{verb.split()[-1].casefold().removesuffix('e')}ing" for verb in verbs if " " in verb}
        self._verbal = _forms(self._verbs)
        self._acting = self._verbal | doing | self._said | _UNITS

    def none(self, words: frozenset[str], first: str, most: int) -> bool:
        """Whether a long text of these words cannot be an order: it has no verb of one and at most so many names, and
        does not begin with a word of the correspondence."""
        if first in self._own or not words.isdisjoint(self._acting):
            return False
        return len((words & self._known) - _SMALL - COMMON) <= most

    def has(self, text: str, others: bool = False) -> bool:
        """Whether the text looks like an instruction; `others`: it speaks of somebody else."""
        text = _ASIDE.sub(" ", text)
        if not others and not self._said.isdisjoint(_words(text)):
            return True
        found = _words(text)
        if not found:
            return False
        named = self._named(found)
        figure = _figures(found)
        routed = _ROUTE.fullmatch(text) and not self._places.isdisjoint(map(fold, found))  # `Petropolis - Barents`
        if any(named) and (routed or _RE.unit.search(text) or _arrowed(text, self._names) or _RE.range.search(text)):
            return True
        if "place" in self._kinds and (_RE.new.match(text) or _RE.piece.match(text)):
            return True
        if self._sum(found, named, figure):
            return True
        if any(word in self._verbs and (_behind(named, n) or _behind(figure, n)) for n, word in enumerate(found)):
            return found[0] not in _ABOUT and not found[0].endswith("'s")
        lead = _RE.lead.match(text)
        rest = _words(text[lead.end() :]) if lead else []
        if rest and rest[0] in self._verbal and (any(named) or any(figure) or len(rest) <= 4):
            return True
        return bool(rest) and rest[0] in self._own and len(rest) <= 8

    def named(self, text: str) -> frozenset[str]:
        """The words of names in a text."""
        words = [word.casefold().removesuffix("'s") for word in _WORDS.findall(text)]
        return frozenset(map(fold, words)) & self._names

    def names(self, text: str) -> bool:
        """Whether a text is nothing but a name of the game."""
        return fold(text.strip()) in self._whole

    def told(self, text: str, stance: Modality) -> bool:
        """Whether a clause that is doubtful by its stance looks like an instruction: fewer marks will do."""
        if stance in (Modality.CONDITION, Modality.NEGATION):
            return self.beside(text)
        if stance is Modality.MAYBE and _RE.own.match(text) and self.named(text):
            return True  # `I could make Russia a present`
        return self.acts(text) if stance in (Modality.MAYBE, Modality.ADVICE) else self.has(text, others=True)

    def only(self, text: str) -> bool:
        """Whether a text holds nothing but figures, names, words of orders and small words between them."""
        found = _WORDS.findall(text)
        return bool(found) and all(word[0].isdecimal() or fold(word) in self._known for word in found)

    def acts(self, text: str) -> bool:
        """Whether a text that is doubtful by its stance looks like an instruction: a verb anywhere will do."""
        found = _words(text)
        if self.has(text) or not self._verbal.isdisjoint(found):
            return True
        named = self._named(found)
        if any(word in _GOES and _behind(named, n, _FAR) for n, word in enumerate(found)):
            return True
        return any(named) and any(_figures(found)) and not _SAYS.intersection(found)

    def beside(self, text: str) -> bool:
        """Whether a piece of a sentence that also holds an order, or one with a condition in it, looks like part of an
        instruction: anything will do but a remark about somebody."""
        if self.has(text):
            return True
        text = _RE.tongue.sub(" ", _ASIDE.sub(" ", text))
        found = _words(text)
        if not self._verbal.isdisjoint(found):
            return True
        if any(_figures(found)) and (len(found) <= _LONG or not self._acting.isdisjoint(found)):
            return True
        return any(
            fold(word) in self._names and after not in _SAYS and before not in _ADDRESSED
            for before, word, after in zip(["", *found], found, [*found[1:], ""], strict=False)
        )

    def takes_back(self, text: str) -> bool:
        """Whether talk may take back an order that stands beside it: `forget the last one`, `don't do that`."""
        return self.withdraws(text) or _RE.leaves.search(text) is not None

    def withdraws(self, text: str) -> bool:
        """Whether talk takes back what stands beside it, and does not only leave it to its reader."""
        return _RE.takes_back.search(text) is not None

    def _named(self, words: Sequence[str]) -> list[bool]:
        return [fold(word) in self._names for word in words]

    def _sum(self, words: list[str], named: list[bool], figure: list[bool]) -> bool:
        """A figure or a vague amount, and a name right behind it or one word further."""
        linked = False  # whether the next word that links nothing is a name
        for n in reversed(range(len(words))):
            if figure[n] and (linked or _behind(named, n)):
                return True
            if words[n] in _VAGUE and linked and _behind(named, n):
                return True
            if words[n] not in _LINKING:
                linked = named[n]
        return len(words) <= _LONG and any(one and two for one, two in zip(named, figure[1:], strict=False))


def _words(text: str) -> list[str]:
    return [word.casefold() for word in _WORDS.findall(text)]


def _figures(words: Sequence[str]) -> list[bool]:
    return [word[0].isdecimal() for word in words]


def _behind(marks: Sequence[bool], n: int, within: int = _NEAR) -> bool:
    """Whether one of the next words is marked."""
    return any(marks[n + 1 : n + 1 + within])


def _arrowed(text: str, names: set[str]) -> bool:
    return any(
        all(fold(side) in names for side in re.split(r"\s*(?:->|-|=>)\s*", match[0])) for match in _ARROW.finditer(text)
    )
