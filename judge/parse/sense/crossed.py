"""Two lines that change places: `Other way round: sell the marks and buy the lira`, `I mixed up my columns`."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from judge.parse.sense.changes import FIGURE, Changed
from judge.parse.sense.things import Thing, sorts

_SIDES = ("SELL", "BUY")
_FORBID = ("theirs", "guard", "never", "amount", "times", "except")
_STRANGE = 3  # words nobody knows: `I mixed up my columns`
_AMOUNTS = "They have different amounts. Write both lines as they shall stand."


def read(things: Sequence[Thing], lines: Sequence[str]) -> Changed | None:
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
    pair = [n for n, line in enumerate(lines) if line.split()[0] in _SIDES]
    named = {line.split()[-1]: line.split()[0] for n, line in enumerate(lines) if n in pair}
    if len(pair) != 2 or set(named.values()) != set(_SIDES):
        return None
    if any(named.get(name, side) == side or name not in named for name, side in told):
        return None
    one, two = (lines[n] for n in pair)
    swapped = {pair[0]: _renamed(one, two), pair[1]: _renamed(two, one)}
    same = FIGURE.findall(one) == FIGURE.findall(two) != []
    return Changed(tuple(swapped.get(n, line) for n, line in enumerate(lines)), same, "" if same else _AMOUNTS)


def _forbids(one: Thing) -> bool:
    return not one.is_("crossed") and not one.is_("alike") and not one.is_("small") and any(map(one.is_, _FORBID))


def _told(things: Sequence[Thing]) -> list[tuple[str, str]] | None:
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
