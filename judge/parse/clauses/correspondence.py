"""The second reader: what a letter says that is no order as it stands. It is made, and its modules are loaded, when a
line is read for the first time that the canonical reader leaves."""

from __future__ import annotations

from collections.abc import Sequence

from judge.parse.budget import LONGEST, Budget
from judge.parse.clause import Clause, Voice
from judge.parse.clauses.account import Account
from judge.parse.clauses.read import read_passage
from judge.parse.clauses.tools import Shared, Tools
from judge.post import Line


class Correspondence(Shared):
    """Reads what letters say in words."""

    def clauses(
        self, lines: Sequence[Line], plain: Sequence[Clause | None], tools: Tools, voice: Voice, budget: Budget
    ) -> tuple[Clause, ...]:
        """The clauses of a passage of which the first lines were read by the canonical reader. Raises Stopped."""
        return read_passage(tools, voice, budget, lines, plain)

    def marked(self, lines: Sequence[Line], tools: Tools) -> bool:
        """Whether one of the lines looks like an instruction by its words alone: nothing is parsed."""
        heads = (line.text[:LONGEST] for line in lines)
        return any(tools.marks.has(text) or (tools.orders and tools.orders.order_like(text)) for text in heads)

    def rests(self, lines: Sequence[Line], tools: Tools, voice: Voice) -> tuple[Clause, ...]:
        """What of words that stand outside the lines to be read is neither courtesy nor a name: rests with their
        weight, HOLD for those that take back or put off what stands in the letter."""
        return Account(tools, voice).outside(lines)
