"""Lines with what a clause changes in them: `halve everything`, `the second one should be 40`, `francs, not marks`.

Every word counts: what is denied, past, undecided or somebody else's changes nothing. Where several lines may be meant,
or the result is not what the clause says of it, that is asked about. The lines are given as they shall stand ("" for
one that goes), or none where it is asked about."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from judge.core.regex import regex
from judge.core.variant import Names
from judge.reading.lexicon import first_word
from judge.reading.sense.edits import Edit, edits, has, is_cut
from judge.reading.sense.renames import renamed
from judge.reading.sense.result import Sense, Unclear
from judge.reading.sense.tokens import NAMES, Token, sorts

FIGURE = regex(r"(?<![\w.,])\d+(?![\w.,]*\d)")
_WORD = regex(r"[^\W_]+")
_GOAL = regex(r"(?<=[A-Z] - )[A-Z]{3}(?:/[NSEW]C)?(?=( VIA)?$)")
_STOPS = ("never", "theirs", "aside", "guard", "except", "which")
_PASSES = ("old", "small", "drop")
_BASE = ("base", "small", "link", "nth", "one", "line", "they", "what")
_ASKS = ("times", "more", "less", "set", "put", "lift", "drop")
_SEVERAL = 2
_BESIDE = 6  # words nobody knows in a part that says nothing else
WHICH = "Which line of your sheet do you mean? Write the sheet as it shall stand."
HOW = "I am not sure how you mean this change."
_WHOLE = "That leaves no whole number. Write the figure."
_TWO = "Which two lines change? Write both as they shall stand."


# ---- figures ---------------------------------------------------------------------------------------------------------


def changed(things: Sequence[Token], lines: Sequence[str], written: int = 0, numbered: bool = True) -> Sense | None:
    """The lines as a clause changes their figures, or takes them out; None where it is no change of them. The first
    ones stand in the letter itself (`written`), where other words follow on them; `numbered`: they are all there are.
    """
    kinds = sorts(things)
    if not lines or (not kinds.isdisjoint(_STOPS) and any(_stops(things, n) for n in range(len(things)))):
        return None
    if "past" in kinds and "wish" not in kinds:
        return None  # `Lira doubled`
    parts = _in_turn(things, lines) or edits(things)
    if not any(line.startswith("OFFERLIST") for line in lines):
        parts = [replace(one, which="") if one.which == "OFFERLIST" else one for one in parts]  # `off my list`
    parts = [replace(one, deed="") if one.deed == "keep" and one.strange and not one.names else one for one in parts]
    deeds = [one for one in parts if one.deed]
    if written and any(one.soft or (one.deed == "set" and not one.selects) for one in deeds):
        return None
    if all(one.deed == "keep" and not one.names for one in deeds):
        return None
    if any((one.names or one.which) and not any(_has(one, line) for line in lines) for one in parts):
        return None  # it is another order, or other things are spoken of
    if any(not one.deed and one.strange > _BESIDE for one in parts):
        return None
    odd = any(one.strange for one in deeds)
    if odd and not all(one.names or one.which or one.nth is not None for one in deeds if one.strange):
        return None  # `I read it all twice`
    try:
        if not numbered and any(one.nth is not None for one in parts):
            raise Unclear(WHICH)
        done = _done(parts, lines)
    except Unclear as unclear:  # `Vacation 12-20 to 1-03` asks for nothing
        asks = has(things[:1], *_ASKS) or has(things, "they") or any(one.selects for one in deeds)
        wanted = asks and any(one.deed != "keep" for one in deeds) and not any(one.strange for one in parts)
        return Sense((), False, ask=str(unclear)) if wanted else None
    return replace(done, sure=done.sure and not odd, ask=done.ask or (HOW if odd else ""))


def base(things: Sequence[Token]) -> tuple[int, int] | None:
    """Where a clause says that what is on file is what it goes by, from and to: `than I wrote this morning`."""
    start = next((n for n, one in enumerate(things) if one.is_("than")), None)
    if start is None:
        return None
    end = next((n for n in range(start, len(things)) if is_cut(things[n])), len(things))
    said = things[start + 1 : end]
    mine = any(one.is_("base") for one in said) and all(any(map(one.is_, _BASE)) for one in said)
    return (things[start].start, said[-1].end) if mine else None


def _in_turn(things: Sequence[Token], lines: Sequence[str]) -> list[Edit]:
    """As many figures as there are lines, one for each: `Make them 200 and 150`; none where a clause says more."""
    told = ("amount", "they", "set", "small", "joins", "sign", "corrects", "beside")
    sums = [one.get("amount") for one in things if one.is_("amount")]
    alone = all(any(map(one.is_, told)) for one in things) and all(map(str.isdecimal, sums))
    alone = alone and has(things, "joins") and not has(things, "old")
    if not alone or len(sums) < _SEVERAL or len(sums) != len(lines):
        return []
    return [Edit(deed="set", amount=Fraction(one), nth=n) for n, one in enumerate(sums, 1)]


def _stops(things: Sequence[Token], n: int) -> bool:
    """Whether a thing forbids a change. Its first meaning counts: `rather than` may say what goes."""
    one = things[n]
    former = one.is_("former") and n > 0 and is_cut(things[n - 1])  # `(was 300)`
    if former or any(map(one.is_, _PASSES)) or (one.text == "?" and n == len(things) - 1):
        return False
    return any(one.is_(sort) for sort in _STOPS)


def _has(part: Edit, line: str) -> bool:
    words = {word.casefold() for word in _WORD.findall(line)}
    named = {word.casefold() for name in part.names for word in _WORD.findall(name)}
    return named <= words and _begins(part, line) and (part.old is None or str(part.old) in FIGURE.findall(line))


def _done(parts: Sequence[Edit], lines: Sequence[str]) -> Sense:
    """The lines with everything done. Raises Unclear."""
    now, touched, sure = list(lines), set[int](), True
    for one in parts:
        if not one.deed and (one.amount is not None or one.selects or one.rest):
            raise Unclear(HOW)
        hit = _targets(one, lines) if one.deed not in ("", "keep") else []
        if touched & set(hit):
            raise Unclear(HOW)
        touched |= set(hit)
        for n in hit:
            now[n], right = ("", True) if one.deed == "drop" else _with(one, lines[n])
            sure = sure and right
    return Sense(tuple(now), sure, ask="" if sure else HOW)


def _targets(part: Edit, lines: Sequence[str]) -> list[int]:
    """The lines a part speaks of. Raises Unclear."""
    numbers = range(len(lines))
    if part.nth is not None:
        numbers = range(part.nth - 1, part.nth) if part.nth else numbers[-1:]
    hit = [n for n in numbers if n < len(lines) and _has(part, lines[n])]
    hit = [n for n in hit if part.deed == "drop" or FIGURE.search(lines[n])]
    if not hit or (len(hit) > 1 and not part.every):
        raise Unclear(WHICH)
    return hit


def _with(part: Edit, line: str) -> tuple[str, bool]:
    """A line with its figure changed, and whether that goes the way that is said: not so with `raise it to 50`, where
    60 is on file. Raises Unclear."""
    found = list(FIGURE.finditer(line))
    if part.old is not None:
        found = [one for one in found if int(one[0]) == part.old]
    if len(found) != 1 or part.amount is None:
        raise Unclear(HOW)
    (one,) = found
    value, amount = Fraction(one[0]), part.amount
    new = {"times": value * amount, "more": value + amount, "less": value - amount, "set": amount}[part.deed]
    if new <= 0 or new.denominator != 1:
        raise Unclear(_WHOLE)
    right = not part.way or (new > value) == (part.way == "more")
    return f"{line[: one.start()]}{new.numerator}{line[one.end() :]}", right


def swapped(things: Sequence[Token], lines: Sequence[str]) -> Sense | None:
    """Two lines with each other's figures: `Swap the amounts for Kiel and Berlin`; None where a clause says more."""
    kinds, named = sorts(things), {one.value for one in things if one.sort in NAMES}
    bars = {"theirs", "guard", "never", "except", *(() if "unit" in kinds else ("amount",))}  # each says its own
    strange = any(one.sort == "unknown" and not one.is_("unit") for one in things)
    if not {"swapped", "figures"} <= kinds or strange or kinds & bars or len(named) < 2:
        return None
    hit = [n for n, line in enumerate(lines) if not named.isdisjoint(line.partition(" - ")[0].split())]
    figures = [FIGURE.findall(lines[n]) for n in hit]
    if len(hit) != 2 or any(len(one) != 1 for one in figures) or "amount" in kinds:
        return Sense((), False, ask=_TWO)
    now = list(lines)
    for n, (figure,) in zip(hit, reversed(figures), strict=True):
        now[n] = FIGURE.sub(figure, lines[n])
    return Sense(tuple(now), True)


# ---- names -----------------------------------------------------------------------------------------------------------


def put(things: Sequence[Token], lines: Sequence[str], names: Names, cued: bool) -> Sense | None:
    """The lines with one thing in the place of another; None where a clause says anything else. What goes stands in one
    line, or in each where all are meant; not said, it is the only one of its sort in the nearest line that has it.
    `cued`: it takes something back."""
    edit = renamed(things, cued)
    if edit is None or (not cued and any(edit.name[1] in line.split() for line in lines)):
        return None
    fits = [(n, line) for n, line in enumerate(lines) if _begins(edit, line) and edit.names <= {*line.split()}]
    come = [(n, _renamed(edit, line, names)) for n, line in fits]
    now = {n: line for n, line in come if line}
    there = {n: line for n, line in now.items() if edit.name[1] in _of_sort(lines[n], edit.name[0], names)}
    if cued and not there and edit.old is None and edit.name[0] != "place":
        now = dict([*now.items()][-1:])
    now = there or now
    if len(now) > 1 and not edit.every:
        return Sense((), False, ask=WHICH)
    if not now or (there and edit.old is None and edit.amount is None):
        return None
    sure = cued or not edit.soft  # a country is not its money
    return Sense(tuple(now.get(n, line) for n, line in enumerate(lines)), sure, ask="" if sure else HOW)


def _begins(edit: Edit, line: str) -> bool:
    """Whether a line is of the kind that is spoken of: `5 : A PAR - BUR` is an offer, and an order to an army."""
    kinds = (":",) if " : " in line else ()
    return not edit.which or edit.which in (first_word(line.rpartition(" : ")[2]), *kinds)


def _of_sort(line: str, sort: str, names: Names) -> list[str]:
    """The things of one sort in a line, figures for none. Of the places of a move only the goal may change."""
    if sort == "place":
        goal = _GOAL.search(line)
        return [goal[0].partition("/")[0]] if goal else []
    return [word for word in line.split() if word in names.get(sort, ())] if sort else FIGURE.findall(line)


def _renamed(edit: Edit, line: str, names: Names) -> str:
    """A line with the thing that comes in the place of the one that goes; "" where that cannot be done."""
    (sort, name), figures = edit.name, FIGURE.findall(line)
    parts = _of_sort(line, sort, names)
    if edit.old is not None and (figures if isinstance(edit.old, int) else parts).count(str(edit.old)) != 1:
        return ""
    if sort:
        gone = str(edit.old) if isinstance(edit.old, str) else parts[0] if len(parts) == 1 else ""
        if not gone:
            return ""
        line = _GOAL.sub(name, line) if sort == "place" else " ".join(name if w == gone else w for w in line.split())
    if edit.amount is None:
        return line
    old = [one for one in figures if one == str(edit.old)] or figures
    return line.replace(old[0], str(edit.amount)) if len(old) == 1 else ""
