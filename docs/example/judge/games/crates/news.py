"""What Crates tells: one kind of notice. Sums are whole coins."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from judge.core.notice import News


@dataclass(frozen=True, kw_only=True)
class Bidder:
    """A player's bid for the crate, and what the player has after it."""

    seat: str
    bid: int
    coins: int
    crates: int


@dataclass(frozen=True, kw_only=True)
class CrateSold(News):
    """The crate of this phase: its number from 1, who takes it ("" for nobody), and the highest bid."""

    notice: ClassVar[str] = "crate_sold"
    number: int
    winner: str
    price: int
    rows: tuple[Bidder, ...]


NEWS: tuple[type[News], ...] = (CrateSold,)
