"""The small language of phrase files, turned into regular expressions.

    sell {amount} [of] (my|the) {currency}

- words stand for themselves in any case, one or more spaces between them;
- `(a|b c)` is a choice, `[x]` may be missing; both may hold several words, and one another;
- `{name}` is a slot: a kind of names of the game (`{currency}`, `{power}`, `{place}` ...), `{n}` a number, `{word}` one
  word, `{rest}` everything to the end, `{ruling}` the number of a rule, `{day}` a day as YYYY-MM-DD, `{when}` a day and
  an hour (clauses/dates.py), `{address}` a mail address, `{game}` a game that anybody may know of, `{topic}` a word
  that HELP explains, `{seat}` a seat, or a slot that a file defines. Two slots of one kind are told apart by a figure:
  `{place1}`, `{place2}`;
- `\\(` and `\\)` are brackets of the letter itself; `'s` stands close to the word before it;
- a `^` in front binds the phrase to the beginning of a clause, a `$` behind it to the end.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from sys import intern
from typing import NamedTuple

from judge.core.errors import SetupError
from judge.core.regex import regex
from judge.expressions import read, words

_TOKEN = regex(r"\{\w+\}|\\[()\[\]|]|[()\[\]|]|[^\s()\[\]|{}\\]+")
_CLOSES = {"(": ")", "[": "]"}
_PLACE = regex(r"\0(\w+)\0")  # where the expression of a slot comes in

BUILT_IN: Mapping[str, str] = read("slots")
"""Slot -> regular expression. Names of a game come to these."""


class Slot(str):
    """The expression of a slot that certain words fill: one of `words` stands in every text that it fits."""

    words: frozenset[str] = frozenset()
    signed = False  # a sign may fill it: no space is asked for around it

    @property
    def marks(self) -> tuple[frozenset[str], bool]:
        """What tells two slots of one expression apart."""
        return self.words, self.signed

    @classmethod
    def of(cls, expression: str, words: Iterable[str], signed: bool = False) -> Slot:
        slot = cls(expression)
        slot.words = frozenset(words)
        slot.signed = signed
        return slot


class _Part(NamedTuple):
    """A part of a phrase.

    body      its expression
    optional  it may be missing
    sign      it is a sign, or may begin with one: no space is asked for around it
    words     what no text that it fits can lack: sets of words of which one stands there
    """

    body: str
    optional: bool = False
    sign: bool = False
    words: tuple[frozenset[str], ...] = ()


class Pattern:
    """One phrase. `anchors` are sets of words: one of each stands in every text that it fits. Its expression is made
    when a text has these words for the first time: most rules of most games never meet one."""

    def __init__(self, source: str, slots: Mapping[str, str]) -> None:
        self.source = source
        self._slots = dict[str, str]()  # those it has, as they are now: a file further on may mean others by the names
        self._given = slots
        self.names: list[str] = []
        text = source.strip()
        front, back = text.startswith("^"), text.endswith("$") and not text.endswith("\\$")
        self.signed = False  # it is one choice, and a sign may begin it
        inner = text.removeprefix("^").removesuffix("$") if back else text.removeprefix("^")
        self._tokens = list(map(intern, _TOKEN.findall(inner)))
        self._at = 0
        whole = self._sequence(())
        if self._at < len(self._tokens):
            raise SetupError(f"The phrase {source!r} has a bracket too many.")
        self._before = r"^\s*" if front else r"(?:(?<![\w'])|(?=[^\w\s']))"
        self._after = r"[\s.!,;]*$" if back else r"(?![\w'])"
        self._body = whole.body
        self.anchors = tuple(sorted(set(whole.words), key=_worth))
        self._tokens = []  # all has been made of them, and there are thousands of phrases

    @property
    def body(self) -> str:
        """The expression for the phrase alone."""
        return _PLACE.sub(lambda kind: self._slots[kind[1]], self._body)

    @cached_property
    def regex(self) -> re.Pattern[str]:
        """The expression for the phrase as it may stand in a text."""
        return re.compile(f"{self._before}(?P<_>{self.body}){self._after}", re.IGNORECASE)

    @cached_property
    def alone(self) -> re.Pattern[str]:
        """The expression for the phrase as a whole text."""
        return re.compile(self.body, re.IGNORECASE)

    def may_fit(self, words: frozenset[str]) -> bool:
        """Whether a text of these words can fit at all."""
        return not any(map(words.isdisjoint, self.anchors))

    def _sequence(self, ends: tuple[str, ...]) -> _Part:
        """The elements up to one of `ends`."""
        parts: list[_Part] = []
        while self._at < len(self._tokens) and self._tokens[self._at] not in ends:
            parts.append(self._element())
        if not parts:
            raise SetupError(f"The phrase {self.source!r} has an empty part.")
        text, begun, glue = "", False, False
        for n, part in enumerate(parts):
            gap = r"\s*" if part.sign or glue else r"\s+"
            glue = part.sign or (part.optional and glue)
            if begun:
                text += f"(?:{gap}{part.body})?" if part.optional else gap + part.body
            elif part.optional and n + 1 < len(parts):
                gap = r"\s*" if parts[n + 1].sign or part.sign else r"\s+"
                text += f"(?:{part.body}{gap})?"
            else:
                text += f"(?:{part.body})?" if part.optional else part.body
                begun = True
        words = tuple(word for one in parts for word in one.words)
        return _Part(text, words=words)

    def _element(self) -> _Part:
        token = self._tokens[self._at]
        self._at += 1
        if token in _CLOSES:
            return self._choice(token)
        if token in (")", "]", "|"):
            raise SetupError(f"The phrase {self.source!r} has a {token!r} too many.")
        if token.startswith("{"):
            return self._slot(token[1:-1])
        sign, word = self._sign(token), _word(token)
        body = re.escape(token.removeprefix("\\") if sign else token) + (
            r"(?!\w)" if not sign and token[-1].isalnum() else ""
        )
        return _Part(body, sign=sign, words=(frozenset((word,)),) if word else ())

    def _sign(self, token: str) -> bool:
        """Whether an element is a sign, or a slot that a sign may fill."""
        if token.startswith("{"):
            return getattr(self._given.get(token[1:-1].rstrip("0123456789")), "signed", False)
        return token == "'s" or not (token[0].isalnum() or token[0] in "'$([")

    def _choice(self, opens: str) -> _Part:
        """One with both signs and words asks for no space around it; the words stand apart all the same."""
        first, choices, signs = self._at == 1, list[_Part](), list[bool]()
        while self._tokens[self._at - 1] != _CLOSES[opens]:
            signs.append(self._sign(self._tokens[self._at]))
            choices.append(self._sequence(("|", _CLOSES[opens])))
            if self._at >= len(self._tokens):
                raise SetupError(f"The phrase {self.source!r} lacks a {_CLOSES[opens]!r}.")
            self._at += 1
        self.signed = self.signed or (first and any(signs))
        apart = any(signs) and not all(signs)
        bodies = [
            rf"(?<!\w){one.body}(?!\w)" if apart and not sign else one.body
            for one, sign in zip(choices, signs, strict=True)
        ]
        if not any("(?P" in one for one in bodies):
            bodies.sort(key=len, reverse=True)  # `silver pieces` before `silver`
        told = [rarest(one.words) for one in choices]
        words = (frozenset[str]().union(*told),) if opens == "(" and all(told) else ()
        return _Part(f"(?:{'|'.join(bodies)})", opens == "[", any(signs), words)

    def _slot(self, name: str) -> _Part:
        kind = name.rstrip("0123456789")
        if kind not in self._given:
            raise SetupError(f"The phrase {self.source!r} has a slot {{{name}}} that nobody fills.")
        given = self._slots[kind] = self._given[kind]
        words = tuple(filter(None, [getattr(given, "words", None)]))
        body = rf"(?P={name})" if name in self.names else f"(?P<{name}>\0{kind}\0)"
        self.names += [] if name in self.names else [name]
        return _Part(body, sign=self._sign(f"{{{name}}}"), words=words)


def alternation(spellings: Iterable[str]) -> Slot:
    """An expression for any of the spellings, longest first. A single letter counts as a capital only."""
    words = sorted({" ".join(one.split()) for one in spellings if one.strip()}, key=lambda one: (-len(one), one))
    groups: dict[str, list[str]] = {}
    for word in words:
        groups.setdefault(word[0].casefold(), []).append(word)
    parts = [f"(?={re.escape(one)})(?:{'|'.join(map(_spelt, group))})" for one, group in sorted(groups.items())]
    expression = rf"(?:{'|'.join(parts)})(?!\w)" if parts else "(?!)"
    return Slot.of(expression, filter(None, map(_word, words)))


def _spelt(word: str) -> str:
    text = re.sub(r"(?:\\?[ -])+", r"[\\s-]+", re.escape(word))
    return f"(?-i:{text.upper()})" if len(word) == 1 else text


COMMON = words("remarks", "common")
"""Words that prose is full of: nothing is told by them."""


def rarest(sets: Iterable[frozenset[str]]) -> frozenset[str]:
    """The set that tells most."""
    return min(sets, key=_worth, default=frozenset())


def _worth(words: frozenset[str]) -> tuple[int, int, list[str]]:
    """The fewest common words first, and the smallest set of these."""
    return len(words & COMMON), len(words), sorted(words)


class Index:
    """Patterns by the word of theirs that tells most, so that few are tried for a text."""

    def __init__(self, patterns: Sequence[Pattern]) -> None:
        self._patterns = patterns
        self._by_word: dict[str, list[int]] = {}
        self._always: list[int] = []  # patterns that no word is sure to stand in
        for number, pattern in enumerate(patterns):
            for word in pattern.anchors[0] if pattern.anchors else ():
                self._by_word.setdefault(word, []).append(number)
            if not pattern.anchors:
                self._always.append(number)

    def ahead(self, words: frozenset[str], done: int = -1) -> list[int]:
        """The numbers of the patterns behind `done` that a text of these words may fit, the next one last."""
        found = set(self._always)
        for word in words & self._by_word.keys():
            found.update(self._by_word[word])
        return sorted(found if done < 0 else (number for number in found if number > done), reverse=True)

    def within(self, words: frozenset[str]) -> bool:
        """Whether a text of these words can fit any of them."""
        return any(self._patterns[number].may_fit(words) for number in self.ahead(words))


class Sentences:
    """Phrases of which a text may be made up, one behind the other."""

    def __init__(self, phrases: Iterable[str], slots: Mapping[str, str]) -> None:
        self._patterns = [Pattern(phrase, slots) for phrase in phrases]
        self._index = Index(self._patterns)

    def make_up(self, text: str) -> bool:
        """Whether they make up a text of words, each with a space behind it."""
        words = words_of(text)
        patterns = [self._patterns[number] for number in self._index.ahead(words)]
        sentences = [one.alone for one in patterns if one.may_fit(words)]
        ends = [at for at, sign in enumerate(text) if sign == " "]
        reached = {0}
        for at in (0, *(end + 1 for end in ends[:-1])):
            for sentence in (one for one in sentences if at in reached and one.match(text, at)):
                reached.update(end + 1 for end in ends if end > at and sentence.fullmatch(text, at, end))
        return len(text) in reached


_WORD = regex(r"[^\W_]+")


def _word(token: str) -> str:
    found = _WORD.search(token) if token[:1] not in "([{" else None
    return intern(found[0].casefold()) if found else ""


def words_of(text: str) -> frozenset[str]:
    """The words of a text, as anchors are compared. Not remembered: a text may hold a password with a slip in front of
    it, which nobody could mask."""
    return frozenset(_WORD.findall(text.casefold()))
