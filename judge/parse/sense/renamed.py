"""One name for another in a line on file: `Francs instead of marks`, `the crowns, not the lira`, with a new figure or
without."""

from __future__ import annotations

from collections.abc import Sequence

from judge.parse.lexicon import first_word
from judge.parse.sense.changes import FIGURE, HOW, Changed
from judge.parse.sense.tokens import Token, follows, sorts

_SORTS = ("currency", "company", "seat")
_IDLE = ("small", "sign", "amount", "old", "set", "what", "put")
_TURNS = ("turned", "there", "drop", "lift", "link", "times")
_BY = ("with", "by")
_OUT = ("off", "out")
_HAS = ("like", "likes", "have", "has", "had", "got")
_WISHES = ("want", "wants", "wish", "prefer", "would like", "i'd like", "i would like")


def read(things: Sequence[Token], lines: Sequence[str]) -> Changed | None:
    """The lines with the name that a clause puts in the place of another; None where it says anything else. It names
    two things of one sort, and a line has the one that goes. A country is not its money: that is only proposed."""
    if sorts(things).isdisjoint(("old", "guard", "turned", "there")):  # `instead of`, `than`, `replace`, `in its place`
        return None
    named = [n for n, one in enumerate(things) if _name(one)]
    sums = [one.get("amount") for one in things if one.is_("amount")]
    if len(named) != 2 or len(sums) > 1:
        return None
    turned = _turned(things, *named)
    if not all(_idle(things, n, named, turned) for n in range(len(things))):
        return None
    gone = named[:1] if turned else [n for n in named if follows(things, n, _gives_way)]
    if len(gone) != 1:
        return None
    old, new = things[gone[0]], next(things[n] for n in named if n != gone[0])
    does = {one.get("what") for one in things if one.is_("what")}
    hit = [n for n, line in enumerate(lines) if _name(old) in line.split() and does <= {first_word(line)}]
    if old.sort != new.sort or len(hit) != 1 or any(_name(new) in line.split() for line in lines):
        return None
    line = " ".join(_name(new) if word == _name(old) else word for word in lines[hit[0]].split())
    if sums:
        if not sums[0].isdecimal() or len(FIGURE.findall(line)) != 1:
            return None
        line = FIGURE.sub(sums[0], line)
    plain = not any(one.is_("country") for one in (old, new))
    return Changed((*lines[: hit[0]], line, *lines[hit[0] + 1 :]), plain, "" if plain else HOW)


def _name(one: Token) -> str:
    return one.value if one.sort in _SORTS else ""


def _turned(things: Sequence[Token], one: int, two: int) -> bool:
    """Whether the first name goes and the second comes: `replace the marks with roubles`, `take the marks off and put
    roubles there`."""
    front, between, behind = things[:one], things[one + 1 : two], things[two + 1 :]
    off = any(thing.is_("lift") for thing in front) and any(thing.text.casefold() in _OUT for thing in between)
    goes = off or any(thing.is_("drop") for thing in front)
    comes = any(thing.is_("put") or thing.is_("lift") or thing.is_("what") for thing in between)
    return goes and comes and any(thing.is_("there") for thing in (*between, *behind))


def _idle(things: Sequence[Token], n: int, named: Sequence[int], turned: bool) -> bool:
    """Whether a thing is a name, or says nothing beside them."""
    one = things[n]
    if turned and (any(map(one.is_, _TURNS)) or one.text.casefold() in (*_BY, *_OUT)):
        return True
    word = one.text.casefold()
    if word == "than" or word in _HAS:  # `I'd rather have crowns than marks`, and not `I have crowns, not marks`
        return any(two.text.casefold() == "rather" for two in things[:n])
    return n in named or word in _WISHES or any(map(one.is_, _IDLE))


def _gives_way(one: Token) -> bool:
    return one.is_("old") or one.text.casefold() == "than"
