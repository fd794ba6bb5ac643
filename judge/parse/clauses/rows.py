"""The rows of a passage before they are read one by one: tables, orders that go on below, verbs that stand alone."""

from __future__ import annotations

import re
from dataclasses import replace

from judge.core.regex import regex
from judge.parse.clauses.bargains import Bargains
from judge.parse.clauses.clause import Clause, Kind
from judge.parse.clauses.doubts import asked
from judge.parse.clauses.numerals import figures
from judge.parse.clauses.offers import offered, sound
from judge.parse.clauses.patterns import words_of
from judge.parse.clauses.split import pieces, sentences
from judge.parse.clauses.table import table
from judge.parse.clauses.text import Text
from judge.parse.clauses.unwrap import Row

_LOOKED_AT = 12  # steps of finding out whether a row ends with an order
_SPEAKER = regex(r"^(?:i|we)\s+(?:(?:will|shall|would|am|are|hereby|also)\s+)*", re.IGNORECASE)
_AMOUNT = regex(r"\d+\s*[:!>@&]?\s*[^\W\d]")


class Rows(Bargains):
    """The part of a reader of passages that looks at rows together."""

    def _whole(self, core: Text, piece: bool = False) -> Clause | None:
        raise NotImplementedError

    def _tabled(self, rows: list[Row]) -> list[Row]:
        """The rows with tables read: each entry an order, or left to be asked about."""
        found: list[Row] = []
        at = 0
        while at < len(rows):
            entries = table([row.text for row in rows[at:]], self._verb_for) if rows[at].clause is None else []
            for entry in entries:
                clause = self._whole(entry.text) if entry.text else None
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

    def _verb_for(self, text: Text) -> str:
        """The verb that a heading stands for; "" for none."""
        if self._tools.orders is None:
            return ""
        ways = (text, text.sub(_SPEAKER, "")) if _SPEAKER.match(text.text) else (text,)
        words = (one.text.strip(" :").upper() for one in ways)
        deed = self._tools.sense.heads(text.text.strip(" :")).upper() if self._tools.sense is not None else ""
        return next((one for one in (*words, deed) if one in self._tools.orders.heads), "")

    def _lengthened(self, rows: list[Row]) -> list[Row]:
        """An order with the rest of it on the next line, which says nothing by itself (`CAP 20`, `Ocean`)."""
        found: list[Row] = []
        for row in rows:
            above = found[-1].clause if found else None
            if row.clause is None and row.text and above is not None and above.kind is Kind.ORDER:
                joined = Text.joined((found[-1].text, row.text))
                fits = len(row.text) < 80 and self._tools.marks.only(row.text.text) and not self._begins(row.text.text)
                commands = self._orders(joined.text, joined.first) if fits else ()
                if commands and (sound(commands) or not offered(commands)) and commands != above.commands:
                    order = Clause(Kind.ORDER, joined.text, joined.lines, commands)
                    found[-1] = replace(found[-1], text=joined, clause=order)
                    continue
            found.append(row)
        return found

    def _ends(self, text: Text) -> bool:
        """Whether the last sentence of a row is an order that can be read."""
        self._budget.take(_LOOKED_AT, text.text)
        last = sentences(text)[-1:] if not self._tools.prose(text.text) else []
        ends = [figures(one) for one in (last[0], *pieces(last[0])[-1:])] if last else []
        ends = [one for one in ends if not self._tools.marks.none(words_of(one.text), "", 0)]
        read = (self._orders(one.text.strip(" .!"), text.first) for one in ends)
        if any(found and (sound(found) or not offered(found)) for found in read):
            return True
        sense = self._tools.sense if ends and ends[0].text[-1:].isdecimal() else None
        sensed = sense.read(ends[0].text, self._voice.situation) if sense is not None else None
        return sensed is not None and sensed.sure

    def _begins(self, text: str) -> bool:
        """Whether an order begins with these words: a verb, or an amount with something behind it."""
        orders, sense = self._tools.orders, self._tools.sense
        deed = sense is not None and sense.begins(text)
        return deed or (orders is not None and (orders.begins(text) or bool(_AMOUNT.match(text))))

    def _lone_verb(self, text: Text) -> bool:
        """`SELL` on a line of its own, over what is to be sold."""
        orders = self._tools.orders
        word = text.text.strip(" :")
        return orders is not None and (word.upper() in orders.verbs or (word.count(" ") < 2 and self._is_verb(text)))

    def _is_verb(self, text: Text) -> bool:
        return bool(self._verb_for(text))
