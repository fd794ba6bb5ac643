"""Which adjudicator runs: the one in Python, or the same compiled (docs/installing.md)."""

from __future__ import annotations

from types import FunctionType

from judge.kits.board.resolve import resolve_movement


def compiled_kit() -> bool:
    """Whether it is machine code that adjudicates here."""
    return not isinstance(resolve_movement, FunctionType)
