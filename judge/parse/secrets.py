"""Passwords are never echoed: a line is masked before anything of it is shown."""

from __future__ import annotations

import re

MASK = "****"

_PERHAPS = re.compile(r"@|pass|pwd|pw\b|^\s*[a-z]?[mj]", re.IGNORECASE)
_AFTER_GAME = re.compile(r"(\s*(?:sign[- ]?on|take[- ]?over)\s+[^@]*@\s*\S+)\s+\S.*", re.IGNORECASE | re.DOTALL)
_LIKE_SIGNON = re.compile(r"(\s*(?P<word>[a-z][a-z -]{3,8}?)\s+[^@]{1,40}@\s*\S+)\s+\S.*", re.IGNORECASE | re.DOTALL)
_MASTER = re.compile(r"(\s*(?P<word>[a-z]{5,8})\s+\S+)\s+\S.*", re.IGNORECASE | re.DOTALL)
_JOIN = re.compile(
    r'(\s*join\s+\S+\s+(?:as\s+)?(?:"[^"]*"|(?!as\s)\S+))\s+(?!prefer|password\b)\S.*', re.IGNORECASE | re.DOTALL
)
_PASSWORD = re.compile(
    r"(\b(?:pass(?:word|phrase|wd)|pwd|pw)\b(?:\s+(?:is|to))?[\s:=]+)(?:(?!\s+(?:prefer|as)\s).)+",
    re.IGNORECASE | re.DOTALL,
)


def mask(text: str) -> str:
    """The line with whatever may be a password replaced by `****`; other lines unchanged."""
    if "@" not in text and not _PERHAPS.search(text):
        return text
    for pattern in (_AFTER_GAME, _JOIN):
        match = pattern.match(text)
        if match:
            return f"{match[1]} {MASK}"
    for pattern, word in ((_LIKE_SIGNON, "SIGNON"), (_MASTER, "MASTER")):
        match = pattern.match(text)
        if match and _near(match["word"], word):
            return f"{match[1]} {MASK}"
    return _PASSWORD.sub(rf"\1{MASK}", text)


def _near(word: str, known: str) -> bool:
    plain = re.sub(r"[ -]", "", word).upper()
    if plain == known:
        return True
    from rapidfuzz.distance import OSA

    return bool(OSA.distance(plain, known) <= 2)
