"""A change told by what a line says now: `halve everything`, `add 50 to my Lira sale`, `the second one should be 40`.

A clause is cut into parts; each says what is done (an amount is multiplied, raised, lowered or set; a line goes or
stays) and to which line: by its names, its kind, its place in the sheet, the figure it has. Every word counts: what is
denied, past, undecided or somebody else's changes nothing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise

from judge.core.regex import regex
from judge.parse.sense.parts import Part, cut, is_cut, joined, nth, part_of
from judge.parse.sense.sums import Unclear
from judge.parse.sense.tokens import NAMES, Token, sorts

FIGURE = regex(r"(?<![\w.,])\d+(?![\w.,]*\d)")
_WORD = regex(r"[^\W_]+")
_STOPS = ("never", "theirs", "aside", "guard", "except", "which")
_BASE = ("base", "small", "link", "nth", "one", "line", "they", "what")
_POINTS = frozenset([*NAMES, "all", "nth", "what", "crossed"])  # one of these tells which line is meant
_ASKS = ("times", "more", "less", "set", "put", "lift", "drop")
_HAS = ("has", "had")
_BESIDE = 6  # words nobody knows in a part that says nothing else
WHICH = "Which line of your sheet do you mean? Write the sheet as it shall stand."
HOW = "I am not sure how you mean this change."


@dataclass(frozen=True)
class Changed:
    """The lines as they shall stand (`lines`; "" for one that goes), and whether that is sure; without lines it is
    asked about, and `ask` says why."""

    lines: tuple[str, ...] = ()
    sure: bool = True
    ask: str = ""


def read(things: Sequence[Token], lines: Sequence[str], written: int = 0, numbered: bool = True) -> Changed | None:
    """The lines as a clause changes them; None where it is no change of them. The first ones stand in the letter itself
    (`written`), where other words follow on them; `numbered`: they are all there are."""
    kinds = sorts(things)
    if not lines or (not kinds.isdisjoint(_STOPS) and any(_stops(things, n) for n in range(len(things)))):
        return None
    if "past" in kinds and "wish" not in kinds:
        return None  # `Lira doubled`
    parts = joined(part for some in cut(things) if (part := part_of(some)) is not None)
    if not any(line.startswith("OFFERLIST") for line in lines):
        parts = [replace(one, which="") if one.which == "OFFERLIST" else one for one in parts]  # `off my list`
    strange = sum(one.strange for one in parts)
    deeds = [one for one in parts if one.deed]
    if written and any(one.soft or (one.deed == "set" and not one.selects) for one in deeds):
        return None
    if not numbered and any(one.nth is not None for one in parts):
        return None
    if all(one.deed == "keep" and not one.names for one in deeds) or not _fits(parts, lines):
        return None
    if any(not one.deed and one.strange > _BESIDE for one in parts):
        return None
    odd = any(one.strange for one in deeds)
    if odd and not all(one.names or one.which or one.nth is not None for one in deeds if one.strange):
        return None  # `I read it all twice`
    try:
        done = _done(parts, lines)
        return replace(done, sure=done.sure and not odd, ask=done.ask or (HOW if odd else ""))
    except Unclear as unclear:
        asks = any(things[0].is_(sort) for sort in _ASKS) or any(one.selects or one.points for one in deeds)
        wanted = asks and any(one.deed != "keep" for one in deeds)
        return Changed((), False, str(unclear)) if wanted and not strange else None


def base(things: Sequence[Token]) -> tuple[int, int] | None:
    """Where a clause says that what is on file is what it goes by, from and to: `than I wrote this morning`."""
    start = next((n for n, one in enumerate(things) if one.text.casefold() == "than"), None)
    if start is None:
        return None
    end = next((n for n in range(start, len(things)) if is_cut(things[n])), len(things))
    said = things[start + 1 : end]
    mine = any(one.is_("base") for one in said) and all(any(map(one.is_, _BASE)) for one in said)
    return (things[start].start, said[-1].end) if mine else None


def bears(things: Sequence[Token], lines: Sequence[str]) -> bool:
    """Whether a clause of which nothing was made speaks of a change of these lines: what is done stands in it, and
    lines that it may be done to. Not what is past, denied, or others' doing; nor what somebody has (`Turkey has 3 units
    more than me`)."""
    kinds = sorts(things)
    amiss = "amiss" in kinds  # `The lira figure was 50 too low.`
    passed = ("guard", "aside") if amiss else ("guard",)
    if kinds.isdisjoint(_POINTS) or any(
        _stops(things, n) and not any(map(one.is_, passed)) for n, one in enumerate(things)
    ):
        return False
    if any(one.text.casefold() in _HAS and before.sort in NAMES for before, one in pairwise(things)):
        return False
    told = "crossed" in kinds or (not kinds.isdisjoint(("more", "less")) and nth(things)[0] is not None)
    if told and "unknown" not in {one.sort for one in things}:
        return True  # `I have it the wrong way round`, `a bit more of the second`
    parts = joined(part for some in cut(things) if (part := part_of(some)) is not None)
    return any(_wants(one, amiss) and _fits([one], lines) for one in parts)


def _wants(part: Part, bare: bool) -> bool:
    """Whether a part has a figure or a deed for lines it points at; `bare`: a figure will do for lines that are named.
    Where it points by no name, every word must be known: `the second round of drinks, 5 pints each`."""
    does = part.amount is not None or part.deed == "drop"
    told = part.names or (not part.strange and (part.which or part.every or part.nth is not None))
    return bool(told) and does and (bare or not part.names or part.deed not in ("", "keep"))


def _stops(things: Sequence[Token], n: int) -> bool:
    """Whether a thing forbids a change. Its first meaning counts: `rather than` may say what goes."""
    one = things[n]
    if one.is_("old") or one.is_("small") or one.is_("drop") or (one.text == "?" and n == len(things) - 1):
        return False
    return any(one.is_(sort) for sort in _STOPS)


# ---- lines -----------------------------------------------------------------------------------------------------------


def _fits(parts: Sequence[Part], lines: Sequence[str]) -> bool:
    """Whether every name of the parts stands in a line: else it is another order, or other things are spoken of."""
    return all(any(_has(one, line) for line in lines) for one in parts if one.names or one.which)


def _has(part: Part, line: str) -> bool:
    words = {word.casefold() for word in _WORD.findall(line)}
    named = {word.casefold() for name in part.names for word in _WORD.findall(name)}
    begins = line.startswith(part.which) or (part.which == ":" and " : " in line) or not part.which
    return named <= words and begins and (part.old is None or part.old in map(int, FIGURE.findall(line)))


def _done(parts: Sequence[Part], lines: Sequence[str]) -> Changed:
    """The lines with everything done. Raises Unclear."""
    now, moved, touched, sure = list(lines), Fraction(0), set[int](), True
    for one in parts:
        if not one.deed:
            if one.amount is not None or one.selects or one.rest:
                raise Unclear(HOW)
            continue
        if one.deed in ("more", "less") and one.amount is None and one.points and moved:
            one = replace(one, amount=moved)  # `take 1 off Vienna's and put it on Budapest's`
        if one.deed == "keep":
            continue
        hit = _targets(one, lines)
        if touched & set(hit):
            raise Unclear(HOW)
        touched |= set(hit)
        for n in hit:
            now[n] = "" if one.deed == "drop" else _with(one, lines[n])
        sure = sure and all(_on_its_way(one, lines[n], now[n]) for n in hit)
        moved = one.amount or moved
    return Changed(tuple(now), sure, "" if sure else HOW)


def _on_its_way(part: Part, old: str, new: str) -> bool:
    """Not so with `raise it to 50`, where 60 is on file."""
    if part.deed != "set" or not part.way:
        return True
    before, after = ([int(one) for one in FIGURE.findall(line)] for line in (old, new))
    return (after > before) == (part.way == "more")


def _targets(part: Part, lines: Sequence[str]) -> list[int]:
    """The lines a part speaks of. Raises Unclear."""
    if part.nth is not None:
        at = part.nth - 1 if part.nth else len(lines) - 1
        if at >= len(lines) or not _has(part, lines[at]):
            raise Unclear(WHICH)
        return [at]
    hit = [n for n, line in enumerate(lines) if _has(part, line)]
    if part.deed != "drop":
        hit = [n for n in hit if FIGURE.search(lines[n])]
    if not hit or (len(hit) > 1 and not part.every):
        raise Unclear(WHICH)
    return hit


def _with(part: Part, line: str) -> str:
    """A line with its figure changed. Raises Unclear."""
    found = list(FIGURE.finditer(line))
    if part.old is not None:
        found = [one for one in found if int(one[0]) == part.old]
    if len(found) != 1 or part.amount is None:
        raise Unclear(HOW)
    (one,) = found
    value, amount = Fraction(one[0]), part.amount
    new = {"times": value * amount, "more": value + amount, "less": value - amount, "set": amount}[part.deed]
    if new <= 0 or new.denominator != 1:
        raise Unclear("That leaves no whole number. Write the figure.")
    return f"{line[: one.start()]}{new.numerator}{line[one.end() :]}"
