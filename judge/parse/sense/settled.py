"""What settles ties (`For ties: Austria first, the rest by lot`) and what stays in the purse (`15 kept in the chest`).

Both are told in words that have the look of talk, so they are looked for in front of everything else that a sentence
may be: it is read, or asked about, and never passed over."""

from __future__ import annotations

import re
from collections.abc import Sequence

from judge.core.regex import regex
from judge.core.variant import Situation
from judge.parse.expressions import words
from judge.parse.sense.result import Sense
from judge.parse.sense.tokens import Token

NO_TRADE = ("NO TRADE",)
NOTHING = ("nothing",)
"""What stands in every clause that says that nothing is traded."""
_ONWARD = words("things", "settled_onward")  # `I'll pass that on`
_WHY = 8  # things in a reason
_REASONS = ("unknown", "posted", "matter")
SORTS = ("tie", "welcome", "keep")
"""One of these stands in whatever is read here."""
_STARTS = ("small", "link", "guard", "sign")
_FRONT = 4  # things in front of a word for a tie
_STRANGE = 1  # words nobody knows


_AT_LEAST = regex(r"at least|(?:not|no) less than", re.IGNORECASE)  # what is kept is at least kept
_LEAST = regex(r"below|less", re.IGNORECASE)  # said of the purse, named or not


def read(things: Sequence[Token], now: Situation) -> Sense | None:
    """A list of whose money wins a tie, or a sum that is kept; without lines where it is one that cannot be read."""
    if not things or things[-1].text == "?":
        return None
    return _ties(things, now) or _kept(things)


def _ties(things: Sequence[Token], now: Situation) -> Sense | None:
    """`ACCEPT FRANCE ENGLAND ?`"""
    at = next((n for n, one in enumerate(things[:_FRONT]) if one.is_("tie") or one.is_("welcome")), None)
    if at is None or any(one.sort not in _STARTS or _denies(one) for one in things[:at]):
        return None
    rest = things[at + 1 :]
    named: list[str] = []
    for n in range(len(rest)):
        name = _name(rest, n, now)
        if name and name not in named:
            named.append(name)
    lot = any(_chance(one) for one in rest)
    listed = (
        lot
        or things[at].is_("welcome")
        or any(one.is_("first") or one.is_("link", "then") or one.text in (":", ">") for one in rest)
    )
    if not named or not listed:
        return None
    strange = [one for n, one in enumerate(rest) if one.sort == "unknown" and not _chance(one)]
    denied = any(_denies(one) or one.is_("amount") or one.sort in ("place", "kind") for one in rest)
    if denied or any(one.is_("link", "or") or one.is_("guard") for one in rest) or len(strange) > _STRANGE:
        return Sense((), False)
    line = f"ACCEPT {' '.join(named)} ?"
    if not lot:
        return Sense((line,), False, ask="And all the others? I would let the lot decide among them.")
    return Sense((line,), True, bool(strange))


def _name(things: Sequence[Token], n: int, now: Situation) -> str:
    one = things[n]
    if one.is_("power"):
        return one.get("power")
    return now.me if one.is_("myself") else ""


def _chance(one: Token) -> bool:
    return one.is_("lot") or one.text == "?"


def _denies(one: Token) -> bool:
    return one.is_("never") or one.is_("against")


def _kept(things: Sequence[Token]) -> Sense | None:
    """`20 $`"""
    keeps = any(one.is_("keep") for one in things)
    if any(one.is_(sort) for one in things for sort in ("place", "power", "seat", "kind", "theirs")):
        return None
    sums = [one.get("amount") for one in things if one.is_("amount")]
    purse = any(one.is_("money") or one.is_("chest") or (one.is_("keep") and _LEAST.search(one.text)) for one in things)
    if not keeps or len(sums) != 1 or not purse:
        return None
    left = [one for one in things if not any(one.is_(s) for s in ("keep", "amount", "money", "chest"))]
    left = [one for one in left if not _AT_LEAST.fullmatch(one.text)]
    open_ = any(one.is_("vague") or one.is_("guard") or one.is_("never") or one.is_("link", "or") for one in left)
    strange = any(one.sort not in ("small", "link", "sign", "unknown") for one in left)
    many = sum(one.sort == "unknown" for one in left) > _STRANGE
    if open_ or strange or many or not sums[0].isdigit() or sums[0] == "0":
        return Sense((), False)
    return Sense((f"{sums[0]} $",), True, any(one.sort == "unknown" for one in left))


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
    if any(one.sort not in (*idle, *_REASONS, "aside") or one.is_("link", "or") for one in why) or len(why) > _WHY:
        return None
    left = tuple(one.text for one in why if one.sort in _REASONS)
    return Sense(NO_TRADE, True, bool(left), left=left)
