"""Numerals in words: twenty -> 20, zweihundertfünfzig -> 250, deux cents -> 200, 1k -> 1000, 1,500 stays. An amount
that stands twice, `200 (two hundred)`, is written once."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache

from judge.core.regex import regex
from judge.expressions import expressions, table, words
from judge.reading.clauses.patterns import words_of
from judge.reading.text import Text

_RE = expressions("dates")

_VALUE = {word: int(worth) for word, worth in table("dates", "numerals").items()}
_SCALE = {"hundred": 100, "thousand": 1000}
_COUNTING = {*_VALUE, *_SCALE}
_GERMAN = {int(worth): word for word, worth in table("dates", "german").items()}
_FRENCH = {int(worth): word for word, worth in table("dates", "french").items()}
_NUMBER = regex(r"(?<![\w.,'])\d{1,3}(?:[,']\d{3})+(?![\w.])|(?<![\w.,'])\d+(?![\w.,]*\d)")
_YEARS = range(1800, 2100)
_LAST = 2000  # what German and French words are known for
_PLAIN_WORDS = words("things", "numerals_plain_words")  # alone they are words like any other
_FR_WORDS = frozenset(word for one in _FRENCH.values() for word in one.split())
_ALONE = words("things", "numerals_alone")  # `the one in Brest`: a word like any other where it stands alone


def figures(text: Text) -> Text:
    """The text with numerals in figures, a colon for dots that lead the eye to them, and a dash for others."""
    text = text.sub(_RE.leaders_to_figures, " : ").sub(_RE.leaders, " - ") if "..." in text.text else text
    words = words_of(text.text)
    text = text.sub(_RE.numeral, _in_figures) if words & _COUNTING else text
    text = text.sub(_RE.german_numeral, _in_german)
    text = text.sub(_RE.french_numeral, _in_french) if words & _FR_WORDS else text
    text = text.sub(_RE.dozens, _dozen) if "dozen" in text.text.casefold() else text
    if not any(map(str.isdecimal, text.text)):
        return text
    text = text.sub(_RE.for_, "for").sub(_RE.times, "")
    text = text.sub(_RE.tenths, lambda match: f"{match[1]}{match[2]}00")
    text = text.sub(_RE.thousands, lambda match: f"{match[1]}000")
    for glued in (_RE.figure_before_unit, _RE.verb_before_figure, _RE.figure_before_name):
        for match in reversed(list(glued.finditer(text.text))):
            text = text.put(match.end(), match.end(), " ")
    return text.sub(_RE.twice, lambda match: match[1])


def _in_figures(match: re.Match[str]) -> str:
    if match[0].casefold() in _ALONE and not _RE.counted.match(match.string, match.end()):
        return match[0]
    worth = _worth(match[0])
    return match[0] if worth is None else str(worth)


def _in_german(match: re.Match[str]) -> str:
    return str(_numerals("de").get("".join(match[0].casefold().split()), match[0]))


def _in_french(match: re.Match[str]) -> str:
    words = [re.sub("(?<=cent|ingt)s$", "", one) for one in re.split(r"[\s-]+", match[0].casefold()) if one != "et"]
    return str(_numerals("fr").get(" ".join(words), match[0]))


@cache
def _numerals(tongue: str) -> Mapping[str, int]:
    """Numbers by their words."""
    found = {(_german if tongue == "de" else _french)(n): n for n in range(2, _LAST)}
    if tongue == "de":
        found |= {words.removeprefix("ein"): n for words, n in found.items() if n >= 100}  # `hundertzwanzig`
        found |= {words.translate({252: "ue", 246: "oe", 223: "ss"}): n for words, n in found.items()}
    return {words: n for words, n in found.items() if words not in _PLAIN_WORDS}


def _german(n: int) -> str:
    """`zweihundertfünfundzwanzig`"""
    for worth in (1000, 100):
        if n >= worth:
            return f"{_GERMAN[n // worth]}{_GERMAN[worth]}{_german(n % worth) if n % worth else ''}"
    return _GERMAN[n] if n in _GERMAN else f"{_GERMAN[n % 10]}und{_GERMAN[n - n % 10]}"


def _french(n: int) -> str:
    """`deux cent vingt cinq`, without hyphens, plural and `et`."""
    for worth in (1000, 100):
        if n >= worth:
            many = _FRENCH[n // worth] if n >= 2 * worth else ""
            return " ".join(filter(None, (many, _FRENCH[worth], _french(n % worth) if n % worth else "")))
    rest = n % 20 if n >= 60 else n % 10  # soixante-dix, quatre-vingt-dix
    return _FRENCH[n] if n in _FRENCH else f"{_FRENCH[n - rest]} {_FRENCH[rest]}"


def whole_numbers(text: str) -> list[str]:
    """The whole numbers in the figures of a text, years apart."""
    found = [re.sub(r"[,']", "", number) for number in _NUMBER.findall(text)]
    return [number for number in found if int(number) not in _YEARS]


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
