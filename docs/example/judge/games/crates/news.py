"""What Crates tells: one kind of notice. Sums are whole coins."""

from __future__ import annotations

from dataclasses import dataclass

from judge.core.notice import News


@dataclass(frozen=True, kw_only=True)
class Bidder:
    """A player's bid for the crate, and what the player has after it."""

    seat: str
    bid: int
    coins: int
    crates: int


class CrateSold(News, notice="crate_sold"):
    """The crate of this phase: its number from 1, who takes it ("" for nobody), and the highest bid."""

    number: int
    winner: str
    price: int
    rows: tuple[Bidder, ...]


NEWS: tuple[type[News], ...] = (CrateSold,)
