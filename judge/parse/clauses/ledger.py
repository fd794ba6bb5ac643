"""How accounts are kept in letters: dotted leaders before an amount, a unit written to its figure, and total lines."""

from __future__ import annotations

from judge.core.regex import regex
from judge.parse.clauses.text import Text
from judge.parse.expressions import expressions

_RE = expressions("lines")

_LEADERS = regex(r"\s*(?:\.{3,}|_{3,}|…+)\s*(?=\d+\b)")


def evened(text: Text) -> Text:
    """A line without dots between a name and its amount, and with a space in `6agp`."""
    return text.sub(_LEADERS, " : ").sub(_RE.glued, " ")


def totals(text: str) -> bool:
    """Whether a line only says what the lines above it come to."""
    return _RE.total.match(text) is not None
