"""Counts of centres as a table: bars, columns, bullets, `Austria has 5 centres`, figures first, a total below."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from judge.core.regex import regex
from judge.parse.expressions import words
from judge.parse.lexicon import Lexicon
from judge.post import Line

_RULE = regex(r"[\s|:+=_*-]*")
_TOTAL = regex(r"\W*(?:total|sum|all|together|neutral|unowned)\W*\d*[\s\d|+-]*", re.IGNORECASE)
_CELL = regex(r"\s*(?:\||\t|\s{2,})\s*")
_NUMBER = regex(r"(?<![\w+.-])\d{1,2}(?![\w.])(?!\s*%)")
_COUNTS = regex(r"(?:sc|scs|centres?|centers?|count|total|supply.*|dots?|number)\W*", re.IGNORECASE)
_TITLES = words("things", "report_table_titles")
_SAYS = words("things", "report_table_says")


def table(lines: Sequence[Line], names: Lexicon) -> Mapping[str, int] | None:
    """Power -> number of centres; None where a line is no row of such a table, or says two things."""
    found: dict[str, int] = {}
    column = -1
    for line in lines:
        text = line.text.strip()
        if _RULE.fullmatch(text) or _TOTAL.fullmatch(text):
            continue
        numbers = _NUMBER.findall(text)
        power = _power(text, names)
        if power is None and not numbers:  # the names of the columns, at the top
            cells = _cells(text)
            column = next((n for n, cell in enumerate(cells) if _COUNTS.fullmatch(cell)), column)
            if found or not all(word.casefold() in _TITLES for word in re.findall(r"[^\W\d_]+", text)):
                return None
            continue
        if power is None or power in found:
            return None
        cells = _cells(text)
        if len(numbers) > 1 and 0 <= column < len(cells) and cells[column].isdecimal():
            numbers = [cells[column]]
        if len(numbers) != 1:
            return None
        found[power] = int(numbers[0])
    return found if len(found) > 1 else None


def _cells(text: str) -> list[str]:
    return _CELL.split(text.strip().strip("|").strip())


def _power(text: str, names: Lexicon) -> str | None:
    """The one power that a row names beside what a table says; None if it names none, or anything else."""
    words = " ".join(word for word in re.findall(r"[^\W\d_][\w'-]*", text) if word.casefold() not in _SAYS)
    return names.resolve("power", words) if words and names.has("power", words) else None
