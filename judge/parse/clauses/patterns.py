"""The small language of phrase files, turned into regular expressions.

    sell {amount} [of] (my|the) {currency}

- words stand for themselves in any case, one or more spaces between them;
- `(a|b c)` is a choice, `[x]` may be missing; both may hold several words, and one another;
- `{name}` is a slot: a kind of names of the game (`{currency}`, `{power}`, `{place}` ...), `{n}` a number, `{word}` one
  word, `{rest}` everything to the end, `{day}` a day as YYYY-MM-DD, `{when}` a day and an hour (clauses/moments.py),
  `{address}` a mail address, `{game}` a game that anybody may know of, `{topic}` a word that HELP explains,
  `{seat}` a seat, or a slot that a file defines. Two slots of one kind are told
  apart by a figure: `{place1}`, `{place2}`;
- `\\(` and `\\)` are brackets of the letter itself; `'s` stands close to the word before it;
- a `^` in front binds the phrase to the beginning of a clause, a `$` behind it to the end.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise

from judge.core.errors import SetupError

_TOKEN = re.compile(r"\{\w+\}|\\[()\[\]|]|[()\[\]|]|[^\s()\[\]|{}\\]+")
_CLOSES = {"(": ")", "[": "]"}

BUILT_IN: Mapping[str, str] = {
    "n": r"\d[\d.,']*(?<=\d)(?:\s?k(?!\w))?",
    "word": r"[^\W\d][\w'.-]*",
    "rest": r"\S.*?",
    "day": r"\d{4}-\d\d-\d\d",
    "address": r"[^\s<>@,;:()]+@[^\s<>@,;:()]+\w",
    "when": r"(?:(?:MON|TUE|WED|THU|FRI|SAT|SUN)(?:,(?:MON|TUE|WED|THU|FRI|SAT|SUN))*|\d{4}-\d\d-\d\d)"
    r" \d\d:\d\d(?: [A-Z]\w+(?:/\w+)?)?",
    "season": r"(?:(?:the\s+)?(?:spring|summer|autumn|fall|winter)(?:\s+(?:of\s+)?(?:19\d\d|'?\d\d))?"
    r"|[SFAW]19\d\d[MRAC]?|(?:this|next)\s+(?:season|turn|phase|round))",
}
"""Slot -> regular expression. Names of a game come to these."""


class Slot(str):
    """The expression of a slot that only certain words fill, with those words as anchors."""

    anchors: frozenset[str] = frozenset()

    @classmethod
    def of(cls, expression: str, anchors: Iterable[str]) -> Slot:
        slot = cls(expression)
        slot.anchors = frozenset(anchors)
        return slot


class Pattern:
    """One phrase, compiled. `anchors` are words of which at least one stands in every text that it fits; none means
    that every text must be tried."""

    def __init__(self, source: str, slots: Mapping[str, str]) -> None:
        self.source = source
        self._slots = slots
        self.names: list[str] = []
        text = source.strip()
        front, back = text.startswith("^"), text.endswith("$") and not text.endswith("\\$")
        self._tokens = _TOKEN.findall(text.removeprefix("^").removesuffix("$") if back else text.removeprefix("^"))
        self.anchors = _anchors(self._tokens, slots)
        self._at = 0
        self.body = self._sequence(())
        if self._at < len(self._tokens):
            raise SetupError(f"The phrase {source!r} has a bracket too many.")
        before = r"^\s*" if front else r"(?:(?<![\w'])|(?=[^\w\s']))"
        after = r"[\s.!,;]*$" if back else r"(?![\w'])"
        self.regex = re.compile(f"{before}(?P<_>{self.body}){after}", re.IGNORECASE)

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
            glue = glued
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
            signs = all(_sign(self._tokens[i + 1]) for i in (self._at - 1, *_bars(self._tokens, self._at - 1)))
            return self._choice(_CLOSES[token]), token == "[", signs
        if token in (")", "]", "|"):
            raise SetupError(f"The phrase {self.source!r} has a {token!r} too many.")
        if token.startswith("{") and token.endswith("}"):
            return self._slot(token[1:-1]), False, False
        if not _sign(token):
            return re.escape(token) + (r"(?!\w)" if token[-1].isalnum() else ""), False, False
        return re.escape(token.removeprefix("\\")), False, _sign(token)

    def _choice(self, close: str) -> str:
        choices = []
        while True:
            choices.append(self._sequence(("|", close)))
            if self._at >= len(self._tokens):
                raise SetupError(f"The phrase {self.source!r} lacks a {close!r}.")
            self._at += 1
            if self._tokens[self._at - 1] == close:
                return f"(?:{'|'.join(choices)})"

    def _slot(self, name: str) -> str:
        kind = name.rstrip("0123456789")
        if kind not in self._slots:
            raise SetupError(f"The phrase {self.source!r} has a slot {{{name}}} that nobody fills.")
        body = self._slots[kind]
        if name in self.names:
            return rf"(?P={name})"
        self.names.append(name)
        return f"(?P<{name}>{body})"


def alternation(spellings: Iterable[str]) -> Slot:
    """An expression for any of the spellings, longest first. A single letter counts as a capital only."""
    words = sorted({" ".join(one.split()) for one in spellings if one.strip()}, key=lambda one: (-len(one), one))
    groups: dict[str, list[str]] = {}
    for word in words:
        groups.setdefault(word[0].casefold(), []).append(word)
    parts = [f"(?={re.escape(one)})(?:{'|'.join(map(_spelt, group))})" for one, group in sorted(groups.items())]
    return Slot.of(rf"(?:{'|'.join(parts)})(?!\w)" if parts else "(?!)", filter(None, map(_word, words)))


def _spelt(word: str) -> str:
    text = re.sub(r"(?:\\?[ -])+", r"[\\s-]+", re.escape(word))
    return f"(?-i:{text.upper()})" if len(word) == 1 else text


COMMON = frozenset(
    word
    for row in (
        "a all am an and are as at be been by do for from go had has have he her his i if in is it its me my no not of",
        "on or our out she so some that the their them then there they this to up was we were what which will with",
        "would you your who how when where can could should may might must need just now any more week good still",
        "before doing s last next",
    )
    for word in row.split()
)
"""Words that prose is full of: poor anchors."""


def _anchors(tokens: list[str], slots: Mapping[str, str]) -> frozenset[str]:
    """Words of which at least one stands in every fitting text: of the rarest element that none can lack."""
    best: frozenset[str] | None = None
    at = 0
    while at < len(tokens):
        end = _end_of(tokens, at) if tokens[at] in _CLOSES else at
        found = _element_anchors(tokens, at, end, slots) if tokens[at] != "[" else frozenset()
        if found and (best is None or _rank(found) < _rank(best)):
            best = found
        at = end + 1
    return best or frozenset()


def _rank(words: frozenset[str]) -> tuple[int, int]:
    return len(words & COMMON), len(words)


def _element_anchors(tokens: list[str], at: int, end: int, slots: Mapping[str, str]) -> frozenset[str]:
    """The anchors of one element; none where a text may fit it without one of a few words."""
    if tokens[at] == "(":
        edges = [at, *_bars(tokens, at), end]
        parts = [_anchors(tokens[one + 1 : two], slots) for one, two in pairwise(edges)]
        return frozenset().union(*parts) if all(parts) else frozenset()
    if tokens[at].startswith("{"):
        slot = slots.get(tokens[at][1:-1].rstrip("0123456789"))
        return slot.anchors if isinstance(slot, Slot) else frozenset()
    word = _word(tokens[at])
    return frozenset((word,)) if word else frozenset()


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


_WORD = re.compile(r"[^\W_]+")


def _word(token: str) -> str:
    found = _WORD.search(token) if token[:1] not in "([{" else None
    return found[0].casefold() if found else ""


def by_word(patterns: Sequence[Pattern]) -> dict[str, list[int]]:
    """Anchor -> indexes of the patterns that it may belong to."""
    found: dict[str, list[int]] = {}
    for number, pattern in enumerate(patterns):
        for word in pattern.anchors:
            found.setdefault(word, []).append(number)
    return found


def words_of(text: str) -> frozenset[str]:
    """The words of a text, as anchors are compared."""
    return frozenset(_WORD.findall(text.casefold()))
