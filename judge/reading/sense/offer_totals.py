"""What stands in front of offers: their total or their number, or that they cost nothing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from judge.core.regex import regex
from judge.reading.sense.result import Sense
from judge.reading.sense.tokens import Token

_FRONT_BARS = (
    *("place", "kind", "seat", "each", "never", "theirs", "guard"),
    *("aside", "against", "if", "vague", "keep", "gets"),
)
_FRONT_STRANGE = 2  # words nobody knows
_WORTH = regex(r"(\d+) [:!$]")


def behind_front(things: Sequence[Token]) -> Sequence[Token] | None:
    """What stands behind a colon with one sum in front of it, where others stand behind; None for any other clause."""
    at = next((n for n, one in enumerate(things) if one.text == ":"), 0)
    front, behind = things[:at], things[at + 1 :]
    worded = any(not one.is_("amount") and not one.is_("money") for one in front)
    if not worded or len(sums(front)) != 1 or not sums(behind):
        return None
    power = any(one.is_("power") for one in front)
    strange = sum(one.sort == "unknown" for one in front) > _FRONT_STRANGE
    return None if power or strange or any(one.is_(sort) for one in front for sort in _FRONT_BARS) else behind


def checked(told: Sense, front: Sequence[Token]) -> Sense | None:
    """Offers; none where the sum in front of them is neither their total nor their number."""
    worth = [int(one) for line in told.lines for one in _WORTH.findall(line)[:1]]
    left = tuple(one.text for one in front if one.sort == "unknown")
    if sums(front)[0] not in (str(sum(worth)), str(len(told.lines))):
        return None
    return replace(told, shown=told.shown or bool(left), left=(*left, *told.left))


def free(things: Sequence[Token]) -> bool:
    """`No money for my own units, they just go: ...`: no other sum stands in front of the list or in it."""
    at = next((n for n, one in enumerate(things) if one.text == ":"), 0)
    places = any(one.is_("place") for one in things[:at])
    return not places and sums(things[:at]) == ["0"] and sums(things) == ["0"]


def sums(things: Sequence[Token]) -> list[str]:
    """The amounts among things, as written."""
    return [one.get("amount") for one in things if one.is_("amount")]
