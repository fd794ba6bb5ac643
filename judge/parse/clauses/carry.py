"""A heading carried over the items below it. Never over a negation, a courtesy or a finished sentence."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from judge.core.regex import regex
from judge.parse.clause import Clause, Kind, doubt
from judge.parse.text import Text

_RULE = regex(r"^[\s=_~*-]{3,}$")
_HEADING = regex(r"^[^.!?;]{1,60}:\s*$")
_MOVE = regex(r"(?:[AF] )?[A-Z/]{3,6} - [A-Z/]{3,6}(?: VIA)?$")


def last_move(found: Sequence[Clause]) -> str:
    """The last order that goes somewhere, for `supports that`; "" if none does."""
    orders = [clause for clause in found if clause.kind is Kind.ORDER]  # words of the correspondence print nothing
    said = (one.canonical() for clause in reversed(orders) for one in reversed(clause.commands))
    return next((text for text in said if _MOVE.match(text)), "").removesuffix(" VIA")


def sales(found: Sequence[Clause]) -> tuple[str, ...]:
    """The orders that sell, for `split the proceeds`."""
    orders = (one.canonical() for clause in found for one in clause.orders)
    return tuple(line for line in orders if line.startswith("SELL "))


def ruled(text: Text) -> bool:
    """Whether a line is nothing but a rule (`-----`), as stands below a heading."""
    return bool(_RULE.match(text.text))


def heads(text: Text, below: Text | None) -> bool:
    """Whether a line is a heading: it ends with a colon, or a rule stands below it."""
    return bool(_HEADING.match(text.text)) or (below is not None and ruled(below) and not ruled(text))


# ---- a heading and what stands below it ------------------------------------------------------------------------------


_ARTICLES = 2  # small words beside a verb in a heading: `To sell today:`


@dataclass
class Head:
    """A heading whose verb is carried over the items below it."""

    at: int  # index of its clause
    verb: str
    used: bool = False

    @property
    def gives(self) -> bool:
        """Whether it is an amount, which each order below it gets."""
        return self.verb.endswith(":")

    def unused(self, clause: Clause) -> Clause:
        """What its own clause is where nothing below belongs to it. One that says more than its verb is a rest: it may
        be no heading at all (`Same again as in spring:`)."""
        told = clause.said
        if told.text.strip(" :").count(" ") > self.verb.count(" ") + _ARTICLES:
            return replace(clause, kind=Kind.REST)
        left = doubt(told, f"{self.verb} what? Nothing below it can be read so.")
        return replace(clause, kind=Kind.DOUBTFUL, doubt=left)
