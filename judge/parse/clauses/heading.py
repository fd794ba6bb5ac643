"""A heading whose items stand below it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from judge.parse.clauses.clause import Clause, Kind
from judge.parse.clauses.doubts import doubt


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
        """What its own clause is where nothing below belongs to it."""
        told = clause.said
        left = doubt(told, f"{self.verb} what? Nothing below it can be read so.")
        return replace(clause, kind=Kind.DOUBTFUL, doubt=left)
