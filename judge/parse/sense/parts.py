"""What the parts of a clause say that may change lines: what is done, by how much, and to which line.

A clause is cut where a comma or an `and` stands. A part that says nothing of its own goes with its neighbour: `make it
400 Lira and 400 Marks`, `My bid for Turkey: 20 more`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from judge.core.regex import regex
from judge.parse.sense.tokens import EDGE, NAMES, Token, before, behind, follows

_PLURAL = regex(r"(\d+)s")
_CUTS = (",", ";", ":", ".", "!", "-", "--", "(", ")", "...")
_ONLY = ("only", "just", "merely", "instead", "actually", "rather")
_SHEET = ("sheet", "sheets", "list", "file", "orders", "paper")
_IN_PLACE = ("instead of", "rather than", "in place of")
_JOINS = ("and", "but", "then", "while", "&", "+")


@dataclass(frozen=True)
class Part:
    """What a part of a clause says.

    deed     times, more, less, set, drop, keep; "" where it only names something
    amount   by how much, or what it shall be; None where no figure stands
    to       the figure is what the line shall say, and `way` whether that is said to be more or less
    old      the figure that the line has now
    names    names that the line must have; `which`: how it begins; `nth`: its number, 0 for the last
    every    all lines that fit are meant
    rest     it speaks of all lines that were not named
    soft     it may be said of an order more: `another 200 Crowns`
    points   a word stands for what was named before
    """

    deed: str = ""
    amount: Fraction | None = None
    to: bool = False
    way: str = ""
    old: int | None = None
    names: frozenset[str] = frozenset()
    which: str = ""
    nth: int | None = None
    every: bool = False
    points: bool = False
    rest: bool = False
    soft: bool = False
    strange: int = 0

    @property
    def selects(self) -> bool:
        """Whether it says which line is meant."""
        return bool(self.names or self.which or self.every) or self.nth is not None or self.old is not None


def is_cut(one: Token) -> bool:
    """Whether a thing stands between two parts."""
    return one.text in _CUTS or one.text.casefold() in _JOINS


def cut(things: Sequence[Token]) -> Iterator[Sequence[Token]]:
    """A clause in its parts; some may be empty."""
    start = 0
    for n, one in enumerate(things):
        if is_cut(one):
            yield things[start:n]
            start = n + 1
    yield things[start:]


def part_of(things: Sequence[Token]) -> Part | None:
    """What a part says; None for an empty one. Raises nothing: what two words say at once is no deed."""
    if not things:
        return None
    number, taken = nth(things)
    counted = [n for n, one in enumerate(things[1:]) if one.is_("counted") and _sum(things[n]) is not None]
    taken = taken.union(counted)  # `each of the 2 amounts`
    sums = [(n, value) for n, one in enumerate(things) if n not in taken and (value := _sum(one)) is not None]
    old, told = _old(things, sums)
    deed = _deed(things, told)
    fraction = next((Fraction(one.get("times")) for one in things if one.is_("times")), None)
    if len(told) == 1 and _per_cent(things, told[0][0]):
        deed, fraction = "times" if deed in ("more", "less") else "", _share(deed, told[0][1])
        told = [] if deed else told
    amount = fraction if deed == "times" else Fraction(told[0][1]) if len(told) == 1 else None
    if len(told) > 1 or (deed in ("times", "drop", "keep") and told):
        deed = ""
        told = told or sums
    named = frozenset(value for one in things for value in [_name(one)] if value)
    which = {one.get("what") for one in things if one.is_("what")}
    return Part(
        deed=deed or ("set" if len(told) == 1 and (number is not None or (named and _instead(things))) else ""),
        amount=amount if len(told) < 2 else None,
        to=deed == "set" or any(_is_to(things, n) for n, _ in told),
        way=_way(things) if deed == "set" else "",
        old=old,
        names=named,
        which=which.pop() if len(which) == 1 else "",
        nth=number,
        every=any(one.is_("all") for one in things) or bool(counted),
        points=any(one.is_("they") for one in things),
        rest=any(one.is_("rest") for one in things),
        soft=deed == "more" and not any(one.is_("raise") for one in things),
        strange=sum(one.sort == "unknown" and _sum(one) is None for one in things) + (len(told) > 1) * 99,
    )


def _per_cent(things: Sequence[Token], n: int) -> bool:
    """`by 10%`"""
    return behind(things, n).text.casefold() in ("%", "percent", "per cent")


def _share(deed: str, part: int) -> Fraction:
    """What is left of a sum, or becomes of it, by so many parts of a hundred."""
    return 1 + Fraction(part if deed == "more" else -part, 100)


def _sum(one: Token) -> int | None:
    """A figure: `400`, or `400s` for a line that has it."""
    plural = _PLURAL.fullmatch(one.text)
    text = plural[1] if plural else one.get("amount")
    return int(text) if text.isdecimal() else None


def _old(things: Sequence[Token], sums: Sequence[tuple[int, int]]) -> tuple[int | None, list[tuple[int, int]]]:
    """The figure that a line has now, and the others: what stands behind `instead of`, `not` or `from`; of two with
    one word of setting, the first (`the 400 should be 300`)."""
    less = any(one.is_("less") for one in things)  # `20 less from the 80`
    marked = [
        n for n, _ in sums if follows(things, n, lambda one: one.is_("old") or (one.is_("link", "from") and not less))
    ]
    if (not marked and len(sums) == 2 and any(one.is_("set") for one in things)) or _to_other(things, sums):
        marked = [sums[0][0]]
    if len(sums) == 1 and not marked:
        marked = [n for n, _ in sums if _PLURAL.fullmatch(things[n].text)]
    if len(marked) != 1:
        return None, list(sums)
    return next(value for n, value in sums if n == marked[0]), [(n, value) for n, value in sums if n != marked[0]]


def _to_other(things: Sequence[Token], sums: Sequence[tuple[int, int]]) -> bool:
    """`the 400 to 300`"""
    return len(sums) == 2 and _is_to(things, sums[1][0]) and not _is_to(things, sums[0][0])


def _is_to(things: Sequence[Token], n: int) -> bool:
    return before(things, n).is_("link", "to", "into")


def nth(things: Sequence[Token]) -> tuple[int | None, frozenset[int]]:
    """The number of the line that is meant, and the things that say so: `the second one`, `line 3`."""
    for n, one in enumerate(things):
        after = behind(things, n)
        alone = before(things, n).text.casefold() == "the" and (after is EDGE or is_cut(after))
        if one.is_("nth") and (alone or after.is_("one") or after.is_("what")):
            return int(one.get("nth")), frozenset([n])
        if one.is_("line") and after.text.isdecimal() and int(after.text):
            return int(after.text), frozenset([n + 1])
    return None, frozenset()


def _deed(things: Sequence[Token], told: Sequence[tuple[int, int]]) -> str:
    """What is done; "" where nothing is said, or two things at once."""
    more, less = any(one.is_("more") for one in things), any(one.is_("less") for one in things)
    put = next((n for n, one in enumerate(things) if one.is_("put")), None)
    if put is not None and any(one.text.casefold() in ("on", "to") for one in things[put + 1 :]):
        more = more or not any(_is_to(things, n) for n, _ in told)
    if any(one.is_("times") for one in things):
        return "" if more else "times"  # `cut it in half`
    if len(told) == 1 and _is_to(things, told[0][0]) and not (more and _adds(things, told[0][0])):
        return "set"
    out = any(one.is_("lift") for one in things) and any(one.text.casefold() in ("out", "off") for one in things)
    out = out and _off_sheet(things)
    if more != less and not (out and not told):
        return ("more" if more else "less") if told or put is not None else ""
    if not told and (out or any(one.is_("drop") for one in things)):
        return "drop" if _picks(things) else ""
    if any(one.is_("keep") for one in things) and not told:
        return "keep"
    if not told or more:
        return ""
    return "set" if any(one.is_("set") for one in things) or _only(things) else ""


def _off_sheet(things: Sequence[Token]) -> bool:
    """Whether it is the sheet that something goes off, or we are told to take it: not `the mark comes out on top`."""
    first = next((one for one in things if one.sort not in ("small", "sign", "link") or one.is_("lift")), things[0])
    return first.is_("lift") or any(one.is_("wish") or one.text.casefold() in _SHEET for one in things)


def _instead(things: Sequence[Token]) -> bool:
    """`150 marks instead of 100`"""
    return any(one.text.casefold() in _IN_PLACE for one in things)


def _only(things: Sequence[Token]) -> bool:
    """`only 200 lira`, `just 50 of each instead`: nothing but that, a figure and a name."""
    said = any(one.text.casefold() in _ONLY for one in things) and any(_name(one) or one.is_("all") for one in things)
    told = ("small", "amount", "all")
    return said and all(any(map(one.is_, told)) or _name(one) or one.is_("link", "of") for one in things)


def _picks(things: Sequence[Token]) -> bool:
    """Whether a line is named that goes; that all of them do is said by other words."""
    kind = any(one.is_("what") for one in things) and not any(one.is_("all") for one in things)
    return kind or nth(things)[0] is not None or any(map(_name, things))


def _way(things: Sequence[Token]) -> str:
    more, less = any(one.is_("more") for one in things), any(one.is_("less") for one in things)
    return "" if more == less else "more" if more else "less"


def _adds(things: Sequence[Token], n: int) -> bool:
    """`add to 50`: no sense in it."""
    return any(one.text.casefold().startswith("add") for one in things[:n])


def _name(one: Token) -> str:
    if one.is_("all"):
        return ""  # `both` is short for a sea
    return next((one.get(sort) for sort in NAMES if one.is_(sort)), "") if one.sort in NAMES else ""


def joined(parts: Iterable[Part]) -> list[Part]:
    """The parts, each with what its neighbours say of it: `make it 400 Lira and 400 Marks`, `the repayment 4, not 3`;
    a part that is a name alone goes with what is done behind it (`My bid for Turkey: 20 more`)."""
    found: list[Part] = []
    for one in parts:
        last = found[-1] if found else None
        if (
            last is not None
            and not last.deed
            and last.selects
            and last.amount is None
            and not last.strange
            and not one.rest
        ):
            taken = _taken(last, one)
            if taken is not None:
                found[-1] = taken
                continue
        if last is not None and last.deed and not one.deed and not one.strange and one.selects:
            one = _likewise(last, one)
        found.append(one)
    return found


def _taken(named: Part, one: Part) -> Part | None:
    """What is done to what was named in front of it; None where it names something itself."""
    if one.selects or (one.strange and not one.deed):
        return None
    if not one.deed and (one.amount is None or named.nth is None):
        return None  # `line 3: 200`, and not `Turkey: 75`
    deed = one.deed or "set"
    return replace(
        one,
        deed=deed,
        to=one.to or not one.deed,
        names=named.names,
        which=named.which,
        nth=named.nth,
        every=named.every,
        strange=named.strange + one.strange,
    )


def _likewise(last: Part, one: Part) -> Part:
    """A part that names another line, of which the same is done: with its own figure, or with the same."""
    if last.deed in ("times", "drop", "keep"):
        return replace(one, deed=last.deed, amount=last.amount) if one.amount is None else one
    if one.amount is not None:
        return replace(one, deed=last.deed, to=last.deed == "set")
    return one
