"""The money that a ruling of the master corrects where orders are bought."""

from __future__ import annotations

from judge.core.abilities import Coin

COIN = Coin("AGP", ("AgP", "gold", "coins", "coin", "money", "silver", "silver pieces"))


def told(count: int) -> str:
    """A sum as people read it."""
    return f"{count} AgP"
