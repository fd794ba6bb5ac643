"""Phases of a game: `S1901M`, `F1901R`, `W1901A`, `S1901C`."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import total_ordering

from judge.core.errors import InputError

SEASONS = {"S": "Spring", "F": "Autumn", "W": "Winter"}
KINDS = {
    "B": "startup bids",
    "G": "second call of bids",
    "H": "last call of bids",
    "T": "terms and prices",
    "F": "sale of shares",
    "E": "elections",
    "P": "dividends and builds",
    "C": "commerce",
    "M": "movement",
    "R": "retreats",
    "A": "adjustments",
}
"""What a phase is for, by its letter, in the order of a season."""

MAIN = "MC"
"""The phases a game is played for: who is silent there is missed, even where he need not act."""

_ORDER = "".join(KINDS)

_SHORT = re.compile(r"([SFAW])\s?(\d{4})\s?([A-Z])?", re.ASCII)
_LONG = re.compile(r"(SPRING|FALL|AUTUMN|WINTER)\s+(\d{4})(?:\s+([A-Z]+))?", re.ASCII)
_KIND_WORDS = {
    "M": "M",
    "MOVES": "M",
    "MOVEMENT": "M",
    "MOVE": "M",
    "ORDERS": "M",
    "R": "R",
    "RETREAT": "R",
    "RETREATS": "R",
    "A": "A",
    "ADJUSTMENT": "A",
    "ADJUSTMENTS": "A",
    "BUILDS": "A",
    "C": "C",
    "COMMERCE": "C",
    "EXCHANGE": "C",
}


@total_ordering
@dataclass(frozen=True)
class Phase:
    """One phase. `season` is S, F or W; `kind` one capital letter of KINDS."""

    year: int
    season: str
    kind: str = "M"

    def __str__(self) -> str:
        return f"{self.season}{self.year}{self.kind}"

    def __lt__(self, other: Phase) -> bool:
        return self._rank() < other._rank()

    def _rank(self) -> tuple[int, int, int, str]:
        place = _ORDER.index(self.kind) if self.kind in _ORDER else len(_ORDER)
        return self.year, "SFW".index(self.season), place, self.kind

    @property
    def words(self) -> str:
        """`Spring 1901, movement`."""
        kind = KINDS.get(self.kind)
        return f"{SEASONS[self.season]} {self.year}" + (f", {kind}" if kind else "")

    @classmethod
    def parse(cls, text: str) -> Phase:
        """Read a phase id or its words; a missing last letter means M, except that winter means A.

        `A1903`, `AUTUMN 1903` and `FALL 1903` are `F1903M`.
        """
        plain = " ".join(text.upper().split())
        match = _SHORT.fullmatch(plain) or _LONG.fullmatch(plain)
        if not match:
            raise InputError(f"{text!r} is no phase", hint="Write one like S1901M or AUTUMN 1903.")
        season = match[1][0]
        season = "F" if season == "A" else season
        last = match[3] or ("A" if season == "W" else "M")
        kind = _KIND_WORDS.get(last, last)
        if len(kind) != 1:
            raise InputError(f"{text!r} is no phase", hint="Write one like S1901M or AUTUMN 1903.")
        return cls(int(match[2]), season, kind)
