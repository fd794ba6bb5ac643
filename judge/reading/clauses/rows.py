"""The rows of a passage before they are read one by one: tables, and orders that go on below.

A table of orders, its columns parted by bars: the headings say what the figures below them are.

| Currency | Sell | Buy |      a column with a verb of the game over it: SELL LIRA 300
| Lira     | 300  |     |
| Sell     | Buy      |        verbs alone: what is done with each cell below: SELL 200 LIRA, BUY 300 MARKS
| 200 Lira | 300 Marks |
| Currency | Now  | Change |   one signed figure in a row: LIRA -200
| Bribe | Unit | Order |       otherwise the cells of a row, one behind the other: 7 F ANK - BLA
| Disposals | Units | Cost |   a verb over the names: it holds for the first column of figures

Blocks of the same labels (`Unit: F Kiel`, `Order: Denmark`) are the rows of such a table.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import takewhile

from judge.core.regex import regex
from judge.core.values import Value
from judge.expressions import words
from judge.reading.clause import Clause, Kind, asked
from judge.reading.clauses.numerals import figures
from judge.reading.clauses.passage import Passage, orders_of
from judge.reading.clauses.patterns import words_of
from judge.reading.clauses.pieces import whole
from judge.reading.clauses.split import pieces, sentences
from judge.reading.clauses.unwrap import Row
from judge.reading.offers import offered, sound
from judge.reading.text import EMPTY, Text

_LOOKED_AT = 12  # steps of finding out whether a row ends with an order


def tabled(p: Passage, rows: list[Row]) -> list[Row]:
    """The rows with tables read: each entry an order, or left to be asked about."""
    found: list[Row] = []
    at = 0
    while at < len(rows):
        below = [row.text for row in rows[at:]] if rows[at].clause is None else []
        records = _records(below)
        entries = table(records or below, p.tools.verb_for, bool(records))
        for entry in entries:
            clause = whole(p, entry.text) if entry.text else None
            written = entry.written
            if records and entry.text:  # with the labels of its block
                written = Text.joined([row for row in below if row and row.first in written.lines])
            shown = Clause(Kind.HEADING, written.text, written.lines)
            if clause is not None:
                shown = replace(clause, text=written.text, lines=written.lines)
            elif entry.text:
                shown = asked(written, "I cannot read this row as an order.")
            found.append(Row(written, shown))
        seen = {line for entry in entries for line in entry.written.lines}
        at += len(seen) if entries else 1
        found += [] if entries else [rows[at - 1]]
    return found


def ends(p: Passage, text: Text) -> bool:
    """Whether the last sentence of a row is an order that can be read."""
    p.budget.take(_LOOKED_AT, text.text)
    last = sentences(text)[-1:] if not p.tools.prose(text.text) else []
    ways = [figures(one) for one in (last[0], *pieces(last[0])[-1:])] if last else []
    ways = [one for one in ways if not p.tools.marks.none(words_of(one.text), "", 0)]
    read = (orders_of(p, one.text.strip(" .!"), text.first) for one in ways)
    if any(found and (sound(found) or not offered(found)) for found in read):
        return True
    sensed = p.tools.sense.read(ways[0].text, p.voice.situation) if ways and ways[0].text[-1:].isdecimal() else None
    return sensed is not None and sensed.sure


# ---- tables ----------------------------------------------------------------------------------------------------------


_RULE = regex(r"[\s|:=_~+-]*$")
_GOAL = regex(r"(?:\w+\s+)?(?:to|into|where|target|destination|goal)", re.IGNORECASE)
_SIGNED = regex(r"[+−–-]\s?\d+$")
_NUMBERS = regex(r"#|n[or°]\.?|num(?:ber)?", re.IGNORECASE)
_TOTALS = words("things", "rows_totals")
_FIELD = regex(r"[^\W\d][^:]{0,24}:\s+\S.*")
_BLOCKS = 2  # of the same labels, at least
_NOTHING = regex(r"[-–—0]?$")


def _records(rows: Sequence[Text]) -> list[Text]:
    """Blocks of the same labels, two at least, as rows of a table: `Unit: F Kiel`, `Order: Denmark`, `Bribe: 10`."""
    fields = [*takewhile(lambda row: _FIELD.fullmatch(row.text) is not None, rows)]
    names = [row.text.partition(":")[0].casefold() for row in fields]
    size = names.index(names[0], 1) if names[:1] and names.count(names[0]) > 1 else 0
    blocks: list[Sequence[Text]] = []
    while size > 1 and names[len(blocks) * size :][:size] == names[:size]:
        blocks.append(fields[len(blocks) * size :][:size])
    if len(blocks) < _BLOCKS:
        return []
    heads = Text.joined([row.head(row.text.index(":")) for row in blocks[0]], " | ")
    values = ([row.cut(row.text.index(":") + 1).strip() for row in block] for block in blocks)
    return [heads, *(Text.joined(block, " | ") for block in values)]


class Entry(Value):
    """A row of a table: what it says in the words of an order ("" for nothing), and as written."""

    text: Text
    written: Text


def table(rows: Sequence[Text], verb_of: Callable[[Text], str], bare: bool = False) -> list[Entry]:
    """The entries of the table that begins with the first of these rows, its headings among them; [] for none.
    `verb_of` gives the verb that a heading stands for; `bare`: a row needs no figure."""
    edged = bool(rows) and rows[0].text.strip().startswith("|")
    heads = _cells(rows[0], edged) if rows else []
    counted = int(bool(heads) and _NUMBERS.fullmatch(heads[0].text) is not None)  # a column of numbers says nothing
    heads = heads[counted:]
    goes = bare or any(map(_GOAL.fullmatch, (head.text for head in heads)))  # places, and no figures
    if len(heads) < 2 or any(char.isdecimal() for char in rows[0].text):
        return []
    found = [Entry(EMPTY, rows[0])]
    for row in rows[1:]:
        cells = _cells(row, edged)[counted:]
        if _RULE.match(row.text):
            found.append(Entry(EMPTY, row))
        elif len(cells) < 2 or len(cells) > len(heads):
            break
        elif (
            not (goes or any(char.isdecimal() for char in row.text)) or cells[0].text.casefold().strip(" :") in _TOTALS
        ):
            heads = heads if all(_counts(cell) for cell in cells[1:]) else cells
            found.append(Entry(EMPTY, row))
        else:
            found += [Entry(said, row) for said in _said(heads, cells, verb_of)]
    return found if any(entry.text for entry in found) else []


def _said(heads: list[Text], cells: list[Text], verb_of: Callable[[Text], str]) -> list[Text]:
    """What one row says."""
    verbs = [verb_of(head) for head in heads]
    if verbs[0] == "" and not any(_counts(cell) for verb, cell in zip(verbs, cells, strict=False) if verb):
        verbs = ["" for _ in verbs]  # `Goes to` over a place says nothing more
    name = next((cell for cell, verb in zip(cells, verbs, strict=False) if cell and not verb), None)
    if all(verbs):
        pairs = zip(verbs, cells, strict=False)
        return [cell.put(0, 0, f"{verb} ") for verb, cell in pairs if cell and not _NOTHING.match(cell.text)] or [EMPTY]
    if verbs[0]:
        return [_order(verbs[0], cells[0], cells[1])] if cells[0] and len(cells) > 1 else [EMPTY]
    signed = [n for n, cell in enumerate(cells) if _SIGNED.match(cell.text)]
    if not any(verbs) and len(signed) == 1 and name is not None and name is not cells[signed[0]]:
        return [Text.joined((name, cells[signed[0]]))]  # `Lira | 1000 | -200 | 800`
    if not any(verbs):
        goals = [head for head in heads if _GOAL.fullmatch(head.text)]
        goals = goals[-1:] if len(goals) > 1 else goals  # `Where` beside `Where to` is where it stands
        return [
            Text.joined(
                [
                    _aimed(head in goals, cell)
                    for head, cell in zip(heads, cells, strict=False)
                    if cell.text.strip("-–—")
                ]
            )
        ]
    columns = [(verb, cell) for verb, cell in zip(verbs, cells, strict=False) if verb and not _NOTHING.match(cell.text)]
    return [_order(verb, name, cell) for verb, cell in columns] if name is not None else [EMPTY]


def _aimed(goal: bool, cell: Text) -> Text:
    """`to Kiel` for what stands under `Target` or `Goes to`."""
    return cell.put(0, 0, "to ") if goal and cell.text[:1].isupper() else cell


def _counts(cell: Text) -> bool:
    return _NOTHING.match(cell.text) is not None or any(char.isdecimal() for char in cell.text)


def _order(verb: str, name: Text, cell: Text) -> Text:
    return Text.joined((name.put(0, 0, f"{verb} "), cell))


def _cells(row: Text, edged: bool) -> list[Text]:
    """The cells of a row, empty ones among them. `edged`: a bar stands at either edge and parts nothing."""
    bare = row.strip()
    start = 1 if edged and bare.text.startswith("|") else 0
    end = len(bare) - 1 if bare.text.endswith("|") and len(bare) > 1 and start else len(bare)
    cells: list[Text] = []
    for match in re.finditer(r"[^|]*(?:\||$)", bare.text[start:end]):
        if match.start() == end - start and cells and (start or not bare.text.endswith("|")):
            break
        cells.append(bare.cut(start + match.start(), start + match.end()).strip(" |"))
    return cells if "|" in bare.text else []
