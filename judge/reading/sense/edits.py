"""What a part of a clause says of lines that stand: which it means, and what becomes of them: `halve everything`, `20
off the Russian bid`, `the second one should be 40`. The words are data: `grammar/sense/changes.txt`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import pairwise

from judge.core.regex import regex
from judge.core.values import Value
from judge.reading.sense.result import IS
from judge.reading.sense.tokens import EDGE, NAMES, Token, before, behind, follows, sorts
from judge.reading.sense.vocabulary import Meaning

_PLURAL = regex(r"(\d+)s")
_CUTS = (",", ";", ":", ".", "!", "-", "--", "(", ")", "...")
_NUMBERED = ("small", "sign", "nth", "line", "one", "what", "set", "joins", "corrects", "beside")
_BESIDE = ("small", "sign", "joins", "corrects", "beside")  # what says nothing in front of what counts
_REFERS = ("sign", "base", "paper", "small", "rest", "link", "beside")  # what tells of the sheet behind `on top of`
_BASE = ("base", "small", "link", "nth", "one", "line", "they", "what")
_SOON = 4  # things in which an `also` is said of the whole sentence
_LEAST = 3  # letters of a name that may come in the place of another
_OF_LINE = ("small", "what", "line", "unit", "field")
_OUT = ("old", "goes", "drop", "former")
_STAYING = tuple("small sign link keep same what counted line one rest all they unit nth".split())
_DEEDS = tuple("times more less set drop keep turns there only swapped".split())
CHANGES = tuple("also further too set drop keep more less times there old turns nth rest corrects same".split())
"""Sorts of words that a sentence may change lines by."""


class Mention(Value):
    """A name or a figure that a part names.

    means  what it may be: sorts and values; of a figure `amount` and its digits
    gone   it is what the line has now and loses: `not 40`, `instead of the francs`
    to     of a figure, it is what the line shall say
    """

    means: tuple[Meaning, ...]
    gone: bool = False
    to: bool = False

    @property
    def figure(self) -> int | None:
        return int(self.means[0][1]) if self.means[0][0] == "amount" else None


class Part(Value):
    """What a part of a clause says.

    names, figures  what it names
    deeds           what it does: times, more, less, set, drop, keep; `turns`, `there`, `only` put something in a place
    factor          of `times`
    which           how a line begins that it means: SELL; F for `the fleet`
    nth             the number of a line, 0 for the last
    field           the word of a line in front of the figure that is meant: PRICE
    every           all lines that fit are meant
    rest            it speaks of all lines that were not named
    soft            it may be said of an order more: `another 200 Crowns`
    country         a name may be a country and not its money
    likes           it says what somebody likes, or has: `I have francs, not marks`
    strange         words that nobody knows
    """

    names: tuple[Mention, ...] = ()
    figures: tuple[Mention, ...] = ()
    deeds: frozenset[str] = frozenset()
    factor: Fraction = Fraction(1)
    which: frozenset[str] = frozenset()
    nth: int | None = None
    field: str = ""
    every: bool = False
    rest: bool = False
    soft: bool = False
    country: bool = False
    likes: bool = False
    strange: int = 0

    @property
    def selects(self) -> bool:
        """Whether it says which line is meant."""
        return bool(self.names or self.which or self.every or self.loses) or self.nth is not None

    @property
    def loses(self) -> bool:
        """Whether it names something that the line has now and loses."""
        return any(one.gone for one in (*self.names, *self.figures))

    @property
    def acts(self) -> bool:
        """Whether it may change a line without a word that takes something back."""
        return bool(self.deeds) or self.loses or self.nth is not None or any(one.to for one in self.figures)

    @property
    def silent(self) -> bool:
        """Whether it says nothing of lines: `my wife has just read the map to me`."""
        return not (self.selects or self.figures or self.rest) and (not self.deeds or self.strange > 0)

    @property
    def topic(self) -> bool:
        """Whether it only says of what the next part speaks: `the Marks are too dear for me, ...`."""
        return not (self.deeds or self.figures)

    def joined(self, other: Part) -> Part:
        """What both say of one line."""
        return Part(
            names=self.names + other.names,
            figures=self.figures + other.figures,
            deeds=self.deeds | other.deeds,
            factor=self.factor * other.factor,
            which=self.which | other.which,
            nth=other.nth if self.nth is None else self.nth,
            field=self.field or other.field,
            every=self.every or other.every,
            rest=self.rest or other.rest,
            soft=self.soft and other.soft,
            country=self.country or other.country,
            likes=self.likes or other.likes,
            strange=self.strange * (not self.topic or other.topic) + other.strange * (not other.topic or self.topic),
        )


# ---- words -----------------------------------------------------------------------------------------------------------


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


def than(things: Sequence[Token]) -> tuple[int, int] | None:
    """Where a clause says that what is on file is what it goes by, from and to: `than I wrote this morning`."""
    start = next((n for n, one in enumerate(things) if one.is_("than")), len(things))
    end = next((n for n in range(start, len(things)) if is_cut(things[n])), len(things))
    said = things[start + 1 : end]
    mine = has(said, "base") and all(any(map(one.is_, _BASE)) for one in said)
    return (things[start].start, said[-1].end) if mine else None


# ---- parts -----------------------------------------------------------------------------------------------------------


def part_of(things: Sequence[Token], cued: bool = False) -> Part:
    """What a part of a clause says, between two of its commas and joints. `cued`: it takes something back, and may
    speak of a country that is no money: `Sorry for my English`."""
    kinds = sorts(things)
    number, taken = nth(things)
    counted = {n for n, one in enumerate(things[1:]) if one.is_("counted") and figure(things[n]) is not None}
    counted |= {n for n, one in enumerate(things) if one.is_("amount") and before(things, n).is_("rest")}
    told = [n for n, one in enumerate(things) if n not in taken | counted and figure(one) is not None]
    named = {n: means for n, one in enumerate(things) if (means := _means(one)) and not (cued and _country(one))}
    rather = any(one.text.casefold() == "rather" for one in things)
    wrong = "amiss" in kinds and len(told) == 1
    out = (*_OUT, *(("from",) if "turns" in kinds else ()))
    deeds = {one for one in _DEEDS if one in kinds} - ({"only"} if not (named or "all" in kinds) else set())
    lifted = "lift" in kinds and "out" in kinds and _off_sheet(things, kinds)
    figures = (
        Mention(
            (("amount", str(figure(things[n]))),),
            wrong or any(map(_before_of(things, n).is_, (*_OUT, "from"))),
            before(things, n).is_("link", "to", "into"),
        )
        for n in told
    )
    return Part(
        names=tuple(
            Mention(means, any(map(_before_of(things, n).is_, out)) or _regretted(things, n))
            for n, means in named.items()
        ),
        figures=tuple(figures),
        deeds=frozenset(deeds - {"more", "less"} | {"drop"} if lifted and not told else deeds),
        factor=next((Fraction(one.get("times")) for one in things if one.is_("times")), Fraction(1)),
        which=frozenset(one.get("what") or one.get("unit") for one in things if one.is_("what") or one.is_("unit")),
        nth=number,
        field=next((one.get("field") for one in things if one.is_("field")), ""),
        every=bool(counted) or "all" in kinds,
        rest="rest" in kinds,
        country=any(_country(things[n]) and things[n].is_("country") for n in named),
        likes=not rather and any(one.is_("gets") and not one.is_("set") for one in things),
        soft="more" in kinds and "raise" not in kinds,
        strange=sum(one.sort == "unknown" and figure(one) is None for one in things)
        + any(behind(things, n).text.casefold() in IS for n in named)
        + ("keep" not in kinds and any(before(things, n).text.casefold() == "at" for n in told))  # it may be a price
        + 99 * any(one.is_("percent") for one in things),
    )


def figure(one: Token) -> int | None:
    """A figure: `400`, or `400s` for a line that has it."""
    plural = _PLURAL.fullmatch(one.text)
    text = plural[1] if plural else one.get("amount")
    return int(text) if text.isdecimal() else None


def _means(one: Token) -> tuple[Meaning, ...]:
    """The names that a thing may be; none for `both`, which is short for a sea."""
    if one.sort not in NAMES or len(one.text) < _LEAST or one.is_("all"):
        return ()
    return tuple((sort, value) for sort, value in one.meanings if sort in NAMES)


def _country(one: Token) -> bool:
    return one.sort == "currency" and (one.is_("country") or one.is_("power"))


def _before_of(things: Sequence[Token], n: int) -> Token:
    """What stands in front of a thing and of the words for its line: `Drop the sale of roubles`."""
    front = things[:n]
    while (
        front
        and not any(map(front[-1].is_, _OUT))
        and (front[-1].is_("link", "of", "for") or any(map(front[-1].is_, _OF_LINE)) or figure(front[-1]) is not None)
    ):
        front = front[:-1]
    return front[-1] if front else EDGE


def _regretted(things: Sequence[Token], n: int) -> bool:
    """`I changed my mind about the francs`"""
    return things[n].is_("currency") and follows(things, n, lambda one: one.is_("mind"))


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


def _off_sheet(things: Sequence[Token], kinds: set[str]) -> bool:
    """Whether it is the sheet that something goes off, or we are told to take it: not `the mark comes out on top`."""
    first = next((one for one in things if one.sort not in ("small", "sign", "link") or one.is_("lift")), things[0])
    return first.is_("lift") or "wish" in kinds or "paper" in kinds


# ---- what stays ------------------------------------------------------------------------------------------------------


def stays(things: Sequence[Token]) -> Part | None:
    """What a clause says stays as it is: `Marks as before`, `the other two as above`; None where it says anything else.
    `soft`: by a word that may be an order, too (`Munich stays`)."""
    if not has(things, "keep", "same") or any(_bars(things, n) for n in range(len(things))):
        return None
    if spares(things):
        return None
    part = part_of(things)
    if not (part.names or part.rest or has(things, "counted", "all", "what", "unit")):
        return None
    return Part(names=part.names, rest=part.rest, soft=not has(things, "same"))


def spares(things: Sequence[Token]) -> bool:
    """Whether something is said of all lines but some: `everything but the marks stays`"""
    return any(one.is_("all") and after.text.casefold() == "but" for one, after in pairwise(things))


def _bars(things: Sequence[Token], n: int) -> bool:
    """Whether a thing may not stand where something is said to stay."""
    one, front = things[n], before(things, n)
    if one.is_("amount"):
        return not (front.is_("link", "in") or front.is_("rest"))
    return one.text == "?" or not (one.sort in NAMES or any(map(one.is_, _STAYING)))
