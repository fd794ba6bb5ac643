"""The rows of a passage before they are read one by one: tables, and orders that go on below."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from judge.core.command import Command
from judge.core.variant import Situation
from judge.parse.budget import Budget
from judge.parse.clause import Clause, Kind, asked
from judge.parse.clauses.numerals import figures
from judge.parse.clauses.patterns import words_of
from judge.parse.clauses.split import pieces, sentences
from judge.parse.clauses.table import table
from judge.parse.clauses.tools import Tools
from judge.parse.clauses.unwrap import Row
from judge.parse.offers import offered, sound
from judge.parse.text import Text

_LOOKED_AT = 12  # steps of finding out whether a row ends with an order
Orders = Callable[[str, int], Sequence[Command]]
"""The orders that a whole text says, in a line."""


def tabled(rows: list[Row], tools: Tools, whole: Callable[[Text], Clause | None]) -> list[Row]:
    """The rows with tables read: each entry an order, or left to be asked about."""
    found: list[Row] = []
    at = 0
    while at < len(rows):
        entries = table([row.text for row in rows[at:]], tools.verb_for) if rows[at].clause is None else []
        for entry in entries:
            clause = whole(entry.text) if entry.text else None
            shown = Clause(Kind.HEADING, entry.written.text, entry.written.lines)
            if clause is not None:
                shown = replace(clause, text=entry.written.text, lines=entry.written.lines)
            elif entry.text:
                shown = asked(entry.written, "I cannot read this row as an order.")
            found.append(Row(entry.written, shown))
        seen = {line for entry in entries for line in entry.written.lines}
        at += len(seen) if entries else 1
        found += [] if entries else [rows[at - 1]]
    return found


def lengthened(rows: list[Row], tools: Tools, orders: Orders) -> list[Row]:
    """An order with the rest of it on the next line, which says nothing by itself (`CAP 20`, `Ocean`)."""
    found: list[Row] = []
    for row in rows:
        above = found[-1].clause if found else None
        if row.clause is None and row.text and above is not None and above.kind is Kind.ORDER:
            joined = Text.joined((found[-1].text, row.text))
            fits = len(row.text) < 80 and tools.marks.only(row.text.text) and not tools.begins(row.text.text)
            commands = tuple(orders(joined.text, joined.first)) if fits else ()
            if commands and (sound(commands) or not offered(commands)) and commands != above.commands:
                order = Clause(Kind.ORDER, joined.text, joined.lines, commands)
                found[-1] = replace(found[-1], text=joined, clause=order)
                continue
        found.append(row)
    return found


def ends(text: Text, tools: Tools, orders: Orders, budget: Budget, situation: Callable[[], Situation]) -> bool:
    """Whether the last sentence of a row is an order that can be read."""
    budget.take(_LOOKED_AT, text.text)
    last = sentences(text)[-1:] if not tools.prose(text.text) else []
    ways = [figures(one) for one in (last[0], *pieces(last[0])[-1:])] if last else []
    ways = [one for one in ways if not tools.marks.none(words_of(one.text), "", 0)]
    read = (orders(one.text.strip(" .!"), text.first) for one in ways)
    if any(found and (sound(found) or not offered(found)) for found in read):
        return True
    sense = tools.sense if ways and ways[0].text[-1:].isdecimal() else None
    sensed = sense.read(ways[0].text, situation) if sense is not None else None
    return sensed is not None and sensed.sure
