"""What a robot sees: the public standing and its own, as any player reads them in letters."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Generic, TypeVar

Public = TypeVar("Public", covariant=True)
Own = TypeVar("Own", covariant=True)


@dataclass(frozen=True)
class View(Generic[Public, Own]):
    """A phase as one seat sees it: the standings are of its game's types.

    number    of the seat in the order of joining, so that robots differ in their habits
    turn      how many phases have been resolved
    seed      what its chance is made of: public words of the game, so that the same game is played the same way
    """

    phase: str
    seat: str
    power: str
    public: Public
    private: Own
    number: int = 0
    turn: int = 0
    seed: str = ""

    @property
    def kind(self) -> str:
        """The last letter of the phase: M, R, A ..."""
        return self.phase[-1]

    @property
    def year(self) -> int:
        return int(self.phase[1:5])

    def chance(self, label: str, below: int) -> int:
        """A number from 0 to `below` - 1, the same whenever this seat asks for this label in this phase."""
        text = f"{self.seed}|{self.phase}|{self.seat}|{label}"
        return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8]) % below
