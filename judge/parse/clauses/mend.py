"""One slip in a word of five letters or more, with nothing else near: taken, and shown as read. Anything looser is
only proposed (judge/parse/repair.py)."""

from __future__ import annotations

from collections.abc import Iterable

from judge.core.regex import regex
from judge.parse.faults import Fault
from judge.parse.lexicon import Lexicon

SHORTEST = 5
_WORD = regex(r"[^\W\d_]+")
_NO_FIGURE = regex(r"\d[oOlI](?!\w)|(?<!\w)[oOlI]\d")


def mended(text: str, fault: Fault, lexicon: Lexicon, keywords: Iterable[str]) -> tuple[str, str]:
    """The text with one slip put right and a sentence that says so, or ("", "")."""
    if _NO_FIGURE.search(text):
        return "", ""  # `3o lira` is not 3, and what it is stands in the suggestion
    if fault.kind and len(fault.wrong) >= SHORTEST and text.startswith(fault.wrong, fault.column):
        near = lexicon.one_slip(fault.kind, fault.wrong)
        if near:
            end = fault.column + len(fault.wrong)
            return text[: fault.column] + near + text[end:], _told(fault.wrong, near)
    return _keyword(text, fault, tuple(keywords))


def _keyword(text: str, fault: Fault, keywords: tuple[str, ...]) -> tuple[str, str]:
    """A misspelt verb in front of, or at, the place of the fault."""
    from rapidfuzz.distance import OSA

    for match in _WORD.finditer(text):
        word = match[0].upper()
        if match.start() > fault.column + len(fault.wrong) or len(word) < SHORTEST or word in keywords:
            continue
        near = [one for one in keywords if len(one) >= SHORTEST and OSA.distance(word, one, score_cutoff=1) == 1]
        if len(near) == 1:
            return text[: match.start()] + near[0] + text[match.end() :], _told(match[0], near[0])
    return "", ""


def _told(wrong: str, near: str) -> str:
    return f"{wrong!r} was read as {near}."
