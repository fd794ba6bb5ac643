"""Numerals in words: twenty -> 20, two hundred -> 200, 1k -> 1000, 1,500 stays. English here; other tongues bring
theirs in their phrase files. An amount that stands twice, `200 (two hundred)`, is written once."""

from __future__ import annotations

import re

from judge.parse.clauses.patterns import words_of
from judge.parse.clauses.text import Text

_ONES = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen"
)
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety"
_VALUE = {word: n for n, word in enumerate(_ONES.split())} | {w: 10 * n for n, w in enumerate(_TENS.split(), 2)}
_SCALE = {"hundred": 100, "thousand": 1000}
_WORD = "|".join((*_VALUE, *_SCALE))
_NUMERAL = re.compile(
    rf"(?<![\w-])(?:an?\s+(?=hundred|thousand))?(?:{_WORD})(?:(?:\s+|-|\s+and\s+)(?:{_WORD}))*(?![\w-])", re.IGNORECASE
)
_THOUSANDS = re.compile(r"(?<![\w.,])(\d{1,4})\s?k(?!\w)", re.IGNORECASE)
_GLUED = re.compile(r"(?<=\d)(?=(?:cr|credits?|pts|points?)(?!\w))", re.IGNORECASE)
_TWICE = re.compile(r"(?<![\w.,])(\d+)\s*\(\s*\1\s*\)")
_NAMED = {*_VALUE, *_SCALE} - {"one", "zero"}
_ALONE = frozenset({"one", "zero"})  # `the one in Brest`: a word like any other where it stands alone


def figures(text: Text) -> Text:
    """The text with numerals in figures."""
    for match in reversed(list(_NUMERAL.finditer(text.text))) if words_of(text.text) & _NAMED else ():
        if match[0].casefold() not in _ALONE:
            text = text.put(match.start(), match.end(), str(_worth(match[0])))
    if not any(map(str.isdigit, text.text)):
        return text
    for match in reversed(list(_THOUSANDS.finditer(text.text))):
        text = text.put(match.start(), match.end(), match[1] + "000")
    for match in reversed(list(_GLUED.finditer(text.text))):
        text = text.put(match.start(), match.start(), " ")
    for match in reversed(list(_TWICE.finditer(text.text))):
        text = text.put(match.start(), match.end(), match[1])
    return text


def _worth(words: str) -> int:
    total = part = 0
    for word in re.findall(r"[a-z]+", words.casefold()):
        if word in _SCALE:
            part = (part or 1) * _SCALE[word]
            if word == "thousand":
                total, part = total + part, 0
        elif word in _VALUE:
            part += _VALUE[word]
    return total + part
