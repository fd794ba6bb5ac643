"""Texts given to the parsers, and counted: what every part of the reader of passages stands on."""

from __future__ import annotations

from judge.core.command import Command
from judge.core.words import Place
from judge.parse.budget import Budget
from judge.parse.canonical import parsed
from judge.parse.clause import Clause, Kind, Voice
from judge.parse.clauses.doubts import proposed
from judge.parse.clauses.tools import Tools
from judge.parse.clauses.wishes import Wishes
from judge.parse.faults import Fault
from judge.parse.text import Text
from judge.parse.words import guarded


class Parsing:
    """What reads one passage for one voice: its tools, its budget, and what has been found so far."""

    def __init__(self, tools: Tools, place: Place, voice: Voice, budget: Budget) -> None:
        self._tools = tools
        self._place = place
        self._voice = voice
        self._wishes = Wishes(tools, place, voice)
        self._found: list[Clause] = []
        self._budget = budget
        self._fault: Fault | None = None

    def _orders(self, text: str, number: int) -> tuple[Command, ...]:
        """The orders that a whole text says; none if it cannot be read, and `_fault` says why."""
        self._fault = None
        if self._tools.orders is None:
            return ()
        try:
            return parsed(self._tools.orders, text, number, self._budget)
        except Fault as fault:
            self._fault = fault
            return ()

    def _try(self, text: Text, *, sentence: bool = True) -> Clause | None:
        """A text that is a word of the correspondence or an order from end to end. `sentence`: it is no line that
        stands alone, so that a word which cannot be undone is proposed and not carried out."""
        said = self._tools.words.understood(text.text, text.first, self._place)
        if said is not None and not self._wishes.likens(said.word, text.text):
            if sentence and guarded(said.word, self._place):
                verb, gap, tail = text.text.partition(" ")
                return proposed(text, (f"{verb.upper()}{gap}{tail}",))
            return Clause(Kind.WORD, text.text, text.lines, said.commands)
        commands = self._orders(text.text, text.first)
        return Clause(Kind.ORDER, text.text, text.lines, commands) if commands else None

    def _talk(self, text: Text) -> None:
        self._found.append(Clause(Kind.REST, text.text, text.lines))
