"""Numerals in words: twenty -> 20, two hundred -> 200, 1k -> 1000, 1,500 stays. English here; other tongues bring
theirs in their phrase files. An amount that stands twice, `200 (two hundred)`, is written once."""

from __future__ import annotations

import re

from judge.core.regex import regex
from judge.parse.clauses.patterns import words_of
from judge.parse.clauses.text import Text
from judge.parse.expressions import table

_VALUE = {word: int(worth) for word, worth in table("dates", "numerals").items()}
_SCALE = {"hundred": 100, "thousand": 1000}
_WORD = "|".join((*_VALUE, *_SCALE))
_NUMERAL = regex(
    rf"(?<![\w-])(?:an?\s+(?=hundred|thousand)|\d+\s+(?=hundred|thousand))?(?:{_WORD})(?:(?:\s+|-|\s+and\s+)(?:{_WORD}))*(?![\w-])",
    re.IGNORECASE,
)
_THOUSANDS = regex(r"(?<![\w.,])(\d{1,4})\s?k(?!\w)", re.IGNORECASE)
_TENTHS = regex(r"(?<![\w.,])(\d{1,3})[.,](\d)\s?k(?!\w)", re.IGNORECASE)
_GLUED = regex(r"(?<=\d)(?=(?:cr|credits?|pts|points?)(?!\w))", re.IGNORECASE)
_STUCK = (  # `sell300lira`
    regex(r"(?<!\w)(?:sell|buy)(?=\d)", re.IGNORECASE),
    regex(r"(?<!\w)[sb](?=\d+\s[^\W\d]{3,})", re.IGNORECASE),
    regex(r"(?<![\w.,])\d+(?=[^\W\d_]{3,}(?!\w))"),
)
_TIMES = regex(r"(?<!\w)x(?=\d+(?!\w))", re.IGNORECASE)  # `Russia x6`
_FOR = regex(r"(?<![\w.,])4(?=\s+(?:me|us)(?!\w))", re.IGNORECASE)  # `get 200 lira 4 me`
_LEADERS = regex(r"\s+(?:\.{3,}|(?:\. ){3,}\.?)\s+")
_TO_FIGURES = regex(_LEADERS.pattern + r"(?=\d)")  # a dash there would be a sign: `Lira - 300` sells
_TWICE = regex(r"(?<![\w.,])(\d+)\s*\(\s*\1\s*\)")
_DOZEN = regex(r"(?<![\w.,])(half\s+a|an?|\d+)\s+dozen(?!\w)", re.IGNORECASE)
_COUNTING = {*_VALUE, *_SCALE}
_COUNTED = regex(r"\s+(?:credit|agp|share|point|unit)s?(?!\w)", re.IGNORECASE)
_ALONE = frozenset({"one", "zero"})  # `the one in Brest`: a word like any other where it stands alone


def figures(text: Text) -> Text:
    """The text with numerals in figures, a colon for dots that lead the eye to them, and a dash for others."""
    text = text.sub(_TO_FIGURES, " : ").sub(_LEADERS, " - ") if "..." in text.text else text
    text = text.sub(_NUMERAL, _in_figures) if words_of(text.text) & _COUNTING else text
    text = text.sub(_DOZEN, _dozen) if "dozen" in text.text.casefold() else text
    if not any(map(str.isdecimal, text.text)):
        return text
    text = text.sub(_FOR, "for").sub(_TIMES, "")
    text = text.sub(_TENTHS, lambda match: f"{match[1]}{match[2]}00")
    text = text.sub(_THOUSANDS, lambda match: f"{match[1]}000")
    for match in reversed(list(_GLUED.finditer(text.text))):
        text = text.put(match.start(), match.start(), " ")
    for stuck in _STUCK:
        for match in reversed(list(stuck.finditer(text.text))):
            text = text.put(match.end(), match.end(), " ")
    return text.sub(_TWICE, lambda match: match[1])


def _in_figures(match: re.Match[str]) -> str:
    if match[0].casefold() in _ALONE and not _COUNTED.match(match.string, match.end()):
        return match[0]
    worth = _worth(match[0])
    return match[0] if worth is None else str(worth)


def _dozen(match: re.Match[str]) -> str:
    many = match[1].casefold()
    return str(12 * int(many) if many.isdecimal() else 6 if many.startswith("h") else 12)


def _worth(words: str) -> int | None:
    """The number; None for words that name none (`two fifty` may be 250 or 52)."""
    total = part = 0
    last = ""
    for word in re.findall(r"[a-z]+|\d+", words.casefold()):
        if word in _SCALE:
            if not last:
                part = 1
            elif last in _SCALE and _SCALE[last] >= _SCALE[word]:
                return None
            if (word == "hundred" and part >= 100) or (word == "thousand" and total):
                return None  # `two hundred three hundred` are two numbers
            part *= _SCALE[word]
            if word == "thousand":
                total, part = total + part, 0
        elif word in _VALUE or word.isdecimal():
            value = _VALUE.get(word, int(word) if word.isdecimal() else 0)
            tens = _VALUE.get(last, 0) >= 20 and value < 10
            if last and last not in _SCALE and not tens:
                return None
            part += value
        last = last if word in ("and", "a", "an") else word
    return total + part
