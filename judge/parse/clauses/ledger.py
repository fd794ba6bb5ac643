"""How accounts are kept in letters: dotted leaders before an amount, a unit written to its figure, and total lines."""

from __future__ import annotations

import re

from judge.core.regex import regex
from judge.parse.clauses.text import Text

_LEADERS = regex(r"\s*(?:\.{3,}|_{3,}|…+)\s*(?=\d+\b)")
_GLUED = regex(r"(?<=\d)(?=agps?(?!\w))", re.IGNORECASE)
_TOTAL = regex(
    r"[\s=-]*(?:(?:sum|grand|in)?\s*(?:total|sum|all|altogether)\W{0,3}\s*\d+\s*(?:agps?|units?)?|"
    r"\d+\s*(?:out|in|sold|bought|agps?)?\s*(?:in all|in total|altogether|total)|"
    r"\d+\s*(?:out|sold|sales)\W+\d+\s*(?:in|bought|purchases)(?:\W+balance\W+(?:is\s+)?(?:nil|0|zero|nought))?)[\s.!]*$",
    re.IGNORECASE,
)


def evened(text: Text) -> Text:
    """A line without dots between a name and its amount, and with a space in `6agp`."""
    return text.sub(_LEADERS, " : ").sub(_GLUED, " ")


def totals(text: str) -> bool:
    """Whether a line only says what the lines above it come to."""
    return _TOTAL.match(text) is not None
