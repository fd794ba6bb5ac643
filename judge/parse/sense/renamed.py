"""One name for another in a line on file: `Francs instead of marks`, `the crowns, not the lira`, with a new figure or
without."""

from __future__ import annotations

from collections.abc import Sequence

from judge.parse.sense.changes import FIGURE, HOW, Changed
from judge.parse.sense.things import Thing, follows, sorts

_SORTS = ("currency", "company", "seat")
_IDLE = ("small", "sign", "amount", "old", "set", "what")
_HAS = ("like", "likes", "have", "has", "had", "got")
_WISHES = ("want", "wants", "wish", "prefer", "would like", "i'd like", "i would like")


def read(things: Sequence[Thing], lines: Sequence[str]) -> Changed | None:
    """The lines with the name that a clause puts in the place of another; None where it says anything else. It names
    two things of one sort, and a line has the one that goes. A country is not its money: that is only proposed."""
    if sorts(things).isdisjoint(("old", "guard")):  # `instead of`, `than`
        return None
    named = [n for n, one in enumerate(things) if _name(one)]
    sums = [one.get("amount") for one in things if one.is_("amount")]
    if len(named) != 2 or len(sums) > 1 or not all(_idle(things, n, named) for n in range(len(things))):
        return None
    gone = [n for n in named if follows(things, n, _gives_way)]
    if len(gone) != 1:
        return None
    old, new = things[gone[0]], next(things[n] for n in named if n != gone[0])
    does = {one.get("what") for one in things if one.is_("what")}
    hit = [n for n, line in enumerate(lines) if _name(old) in line.split() and does <= {line.split()[0]}]
    if old.sort != new.sort or len(hit) != 1 or any(_name(new) in line.split() for line in lines):
        return None
    line = " ".join(_name(new) if word == _name(old) else word for word in lines[hit[0]].split())
    if sums:
        if not sums[0].isdecimal() or len(FIGURE.findall(line)) != 1:
            return None
        line = FIGURE.sub(sums[0], line)
    plain = not any(one.is_("country") for one in (old, new))
    return Changed((*lines[: hit[0]], line, *lines[hit[0] + 1 :]), plain, "" if plain else HOW)


def _name(one: Thing) -> str:
    return one.value if one.sort in _SORTS else ""


def _idle(things: Sequence[Thing], n: int, named: Sequence[int]) -> bool:
    """Whether a thing is a name, or says nothing beside them."""
    one = things[n]
    word = one.text.casefold()
    if word == "than" or word in _HAS:  # `I'd rather have crowns than marks`, and not `I have crowns, not marks`
        return any(two.text.casefold() == "rather" for two in things[:n])
    return n in named or word in _WISHES or any(map(one.is_, _IDLE))


def _gives_way(one: Thing) -> bool:
    return one.is_("old") or one.text.casefold() == "than"
