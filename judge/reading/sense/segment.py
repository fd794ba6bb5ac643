"""Part of a clause that may order something, and one order read from it: plain values."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from judge.core.values import Value
from judge.core.variant import Situation, UnitSeen
from judge.reading.sense.mentions import Mention
from judge.reading.sense.tokens import Token

_LEADS = ("to", "into", "in", "from")
_ENDS = (",", ";")


class UnitOrder(Value):
    """One order. `unit` does it; `to` is where it goes, or where the supported or convoyed unit goes.

    what    H, - (without `to`: to where the one before was), S, C, R, D (disband), ALL, SAME (all others do as the one
            before)
    other   the unit that is supported or convoyed; None with `what` S: of the move to `to`, or of the move before
    shown   something was concluded that the words do not say; `unsure`: so much that it is only proposed
    """

    what: str
    unit: UnitSeen | None
    to: str = ""
    other: UnitSeen | None = None
    via: bool = False
    shown: bool = False
    unsure: bool = False
    further: tuple[str, ...] = ()

    def line(self) -> str:
        """As canonical order text."""
        if self.unit is None:
            return "HOLD ALL"
        who = named(self.unit)
        if self.what == "D":
            return f"DISBAND {who}"
        if self.what in ("S", "C") and self.other is not None:
            return f"{who} {self.what} {named(self.other)}" + (f" - {self.to}" if self.to else "")
        if self.what == "R":
            return f"{who} R {', '.join((self.to, *self.further))}"
        return f"{who} H" if self.what == "H" else f"{who} - {self.to}" + (" VIA CONVOY" if self.via else "")


def named(unit: UnitSeen) -> str:
    return f"{unit.kind} {unit.place}"


class Segment(Value):
    """Part of a clause that may be one order."""

    things: Sequence[Token]
    lo: int
    hi: int
    mentions: tuple[Mention, ...]
    now: Situation

    @property
    def part(self) -> Sequence[Token]:
        return self.things[self.lo : self.hi]

    @property
    def verbs(self) -> set[str]:
        return {one.value for one in self.part if one.sort == "verb"}

    @property
    def wished(self) -> bool:
        """Whether the clause says no more than that a unit is wanted somewhere: `I want Vienna in Tyrolia`."""
        return not self.verbs and any(one.is_("wish") for one in self.things[: self.hi])

    @property
    def names_only(self) -> bool:
        """Whether nothing is said of the names: `Albania, the second of those`."""
        return all(one.sort != "unknown" and one.text.casefold() not in ("is", "are", "be") for one in self.part)

    def where(self, verb: str) -> int:
        """The number of the first thing that is this verb, or gives it: `Munich gives Berlin support`."""
        gives = "lends" if verb == "support" else ""
        return next(n for n, one in enumerate(self.part, self.lo) if one.is_("verb", verb) or one.is_(gives))

    def has(self, sort: str) -> bool:
        return any(one.is_(sort) for one in self.part)

    @property
    def dangles(self) -> bool:
        """Whether a word that leads somewhere has nothing behind it: `Berlin in behind it; Munich stands`."""
        bare = [one for one in self.part if not one.is_("small")]
        return any(one.is_("link", *_LEADS) and two.value in _ENDS for one, two in pairwise(bare))

    def other(self, unit: Mention) -> bool:
        """Whether a word that nobody knows stands for who is there: `my treasurer in Paris`, `a train from Paris`."""
        if unit.kind or unit.near not in ("from", "in", "of"):
            return False
        first = next((n for n in range(self.lo, self.hi) if self.things[n].sort == "verb"), self.hi)
        last = unit.at if unit.near == "in" else max(first, unit.at)
        return any(self.things[n].sort == "unknown" and n not in unit.used for n in range(self.lo, last))

    def strange(self, one: Mention, two: Mention) -> bool:
        """Whether words that nobody knows stand between two mentions."""
        used = one.used | two.used
        return any(self.things[n].sort == "unknown" for n in range(one.at, two.at) if n not in used)


Deeds = tuple[UnitOrder, ...]
