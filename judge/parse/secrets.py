"""Passwords are never echoed: a line is masked before anything of it is shown."""

from __future__ import annotations

import re

MASK = "****"

_PERHAPS = re.compile(r"@|pass|pwd|pw\b|^\s*(?:s\w?[ig]|t\w?[ak]|\w?[mj])", re.IGNORECASE)  # most lines end here
_VERB = re.compile(r"\s*(?P<verb>s[a-z]{3,4}[- ]?(?:on|no)|take[- ]?over|[a-z]{4,9})\s+(?=\S)", re.IGNORECASE)
_SEAT_AT_GAME = re.compile(r"[^@]*@\s*\S+")
_WORD = re.compile(r"\S+")
_GAME_AS_SEAT = re.compile(r'\S+(?:\s+as)?(?:\s+(?:"[^"]*"|(?!as\b|prefer|password\b)\S+))?', re.IGNORECASE)
_NO_SECRET = re.compile(r"prefer|password\b|as\b", re.IGNORECASE)
_PASSWORD = re.compile(
    r"(\b(?:pass(?:word|phrase|wd)|pwd|pw)\b(?:\s+(?:is|to))?[\s:=]+)(?:(?!\s+(?:prefer|as)\s).)+",
    re.IGNORECASE | re.DOTALL,
)
_SHORT = 4  # words: a misspelt MASTER line has no more


def mask(text: str) -> str:
    """The line with whatever may be a password replaced by `****`; other lines unchanged."""
    if not _PERHAPS.search(text):
        return text
    match = _VERB.match(text)
    kept = _kept(text, match) if match else None
    if kept is not None and text[kept:].strip():
        return f"{text[:kept].rstrip()} {MASK}"
    return _PASSWORD.sub(rf"\1{MASK}", text)


def _kept(text: str, match: re.Match[str]) -> int | None:
    """How much of a line that opens a block or takes a seat may be shown; None for any other line."""
    verb = re.sub(r"[ -]", "", match["verb"]).upper()
    start = match.end()
    if _near(verb, "SIGNON") or _near(verb, "TAKEOVER"):
        found = _SEAT_AT_GAME.match(text, start)
        if found:
            return found.end()
        return match.end("verb") if verb in ("SIGNON", "TAKEOVER") else None
    if verb == "MASTER" or (_near(verb, "MASTER") and len(text.split()) <= _SHORT):
        found = _WORD.match(text, start)
        return found.end() if found else None
    if verb == "JOIN":
        found = _GAME_AS_SEAT.match(text, start)
        if found and not _NO_SECRET.match(text[found.end() :].lstrip()):
            return found.end()
    return None


def _near(word: str, known: str) -> bool:
    if word == known:
        return True
    if abs(len(word) - len(known)) > 2:
        return False
    from rapidfuzz.distance import OSA

    return bool(OSA.distance(word, known) <= 2)
