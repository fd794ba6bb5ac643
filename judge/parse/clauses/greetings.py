"""Lines that only greet: most letters have one, and nothing of it needs to be read.

A greeting is told by all of its words, so it is one for `courtesy.txt` as well; a test holds both together."""

from __future__ import annotations

import re

from judge.core.regex import regex

_GREETS = regex(
    r"(?:(?:hi|hello|hey|dear|greetings|good (?:morning|evening|afternoon|day))"
    r"(?: (?:judge|gm|referee|master|all|there|everybody|everyone|team|sir))?|judge|thanks|thank you|many thanks|"
    r"cheers|regards|best regards|kind regards|best wishes)[,.!]?",
    re.IGNORECASE,
)
_LONGEST = 40


def greets(text: str) -> bool:
    """Whether a line says nothing but hello, thanks or goodbye to the judge."""
    return len(text) < _LONGEST and _GREETS.fullmatch(text) is not None
