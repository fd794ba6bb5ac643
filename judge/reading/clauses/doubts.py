"""Clauses that are asked about: why, where in the writer's own line, and what is offered."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace

from judge.core.command import Final
from judge.core.regex import regex
from judge.core.variant import Situation
from judge.core.words import word_of
from judge.expressions import expressions
from judge.post import Line
from judge.reading.clause import Clause, Kind, asked, asked_after_all, on_yes, rest
from judge.reading.faults import caret
from judge.reading.outcome import Garbled
from judge.reading.sense.proceeds import REST, each_its_own
from judge.reading.sense.result import Unclear
from judge.reading.text import Text
from judge.signon import mask

_RE = expressions("remarks")

UNREAD = "I cannot read this as an order."
WRITTEN_OUT = "I do this only where it is written out, in a line of its own:"
_IN_FRONT = "I cannot read the words in front of this."
_FOR_GOOD = "This is done at once and cannot be undone, and I am not sure of all of your letter."
_OWN = "The first of these purchases would spend all the money. Say how much of each you want."
HANGS = "This depends on the rest of the sentence, which I cannot read."
_NOTATION = regex(r"[AF]\s|TS\s?\(")  # an order written so stands by itself, whatever is in front of it


def proposed(text: Text, offer: tuple[str, ...]) -> Clause:
    """A clause that is done on YES alone, or on the words of the offer themselves."""
    words = ", then ".join(offer)
    return replace(asked(text, f"{WRITTEN_OUT} {words}"), offer=offer)


def garbled(lines: Mapping[int, Line], text: Text, core: Text, told: Garbled) -> Clause:
    """A clause with the reading room's reason, its caret under the line as the writer typed it."""
    number, column = core.column(told.column)
    line = lines.get(number, told.line)
    shown = Line(number, mask(line.text))
    reason = replace(told, line=shown, column=column, caret=caret(shown.text, column) if told.caret else "")
    return Clause(Kind.DOUBTFUL, text.text, text.lines, doubt=reason)


def held_back(pieces: list[Clause]) -> list[Clause]:
    """The pieces of a sentence. One behind words that cannot be read is left to the writer, for they may say whose
    order it is, or how it is meant: `Corvus sells 500 francs and buys 500 marks`. And what is left is not spent where
    another piece cannot be read, which may say how much that is."""
    if any(one.kind in (Kind.DOUBTFUL, Kind.REST) and _RE.turns.search(one.text) for one in pieces):
        return [asked_after_all(one, UNREAD) if one.kind in (Kind.ORDER, Kind.REST) else one for one in pieces]
    if all(one.kind is not Kind.DOUBTFUL for one in pieces):
        return pieces
    begun = next((one for one in pieces if one.kind is not Kind.REST), None)
    if begun is not None and begun.kind is Kind.DOUBTFUL:
        left = [one for one in pieces if one.kind is Kind.ORDER and not _NOTATION.match(one.text)]
        return [on_yes(one, _IN_FRONT) if any(one is two for two in left) else one for one in pieces]
    # what is left to spend, or half a list, may mean something else without the rest of its sentence
    hang = [any(line.endswith(REST) or line.startswith("OFFERLIST ") for line in one.printed) for one in pieces]
    return each_done_alone([asked_after_all(one, HANGS) if out else one for one, out in zip(pieces, hang, strict=True)])


def each_done_alone(found: list[Clause]) -> list[Clause]:
    """Clauses of which none that cannot be undone is done but on YES."""
    return [
        on_yes(one, _FOR_GOOD)
        if one.kind is Kind.ORDER and any(order.final is Final.YES for order in one.commands)
        else one
        for one in found
    ]


def said_once(found: list[Clause]) -> list[Clause]:
    """The clauses of a letter: what a change of the sheet came to is not ordered once more by a sentence that says it
    (`I had that the wrong way round! It should be: sell 200 francs, buy 200 pounds.`), nor what a sentence sums up
    (`So 200 pounds to be sold, and buy 180 crowns`)."""
    changed: list[frozenset[str]] = []
    clauses: list[Clause] = []
    above, altered = frozenset[str](), False  # the lines so far, and whether one of them was changed in its place
    for one in found:
        lines = frozenset(order.canonical() for order in one.orders if not order.key())
        again = bool(lines) and (any(lines <= told for told in changed) or (altered and lines <= above))
        sums_up = bool(lines & above) and _RE.sums_up.match(one.text) is not None
        if again or sums_up:
            left = tuple(order for order in one.orders if sums_up and order.canonical() not in above)
            clauses.append(replace(one, kind=one.kind if left else Kind.HEADING, commands=left))
        else:
            clauses.append(one)
        above |= lines
        if one.notes:
            changed.append(lines)
            altered = altered or one.kind is Kind.HEADING
    return clauses


def answered_once(found: list[Clause]) -> list[Clause]:
    """The clauses of a letter: a question back whose word another clause says is answered: `I shall be away over
    Christmas. Please put me down as absent from 24 to 30 December.`"""
    said = tuple(f" Write {entry.verb} " for one in found if one.word and (entry := word_of(type(one.word))))
    return [
        rest(one.said) if one.doubt is not None and any(verb in one.doubt.reason for verb in said) else one
        for one in found
    ]


def spent_once(found: list[Clause], situation: Callable[[], Situation]) -> list[Clause]:
    """The clauses of a letter: what is left is spent once. Where several purchases spend it, they are asked about, each
    with what the sales in front of it bring."""
    told = [(n, line) for n, one in enumerate(found) if not _RE.noted.search(one.text) for line in one.printed]
    rests = [n for n, line in told if line.startswith("BUY ") and line.endswith(REST)]
    if len(rests) < 2:
        return found
    offers: dict[int, tuple[str, ...]] = {n: () for n in rests}
    with suppress(Unclear):
        for (n, _), line in zip(told, each_its_own([line for _, line in told], situation()), strict=True):
            if n in offers:
                offers[n] += (line,)
    return [replace(asked_after_all(one, _OWN), offer=offers[n]) if n in offers else one for n, one in enumerate(found)]
