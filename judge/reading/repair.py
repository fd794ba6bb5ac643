"""Near misses: a repaired line is offered only if it can be read whole, and it is never carried out."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from judge.core.regex import regex
from judge.reading.faults import Fault
from judge.reading.lexicon import Lexicon

Check = Callable[[str], None]
"""Reads a text whole; raises Fault if it cannot."""

_WORD = regex(r"[^\W\d_]+")
_GLUED = regex(r"(?<=[^\W\d_])(?=\d)")
_MIXED = regex(r"\b(?=[oOlI]*\d)(?=\d*[oOlI])[\doOlI]+\b", re.ASCII)  # 3o0, l00
_DIGITS = str.maketrans("oOlI", "0011")
_BUDGET = 24  # texts tried for one line
_LONGEST = 200  # characters of a line that is repaired: one order is shorter, and each try reads all of it
_DEPTH = 2  # mistakes repaired in one line


class Repair:
    """Tries small changes to a line until it can be read."""

    def __init__(self, keywords: Sequence[str], lexicon: Lexicon | None, check: Check, strict: bool = False) -> None:
        """`strict`: the first letter must be right, and one slip is allowed, two in six letters or more: people's
        names are often near to a word."""
        self._keywords = tuple(word.upper() for word in keywords)
        self._lexicon = lexicon
        self._check = check
        self._strict = strict
        words = "|".join(map(re.escape, self._keywords)) or "(?!)"
        self._inner = re.compile(rf"(?<=\s)(?:{words})(?!\w)", re.IGNORECASE)

    def suggest(self, text: str, fault: Fault) -> str:
        """The repaired text, or "" if no small change makes it readable."""
        if len(text) > _LONGEST:
            return ""
        return self._search([(text, fault)], {text}, _DEPTH)

    def misspells(self, word: str) -> bool:
        """Whether the word is one slip away from a keyword."""
        from rapidfuzz.distance import OSA

        plain = word.upper()
        return len(plain) > 2 and any(OSA.distance(plain, one, score_cutoff=1) == 1 for one in self._keywords)

    def _search(self, texts: Sequence[tuple[str, Fault]], tried: set[str], depth: int) -> str:
        """The first change of one of these texts that can be read; "" for none in so many steps."""
        unread: list[tuple[str, Fault]] = []
        for text, fault in texts:
            for candidate in self._candidates(text, fault):
                if candidate in tried or len(tried) > _BUDGET:
                    continue
                tried.add(candidate)
                try:
                    self._check(candidate)
                except Fault as still:
                    unread.append((candidate, still))
                else:
                    return candidate
        return self._search(unread, tried, depth - 1) if depth > 1 else ""

    def _candidates(self, text: str, fault: Fault) -> Iterator[str]:
        yield _MIXED.sub(lambda match: match[0].translate(_DIGITS), text)
        yield from self._names(text, fault)
        yield from self._words(text, fault)
        yield _GLUED.sub(" ", text)
        for match in self._inner.finditer(text):
            yield f"{text[: match.start()].rstrip(' ,')}, {text[match.start() :]}"

    def _names(self, text: str, fault: Fault) -> Iterator[str]:
        if not (self._lexicon and fault.kind and text.startswith(fault.wrong, fault.column)):
            return
        end = fault.column + len(fault.wrong)
        for name in self._lexicon.near(fault.kind, fault.wrong):
            yield text[: fault.column] + name + text[end:]

    def _words(self, text: str, fault: Fault) -> Iterator[str]:
        """Words up to the place of the fault, each made a keyword near to it; the nearest first."""
        from rapidfuzz.distance import OSA

        ranked: list[tuple[int, int, int, str]] = []
        for match in _WORD.finditer(text):
            word = match[0].upper()
            if match.start() > fault.column + len(fault.wrong):
                break
            for keyword in self._keywords:
                far = OSA.distance(word, keyword, score_cutoff=2)
                if 0 < far <= (_strict_tolerance(word, keyword) if self._strict else _tolerance(word, keyword)):
                    ranked.append((far, match.start(), match.end(), keyword))
        for _, start, end, keyword in sorted(ranked):
            yield text[:start] + keyword + text[end:]


def _tolerance(word: str, keyword: str) -> int:
    """Slips allowed: one in a short word, two in a longer one or where both ends show what was meant."""
    if min(len(word), len(keyword)) > 4:
        return 2
    return 2 if len(word) >= 3 and word[0] == keyword[0] else 1


def _strict_tolerance(word: str, keyword: str) -> int:
    if word[0] != keyword[0]:
        return 0
    return 2 if min(len(word), len(keyword)) > 5 else 1
