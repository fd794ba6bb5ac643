"""A clause that neither the grammar nor the phrases can read, read by the things it names (judge/parse/sense)."""

from __future__ import annotations

from dataclasses import replace
from itertools import chain

from judge.parse.clauses.clause import Clause, Kind
from judge.parse.clauses.doubts import UNREAD, asked
from judge.parse.clauses.text import Text
from judge.parse.clauses.wishes import Wishes


class Sensed(Wishes):
    """The part of a reader of passages that reads by structure."""

    def _sensed(self, text: Text, core: Text, sure: bool = False) -> Clause | None:
        """A clause as orders, or as such that are proposed. `sure`: orders alone will do."""
        sense = self._tools.sense
        found = sense.read(core.text, self._situation) if sense is not None else None
        if found is None or (sure and not found.sure):
            return None
        lines = [self._orders(line, core.first) for line in found.lines]
        if not lines or not all(lines):
            return None
        if not found.sure:
            return replace(asked(text, found.ask or UNREAD), offer=found.lines)
        note = (f"{text.text!r} was read as {'; '.join(found.lines)}.",) if found.shown else ()
        return Clause(Kind.ORDER, text.text, text.lines, tuple(chain.from_iterable(lines)), notes=note)
