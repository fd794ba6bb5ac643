"""A heading whose items stand below it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from judge.parse.clauses.clause import Clause, Kind
from judge.parse.clauses.doubts import doubt

_ARTICLES = 2  # small words beside a verb in a heading: `To sell today:`


@dataclass
class Head:
    """A heading whose verb is carried over the items below it."""

    at: int  # index of its clause
    verb: str
    used: bool = False

    @property
    def gives(self) -> bool:
        """Whether it is an amount, which each order below it gets."""
        return self.verb.endswith(":")

    def unused(self, clause: Clause) -> Clause:
        """What its own clause is where nothing below belongs to it. One that says more than its verb is a rest: it may
        be no heading at all (`Same again as in spring:`)."""
        told = clause.said
        if told.text.strip(" :").count(" ") > self.verb.count(" ") + _ARTICLES:
            return replace(clause, kind=Kind.REST)
        left = doubt(told, f"{self.verb} what? Nothing below it can be read so.")
        return replace(clause, kind=Kind.DOUBTFUL, doubt=left)
