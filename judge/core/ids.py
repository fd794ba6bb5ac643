"""Names of games and seats: what is allowed, and when two are the same."""

from __future__ import annotations

import re
import unicodedata

from judge.core.errors import InputError

_GAME = re.compile(r"[A-Za-z][A-Za-z0-9_-]{0,19}", re.ASCII)
_SEAT = re.compile(r"[^\W_](?:[\w .'-]{0,28}[\w.])?")
RESERVED = frozenset(
    {
        "master",
        "judge",
        "public",
        "all",
        "self",
        "list",
        "keeper",
        "observer",
        "none",
        "nobody",
        "bank",
        "market",
        "void",
    }
)


def game_name(text: str) -> str:
    """A game's name in its one form: lower case. Raises InputError when it cannot be one."""
    if not _GAME.fullmatch(text):
        raise InputError(f"{text!r} is no name for a game", hint="Use up to 20 letters and digits, a letter first.")
    return text.lower()


def fold(text: str) -> str:
    """The form in which names are compared: no case, no accents, no spaces or punctuation (B-3)."""
    decomposed = unicodedata.normalize("NFKD", text)
    return "".join(ch for ch in decomposed if ch.isalnum()).casefold()


def seat_name(text: str, taken: tuple[str, ...] = (), forbidden: frozenset[str] = frozenset()) -> str:
    """A pseudonym as the player writes it, checked against those taken and the words it may not be (B-3)."""
    name = " ".join(text.split())
    if not _SEAT.fullmatch(name) or not fold(name):
        raise InputError(f"{name!r} is no pseudonym", hint="Use 1 to 30 letters, digits, spaces, dots or hyphens.")
    folded = fold(name)
    if folded in RESERVED or folded in forbidden:
        raise InputError(f"{name} is a word of the game and cannot be a pseudonym (B-3).", hint="Choose another.")
    for other in taken:
        if fold(other) == folded:
            raise InputError(f"The pseudonym {other} is taken (B-3).", hint="Choose another.")
    return name
