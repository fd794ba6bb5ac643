"""What one letter has cost so far, in counts."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass
class Work:
    """What a letter has cost so far."""

    letter: str = ""
    characters: int = 0
    orders: int = 0
    told: bool = False
