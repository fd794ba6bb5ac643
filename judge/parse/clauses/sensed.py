"""A clause that neither the grammar nor the phrases can read, read by the things it names (judge/parse/sense)."""

from __future__ import annotations

from dataclasses import replace
from itertools import chain

from judge.core.command import Command
from judge.parse.clauses.clause import Clause, Kind
from judge.parse.clauses.doubts import UNREAD, asked, asked_after_all
from judge.parse.clauses.text import Text
from judge.parse.clauses.wishes import Wishes
from judge.parse.sense.result import Sense


class Sensed(Wishes):
    """The part of a reader of passages that reads by structure."""

    _by_things = False  # a piece of the sentence in hand was read so

    def _sensed(self, text: Text, core: Text) -> Clause | None:
        """A clause as orders, where its things leave one sure reading."""
        found = self._sense(core)
        if found is None or not found.sure:
            return None
        commands = self._lines_of(found, core)
        self._by_things = True
        note = (f"{text.text!r} was read as {'; '.join(found.lines)}.",) if found.shown else ()
        return Clause(Kind.ORDER, text.text, text.lines, commands, notes=note) if commands else None

    def _beside_sensed(self, clauses: list[Clause]) -> list[Clause]:
        """The pieces of a sentence, one of which was read by its things: none that says something to be done passes
        for talk."""
        sense = self._tools.sense
        if sense is None or not self._by_things:
            return clauses
        return [
            asked_after_all(one, UNREAD) if one.kind is Kind.TALK and sense.acts(one.text) else one for one in clauses
        ]

    def _guessed(self, clause: Clause, text: Text, core: Text) -> Clause:
        """A clause that nobody could read: with what its things may mean, where it is asked about."""
        found = self._sense(core) if clause.kind is Kind.DOUBTFUL and not clause.offer else None
        if found is None or found.sure or not self._lines_of(found, core):
            return clause
        return replace(asked(text, found.ask or UNREAD), offer=found.lines)

    def _sense(self, core: Text) -> Sense | None:
        sense = self._tools.sense
        return sense.read(core.text, self._situation) if sense is not None else None

    def _lines_of(self, found: Sense, core: Text) -> tuple[Command, ...]:
        """The orders of its lines; none if one of them cannot be read."""
        lines = [self._orders(line, core.first) for line in found.lines]
        return tuple(chain.from_iterable(lines)) if all(lines) else ()
