"""What settles ties (`For ties: Austria first, the rest by lot`) and what stays in the purse (`15 kept in the chest`).

Both are told in words that have the look of talk, so they are looked for in front of everything else that a sentence
may be: it is read, or asked about, and never passed over."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from judge.core.regex import regex
from judge.core.variant import Situation
from judge.expressions import words
from judge.reading.sense.result import Sense, other
from judge.reading.sense.tokens import Token

NO_TRADE = ("NO TRADE",)
_ONWARD = words("things", "settled_onward")  # `I'll pass that on`
_WHY = 16  # things in a reason
_REASONS = ("unknown", "posted", "matter")
_DENIES = ("never", "against")
_OTHER = (*_DENIES, "amount", "place", "kind", "guard")
_STARTS = ("small", "link", "guard", "sign")
_ELSEWHERE = ("place", "power", "seat", "kind", "theirs")
_OF_PURSE = ("keep", "amount", "money", "chest")
_TALK = ("small", "link", "sign", "unknown")
_OPEN = ("never", "guard", "vague")
_FRONT = 4  # things in front of a word for a tie
_STRANGE = 1  # words nobody knows


_LEAST = regex(r"below|less", re.IGNORECASE)  # said of the purse, named or not


def read(things: Sequence[Token], now: Situation) -> Sense | None:
    """A list of whose money wins a tie, or a sum that is kept; without lines where it is one that cannot be read."""
    if not things or things[-1].text == "?":
        return None
    return _ties(things, now) or _kept(things)


def _ties(things: Sequence[Token], now: Situation) -> Sense | None:
    """`ACCEPT FRANCE ENGLAND ?`"""
    at = next((n for n, one in enumerate(things[:_FRONT]) if one.is_("tie") or one.is_("welcome")), None)
    if at is None or any(one.sort not in _STARTS or any(map(one.is_, _DENIES)) for one in things[:at]):
        return None
    rest = things[at + 1 :]
    names = (one.get("power") or (now.me if one.is_("myself") else "") for one in rest)
    named = list(dict.fromkeys(filter(None, names)))
    lot = any(one.is_("lot") or one.text == "?" for one in rest)
    listed = any(one.is_("first") or one.is_("link", "then") or one.text in (":", ">") for one in rest)
    if not named or not (lot or listed or things[at].is_("welcome")):
        return None
    strange = [one for one in rest if one.sort == "unknown" and not one.is_("lot")]
    if len(strange) > _STRANGE or any(one.is_("link", "or") or any(map(one.is_, _OTHER)) for one in rest):
        return Sense((), False)
    line = f"ACCEPT {' '.join(named)} ?"
    if not lot:
        return Sense((line,), False, ask="And all the others? I would let the lot decide among them.")
    return Sense((line,), True, bool(strange))


def _kept(things: Sequence[Token]) -> Sense | None:
    """`20 $`"""
    chest = any(one.is_("chest") for one in things)
    if chest:  # `12 stay in the bank`
        things = [replace(one, sort="keep") if one.is_("verb", "hold") else one for one in things]
    sums = [one.get("amount") for one in things if one.is_("amount")]
    purse = chest or any(one.is_("money") or (one.is_("keep") and _LEAST.search(one.text)) for one in things)
    if len(sums) != 1 or not purse or not any(one.is_("keep") for one in things):
        return None
    if any(one.is_(sort) for one in things for sort in _ELSEWHERE):
        return None
    left = [one for one in things if not (any(map(one.is_, _OF_PURSE)) or one.is_("least"))]  # at least kept
    open_ = any(one.is_("link", "or") or any(map(one.is_, _OPEN)) for one in left)
    strange = sum(one.sort == "unknown" for one in left)
    if (
        open_
        or strange > _STRANGE
        or any(one.sort not in _TALK for one in left)
        or not sums[0].isdecimal()
        or sums[0] == "0"
        or other(things, range(len(things)))
    ):
        return Sense((), False)
    return Sense((f"{sums[0]} $",), True, strange > 0)


def nothing(things: Sequence[Token]) -> Sense | None:
    """`Nil return.`, `No trades either`, `Passing this round, exams`: that nothing is traded, and at most why."""
    at = next((n for n, one in enumerate(things) if one.is_("nothing")), None)
    if at is None or things[-1].text == "?":
        return None
    cut = next(
        (n for n, one in enumerate(things) if n > at and one.text in (",", ";", "-", "--", "(", ":")), len(things)
    )
    if any(one.text.casefold() in _ONWARD for one in things[at + 1 : cut]):
        return None
    idle = ("small", "sign", "link", "or", "nothing", "each", "mine")
    if any(not any(one.is_(sort) for sort in idle) for one in things[:cut] if one is not things[at]):
        return None
    why = things[cut:]
    said = (*idle, *_REASONS, "aside", "all", "never")
    if any(one.sort not in said or one.is_("link", "or") for one in why) or len(why) > _WHY:
        return None
    left = tuple(one.text for one in why if one.sort in _REASONS)
    return Sense(NO_TRADE, True, bool(left), left=left)
