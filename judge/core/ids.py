"""Names of games and seats: what is allowed, and when two are the same."""

import re
from functools import cache, lru_cache

from judge.core.errors import InputError
from judge.core.lookalikes import fold as fold
from judge.core.lookalikes import scripts, skeleton
from judge.core.regex import regex

_GAME = regex(r"[A-Za-z][A-Za-z0-9_-]{0,19}", re.ASCII)
_WORDS = regex(r"\w+")
_SEAT = regex(r"[^\W_](?:[\w .'-]{0,28}[\w.])?")
RESERVED = frozenset(
    """
    master gm gamemaster judge referee umpire moderator host keeper postmaster daemon robot admin administrator
    root public all everybody everyone world theworld players spectators others somebody someone nobody noone
    anybody anyone anonymous unsigned unnamed self me myself you him observer observers none neutral list results
    press bank market void system support
    """.split()
)
"""Words that our letters use for somebody, or for everybody: no pseudonym, in no spelling."""
_PHRASES = ("somebody who does not sign", "somebody who is not named", "who does not sign", "civil disorder")
_ARTICLES = frozenset("the a an der die das le la les el il lo mr mrs ms".split())
_FILLERS = _ARTICLES.union("of to for in your our my this that game dear only real true new old and".split())


def game_name(text: str) -> str:
    """A game's name in its one form: lower case. Raises InputError when it cannot be one."""
    if not _GAME.fullmatch(text):
        raise InputError(f"{text!r} is no name for a game", hint="Use up to 20 letters and digits, a letter first.")
    return text.lower()


def lookalike(text: str) -> str:
    """The form in which names are told apart: what looks the same at a glance is the same, and so is what differs by an
    article in front (B-3)."""
    words = text.split()
    while len(words) > 1 and fold(words[0]) in _ARTICLES:
        words = words[1:]
    return skeleton(" ".join(words))


@cache
def _reserved() -> frozenset[str]:
    return frozenset(map(lookalike, (*RESERVED, *_PHRASES)))


def means_somebody(text: str) -> bool:
    """Whether a name is one that our letters use for the master, the judge, everybody or nobody, in any dress: `The
    Master`, `GM of lira7`, `Master 2`."""
    if lookalike(text) in _reserved():
        return True
    words = [word for word in _WORDS.findall(text) if fold(word) not in _FILLERS and not word.isdigit()]
    return bool(words) and all(skeleton(word) in _reserved() for word in words)


def seat_name(text: str, taken: tuple[str, ...] = (), forbidden: frozenset[str] = frozenset()) -> str:
    """A pseudonym as the player writes it, checked against those taken and the words it may not be (B-3)."""
    name = " ".join(text.split())
    if not _SEAT.fullmatch(name) or not fold(name):
        raise InputError(f"{name!r} is no pseudonym", hint="Use 1 to 30 letters, digits, spaces, dots or hyphens.")
    mixed = scripts(name)
    if len(mixed) > 1:
        listing = " and ".join(script.title() for script in mixed)
        raise InputError(
            f"{name} mixes letters of {listing}: a pseudonym has letters of one alphabet (B-3).", hint="Choose another."
        )
    own = lookalike(name)
    if means_somebody(name) or own in _looks(forbidden):
        raise InputError(
            f"{name} is a word of the game, or looks like one, and cannot be a pseudonym (B-3).", hint="Choose another."
        )
    for other in taken:
        if lookalike(other) == own:
            alike = "is taken" if fold(other) == fold(name) else f"is taken, and {name} looks like it"
            raise InputError(f"The pseudonym {other} {alike} (B-3).", hint="Choose another.")
    return name


@lru_cache(maxsize=64)
def _looks(words: frozenset[str]) -> frozenset[str]:
    return frozenset(map(lookalike, words))
