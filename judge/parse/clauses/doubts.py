"""Clauses that are asked about: why, where in the writer's own line, and what is offered."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace

from judge.parse.clauses.clause import Clause, Kind
from judge.parse.clauses.text import Text
from judge.parse.faults import caret
from judge.parse.reading import Garbled
from judge.parse.secrets import mask
from judge.post import Line

UNREAD = "I cannot read this as an order."
_TURNS = re.compile(  # `take 300 lira and turn them into marks`: what is taken goes
    r"(?<!\w)(?:turn|change|convert|swap|exchange|make|put)\s+(?:them|it|these|those|that)\s+(?:all\s+)?(?:into|for|to|in)(?!\w)",
    re.IGNORECASE,
)


def doubt(text: Text, reason: str) -> Garbled:
    """A doubt with a sentence of its own and no caret."""
    return Garbled(Line(text.first, text.text), reason, 0, "")


def asked(text: Text, reason: str) -> Clause:
    """A clause that is asked about."""
    return Clause(Kind.DOUBTFUL, text.text, text.lines, doubt=doubt(text, reason))


def asked_after_all(clause: Clause, reason: str) -> Clause:
    """A clause that was taken for something else before."""
    left = doubt(Text.of(Line(clause.lines[0], clause.text)), reason)
    return replace(clause, kind=Kind.DOUBTFUL, commands=(), notes=(), doubt=left)


def proposed(text: Text, offer: tuple[str, ...]) -> Clause:
    """A clause that is done on YES alone, or on the words of the offer themselves."""
    words = ", then ".join(offer)
    return replace(asked(text, f"I do this only where it is written out, in a line of its own: {words}"), offer=offer)


def garbled(lines: Mapping[int, Line], text: Text, core: Text, told: Garbled) -> Clause:
    """A clause with the reading room's reason, its caret under the line as the writer typed it."""
    number, column = core.column(told.column)
    line = lines.get(number, told.line)
    shown = Line(number, mask(line.text))
    reason = replace(told, line=shown, column=column, caret=caret(shown.text, column) if told.caret else "")
    return Clause(Kind.DOUBTFUL, text.text, text.lines, doubt=reason)


def held_back(pieces: list[Clause]) -> list[Clause]:
    """The pieces of a sentence: what is left is not spent where another piece cannot be read, which may say how much
    that is."""
    if any(one.kind in (Kind.DOUBTFUL, Kind.TALK) and _TURNS.search(one.text) for one in pieces):
        return [asked_after_all(one, UNREAD) if one.kind in (Kind.ORDER, Kind.TALK) else one for one in pieces]
    if all(one.kind is not Kind.DOUBTFUL for one in pieces):
        return pieces
    return [
        asked_after_all(one, "This depends on the rest of the sentence, which I cannot read.")
        if one.kind is Kind.ORDER and any(_hangs(order.canonical()) for order in one.commands)
        else one
        for one in pieces
    ]


def _hangs(line: str) -> bool:
    """Whether an order may mean something else without the rest of its sentence: what is left, or half a list."""
    return line.endswith(" WITH REST") or line.startswith("OFFERLIST ")
