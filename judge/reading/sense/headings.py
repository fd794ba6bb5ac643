"""What a heading says of the lines below it: what is done with them, how much each gets, whose purse pays."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

from judge.expressions import words
from judge.reading.sense.tokens import Token

LONGEST = 8  # spaces in a heading at the most
_SUBJECTS = words("things", "headings_subjects")
_POINTS = words("things", "headings_points")
_IDLE = ("small", "link", "sign")
_GIVES = ("nature", "matter", *_IDLE)
_GIVEN = {"GIFT": "give", "LOAN": "loan"}  # what is done with the items below `Gifts:`
_ENTRY = ("power", "fresh", "place", "price", "amount", "times", "cap", "shares", "each", "money", *_IDLE)
_EACH = ("amount", "each", "money", "all", "kind", "myself", *_IDLE)


def verb(things: Sequence[Token]) -> str:
    """What is done with the items below a heading (`sell`), if nothing else stands in it; "" for none."""
    said = [one for n, one in enumerate(things) if n or one.text.casefold() not in _SUBJECTS]  # `these hold`
    if any(one.is_("theirs") or one.is_("pronoun") or one.text.casefold() in _POINTS for one in said):
        return ""  # `scrap that`
    natures = {one.get("nature") for one in said if one.is_("nature")}
    if len(natures) == 1 and all(one.sort in _GIVES for one in said):
        return _GIVEN.get(natures.pop(), "")
    done = [one for one in things if one.is_("verb") or one.is_("weak")]
    said_by = ([value for sort, value in one.meanings if sort in ("verb", "weak") and value] for one in done)
    deeds = {values[0] for values in said_by if values}
    plain = all(one in done or one.is_("small") or one.sort in _IDLE for one in things)
    return deeds.pop() if len(deeds) == 1 and plain else ""


def price(things: Sequence[Token]) -> str:
    """The amount of a heading that gives one to each order below it, in the notation: `4 :` for `4 AgP each`."""
    sums = [one.get("amount") for one in things if one.is_("amount") and one.text[0].isdecimal()]
    said = any(one.is_("each") or one.is_("money") for one in things)
    whole = all(any(one.is_(sort) for sort in _EACH) for one in things)
    return f"{sums[0]} :" if len(sums) == 1 and said and whole else ""


def listed(things: Sequence[Token]) -> bool:
    """Whether this is an entry of a list of shares or its limit, of terms or of values, and nothing else: `4 of
    France`, `cap 60`, `price: 5`, `Moscow 8`."""
    whole = all(any(one.is_(sort) for sort in _ENTRY) or one.is_("verb", "list") for one in things)
    named = any(one.is_(sort) for one in things for sort in ("power", "place", "cap", "price", "shares"))
    return whole and named and sum(one.is_("amount") for one in things) == 1


def company(things: Sequence[Token]) -> bool:
    """Whether this is a heading over the terms or the values of one company: `France, my terms:`."""
    said = ("power", "terms", *_IDLE)
    known = all(any(one.is_(sort) for sort in said) or one.is_("verb", "value", "issue") for one in things)
    return known and len({one.get("power") for one in things if one.is_("power")}) == 1


def purse_ends(things: Sequence[Token]) -> int:
    """Where the words end that say whose purse pays, with a colon or a word for paying among them; 0 for none."""
    colon = next((one.end for one in things if one.text == ":"), 0)
    front = [one for one in things if one.end <= colon]
    if not front:
        front = list(takewhile(_pays, things))
    said = colon or any(one.is_("purse") for one in front)
    return front[-1].end if front and said and all(map(_pays, front)) else 0


def _pays(one: Token) -> bool:
    return one.is_("power") or one.sort in _IDLE or one.is_("purse") or one.is_("me")


def payer(things: Sequence[Token], alone: bool) -> str:
    """Whose purse pays: `AS RUSSIA` for `for Russia`, `AS SELF` for `from my own pocket`; "" for anything else.
    `alone`: a name alone is enough."""
    named = {one.get("power") for one in things if one.is_("power")}
    known = all(map(_pays, things))
    said = alone or any(one.is_("purse") or one.sort == "link" for one in things[:1])
    if not known or not said or len(named) > 1:
        return ""
    mine = any(one.is_("me") and one.text.casefold() != "i" for one in things)
    own = any(one.is_("purse") for one in things) and any(one.text.casefold().startswith("my") for one in things)
    return f"AS {named.pop()}" if named else "AS SELF" if mine or own else ""
