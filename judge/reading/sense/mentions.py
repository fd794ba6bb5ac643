"""Places and units as a clause mentions them: each with its kind, its coast and the small words that mark its part."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from judge.core.values import Value
from judge.core.variant import Situation, UnitSeen
from judge.reading.sense.tokens import Token

_ENDS = ("and", "then")  # links that may begin another order
_BREAKS = (",", ";", ":", ".", "/", "|", "+", "!", "&", "..", "...", "--", "(", ")")
_IN = ("in", "of", "from", "'s")
_COASTS = ("STP", "SPA", "BUL")


class Mention(Value):
    """A place, a unit that is called by its kind alone (`my fleet`), or all units at once.

    at      its number among the things; `used`: all things that it is made of
    place   canonical, with its coast; "" for a unit without a place
    kind    A or F where it is called so
    marks   links and signs that stand before it, since the mention before: the nearest last
    power   whose it is said to be
    every   it stands for all units, or all of its kind
    """

    at: int
    used: frozenset[int]
    place: str = ""
    kind: str = ""
    marks: tuple[str, ...] = ()
    power: str = ""
    every: bool = False

    @property
    def near(self) -> str:
        """The mark right before it."""
        return self.marks[-1] if self.marks else ""

    @property
    def carries(self) -> bool:
        """Whether an army goes over it by sea: `carried by the North Sea`, `via the North Sea`."""
        return "carried-by" in self.marks or self.near == "via"

    @property
    def entered(self) -> bool:
        """Whether something moves into it: `arrives in Burgundy`."""
        return self.marks[-2:] in (("verb move", "in"), ("verb retreat", "in"))


def same(one: str, two: str) -> bool:
    """Whether two places are one province: with and without its coast."""
    return one.partition("/")[0] == two.partition("/")[0] and (one == two or "/" not in one or "/" not in two)


def stands(unit: UnitSeen, mention: Mention) -> bool:
    """Whether a mention may mean this unit."""
    if mention.kind not in ("", unit.kind) or mention.power not in ("", unit.power):
        return False
    return not mention.place or same(unit.place, mention.place)


def own_units(mention: Mention, now: Situation) -> list[UnitSeen]:
    """The writer's units that a mention may mean; in a retreat only those that must go."""
    units = now.dislodged if now.season == "R" else now.units
    return [unit for unit in units if not mention.every and stands(unit, mention)]


def breaks(thing: Token) -> bool:
    """Whether a thing may part two orders."""
    if thing.sort in ("except", "which", "stop"):
        return True
    return (thing.sort == "sign" and thing.value in _BREAKS) or (thing.sort == "link" and thing.value in _ENDS)


def mentions(things: Sequence[Token]) -> tuple[Mention, ...]:
    """The mentions of a clause, in its order."""
    found = _coasted(things, list(_mentions(things)))
    taken = frozenset().union(*(one.used for one in found)) if found else frozenset[int]()
    return tuple(_marked(things, one, taken) for one in found)


def _mentions(things: Sequence[Token]) -> Iterator[Mention]:
    done: set[int] = set()
    for n, one in enumerate(things):
        if n in done:
            continue
        if _is_place(things, n):
            place = Mention(n, frozenset([n]), one.get("place"))
            mention = _behind(things, _before(things, place, done))
        elif one.sort == "all" and not _of_kind(things, n):
            mention = Mention(n, frozenset([n]), every=True)
        elif one.sort == "kind" and not _leads(things, n):
            mention = Mention(n, frozenset([n]), kind=one.value, every=one.text.casefold().endswith("s"))
        else:
            continue
        done |= mention.used
        yield mention


def _coasted(things: Sequence[Token], found: list[Mention]) -> list[Mention]:
    """With a coast that is named further behind: `MAO to Spain, landing on the south coast`."""
    taken = frozenset().union(*(one.used for one in found)) if found else frozenset[int]()
    for n, one in enumerate(things):
        if one.is_("coast") and n not in taken:
            at = next((k for k in reversed(range(len(found))) if found[k].place and found[k].at < n), None)
            if at is not None and "/" not in found[at].place and found[at].place in _COASTS:
                coast = f"{found[at].place}/{one.get('coast')}"
                found[at] = replace(found[at], place=coast, used=found[at].used | {n})
    return found


def _of_kind(things: Sequence[Token], at: int) -> bool:
    """Whether `all` is said of a kind: `all my armies`."""
    behind = next((one for one in things[at + 1 :] if one.sort != "small"), None)
    return behind is not None and behind.sort == "kind"


def _is_place(things: Sequence[Token], at: int) -> bool:
    """Whether a name is a place here: `ENG` is a power too, and one where a colon follows."""
    if things[at].sort == "power":
        return things[at].is_("place") and not (at == 0 and len(things) > 1 and things[1].value == ":")
    return things[at].sort == "place"


def _leads(things: Sequence[Token], at: int) -> bool:
    """Whether a kind belongs to a place behind it: `the army currently in Paris`, `Fleet Brest`."""
    for one in things[at + 1 :]:
        if one.sort == "place":
            return True
        if not (
            one.sort == "small"
            or one.is_("power")
            or one.is_("link", *_IN)
            or one.is_("posted")
            or one.value in ("(", "/")
        ):
            return False
    return False


def _before(things: Sequence[Token], mention: Mention, done: set[int]) -> Mention:
    """With the coast, the kind and the power named in front of it."""
    n = mention.at - 1
    while n >= 0 and n not in done:
        one = things[n]
        if one.is_("coast") and not mention.place.count("/"):
            mention = replace(mention, place=f"{mention.place}/{one.get('coast')}", used=mention.used | {n})
        elif one.sort == "kind" or _letter(things, n, mention.at):
            return replace(mention, kind=one.get("kind") or one.text.upper(), used=mention.used | {n})
        elif not (one.sort == "small" or one.is_("link", *_IN) or one.is_("posted") or one.value in ("(", "/", "|")):
            break
        n -= 1
    return mention


def _letter(things: Sequence[Token], at: int, place: int) -> bool:
    """Whether a letter names the kind of the unit behind it, with no more than the bars of a table between: `a par` is
    an army in small letters, and `a Paris` none."""
    if any(thing.value != "|" for thing in things[at + 1 : place]):
        return False
    short = len(things[place].text) == 3 and things[place].text.islower()
    return things[at].text in ("A", "F", "f", *(("a",) if short else ()))


def _behind(things: Sequence[Token], mention: Mention) -> Mention:
    """With the coast and the kind named behind it: `Spain (sc)`, `the Naples fleet`."""
    for n, one in enumerate(things):
        if n <= mention.at:
            continue
        if one.is_("coast") and "/" not in mention.place:
            mention = replace(mention, place=f"{mention.place}/{one.get('coast')}", used=mention.used | {n})
        elif one.sort == "kind" and not mention.kind and not _leads(things, n):
            return replace(mention, kind=one.value, used=mention.used | {n})
        elif one.is_("link", *_IN) and any(two.is_("coast") for two in things[n + 1 : n + 3]):
            continue  # `in St Petersburg, on the north coast`
        elif one.value not in ("(", ")", "/", "'s", ",") and one.sort not in ("small", "posted"):
            break
    return mention


def _marked(things: Sequence[Token], mention: Mention, taken: frozenset[int]) -> Mention:
    """With the links and arrows before it, back to the mention before or to where its order may begin."""
    marks: list[str] = []
    power, used = mention.power, mention.used
    n = min(mention.used) - 1
    while n >= 0 and n not in taken:
        one = things[n]
        if n and one.is_("link", "to") and things[n - 1].is_("link", "from"):
            break  # the head of a table: `from  to`
        if breaks(one) and one.value != ":":
            break
        if one.value == "-" and not any(k < n for k in taken):
            pass  # a dash behind a remark, or a bullet: nothing stands in front of it that could go anywhere
        elif one.sort == "link" or one.value in ("->", "-", ":"):
            marks.append("->" if one.value == "-" else one.value)
        elif one.sort == "verb":
            marks.append(f"verb {one.value}")
        elif one.text == "2" and n == min(used) - 1 and any(k < n for k in taken):
            marks.append("to")  # `ank 2 bla`
            used = used | {n}
        elif one.is_("power") and not power and (mention.kind or mention.every) and n == min(used) - 1:
            power, used = one.get("power"), used | {n}
        n -= 1
    lead = next((k for k in sorted(used) if things[k].sort == "kind"), mention.at)
    inner = ["in" for k in range(lead, mention.at) if things[k].is_("link", *_IN)]
    return replace(mention, marks=(*reversed(marks), *inner), power=power, used=used)


# ---- where a unit can go ---------------------------------------------------------------------------------------------


def reach(unit: UnitSeen, place: str) -> bool:
    """Whether it can step there now."""
    return any(same(to, place) for to in unit.to)


def carriers_of(army: UnitSeen, place: str, *fleets: UnitSeen | None) -> list[UnitSeen]:
    """Those of these fleets that touch both where an army stands and where it goes."""
    if army.kind != "A":
        return []
    return [one for one in fleets if one and one.kind == "F" and reach(one, army.place) and reach(one, place)]


def carriers(now: Situation, army: UnitSeen, place: str) -> list[UnitSeen]:
    """The writer's fleets that could carry an army there alone."""
    return carriers_of(army, place, *now.units) if now.season == "M" and "/" not in place else []
