"""The state of Crates: frozen, made of what the codec can store, with its books in it."""

from __future__ import annotations

from dataclasses import dataclass

from judge.core.ledger import Ledger
from judge.core.phase import Phase

COIN, CRATE = "coin", "crate"
CRATES = 3


@dataclass(frozen=True)
class CratesState:
    """`sold` counts the crates offered so far; coins and crates move only by postings in `books`."""

    phase: Phase
    traders: tuple[str, ...]
    books: Ledger
    sold: int = 0
    ended: str = ""

    def coins(self, seat: str) -> int:
        return self.books.balance(seat, COIN)

    def crates(self, seat: str) -> int:
        return self.books.balance(seat, CRATE)
