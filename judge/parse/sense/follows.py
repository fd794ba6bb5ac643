"""How many of what the sentence before names: `I want to buy marks. 400 of them.`"""

from __future__ import annotations

from collections.abc import Sequence

from judge.parse.sense.tokens import Token

_IDLE = ("small", "pronoun", "sign", "vague")
_MEANS = ("will", "say", "make", "be", "would", "should", "do", "suffice", "are", "enough", "that's", "that")


def amount(things: Sequence[Token]) -> tuple[str, bool] | None:
    """The only figure of a clause that names nothing, and whether each of what was named before gets it."""
    sums = [one.get("amount") for one in things if one.is_("amount")]
    each = any(one.is_("each") or one.text.casefold() == "both" for one in things)
    said = all(
        one.is_("amount") or one.is_("each") or one.is_("link", "of") or one.text.casefold() in _MEANS or _idle(one)
        for one in things
    )
    return (sums[0], each) if said and len(sums) == 1 and sums[0].isdecimal() and sums[0] != "0" else None


def _idle(one: Token) -> bool:
    vague = one.is_("vague") and one.text.casefold() != "enough"
    return not vague and any(map(one.is_, _IDLE))


def places(things: Sequence[Token]) -> list[tuple[int, int]]:
    """Where a clause that has no figure names a currency: from and to, with a vague word in front of it (`some marks`),
    so that an amount may stand there."""
    if any(one.is_("amount") for one in things):
        return []
    named = [n for n, one in enumerate(things) if one.is_("currency")]
    starts = [things[n - 1].start if n and things[n - 1].is_("vague") else things[n].start for n in named]
    return [(start, things[n].start) for start, n in zip(starts, named, strict=True)]
