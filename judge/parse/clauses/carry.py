"""A heading carried over the items below it. Never over a negation, a courtesy or a finished sentence."""

from __future__ import annotations

from collections.abc import Sequence

from judge.core.regex import regex
from judge.parse.clauses.clause import Clause, Kind
from judge.parse.clauses.text import Text

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
