"""What one letter has cost so far, in counts."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from judge.parse import Budget


@dataclass
class Work:
    """What a letter has cost so far. `budgets`: what reading it may still cost, by what it is read for."""

    letter: str = ""
    orders: int = 0
    budgets: dict[str, Budget] = field(default_factory=dict)
