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
from functools import cache, cached_property
from itertools import pairwise
from sys import intern

from judge.core.errors import SetupError
from judge.core.regex import regex
from judge.parse.expressions import read, words

_TOKEN = regex(r"\{\w+\}|\\[()\[\]|]|[()\[\]|]|[^\s()\[\]|{}\\]+")
_CLOSES = {"(": ")", "[": "]"}
_ANY = 10_000  # more words than any text has
_LATER = frozenset(["day", "when"])  # what is only written so once days and hours are read
_DAYS = read("dates")["day_named"]
_NUMERALS = words("things", "patterns_numerals")
_COURTESY = 8  # words of courtesy around what a sentence says
_PLACE = regex(r"\0(\w+)\0")  # where the expression of a slot comes in

BUILT_IN: Mapping[str, str] = read("slots")
"""Slot -> regular expression. Names of a game come to these."""
_SIZES = {"n": 2, "word": 1, "day": 1, "ruling": 3, "address": 1, "when": 3, "season": 4}  # words of each at the most


class Slot(str):
    """The expression of a slot that certain words fill: one of `words` stands in every text that it fits."""

    words: frozenset[str] = frozenset()
    most = _ANY  # words that it stands for at the most
    signed = False  # a sign may fill it: no space is asked for around it

    @property
    def marks(self) -> tuple[frozenset[str], int, bool]:
        """What tells two slots of one expression apart."""
        return self.words, self.most, self.signed

    @classmethod
    def of(cls, expression: str, words: Iterable[str], most: int = _ANY, signed: bool = False) -> Slot:
        slot = cls(expression)
        slot.words = frozenset(words)
        slot.most = most
        slot.signed = signed
        return slot


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
        body = self._sequence(())
        if self._at < len(self._tokens):
            raise SetupError(f"The phrase {source!r} has a bracket too many.")
        self._before = r"^\s*" if front else r"(?:(?<![\w'])|(?=[^\w\s']))"
        self._after = r"[\s.!,;]*$" if back else r"(?![\w'])"
        self._body = body
        self.size = _longest(self._tokens, slots)
        self._most = self.size + 1 if front and back else _ANY
        words, kinds = _demands(self._tokens, slots)
        self.anchors = tuple(sorted(set(words), key=_worth))
        told = [kind for kind in kinds if kind not in _ANYTHING and not getattr(slots[kind], "words", ())]
        self._needs = tuple(slots[kind] for kind in told)
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
    def _within(self) -> re.Pattern[str]:
        return re.compile(rf"(?:(?<![\w'])|(?=[^\w\s'])){self.body}(?![\w'])", re.IGNORECASE)

    def within(self, text: str, words: frozenset[str], has: Finder) -> bool:
        """Whether a text may fit once courtesy is taken off both its ends."""
        if has.size > self._most + _COURTESY or any(map(words.isdisjoint, self.anchors)):
            return False
        if "n" in self._slots:
            return has(r"\d") or not words.isdisjoint(_NUMERALS)
        if not _LATER.isdisjoint(self._slots):
            return has(r"\d") or has(_DAYS)
        return self._within.search(text) is not None

    def may_fit(self, words: frozenset[str], has: Finder) -> bool:
        """Whether a text of these words can fit at all; `has` tells whether an expression is found in it."""
        if has.size > self._most:
            return False
        return not any(map(words.isdisjoint, self.anchors)) and all(map(has, self._needs))

    def _sequence(self, ends: tuple[str, ...]) -> str:
        """The expression of the elements up to one of `ends`."""
        parts: list[tuple[str, bool, bool]] = []
        while self._at < len(self._tokens) and self._tokens[self._at] not in ends:
            parts.append(self._element())
        if not parts:
            raise SetupError(f"The phrase {self.source!r} has an empty part.")
        text, begun, glue = "", False, False
        for n, (body, optional, glued) in enumerate(parts):
            gap = r"\s*" if glued or glue else r"\s+"
            glue = glued or (optional and glue)
            if begun:
                text += f"(?:{gap}{body})?" if optional else gap + body
            elif optional and n + 1 < len(parts):
                gap = r"\s*" if parts[n + 1][2] or glued else r"\s+"
                text += f"(?:{body}{gap})?"
            else:
                text += f"(?:{body})?" if optional else body
                begun = True
        return text

    def _element(self) -> tuple[str, bool, bool]:
        """(expression, whether it may be missing, whether it is a sign that needs no space around it)."""
        token = self._tokens[self._at]
        self._at += 1
        if token in _CLOSES:
            firsts = [self._tokens[i + 1] for i in (self._at - 1, *_bars(self._tokens, self._at - 1))]
            signs = any(map(self._sign, firsts))
            mixed = signs and not all(map(self._sign, firsts))
            self.signed = self.signed or (signs and self._at == 1)
            return self._choice(_CLOSES[token], mixed), token == "[", signs
        if token in (")", "]", "|"):
            raise SetupError(f"The phrase {self.source!r} has a {token!r} too many.")
        if token.startswith("{") and token.endswith("}"):
            return self._slot(token[1:-1]), False, self._sign(token)
        if not _sign(token):
            return re.escape(token) + (r"(?!\w)" if token[-1].isalnum() else ""), False, False
        return re.escape(token.removeprefix("\\")), False, _sign(token)

    def _sign(self, token: str) -> bool:
        """Whether an element is a sign, or a slot that a sign may fill."""
        if token.startswith("{") and token.endswith("}"):
            return getattr(self._given.get(token[1:-1].rstrip("0123456789")), "signed", False)
        return _sign(token)

    def _choice(self, close: str, mixed: bool = False) -> str:
        """`mixed`: it has both signs and words, so that no space is asked for around it; the words stand apart all the
        same."""
        choices = []
        while True:
            sign = self._sign(self._tokens[self._at])
            body = self._sequence(("|", close))
            choices.append(rf"(?<!\w){body}(?!\w)" if mixed and not sign else body)
            if self._at >= len(self._tokens):
                raise SetupError(f"The phrase {self.source!r} lacks a {close!r}.")
            self._at += 1
            if self._tokens[self._at - 1] == close:
                if not any("(?P" in one for one in choices):
                    choices.sort(key=len, reverse=True)  # `silver pieces` before `silver`
                return f"(?:{'|'.join(choices)})"

    def _slot(self, name: str) -> str:
        kind = name.rstrip("0123456789")
        if kind not in self._given:
            raise SetupError(f"The phrase {self.source!r} has a slot {{{name}}} that nobody fills.")
        self._slots[kind] = self._given[kind]
        if name in self.names:
            return rf"(?P={name})"
        self.names.append(name)
        return f"(?P<{name}>\0{kind}\0)"


def alternation(spellings: Iterable[str]) -> Slot:
    """An expression for any of the spellings, longest first. A single letter counts as a capital only."""
    words = sorted({" ".join(one.split()) for one in spellings if one.strip()}, key=lambda one: (-len(one), one))
    groups: dict[str, list[str]] = {}
    for word in words:
        groups.setdefault(word[0].casefold(), []).append(word)
    parts = [f"(?={re.escape(one)})(?:{'|'.join(map(_spelt, group))})" for one, group in sorted(groups.items())]
    expression = rf"(?:{'|'.join(parts)})(?!\w)" if parts else "(?!)"
    most = max((len(re.split(r"[\s-]+", one)) for one in words), default=1)
    return Slot.of(expression, filter(None, map(_word, words)), most)


def _spelt(word: str) -> str:
    text = re.sub(r"(?:\\?[ -])+", r"[\\s-]+", re.escape(word))
    return f"(?-i:{text.upper()})" if len(word) == 1 else text


COMMON = words("remarks", "common")
"""Words that prose is full of: nothing is told by them."""


def rarest(sets: Iterable[frozenset[str]]) -> frozenset[str]:
    """The set that tells most."""
    return min(sets, key=_worth, default=frozenset())


@cache
def _alone(word: str) -> frozenset[str]:
    """A set of one word. There are far fewer such words than places in phrases where they stand."""
    return frozenset((word,))


def _worth(words: frozenset[str]) -> tuple[int, int, list[str]]:
    """The fewest common words first, and the smallest set of these."""
    return len(words & COMMON), len(words), sorted(words)


_ANYTHING = frozenset(["word", "rest"])  # slots that nearly every text fills


def _demands(tokens: list[str], slots: Mapping[str, str]) -> tuple[list[frozenset[str]], list[str]]:
    """What no fitting text can lack: sets of words of which one stands there, and kinds of slots."""
    words: list[frozenset[str]] = []
    kinds: list[str] = []
    at = 0
    while at < len(tokens):
        token = tokens[at]
        if token in _CLOSES:
            edges = (at, *_bars(tokens, at), _end_of(tokens, at))
            parts = [rarest(_demands(tokens[one + 1 : two], slots)[0]) for one, two in pairwise(edges)]
            if token == "(" and all(parts):
                words.append(frozenset().union(*parts))
            at = edges[-1]
        elif token.startswith("{"):
            kinds.append(token[1:-1].rstrip("0123456789"))
            words += filter(None, [getattr(slots.get(kinds[-1]), "words", None)])
        elif _word(token):
            words.append(_alone(_word(token)))
        at += 1
    return words, list(dict.fromkeys(kinds))


def _longest(tokens: list[str], slots: Mapping[str, str]) -> int:
    """The most words and signs that elements can stand for."""
    size, at = 0, 0
    while at < len(tokens):
        token = tokens[at]
        if token in _CLOSES:
            edges = (at, *_bars(tokens, at), _end_of(tokens, at))
            size += max(_longest(tokens[one + 1 : two], slots) for one, two in pairwise(edges))
            at = edges[-1]
        elif token.startswith("{") and token.endswith("}"):
            kind = token[1:-1].rstrip("0123456789")
            size += int(_SIZES.get(kind, getattr(slots.get(kind, ""), "most", _ANY)))
        else:
            size += 1
        at += 1
    return size


class Index:
    """Patterns by the word of theirs that tells most, so that few are tried for a text."""

    def __init__(self, patterns: Sequence[Pattern]) -> None:
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


class Finder:
    """Tells whether an expression is found in the text, looking for each one once. `size`: its words and signs."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._known: dict[str, bool] = {}
        self.size = len(text.split())

    def __call__(self, expression: str) -> bool:
        if expression not in self._known:
            self._known[expression] = _compiled(expression).search(self._text) is not None
        return self._known[expression]


@cache
def _compiled(expression: str) -> re.Pattern[str]:
    return re.compile(expression, re.IGNORECASE)


def _end_of(tokens: list[str], start: int) -> int:
    depth = 0
    for at in range(start, len(tokens)):
        depth += (tokens[at] in _CLOSES) - (tokens[at] in _CLOSES.values())
        if not depth:
            return at
    return len(tokens) - 1


def _bars(tokens: list[str], start: int) -> list[int]:
    """Where the choices of a bracket are parted, brackets inside it apart."""
    depth, found = 0, []
    for at in range(start, _end_of(tokens, start)):
        depth += (tokens[at] in _CLOSES) - (tokens[at] in _CLOSES.values())
        if tokens[at] == "|" and depth == 1:
            found.append(at)
    return found


def _sign(token: str) -> bool:
    """Whether an element is a sign, which needs no space around it."""
    return token == "'s" or not (token[0].isalnum() or token[0] in "'$([{")


_WORD = regex(r"[^\W_]+")


def _word(token: str) -> str:
    found = _WORD.search(token) if token[:1] not in "([{" else None
    return intern(found[0].casefold()) if found else ""


def words_of(text: str) -> frozenset[str]:
    """The words of a text, as anchors are compared. Not remembered: a text may hold a password with a slip in front of
    it, which nobody could mask."""
    return frozenset(_WORD.findall(text.casefold()))
