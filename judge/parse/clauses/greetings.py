"""Lines that only greet: most letters have one, and nothing of it needs to be read.

A greeting is told by all of its words, so it is one for `courtesy.txt` as well; a test holds both together."""

from __future__ import annotations

from judge.parse.expressions import expressions

_RE = expressions("courtesy")

_LONGEST = 40


def greets(text: str) -> bool:
    """Whether a line says nothing but hello, thanks or goodbye to the judge."""
    return len(text) < _LONGEST and _RE.greets.fullmatch(text) is not None
