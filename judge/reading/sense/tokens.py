"""The things a clause names: every word gets a tag, nothing is skipped.

Names and phrases are matched at their longest. A word with several meanings has them all: a name of the game first,
then those of the vocabulary in the order of its files.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from judge.core.errors import InputError
from judge.core.regex import regex
from judge.core.values import Value
from judge.core.variant import Names
from judge.expressions import words
from judge.reading.faults import Fault
from judge.reading.lexicon import fold
from judge.reading.memo import Memo
from judge.reading.numbers import amount
from judge.reading.sense.vocabulary import Meaning, Vocabulary

NAMES = ("place", "power", "currency", "company", "seat")
"""Sorts of things that are names: an order uses each, or the clause is not fully read."""

_TOKEN = regex(
    r"(?:[cdjlmn]|qu)'(?=[^\W\d_]{3})|s'(?=ils?(?!\w)|$)|\d[\d.,']*(?<=\d)(?!\w)|[^\W_]+(?:'(?!s(?!\w))[^\W_]+)*|'s(?!\w)|[-=~]*>|\.{2,}|-{2,}|\S",
    re.IGNORECASE,
)
_CODES = regex(r"(?<![\w-])([a-z]{3})(?:\s?-+>?\s?|\s+(?:to|nach)\s+)([a-z]{3})(?![\w-])")  # `nap-ion`, `par to bur`
_JOINS = ("-", ".")  # what may stand inside a name: Mid-Atlantic, St. Petersburg
SHORTEST = 5  # letters of a word that may be a slip for a name
_SLIPS = {"verb": 7}  # of a verb
_NEVER = 1_000
_REMEMBERED = 512  # clauses
_PARTICLES = frozenset(map(fold, words("things", "tokens_particles")))
_POLITE = words("things", "tokens_polite")  # behind a verb, which ends so in German: `Verkaufen Sie`
_PARTED = ("verb", "weak", "refuse", "assent", "undo", "nothing")
_STOPS = (".", ";", ":", "!", "?")
_CODE = 3  # letters of a place's code
_VOWELS = frozenset("aeiouy")
_SHORTEST = 2  # letters of a name; a single one is a unit, or a word


class Token(Value):
    """A word or words of a clause, `start` to `end` in it. `also` are its other meanings.

    sort   place, power, currency, company, seat; kind (A or F), amount; verb, link, small, guard, theirs and other
           sections of the vocabulary; sign for a mark; unknown
    value  canonical: the name, the figure, the meaning of a verb
    """

    sort: str
    value: str
    start: int
    end: int
    text: str
    also: tuple[Meaning, ...] = ()

    @property
    def meanings(self) -> tuple[Meaning, ...]:
        """All its meanings, the first one first."""
        return ((self.sort, self.value), *self.also)

    def get(self, sort: str) -> str:
        """Its value as a thing of this sort; "" where it is none. A thing without a value gives its words."""
        if self.sort == sort:
            return self.value or self.text
        for kind, value in self.also:
            if kind == sort:
                return value or self.text
        return ""

    def is_(self, sort: str, *values: str) -> bool:
        """Whether it may be a thing of this sort, and of one of these values if any are given."""
        if self.sort == sort and (not values or self.value in values):
            return True
        for kind, value in self.also:  # noqa: SIM110 - it is asked more often than anything
            if kind == sort and (not values or value in values):
                return True
        return False


EDGE = Token("edge", "", 0, 0, "")
"""What stands in front of the first thing of a clause, and behind the last."""


def before(things: Sequence[Token], n: int) -> Token:
    return things[n - 1] if n else EDGE


def behind(things: Sequence[Token], n: int) -> Token:
    return things[n + 1] if n + 1 < len(things) else EDGE


def behind_unit(things: Sequence[Token], n: int) -> bool:
    """Whether a unit or a place stands right in front of a thing: `the fleet may ...`."""
    front = before(things, n)
    return front.is_("place") or front.is_("kind")


def small(thing: Token) -> Token:
    """It as a small word, which says nothing."""
    return replace(thing, sort="small", also=())


def small_behind(things: Sequence[Token], n: int, words: Collection[str]) -> list[Token]:
    """The things, where these words are small ones behind thing `n`."""
    return [small(one) if at > n and one.text.casefold() in words else one for at, one in enumerate(things)]


def follows(things: Sequence[Token], n: int, fits: Callable[[Token], bool]) -> bool:
    """Whether a thing that fits stands in front of the one at `n`, with nothing but small words between."""
    told = next((one for one in reversed(things[:n]) if fits(one) or not one.is_("small")), EDGE)
    return fits(told)


def sorts(things: Sequence[Token]) -> set[str]:
    """All that the things of a clause may be."""
    return {one.sort for one in things}.union([sort for one in things for sort, _ in one.also])


Key = tuple[str, ...]


@dataclass(slots=True)
class _Node:
    """A word in the tree of all spellings, below the words that stand before it.

    means  what the words down to here mean; empty where they are only the beginning of something
    plain  what is left of that in small letters, where they are a name and a `common` word, or a word of `prose`, too
    """

    below: dict[str, _Node] = field(default_factory=dict)
    means: tuple[Meaning, ...] = ()
    plain: tuple[Meaning, ...] = ()
    common: bool = False
    prose: bool = False

    def in_small(self, prosaic: bool) -> tuple[Meaning, ...]:
        """What it means in small letters."""
        return self.plain if self.common or (prosaic and self.prose) else self.means


class Tagger:
    """Tags the clauses of one game."""

    def __init__(self, names: Names, seats: tuple[str, ...], vocabulary: Vocabulary) -> None:
        table = _spellings(names, seats, vocabulary)
        prose = {_key(word) for word, means in vocabulary.words.items() if ("prose", "") in means}
        common = {  # `both` is short for a sea, and no sea in a sentence
            key
            for word, means in vocabulary.words.items()
            for key in [_key(word)]
            if len(key) == 1 and len(key[0]) > _CODE and any(sort not in (*NAMES, "prose") for sort, _ in means)
        }
        self._prosaic = bool(prose)
        self._root = _tree(table, common, prose)
        self._parted = {
            key: means
            for key, means in table.items()
            if len(key) == 2 and key[1] in _PARTICLES and means[0][0] in _PARTED
        }
        self._firsts = frozenset(first for first, _ in self._parted)
        self._tagged: Memo[tuple[Token, ...]] = Memo(_REMEMBERED)
        self._slips: dict[str, Meaning] = {
            key[0]: means[0]
            for key, means in table.items()
            if len(key) == 1 and len(key[0]) >= _SLIPS.get(means[0][0], SHORTEST if means[0][0] in NAMES else _NEVER)
        }

    def tag(self, text: str) -> tuple[Token, ...]:
        """The things of a clause, one behind the other. Names that are common words count without a capital where
        another name has none either."""
        known = self._tagged.get(text)
        if known is not None:
            return known
        found = tuple(self._things(text, self._prosaic))
        if self._prosaic and (
            any(one.sort in NAMES and one.text.islower() for one in found)
            or any(all(map(self._is_place, one.groups())) for one in _CODES.finditer(text))
        ):
            found = tuple(self._things(text, False))
        return self._tagged.put(text, self._joined(found))

    def _is_place(self, word: str) -> bool:
        return word in self._root.below and any(sort == "place" for sort, _ in self._root.below[word].means)

    def _joined(self, found: tuple[Token, ...]) -> tuple[Token, ...]:
        """The things, where a verb and its other half behind what it acts on are the verb: `gebe 200 Rubel ab`."""
        written = [fold(one.text) for one in found] if self._firsts else []
        out = list(found)
        for n, first in enumerate(written):
            if first not in self._firsts:
                continue
            for at in range(n + 2, len(found)):
                means = self._parted.get((first, written[at]))
                if means is not None:
                    out[n] = replace(found[n], sort=means[0][0], value=means[0][1], also=means[1:])
                    out[at] = small(found[at])
                    break
                if written[at] in _STOPS or written[at] in self._firsts:
                    break
        return tuple(out)

    def _things(self, text: str, prosaic: bool) -> Iterator[Token]:
        tokens = list(_TOKEN.finditer(text.replace("\u2019", "'")))
        written = [one[0] for one in tokens]
        folded = [_folded(word) for word in written]
        at = 0
        while at < len(tokens):
            count, known = self._longest(tokens, folded, at, prosaic) if folded[at] in self._root.below else (1, ())
            dotted = written[at + 1 : at + 2] == ["."]
            if at and written[at] in _POLITE and written[at - 1].endswith("n"):
                known = (("small", ""),)
            means = known or self._short(written[at], dotted) or self._alone(written[at], not prosaic)
            sort, value = means[0]
            start, end = tokens[at].start(), tokens[at + count - 1].end()
            yield Token(sort, value, start, end, text[start:end], means[1:])
            at += count

    def _longest(
        self, tokens: list[re.Match[str]], folded: list[str], at: int, prosaic: bool
    ) -> tuple[int, tuple[Meaning, ...]]:
        """How many tokens belong together from here, and what they mean; (1, ()) where they mean nothing."""
        best: tuple[int, tuple[Meaning, ...]] = (1, ())
        node = self._root
        for n in range(at, len(tokens)):
            word = tokens[n][0]
            if n > at and word in _JOINS and tokens[n - 1].end() == tokens[n].start():
                continue  # inside a name
            below = node.below.get(folded[n])
            if below is None:
                break
            node = below
            found = node.in_small(prosaic) if word.islower() else node.means
            if found:
                best = (n - at + 1, found)
        return best

    def _short(self, word: str, dotted: bool) -> tuple[Meaning, ...]:
        """The one name that a word is short for: its first letter and some consonants (`Rbl`), or its beginning with a
        stop behind it (`Edinb.`); empty for any other word."""
        folded = fold(word)
        bare = len(folded) >= _CODE and _VOWELS.isdisjoint(folded[1:])
        if not word.isalpha() or not (bare or (dotted and len(folded) > _CODE and word[0].isupper())):
            return ()
        fits = (lambda name: _in_turn(folded, name)) if bare else (lambda name: name.startswith(folded))
        found = {
            means for name, means in self._slips.items() if name[0] == folded[0] and means[0] in NAMES and fits(name)
        }
        return (*found, ("slip", "")) if len(found) == 1 else ()

    def _alone(self, word: str, small: bool) -> tuple[Meaning, ...]:
        """What a word means that stands in no list: a figure, a mark, or a name with one slip in it."""
        if len(word) < SHORTEST or not word.isalpha() or not (small or word[0].isupper()):
            return (_alone(word),)
        from rapidfuzz.distance import OSA
        from rapidfuzz.process import extract

        near: dict[int, set[Meaning]] = {1: set(), 2: set()}
        for spelling, distance, _ in extract(
            fold(word), self._slips.keys(), scorer=OSA.distance, score_cutoff=2, limit=None
        ):
            near.setdefault(distance, set()).add(self._slips[spelling])
        one = next(iter(near[1]), None)
        rivals = {each for each in near[2] if one is not None and each[0] == one[0]}  # `Fmarcs`
        return (one, ("slip", "")) if one is not None and near[1] | rivals == {one} else (_alone(word),)


def _in_turn(letters: str, name: str) -> bool:
    """Whether the letters stand in a name in this order."""
    rest = iter(name)
    return all(letter in rest for letter in letters)


def _alone(word: str) -> Meaning:
    """What a word means that nobody knows."""
    if word[0].isdecimal() and not any(ch.isalpha() for ch in word):
        try:
            return ("amount", str(amount(word)))
        except (Fault, InputError):
            return ("amount", "")  # as written: the grammar says what is wrong with it, or knows it as a sum
    if any(map(str.isalnum, word)):
        return ("small" if word.endswith("'") else "unknown", "")  # `l'armée`
    return ("sign", "->" if word.endswith(">") else word)


def _spellings(names: Names, seats: tuple[str, ...], vocabulary: Vocabulary) -> dict[Key, tuple[Meaning, ...]]:
    """All that is known by a spelling: the names of the game, then the words of the vocabulary."""
    table: dict[Key, tuple[Meaning, ...]] = {}
    named = {kind: dict(ways) for kind, ways in names.items() if kind in NAMES}
    if "seat" not in named:
        named["seat"] = {seat: (seat,) for seat in seats}
    spelled: dict[str, dict[Key, str]] = {}
    for kind, ways_of in named.items():
        for name, ways in ways_of.items():
            for way in (name, *ways):
                if len(fold(way)) >= _SHORTEST:
                    _add(table, _key(way), (kind, name))
                    spelled.setdefault(kind, {}).setdefault(_key(way), name)
    for word, means in vocabulary.words.items():
        for sort, value in means:
            if sort in NAMES:
                known = spelled.get(sort, {}).get(_key(value))
                if known:
                    _add(table, _key(word), (sort, known))
            elif sort != "prose":
                _add(table, _key(word), (sort, value))
    return {key: _clear(means) for key, means in table.items()}


def _add(table: dict[Key, tuple[Meaning, ...]], key: Key, meaning: Meaning) -> None:
    had = table.get(key, ())
    if key and meaning not in had:
        table[key] = (*had, meaning)


def _tree(table: Mapping[Key, tuple[Meaning, ...]], common: Collection[Key], prose: Collection[Key]) -> _Node:
    """The spellings word by word."""
    root = _Node()
    for key, means in table.items():
        node = root
        for word in key:
            node = node.below.setdefault(word, _Node())
        node.means, node.common, node.prose = means, key in common, key in prose
        if node.common or node.prose:
            node.plain = tuple(one for one in means if one[0] not in NAMES)
    return root


def _clear(means: tuple[Meaning, ...]) -> tuple[Meaning, ...]:
    """The meanings of a word; a name that two things of one sort have is no name of either."""
    several = {sort for sort, value in means if sort in NAMES and any(s == sort and v != value for s, v in means)}
    left = tuple((sort, value) for sort, value in means if sort not in several)
    return (("unclear", ""), *left) if several else means


def _key(words: str) -> Key:
    """The words of a spelling as they are compared: without hyphens and stops."""
    return tuple(
        _folded(one[0]) for one in _TOKEN.finditer(words.replace("/", " ")) if one[0] not in (*_JOINS, "(", ")")
    )


def _folded(word: str) -> str:
    return word.casefold() if word == "'s" else fold(word)


def spelled(names: Names, vocabulary: Vocabulary) -> frozenset[str]:
    """The single words that may be a name of the game or of another language: without one a text orders nothing."""
    called = {word for sort in ("place", "power", "currency") for word in vocabulary.of(sort)}
    ways = (
        way for kind, table in names.items() if kind in NAMES for one, more in table.items() for way in (one, *more)
    )
    own = {word.casefold() for way in ways for word in (way, f"{way}s") if len(word) >= _CODE and " " not in word}
    return frozenset(own | called).difference(vocabulary.of("country"))
