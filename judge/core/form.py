"""What a form for orders offers: lines to choose, and lines with boxes to fill in, each in the words of the rules.

Powers and seats are named as the rules name them; how they are called in a sentence is the page's business.
"""

from collections.abc import Mapping, Sequence
from dataclasses import field, replace

from judge.core.regex import regex
from judge.core.values import Value

_BOX = regex(r"([^{]*){([^}]*?)([?~]?)}")


class Line(Value):
    """Something that can be ordered: what it is for, and the orders to choose from.

    summed   a number stands before it: a bribe, or what one's own unit is paid
    """

    what: str
    choices: tuple[str, ...]
    summed: bool = False


class Group(Value):
    """Lines under one heading: a power's units."""

    title: str
    lines: tuple[Line, ...]


class Box(Value):
    """One box of a line, with the words of the order before and after it.

    choices   what it offers; a number, or `text`, is written in where there are none
    may       the line stands without it
    """

    before: str
    choices: tuple[str, ...] = ()
    after: str = ""
    may: bool = False
    what: str = "number"
    text: bool = False


class Blank(Value):
    """A line to be filled in; it is written once every box that it needs has something in it.

    joined   lines of the same word become one line behind it, with commas between
    last     it ends that line, without a comma
    unless   a setting with which the rules do not take it: `draws=off`
    pays     the boxes whose product leaves the writer's purse; `alone`: what is written there counts by itself, for of
             several such lines not all need come true
    """

    what: str
    boxes: tuple[Box, ...]
    joined: str = ""
    last: bool = False
    unless: str = ""
    pays: tuple[str, ...] = ()
    alone: bool = False


class Purse(Value):
    """What a power has to pay with, as everybody knows. `bill`: for the units it has; `prices`: by kind of unit, what
    the first one more costs, the second and so on, where this phase builds."""

    has: int
    bill: int = 0
    prices: Mapping[str, tuple[int, ...]] = field(default_factory=dict)


class Blanks(Value):
    """Blank lines under one heading."""

    title: str
    lines: tuple[Blank, ...]


class Traveller(Value):
    """Who travels, as everybody knows: where he stands, with how much of which money. `bound`: in words, why he must
    stay; `barred`: where he may not end, and why in words."""

    place: str
    cash: int
    money: str
    bound: str = ""
    barred: Mapping[str, str] = field(default_factory=dict)


class Journeys(Value):
    """Orders to travellers: places by name, which of them touch, and the percent that entering each takes of the money
    carried. `at`: by seat, those whose place is public."""

    names: Mapping[str, str]
    near: Mapping[str, tuple[str, ...]]
    fares: Mapping[str, int]
    at: Mapping[str, Traveller]


class Form(Value):
    """All that a phase asks for beside trades of a market, which the page knows from the standing. `purses` by power,
    where they are public."""

    groups: tuple[Group, ...] = ()
    blanks: tuple[Blanks, ...] = ()
    journeys: Journeys | None = None
    purses: Mapping[str, Purse] = field(default_factory=dict)


def blank(
    what: str,
    pattern: str,
    choices: Mapping[str, Sequence[str]] | None = None,
    *,
    joined: str = "",
    last: bool = False,
    unless: str = "",
    pays: str = "",
    alone: bool = False,
) -> Blank:
    """`LOAN {credits} TO {to}` as a line with two boxes; `{price?}` may stay empty, `{list~}` takes words. `pays`: its
    boxes that cost."""
    found, end = [], 0
    for box in _BOX.finditer(pattern):
        before, name, mark = box.groups()
        offered = tuple((choices or {}).get(name, ()))
        found.append(Box(before.strip(), offered, may=mark == "?", what=name, text=mark == "~"))
        end = box.end()
    found[-1] = replace(found[-1], after=pattern[end:].strip())
    return Blank(what, tuple(found), joined, last, unless, tuple(pays.split()), alone)
