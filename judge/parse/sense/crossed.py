"""Two lines that change places: `Other way round: sell the marks and buy the lira`, `I mixed up my columns`."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from judge.parse.lexicon import first_word
from judge.parse.sense.changes import FIGURE, Changed
from judge.parse.sense.tokens import NAMES, Token, sorts

_SIDES = ("SELL", "BUY")
_FORBID = ("theirs", "guard", "never", "amount", "times", "except")
_STRANGE = 3  # words nobody knows: `I mixed up my columns`
_FIGURES = ("amount", "amounts", "figure", "figures", "sum", "sums", "number", "numbers", "money", "bribes", "prices")
_KINDS = {"army": "A", "fleet": "F"}
_WHICH_TWO = "Which two lines change amounts? Write both as they shall stand."
_AMOUNTS = "They have different amounts. Write both lines as they shall stand."


def read(things: Sequence[Token], lines: Sequence[str]) -> Changed | None:
    """A sale and a purchase with each other's names, where a clause says that they were mixed up; it may name them
    again, as they shall be, and in no other way. The amounts stay where they are, so they must be the same."""
    kinds = sorts(things)
    if kinds.isdisjoint(("crossed", "alike")) or any(map(_forbids, things)):
        return None
    told, strange = _told(things), sum(one.sort == "unknown" for one in things)
    if told is None or strange > (_STRANGE if told else 0):
        return None
    if not told and "crossed" not in kinds:
        return None  # `same numbers`
    pair = [n for n, line in enumerate(lines) if first_word(line) in _SIDES]
    named = {line.split()[-1]: first_word(line) for n, line in enumerate(lines) if n in pair}
    if len(pair) != 2 or set(named.values()) != set(_SIDES):
        return None
    if any(named.get(name, side) == side or name not in named for name, side in told):
        return None
    one, two = (lines[n] for n in pair)
    swapped = {pair[0]: _renamed(one, two), pair[1]: _renamed(two, one)}
    same = FIGURE.findall(one) == FIGURE.findall(two) != []
    return Changed(tuple(swapped.get(n, line) for n, line in enumerate(lines)), same, "" if same else _AMOUNTS)


def amounts(things: Sequence[Token], lines: Sequence[str]) -> Changed | None:
    """Two lines with each other's figures: `Swap the amounts for Kiel and Berlin: 4 for the fleet and 5 for the army`.
    What is said of them again must be so."""
    if "swapped" not in {one.sort for one in things} or not any(one.text.casefold() in _FIGURES for one in things):
        return None
    known = [one for one in things if one.text.casefold() not in _KINDS]
    if any(one.sort in ("theirs", "guard", "never", "except", "unknown") for one in known):
        return None
    if len(known) == len(things) and any(one.is_("amount") for one in things):
        return None  # `60 on Russia, 120 on Turkey`: each says its own
    names = [one.value for one in things if one.sort in NAMES]
    hit = [n for n, line in enumerate(lines) if any(name in line.split() for name in _starts(names, line))]
    sums = [FIGURE.findall(lines[n]) for n in hit]
    if len(names) != 2 or len(hit) != 2 or any(len(one) != 1 for one in sums):
        return Changed((), False, _WHICH_TWO) if len(names) > 1 else None
    one, two = hit
    came = {one: FIGURE.sub(sums[1][0], lines[one]), two: FIGURE.sub(sums[0][0], lines[two])}
    told = _said(things)
    right = all(
        any(line.split()[:1] == [sum_] and kind in line.split() for line in came.values()) for sum_, kind in told
    )
    sure = right and sum(thing.is_("amount") for thing in things) == len(told)
    return Changed(tuple(came.get(n, line) for n, line in enumerate(lines)), sure, "" if sure else _WHICH_TWO)


def _starts(names: Sequence[str], line: str) -> list[str]:
    """The names that say which line this is: where a unit stands, and not where it goes."""
    front = line.partition(" - ")[0].split()
    return [name for name in names if name in front]


def _said(things: Sequence[Token]) -> list[tuple[str, str]]:
    """A figure, and the kind of unit it is said to be for."""
    sums = [one.get("amount") for one in things if one.is_("amount")]
    kinds = [_KINDS[one.text.casefold()] for one in things if one.text.casefold() in _KINDS]
    return list(zip(sums, kinds, strict=False))


def _forbids(one: Token) -> bool:
    return not one.is_("crossed") and not one.is_("alike") and not one.is_("small") and any(map(one.is_, _FORBID))


def _told(things: Sequence[Token]) -> list[tuple[str, str]] | None:
    """Each currency that is named, with what is done with it: all in front of their verbs, or all behind. None where
    that cannot be told."""
    said = [one for one in things if one.is_("currency") or one.is_("what", *_SIDES)]
    if len(said) % 2 or any(one.is_("currency") == two.is_("currency") for one, two in pairwise(said)):
        return None
    pairs = [sorted(said[n : n + 2], key=lambda one: one.is_("what")) for n in range(0, len(said), 2)]
    return [(name.get("currency"), verb.get("what")) for name, verb in pairs]


def _renamed(line: str, other: str) -> str:
    """A line about the currency of the other."""
    return " ".join((*line.split()[:-1], other.split()[-1]))
