"""SIGNON and MASTER lines as people write them, in the one form that is read: `SIGNON: Lupus@lira7, moonlight9`,
`Please sign on as Lupus in lira7 (password moonlight9)`, and at the top of a letter `Lupus@lira7 moonlight9` alone."""

import re

from judge.expressions import expressions

_RE = expressions("signon")
_SHORTEST = 4  # characters of a password
_QUOTES = "\"'"


def opens(text: str) -> bool:
    """Whether a line names a seat or a game to sign on to, in whatever way."""
    found = _RE.seat.match(text)
    return found is not None and "@" in found[0]


def bare(text: str) -> bool:
    """Whether a line is a seat, its game and a password, and nothing else: a sign-on where it begins a letter. Without
    an at sign the password is called one."""
    return _unsaid(text) is not None


def as_whom(text: str) -> bool:
    """Whether AS stands before the seat, which is no part of its name."""
    return bool(_RE.signs_as.match(text))


def plain(text: str) -> str:
    """The line in the form that is read; "" if it cannot be told what stands where."""
    three = _RE.three_words.match(text)
    if three is not None:
        return f"SIGNON {three['seat']}@{three['game']} {three['secret']}"
    found = _RE.seat.match(text) or _unsaid(text)
    head = f"SIGNON {found['seat'].strip()}@{found['game']}" if found else ""
    if found is None:
        found = _RE.master.match(text)
        head = f"MASTER {found['game']}" if found else ""
    secret = _RE.secret.match(text, found.end()) if found else None
    return f"{head} {_bare(secret['secret'])}" if secret else ""


def secret_below(text: str) -> str:
    """The password in the line below a sign-on that has none: behind the word, or alone with a figure in it."""
    found = _RE.labelled_secret.match(text) or _RE.secret_alone.match(text)
    return _bare(found["secret"]) if found else ""


def shown(text: str) -> int | None:
    """How much of such a line may be shown: up to the name of the game; None for any other line."""
    seat = _RE.seat.match(text)
    found = seat if seat and "@" in seat[0] else _unsaid(text)
    return found.end() if found else None


def _unsaid(text: str) -> re.Match[str] | None:
    """The head of a line that ends in a password and does not say what it is for."""
    found = _RE.bare.match(text) or _RE.told.match(text)
    secret = _RE.secret.match(text, found.end()) if found else None
    return found if secret is not None and len(_bare(secret["secret"])) >= _SHORTEST else None


def _bare(secret: str) -> str:
    """Without quotation marks around it."""
    return secret[1:-1] if len(secret) > 2 and secret[0] == secret[-1] and secret[0] in _QUOTES else secret
