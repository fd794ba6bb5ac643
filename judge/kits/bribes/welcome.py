"""Acceptance lists: whose money a power likes best (A8, XR-2).

A list is a tuple of payers, most welcome first, with ANYBODY for all who are not named. Written, a power is its letter
and an investor its alias behind an `@`: `FEGARIT`, `F?G`, `R A @bob ? T`.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from judge.core.dice import Dice
from judge.core.ids import fold
from judge.kits.bribes.faults import OfferFault
from judge.kits.bribes.values import Payer

ANYBODY = "?"
Welcome = tuple[Payer, ...]

_MOST_AT_ONCE = 20  # 20! orders still fit a die


def default_welcome(owner: Payer) -> Welcome:
    """His own money first, then anybody's."""
    return (owner, ANYBODY)


def read_welcome(text: str, letters: Mapping[str, Payer], aliases: Mapping[str, Payer] | None = None) -> Welcome:
    """`text` as a list; without a `?` one is added while anybody is left out. Raises OfferFault.

    letters  capital letter -> power; aliases  alias -> investor, compared without case, spaces and punctuation
    """
    aliases = {fold(alias): payer for alias, payer in (aliases or {}).items()}
    listed: list[Payer] = []
    named = _names(tuple(sorted(letters.values())))
    for match in named.finditer(text):
        payer = _payer(match[0], letters, aliases, match.start())
        if payer in listed:
            what = "a second ?" if payer == ANYBODY else f"{match[0].upper()} twice"
            raise OfferFault(f"The list holds {what}.", match.start(), f"Each stands once: {_example(letters)}.")
        listed.append(payer)
    if not listed:
        raise OfferFault("The list is empty.", len(text), f"Write one like {_example(letters)}.")
    everybody = {*letters.values(), *aliases.values()}
    if ANYBODY not in listed and not everybody <= set(listed):
        listed.append(ANYBODY)
    return tuple(listed)


@lru_cache(16)
def _names(powers: tuple[Payer, ...]) -> re.Pattern[str]:
    """One entry of a list: a power's whole name, an alias, or a letter."""
    names = "|".join(re.escape(power) for power in powers)
    return re.compile(rf"(?<!\w)(?:{names})(?!\w)|@[^\s,?]+|[^\s,]", re.IGNORECASE)


def _payer(word: str, letters: Mapping[str, Payer], aliases: Mapping[str, Payer], column: int) -> Payer:
    if word == ANYBODY:
        return ANYBODY
    if word.startswith("@"):
        if fold(word) in aliases:
            return aliases[fold(word)]
        known = ", ".join(f"@{alias}" for alias in sorted(aliases)) or "none"
        raise OfferFault(f"There is no investor {word}.", column, f"Investors are {known}.")
    if word.upper() in letters.values():
        return word.upper()
    if word.upper() not in letters:
        known = ", ".join(f"{letter} ({power.title()})" for letter, power in sorted(letters.items()))
        raise OfferFault(f"{word!r} is no power's letter.", column, f"Letters are {known}.")
    return letters[word.upper()]


def _example(letters: Mapping[str, Payer]) -> str:
    return "".join(sorted(letters)[:3]) + ANYBODY


def write_welcome(welcome: Welcome, letters: Mapping[str, Payer]) -> str:
    """The list as it is printed and read again: letters closed up, aliases apart."""
    short = {payer: letter for letter, payer in letters.items()}
    words = [short.get(payer, payer if payer == ANYBODY else f"@{payer.lower()}") for payer in welcome]
    return ("" if all(len(word) == 1 for word in words) else " ").join(words)


def spelled_out(welcome: Welcome, others: Iterable[Sequence[Payer]]) -> Welcome:
    """The list with its `?` replaced by all who are not named: `others` holds the groups in which they come (powers
    before investors), each in its drawn order."""
    named = set(welcome)
    filling = [payer for group in others for payer in group if payer not in named]
    at = welcome.index(ANYBODY) if ANYBODY in welcome else len(welcome)
    return (*welcome[:at], *filling, *welcome[at + 1 :])


def drawn_order(dice: Dice, label: str, payers: Sequence[Payer]) -> tuple[Payer, ...]:
    """All of `payers`, which come sorted, in random order, by one die of n! sides (PR-2).

    The die is the same whatever a secret list names, so that published draws tell nothing of the list.
    """
    if len(payers) > _MOST_AT_ONCE:
        return dice.shuffle(label, payers)
    number = dice.roll(label, math.factorial(len(payers))) - 1
    left, out = list(payers), []
    for size in range(len(payers), 0, -1):
        place, number = divmod(number, math.factorial(size - 1))
        out.append(left.pop(place))
    return tuple(out)
