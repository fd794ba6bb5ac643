"""What a clause changes of lines that stand above it or on file: a target, what goes and what comes.

A clause is cut where a comma or an `and` stands. A part that says nothing of its own goes with its neighbour: `make it
400 Lira and 400 Marks`, `My bid for Turkey: 20 more`. The words are data: `grammar/sense/changes.txt`."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import groupby

from judge.core.regex import regex
from judge.core.values import Value
from judge.reading.sense.tokens import EDGE, NAMES, Token, before, behind, follows, sorts

_PLURAL = regex(r"(\d+)s")
_CUTS = (",", ";", ":", ".", "!", "-", "--", "(", ")", "...")
_ALIKE = ("times", "drop", "keep")
_NUMBERED = ("small", "sign", "nth", "line", "one", "what", "set", "joins", "corrects", "beside")
_BESIDE = ("small", "sign", "joins", "corrects", "beside")  # what says nothing in front of what counts
_REFERS = ("sign", "base", "paper", "small", "rest", "link", "beside")  # what tells of the sheet behind `on top of`
_SOON = 4  # things in which an `also` is said of the whole sentence
_STAYING = tuple("small sign link keep same what counted line one rest all they unit nth".split())


class Edit(Value):
    """What a part of a clause changes.

    Which lines:
    names    names that the line must have; `which`: how it begins; `nth`: its number, 0 for the last
    old      the figure that the line has now, or the name that goes
    every    all lines that fit are meant
    rest     it speaks of all lines that were not named

    What becomes of them:
    deed     times, more, less, set, drop, keep; name for another name; "" where it only names something
    amount   by how much, or what it shall be; None where no figure stands
    name     the name that comes, and its sort
    way      whether the figure that the line shall say is said to be more or less
    soft     it may be said of an order more: `another 200 Crowns`
    strange  words that nobody knows
    """

    deed: str = ""
    amount: Fraction | None = None
    name: tuple[str, str] = ("", "")
    way: str = ""
    old: int | str | None = None
    names: frozenset[str] = frozenset()
    which: str = ""
    nth: int | None = None
    every: bool = False
    rest: bool = False
    soft: bool = False
    strange: int = 0

    @property
    def selects(self) -> bool:
        """Whether it says which line is meant."""
        return bool(self.names or self.which or self.every) or self.nth is not None or self.old is not None


# ---- figures ---------------------------------------------------------------------------------------------------------


def is_cut(one: Token) -> bool:
    """Whether a thing stands between two parts."""
    return one.text in _CUTS or one.is_("joins")


def has(things: Sequence[Token], *wanted: str) -> bool:
    """Whether there is a thing of one of these sorts."""
    return not sorts(things).isdisjoint(wanted)


def begins(things: Sequence[Token], sort: str) -> Token | None:
    """The words of a sort in front, behind none but those that say nothing; None where others stand there."""
    first = next((one for one in things if one.is_(sort) or not any(map(one.is_, _BESIDE))), EDGE)
    return first if first.is_(sort) else None


def too(things: Sequence[Token]) -> Token | None:
    """The words at the end that say that a sentence comes to others: `... as well`, `... on top of what you have`."""
    found = None
    for one in reversed(things):
        if one.is_("too"):
            found = one
        elif not any(map(one.is_, _REFERS)):
            break
    return found


def adds(things: Sequence[Token]) -> bool:
    """Whether a sentence says that it comes to what stands before it: `I'd also like to ...`, `... too`, `50 more`."""
    if not has(things, "also", "too", "further"):
        return False
    begun = [n for n, one in enumerate(things) if not n or is_cut(one)]  # `Sell also 100 crowns`, `One thing more: ...`
    soon = any(one.is_("also") and one.sort != "link" for n in begun for one in things[n + 1 : n + _SOON + 1])
    first = things[: next((n for n in begun if n), None)]
    more = any(one.is_("further") and EDGE not in (before(first, n), behind(first, n)) for n, one in enumerate(first))
    joint = next((n for n, one in enumerate(things) if one.is_("joins")), len(things))
    last = too(things[:joint]) or too(things)
    return soon or more or begins(things, "also") is not None or last is not None


def turns(things: Sequence[Token]) -> Iterator[tuple[int, int, int | None]]:
    """Where an order may begin that takes the place of one in front of it, from and to, and the number of that line, if
    nothing else stands there: `The second one: ...`, `Change my Munich order to ...`, not `Forget the others: ...`."""
    alone, back = True, False
    for n, one in enumerate(things):
        if one.is_("rest") or not (alone or back):
            return
        if is_cut(one) or one.is_("set") or one.is_("link", "to", "into", "with", "by"):
            number = nth([*things[:n], EDGE])[0] if alone else None
            if number is not None or back:
                yield one.start, one.end, number
        alone = alone and any(map(one.is_, _NUMBERED))
        back = back or one.is_("anew")


def denies_only(things: Sequence[Token]) -> bool:
    """`Hmm, no.`"""
    said = [one for one in things if one.sort != "sign"]
    return len(said) > 1 and said[-1].is_("no") and all(one.is_("beside") or one.is_("corrects") for one in said)


def instead(things: Sequence[Token]) -> int:
    """Where a text ends that goes on to say what it shall stand instead of, or that it shall; 0 for any other."""
    for n, one in enumerate(things):
        if n and one.is_("old") and not any(map(is_cut, things[n + 1 : -1])):
            return one.start
    said = [one for one in things if one.sort != "sign"]
    many = len(said)
    while many > 1 and said[many - 1].is_("meant"):
        many -= 1
    return said[many - 1].end if many < len(said) else 0


def edits(things: Sequence[Token]) -> list[Edit]:
    """What the parts of a clause change, each with what its neighbours say of it (`make it 400 Lira and 400 Marks`,
    `the repayment 4, not 3`); a name alone goes with what is done behind it (`My bid for Turkey: 20 more`)."""
    found: list[Edit] = []
    for part in (_edit([*part]) for cut, part in groupby(things, is_cut) if not cut):
        last = found[-1] if found else Edit()
        named = not last.deed and last.selects and last.amount is None and not last.strange
        line = None if part.selects or part.rest or not named else _of_line(last, part)
        if line is not None:
            found[-1] = line
        elif last.amount is not None and last.old is None and part.old is not None and part == Edit(old=part.old):
            found[-1] = replace(last, old=part.old, deed=last.deed or "set")  # `4, not 3`, `200 Marks (was 300)`
        elif last.amount and last.names and not last.deed and part.deed == "set" and part.amount and not part.selects:
            # `300 marks, should be 250`
            found[-1] = replace(last, old=int(last.amount), amount=part.amount, deed="set")
        elif last.deed and not part.deed and not part.strange and part.selects:
            given = part.amount is not None  # the same is done with its own figure, or with the same
            alike = replace(part, deed=last.deed, amount=part.amount if given else last.amount)
            found.append(alike if given != (last.deed in _ALIKE) else part)
        else:
            found.append(part)
    return found


def _of_line(named: Edit, part: Edit) -> Edit | None:
    """What is done to the line that was named in front of it: `line 3: 200`, and not `Turkey: 75`."""
    told = named.nth is not None or named.old is not None
    if (part.strange and not part.deed) or (not part.deed and (part.amount is None or not told)):
        return None
    line = {field: getattr(named, field) for field in ("names", "which", "nth", "every", "old")}
    return replace(part, deed=part.deed or "set", strange=named.strange + part.strange, **line)


def _edit(things: Sequence[Token]) -> Edit:
    """What a part says. What two words say at once is no deed."""
    kinds = sorts(things)
    number, taken = nth(things)
    counted = [n for n, one in enumerate(things[1:]) if one.is_("counted") and figure(things[n]) is not None]
    taken = taken.union(counted)  # `each of the 2 amounts`
    sums = [(n, value) for n, one in enumerate(things) if n not in taken and (value := figure(one)) is not None]
    old, told = _old(things, sums)
    amount, deed = Fraction(told[0][1]) if len(told) == 1 else None, _deed(things, kinds, told)
    percent = len(told) == 1 and behind(things, told[0][0]).is_("percent")  # `20 percent more`
    if percent or len(told) > 1 or (deed in _ALIKE and told):
        deed = ""
    elif deed == "times":
        amount = next(Fraction(one.get("times")) for one in things if one.is_("times"))
    names = frozenset(filter(None, map(_name, things)))
    which = {one.get("what") for one in things if one.is_("what")}
    told_so = number is not None or (names and any(one.is_("old") and " " in one.text for one in things))
    way = [one for one in ("more", "less") if one in kinds]
    return Edit(
        deed=deed or ("set" if len(told) == 1 and told_so else ""),  # `150 marks instead of 100`
        amount=amount,
        way=way[0] if deed == "set" and len(way) == 1 else "",
        old=old,
        names=names,
        which=which.pop() if len(which) == 1 else "",
        nth=number,
        every=bool(counted) or "all" in kinds,
        rest="rest" in kinds,
        soft=deed == "more" and "raise" not in kinds,
        strange=sum(one.sort == "unknown" and figure(one) is None for one in things) + (len(told) > 1) * 99,
    )


def figure(one: Token) -> int | None:
    """A figure: `400`, or `400s` for a line that has it."""
    plural = _PLURAL.fullmatch(one.text)
    text = plural[1] if plural else one.get("amount")
    return int(text) if text.isdecimal() else None


def _old(things: Sequence[Token], sums: Sequence[tuple[int, int]]) -> tuple[int | None, list[tuple[int, int]]]:
    """The figure that the line has now, and the others: what stands behind `instead of`, `not` or `from`; of two with
    one word of setting, the first (`the 400 should be 300`, `the 400 to 300`)."""
    less = has(things, "less")  # `20 less from the 80`
    gone = ("old",) if less else ("old", "from")
    marked = [n for n, _ in sums if follows(things, n, lambda one: any(map(one.is_, gone)))]
    marked = marked or [n for n, _ in sums if n == 1 and things[0].is_("former")]
    to = len(sums) == 2 and _is_to(things, sums[1][0]) and not _is_to(things, sums[0][0])
    if to or (not marked and len(sums) == 2 and has(things, "set")):
        marked = [sums[0][0]]
    if len(sums) == 1 and not marked:  # `the 400s`, `300 marks are too many`, `drop the sale of 100 crowns`
        wrong = has(things, "amiss") or (has(things, "drop") and not (less or to or has(things, "more")))
        marked = [n for n, _ in sums if wrong or _PLURAL.fullmatch(things[n].text)]
    if len(marked) != 1:
        return None, list(sums)
    return next(value for n, value in sums if n == marked[0]), [(n, value) for n, value in sums if n != marked[0]]


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


def _deed(things: Sequence[Token], kinds: Collection[str], told: Sequence[tuple[int, int]]) -> str:
    """What is done; "" where nothing is said, or two things at once."""
    more, less = "more" in kinds, "less" in kinds
    if "times" in kinds:
        return "" if more else "times"  # `cut it in half`
    at = told[0][0] if len(told) == 1 else None
    if at is not None and _is_to(things, at) and not (more and has(things[:at], "adds")):  # no sense in `add to 50`
        return "set"
    out = "lift" in kinds and "out" in kinds and _off_sheet(things, kinds)
    if more != less and not (out and not told):
        return ("more" if more else "less") if told else ""
    if not told and (out or "drop" in kinds):  # that all of them go is said by other words
        line = ("what" in kinds and "all" not in kinds) or nth(things)[0] is not None or any(map(_name, things))
        return "drop" if line else ""
    if not told or more:
        return "keep" if "keep" in kinds and not told else ""
    return "set" if "set" in kinds or ("only" in kinds and _only(things)) else ""


def _off_sheet(things: Sequence[Token], kinds: Collection[str]) -> bool:
    """Whether it is the sheet that something goes off, or we are told to take it: not `the mark comes out on top`."""
    first = next((one for one in things if one.sort not in ("small", "sign", "link") or one.is_("lift")), things[0])
    return first.is_("lift") or "wish" in kinds or "paper" in kinds


def _only(things: Sequence[Token]) -> bool:
    """`only 200 lira`, `just 50 of each instead`: nothing but that, a figure and a name."""
    told = ("small", "amount", "all")
    said = all(any(map(one.is_, told)) or _name(one) or one.is_("link", "of") for one in things)
    return said and any(_name(one) or one.is_("all") for one in things)


def _name(one: Token) -> str:
    if one.is_("all"):
        return ""  # `both` is short for a sea
    return next((one.get(sort) for sort in NAMES if one.is_(sort)), "") if one.sort in NAMES else ""


# ---- what stays ------------------------------------------------------------------------------------------------------


def stays(things: Sequence[Token]) -> Edit | None:
    """What a clause says stays as it is: `Marks as before`, `the other two as above`; None where it says anything else.
    `soft`: by a word that may be an order, too (`Munich stays`)."""
    if not has(things, "keep", "same") or any(_bars(things, n) for n in range(len(things))):
        return None
    edit = _edit(things)
    if not (edit.names or edit.rest or has(things, "counted", "all", "what", "unit")):
        return None
    return replace(edit, deed="keep", soft=not has(things, "same"))


def _bars(things: Sequence[Token], n: int) -> bool:
    """Whether a thing may not stand where something is said to stay."""
    one, front = things[n], before(things, n)
    if one.is_("amount"):
        return not (front.is_("link", "in") or front.is_("rest"))
    return one.text == "?" or not (one.sort in NAMES or any(map(one.is_, _STAYING)))
