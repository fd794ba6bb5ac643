"""What came of a case, and the three figures that must be nought."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tests.people.services import Letter

Case = Mapping[str, Any]


@dataclass
class Result:
    """`why` says what is not as a careful referee would have it; empty where the case holds."""

    case: Case
    why: list[str] = field(default_factory=list)
    tags: Sequence[str] = ()
    got: Sequence[str] | None = None
    """The sheet on file afterwards, where the case asks for it."""
    had: Sequence[str] = ()
    """The sheet that was on file before."""
    letters: Sequence[Letter] = ()
    """The answers."""
    also: Sequence[Letter] = ()
    """Other letters that came of it."""

    @property
    def holds(self) -> bool:
        return not self.why

    @property
    def not_meant(self) -> bool:
        """Something was filed or done that nobody ordered. A line that was on file before still stands; that is no
        harm."""
        if any(why.startswith(("game changed", "others were told")) for why in self.why):
            return True
        wanted = {*self.case.get("sheet", ()), *(line for sheet in self.case.get("also", ()) for line in sheet)}
        extra = set(self.got or ()) - wanted - set(self.had)
        return not self.holds and self.case["want"] != "take" and bool(extra)

    @property
    def under_ok(self) -> bool:
        """The answer says that all is well, and something was lost, altered or left undone."""
        return not self.holds and "OK" in self.tags

    @property
    def silent(self) -> bool:
        """Somebody got no answer who should have one."""
        return any(why.startswith("no answer") for why in self.why)


NOUGHTS: dict[str, Callable[[Result], bool]] = {
    "filed though not meant": lambda result: result.not_meant,
    "lost or altered under OK": lambda result: result.under_ok,
    "known sender unanswered": lambda result: result.silent,
}
