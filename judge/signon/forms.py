"""SIGNON and MASTER lines as people write them, in the one form that is read: `SIGNON: Lupus@lira7, moonlight9`,
`Please sign on as Lupus in lira7 (password moonlight9)`, and at the top of a letter `Lupus@lira7 moonlight9` alone."""

import re

from judge.core.regex import regex

_LEAD = r"\s*(?:(?:please|pls|hello|hi|hey|dear|judge)(?!\w)[\s,:!.]*)*"
_SIGNS = r"(?:sign|log)[- ]?(?:on|in)(?!\w)"
_GAME = r"(?:game\s+)?(?P<game>[A-Za-z][\w-]{0,30})(?![\w@])"
_SEAT = regex(
    rf"{_LEAD}{_SIGNS}(?:\s+as(?!\w))?\s*[:,]?\s*"
    rf"(?P<seat>\"[^\"]{{1,60}}\"|'[^']{{1,60}}'|[^@\s\"'][^@\"']{{0,60}}?)(?:\s*@\s*|\s+(?:at|in|of)\s+){_GAME}",
    re.IGNORECASE,
)
_THREE = regex(r"\s*sign[- ]?on\s*:?\s+(?P<seat>[^\s@]+)\s+(?P<game>[A-Za-z][\w-]*)\s+(?P<secret>[^\s@]+)\s*$", re.I)
_LABEL = r"(?:my\s+)?(?:pass(?:word|phrase|wd)?|pwd?|kennwort|passwort|mot\s+de\s+passe)"
_BARE = regex(
    r"\s*(?P<seat>\"[^\"@]{1,60}\"|[^\s@,;:\"']{1,60})\s*@\s*(?P<game>[A-Za-z][\w-]{0,30})(?![\w@.])", re.IGNORECASE
)
_TOLD = regex(
    rf"{_LEAD}(?:(?:this\s+is|here\s+is|i\s+am|i'm|it'?s)(?!\w)\s*)?(?P<seat>\"[^\"@]{{1,60}}\"|[^\s@,;:\"']{{1,60}})"
    rf"\s+(?:in|of|from|at)\s+{_GAME}(?=.*\W{_LABEL}(?!\w))",
    re.IGNORECASE,
)
_SHORTEST = 4  # characters of a password
_MASTER = regex(rf"{_LEAD}master(?:\s+of(?!\w))?\s*[:,]?\s+{_GAME}", re.IGNORECASE)
_SECRET = regex(
    rf"[\s,;:/|-]*(?:\(\s*)?(?:(?:with|using|and)\s+)?(?:{_LABEL}(?!\w)(?:\s+(?:is|ist))?\s*[:=]?\s*)?(?P<secret>\S+?)\)?\s*$",
    re.IGNORECASE,
)
_LABELLED = regex(rf"\s*{_LABEL}(?!\w)(?:\s+(?:is|ist))?\s*[:=]?\s*(?P<secret>\S+)\s*$", re.IGNORECASE)
_ALONE = regex(r"\s*(?P<secret>(?=\S*\d)[^\s@:,]{4,64})\s*$")
_AS = regex(rf"{_LEAD}{_SIGNS}\s+as(?!\w)", re.IGNORECASE)
_QUOTES = "\"'"


def opens(text: str) -> bool:
    """Whether a line names a seat or a game to sign on to, in whatever way."""
    found = _SEAT.match(text)
    return found is not None and "@" in found[0]


def bare(text: str) -> bool:
    """Whether a line is a seat, its game and a password, and nothing else: a sign-on where it begins a letter. Without
    an at sign the password is called one."""
    return _unsaid(text) is not None


def as_whom(text: str) -> bool:
    """Whether AS stands before the seat, which is no part of its name."""
    return bool(_AS.match(text))


def plain(text: str) -> str:
    """The line in the form that is read; "" if it cannot be told what stands where."""
    three = _THREE.match(text)
    if three is not None:
        return f"SIGNON {three['seat']}@{three['game']} {three['secret']}"
    found = _SEAT.match(text) or _unsaid(text)
    head = f"SIGNON {found['seat'].strip()}@{found['game']}" if found else ""
    if found is None:
        found = _MASTER.match(text)
        head = f"MASTER {found['game']}" if found else ""
    secret = _SECRET.match(text, found.end()) if found else None
    return f"{head} {_bare(secret['secret'])}" if secret else ""


def secret_below(text: str) -> str:
    """The password in the line below a sign-on that has none: behind the word, or alone with a figure in it."""
    found = _LABELLED.match(text) or _ALONE.match(text)
    return _bare(found["secret"]) if found else ""


def shown(text: str) -> int | None:
    """How much of such a line may be shown: up to the name of the game; None for any other line."""
    seat = _SEAT.match(text)
    found = seat if seat and "@" in seat[0] else _unsaid(text)
    return found.end() if found else None


def _unsaid(text: str) -> re.Match[str] | None:
    """The head of a line that ends in a password and does not say what it is for."""
    found = _BARE.match(text) or _TOLD.match(text)
    secret = _SECRET.match(text, found.end()) if found else None
    return found if secret is not None and len(_bare(secret["secret"])) >= _SHORTEST else None


def _bare(secret: str) -> str:
    """Without quotation marks around it."""
    return secret[1:-1] if len(secret) > 2 and secret[0] == secret[-1] and secret[0] in _QUOTES else secret
