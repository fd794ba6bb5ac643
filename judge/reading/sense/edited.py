"""Lines with what a clause changes in them: `halve everything`, `the second one should be 40`, `francs, not marks`.

Every name and figure of a clause is explained by one line: what the line has says that it is meant, or goes; what it
has not comes in the place of its like there. Where several lines may be meant, or the result is not what the clause
says of it, that is asked about. The lines are given as they shall stand ("" for one that goes), or none where it is
asked about."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import partial, reduce
from itertools import groupby
from operator import add

from judge.core.regex import regex
from judge.core.values import Value
from judge.core.variant import Names
from judge.reading.lexicon import first_word
from judge.reading.sense.edits import Mention, Part, adds, is_cut, part_of, spares
from judge.reading.sense.result import Sense
from judge.reading.sense.tokens import NAMES, Token, sorts

FIGURE = regex(r"(?<![\w.,])\d+(?![\w.,]*\d)")
_WORD = regex(r"[^\W_]+")
_GOAL = regex(r"(?<=[A-Z] - )[A-Z]{3}(?:/[NSEW]C)?(?=( VIA)?$)")
_THEIRS = ("theirs", "guard")
_STOPS = ("never", "aside", "except", "which")
_PASSES = ("old", "small", "drop", "goes", "they")
_PUTS = frozenset(["set", "turns", "there", "only"])
_ONE = frozenset(["times", "more", "less", "drop", "keep"])
_MOST = 4  # parts that say one thing
_BESIDE = 6  # words nobody knows in a part that says nothing else
_TWO = "Which two lines change? Write both as they shall stand."
WHICH = "Which line of your sheet do you mean? Write the sheet as it shall stand."
HOW = "I am not sure how you mean this change."


class _Change(Value):
    """What some parts of a clause do: to each line its new text, "" where it goes; whether that is what they say of it;
    and what must be asked."""

    lines: tuple[tuple[int, str], ...] = ()
    sure: bool = True
    ask: str = ""


class Lines(Value):
    """The lines that a clause may change.

    names     what the words of a line may be
    written   so many of the first stand in the letter itself, where other words follow on them
    numbered  they are all there are
    cued      the clause takes something back: what goes may be left out
    """

    texts: Sequence[str]
    names: Names
    written: int = 0
    numbered: bool = True
    cued: bool = False


def changed(things: Sequence[Token], base: Lines) -> Sense | None:
    """The lines as a clause changes them; None where it is no change of them."""
    kinds = sorts(things)
    if not base.texts or ("past" in kinds and "wish" not in kinds) or spares(things):
        return None  # `Lira doubled`
    said = [part for cut, group in groupby(things, is_cut) if not cut for part in [[*group]]]
    told = [(part_of(one, base.cued), one) for one in said]
    if not (base.cued or any(part.acts for part, _ in told)):
        return None
    for part, one in told:  # `No wait, 300 marks, I can't count today`
        if any(_stops(one, n, base.cued and part.silent) for n in range(len(one))):
            return None
    if any(part.silent and part.strange > _BESIDE for part, _ in told):
        return None
    if adds(things) and not any(part.deeds for part, _ in told):
        return None  # `Austria too`
    found = _read([part for part, _ in told if not part.silent], base)
    if found is None:
        return None
    new = [pair for change in found for pair in change.lines]
    ask = next((one.ask for one in found if one.ask), "")
    if not (new or ask):
        return None
    if ask or len(dict(new)) < len(new):  # of two changes of one line, which counts?
        return Sense((), False, ask=ask or HOW)
    sure, now = all(one.sure for one in found), dict(new)
    return Sense(tuple(now.get(n, line) for n, line in enumerate(base.texts)), sure, ask="" if sure else HOW)


def _stops(things: Sequence[Token], n: int, quiet: bool) -> bool:
    """Whether a thing forbids a change: it denies or doubts it, or speaks of others.

    `quiet`: its part names nothing."""
    one = things[n]
    former = one.is_("former") and n == 0  # `(was 300)`
    passes = former or any(map(one.is_, _PASSES)) or (quiet and one.is_("corrects"))
    if passes or (one.text == "?" and n == len(things) - 1):
        return False
    return any(map(one.is_, _THEIRS if quiet else (*_THEIRS, *_STOPS)))


def _read(told: Sequence[Part], base: Lines) -> list[_Change] | None:
    """What the parts do, in as few groups as can be, each of which speaks of the same lines; None where one of them
    says nothing that can be understood."""
    best: list[tuple[int, list[_Change], frozenset[str]] | None] = [(0, [], frozenset()), *[None] * len(told)]
    for end in range(1, len(told) + 1):
        for start in range(max(0, end - _MOST), end):
            front = best[start]
            if front is None:
                continue
            part = reduce(Part.joined, told[start:end])
            several = len(part.deeds & _ONE) > 1 or sum(one.nth is not None for one in told[start:end]) > 1
            orders = not (base.cued or part.loses) and any(_orders(one, base) for one in told[start:end])
            if end > start + 1 and (several or orders or ("keep" in part.deeds and part.deeds != {"keep"})):
                continue  # `Scrap the second line and double the first one`
            carried = front[2] if not part.deeds else frozenset()
            change = _resolved(part, part.deeds or carried, base)
            if change is None:
                continue
            cost = front[0] + 1 + 9 * bool(change.ask)
            known = best[end]
            if known is None or cost < known[0]:
                best[end] = (cost, [*front[1], change], part.deeds or carried)
    return best[-1][1] if best[-1] is not None else None


def _orders(part: Part, base: Lines) -> bool:
    """Whether a part is an order of its own: `Buy 200 marks...`, where no line has 200."""
    held = {figure for line in base.texts for figure in FIGURE.findall(line)}
    new = any(str(one.figure) not in held for one in part.figures)
    return new and bool(part.which and part.names) and not part.deeds


def _resolved(part: Part, deeds: frozenset[str], base: Lines) -> _Change | None:
    """What a part does to the lines that it means; None where a name or figure of it can be explained by none."""
    if part.nth is not None and not base.numbered:
        return _Change(ask=WHICH)
    if len(part.which) > 1 or ("swapped" in deeds and not base.cued):
        return None  # orders, which may trade one thing for another
    if base.written and not base.cued and (part.soft or (deeds & _PUTS and not part.selects)):
        return None  # it may be an order more
    if part.strange and not (part.names or part.which or part.nth is not None):
        return None  # `I read it all twice`
    numbers = range(len(base.texts))
    if part.nth is not None:
        numbers = range(part.nth - 1, part.nth) if part.nth else numbers[-1:]
    lines = [(n, base.texts[n]) for n in numbers if n < len(base.texts)]
    if part.which and part.which != {"OFFERLIST"}:  # `off my list`
        lines = [(n, line) for n, line in lines if _begins(part.which, line)]
    if base.cued and _names_only(part) and any(all(_stands(one, line) for one in part.names) for _, line in lines):
        return None  # `Sorry Norway`
    hit = [(n, way, _known(part, line)) for n, line in lines if (way := _way(part, deeds, line, base)) is not None]
    if not part.every:
        most = max((known for *_, known in hit), default=(0, 0))
        if part.strange and not most[0]:
            return None  # `Replace the crowns on my teeth`: no line has any of it
        hit = [one for one in hit if one[2] == most]
        if len(hit) > 1 and deeds == {"keep"}:
            return _Change()
        if len(hit) > 1 and (most[0] or not base.cued or _pointed(part)):
            return _Change(ask=WHICH)
        hit = hit[-1:]  # `Sorry, 130`, `Sorry, marks`
    if not hit:
        return None
    come = [one for one in part.names if not any(_stands(one, base.texts[n]) for n, *_ in hit)]
    if not base.cued and any(_stands(one, line) for one in come for line in base.texts):
        return _Change(ask=WHICH)  # `rather marks than lira`, and both are traded
    vague = part.strange > base.cued or (bool(come) and part.country and not base.cued)
    sure = not vague and all(right for _, (_, right), _ in hit)
    return _Change(tuple((n, line) for n, (line, _), _ in hit), sure)


def _begins(which: frozenset[str], line: str) -> bool:
    """Whether a line is of a kind that is spoken of: `5 : A PAR - BUR` is an offer, and an order to an army."""
    return not which.isdisjoint({first_word(line.rpartition(" : ")[2]), *([":"] if " : " in line else ())})


def _known(part: Part, line: str) -> tuple[int, int]:
    """How many of the names of a part a line has, the more so where no unit goes there; and how many of its figures."""
    front = line.partition(" - ")[0]
    names = sum(_stands(one, text) for one in part.names for text in (line, front))
    held = FIGURE.findall(line)
    return names, sum(str(one.figure) in held for one in part.figures if not one.to)


def _names_only(part: Part) -> bool:
    return bool(part.names) and not (part.figures or part.deeds or part.loses)


def _pointed(part: Part) -> bool:
    """Whether a part says of what kind of line it speaks, or what the line has, and not only what is new."""
    there = part.loses or "times" in part.deeds or bool(part.which)
    return there or any(one.means[0][0] == "place" for one in part.names)


def _way(part: Part, deeds: frozenset[str], line: str, base: Lines) -> tuple[str, bool] | None:
    """A line as a part changes it, and whether that is what it says of it; None where it does not change it, or where
    the line has not what shall go, or no place for what shall come."""
    new = list(dict.fromkeys(one for one in part.names if not _stands(one, line)))
    old = [one for one in part.names if one.gone]
    held = [int(one) for one in FIGURE.findall(line)]
    if any(one.gone for one in new) or any(one.gone and one.figure not in held for one in part.figures):
        return None
    come = [one for one in part.figures if not one.gone and (one.to or one.figure not in held)]
    gone = [one.figure for one in part.figures if one not in come]
    ways = [one for one in ("more", "less") if one in deeds]
    if len(ways) == 1 and part.figures and not new and not any(one.to for one in part.figures):
        return _by(part, ways[0], line)
    may = base.cued or part.loses or bool(deeds & _PUTS) or part.nth is not None
    if new:
        puts = bool(old or deeds & {"set", "turns"}) or deeds >= {"drop", "there"}
        may = base.cued or (puts and not part.likes and not base.written)
        may = may and part.strange <= base.cued and deeds.isdisjoint(("times", "more", "less", "keep"))
        there = old if old or base.cued else [one for one in part.names if one not in new]
        named = _renamed(new, there, line, base) if may else None
        if named is None:
            return None
        line = named
    slots = [one for one in _slots(part, line) if not gone or int(one[0]) in gone]
    if "times" in deeds and not come and not new:
        return _put(line, slots, lambda value: value * part.factor)
    if come:
        told = come[0].figure or 0
        now = _put(line, slots, lambda _: Fraction(told)) if len(come) == 1 and (may or come[0].to) else None
        return now and (now[0], all((told > int(slots[0][0])) == (one == "more") for one in ways))
    if new:
        return line, True
    if "drop" in deeds and not part.every and (part.names or part.which or part.nth is not None):
        return "", True  # that all of them go is said by other words
    stays = "keep" in deeds or (base.cued and bool(part.names and part.figures))  # `Final answer: 200 Roubles`
    return (line, True) if stays and not old else None


def _stands(one: Mention, line: str) -> bool:
    """Whether a line has a name."""
    words = set(_words(line))
    return any(words.issuperset(_words(value)) for _, value in one.means)


def _words(text: str) -> list[str]:
    return _WORD.findall(text.casefold())


def _slots(part: Part, line: str) -> list[re.Match[str]]:
    """The figures of a line that may change: the one behind a word for it that is named, or all."""
    found = list(FIGURE.finditer(line))
    return [one for one in found if line[: one.start()].split()[-1:] == [part.field]] or found


def _put(line: str, slots: Sequence[re.Match[str]], value: Callable[[Fraction], Fraction]) -> tuple[str, bool] | None:
    """A line with another figure in the one slot that is meant."""
    new = value(Fraction(slots[0][0])) if len(slots) == 1 else Fraction(0)
    if new <= 0 or new.denominator != 1:
        return None
    return f"{line[: slots[0].start()]}{new.numerator}{line[slots[0].end() :]}", True


def _by(part: Part, way: str, line: str) -> tuple[str, bool] | None:
    """A line with its figure so much more or less: `20 more`, `20 off the 80`, `2 less, so 5`."""
    fits: list[tuple[re.Match[str], int]] = []
    for n, one in enumerate(part.figures):
        by = (one.figure or 0) * (1 if way == "more" else -1)
        others = [*part.figures[:n], *part.figures[n + 1 :]]
        for slot in _slots(part, line) if not one.gone else ():
            there = int(slot[0])
            if all(each.figure == there or (each.figure == there + by and not each.gone) for each in others):
                fits.append((slot, by))
    return _put(line, [fits[0][0]], partial(add, fits[0][1])) if len(fits) == 1 else None


def _renamed(new: Sequence[Mention], old: Sequence[Mention], line: str, base: Lines) -> str | None:
    """A line with names in the place of their like; None where there is no one place for each. Of a clause that takes
    nothing back, what goes is named (`old`)."""
    kinds = [one.means[0][0] for one in new]
    if len(set(kinds)) < len(kinds):
        return None
    for one in new:
        came = ""
        for sort, name in one.means:
            spots = _of_sort(line, sort, base.names)
            gone = [value for each in old for kind, value in each.means if kind == sort]
            if any(value not in spots for value in gone):
                return None  # `not Paris but Gascony`
            spots = gone or (spots if base.cued else [])
            if len(spots) == 1 and name not in line.split():
                swapped = (name if word == spots[0] else word for word in line.split())
                came = _GOAL.sub(name, line) if sort == "place" else " ".join(swapped)
                break
        if not came:
            return None
        line = came
    return line


def _of_sort(line: str, sort: str, names: Names) -> list[str]:
    """The names of one sort in a line. Of the places of a move only the goal may change."""
    if sort == "place":
        goal = _GOAL.search(line)
        return [goal[0].partition("/")[0]] if goal else []
    return [word for word in line.split() if word in names.get(sort, ())]


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
