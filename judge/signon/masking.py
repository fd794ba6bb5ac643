"""Passwords are never echoed: a line is masked before anything of it is shown."""

import re

from judge.core.regex import regex
from judge.signon import forms

MASK = "****"
SHORTEST = 4  # characters of a password

_PERHAPS = regex(r"@|pass|pwd|pw\b|^\s*(?:s\w?[ig]|t\w?[ak]|\w?[mj])", re.IGNORECASE)  # most lines end here
_VERB = regex(r"\s*(?P<verb>s[a-z]{3,4}[- ]?(?:on|no)|take[- ]?over|[a-z]{4,9})\s+(?=\S)", re.IGNORECASE)
_SEAT_AT_GAME = regex(r"[^@]*@\s*\S+")
_WORD = regex(r"\S+")
_GAME = regex(r"\S+?,?(?:\s+|$)")
_PART = regex(r"(?P<word>as|prefer\w*|pass(?:word|phrase|wd)):?(?:\s+|$)", re.IGNORECASE)
_NAME = regex(r"""\s*(?:"[^"]*"|'[^']*'|\S+)""")
_LINKS = frozenset(["of", "the", "von", "van", "der", "den", "del", "della", "and"])
_NUMERAL = regex(r"[IVXLC]+")
_PASSWORD = regex(
    r"(\b(?:pass(?:word|phrase|wd)|pwd|pw)\b(?:\s+(?:is|to))?[\s:=]+)(?:(?!\s+(?:prefer|as)\s|(?<=[.!?])\s).)+",
    re.IGNORECASE | re.DOTALL,
)
_KEY = regex(  # whatever stands before it: `%2B` or `=2B` for the plus sign as well
    r"[a-z][\w-]{0,19}\.(?:press-\w{1,6}-)?\d{1,6}-\d{1,6}-[a-z2-7]{16}(?!\w)"  # judge.desk.cabinet.keys
    r"|(?:confirm|copy|bounce|unsubscribe)\.[\w.-]*[a-z2-7]{8,}(?!\w)|\bconfirm\s+[a-z2-7]{12}(?!\w)"
    r"|(?:(?<!\w)|(?<=[%=]2b)|(?<=_))[0-9a-f]{32}(?!\w)",  # a Message-ID of the judge's
    re.IGNORECASE | re.ASCII,
)
_SHORT = 4  # words: a misspelt MASTER line has no more


def mask(text: str) -> str:
    """The line with whatever may be a password replaced by `****`; other lines unchanged."""
    if not _PERHAPS.search(text):
        return text
    match = _VERB.match(text)
    kept = _kept(text, match) if match else None
    if kept is None:
        kept = forms.shown(text)
    if kept is not None and text[kept:].strip():
        return f"{text[:kept].rstrip()} {MASK}"
    return _PASSWORD.sub(_masked, text)


def hide_keys(text: str) -> str:
    """A text for others, with whatever answers a letter of the judge's replaced: reply keys, tokens, Message-IDs."""
    return _KEY.sub(MASK, text)


def _masked(found: re.Match[str]) -> str:
    """What stands in front of a password, and the mask; the next sentence begins anew."""
    ends = found[0][-1] in ".!?" and found.end() < len(found.string)
    return f"{found[1]}{MASK}{'.' if ends else ''}"


def _kept(text: str, match: re.Match[str]) -> int | None:
    """How much of a line that opens a block or takes a seat may be shown; None for any other line."""
    verb = match["verb"].replace(" ", "").replace("-", "").upper()
    start = match.end()
    if _near(verb, "SIGNON") or _near(verb, "TAKEOVER"):
        found = _SEAT_AT_GAME.match(text, start)
        if found:
            return found.end()
        return match.end("verb") if verb in ("SIGNON", "TAKEOVER") else None
    if verb == "MASTER" or (_near(verb, "MASTER") and len(text.split()) <= _SHORT):
        found = _WORD.match(text, start)
        return found.end() if found else None
    return _joining(text, start) if verb == "JOIN" else None


def _joining(text: str, start: int) -> int | None:
    """How much of a JOIN line may be shown: up to the first word that stands where a pseudonym does and may have been
    meant as a password; None for all of it but what stands behind PASSWORD."""
    game = _GAME.match(text, start)
    at = game.end() if game else len(text)
    part = ""
    while at < len(text):
        end = next(
            (found.start() for found in _PART.finditer(text, at) if text[found.start() - 1].isspace()), len(text)
        )
        follows = _PART.match(text, end)
        closed = follows is not None and follows["word"].lower().startswith("pass")
        if not part or part == "as":
            name = _NAME.match(text, at, end)
            if name and not (closed or seems_a_name(text[at:end].strip(" ,"))):
                return name.end()
        if follows is None:
            return None
        part, at = follows["word"].lower(), follows.end()
    return None


def seems_a_name(text: str) -> bool:
    """Whether nobody could have meant a word behind the first one as a password: `Old Fox`, not `Lupus moonlight9`.
    A name in quotation marks ends where they do."""
    quoted = _NAME.match(text)
    if quoted and text.lstrip()[:1] in ('"', "'"):
        return not text[quoted.end() :].strip(" ,.!")
    first, *rest = text.split() or [""]
    return all(_of_a_name(word, first) for word in rest)


def _of_a_name(word: str, first: str) -> bool:
    """Part of a name: a capital and small letters, a link, a numeral, or too short for a password."""
    if len(word) < SHORTEST or word in _LINKS or _NUMERAL.fullmatch(word):
        return True
    letters = re.sub(r"(?<=\w)['.-](?=\w|$)", "", word)
    return letters.isalpha() and (word.istitle() or (word.isupper() and first.isupper()))


def _near(word: str, known: str) -> bool:
    if word == known:
        return True
    if abs(len(word) - len(known)) > 2:
        return False
    from rapidfuzz.distance import OSA

    return bool(OSA.distance(word, known) <= 2)
