"""What a form for orders offers: lines to choose, and lines with boxes to fill in, each in the words of the rules.

Powers and seats are named as the rules name them; how they are called in a sentence is the page's business.
"""

from __future__ import annotations

from judge.core.values import Value


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

    choices   what it offers; a number is written in where there are none
    may       the line stands without it
    """

    before: str
    choices: tuple[str, ...] = ()
    after: str = ""
    may: bool = False
    what: str = "number"


class Blank(Value):
    """A line to be filled in; it is written once every box that it needs has something in it.

    joined   lines of the same word become one line behind it, with commas between
    last     it ends that line, without a comma
    """

    what: str
    boxes: tuple[Box, ...]
    joined: str = ""
    last: bool = False


class Blanks(Value):
    """Blank lines under one heading."""

    title: str
    lines: tuple[Blank, ...]


class Form(Value):
    """All that a phase asks for beside trades of a market, which the page knows from the standing."""

    groups: tuple[Group, ...] = ()
    blanks: tuple[Blanks, ...] = ()


def written(blank: Blank, *values: str) -> str:
    """The line with these values in its boxes, as the page writes it; "" while one that it needs is empty."""
    if any(not value and not box.may for box, value in zip(blank.boxes, values, strict=True)):
        return ""
    filled = [(box.before, value, box.after) for box, value in zip(blank.boxes, values, strict=True) if value]
    return " ".join(word for words in filled for word in words if word)
