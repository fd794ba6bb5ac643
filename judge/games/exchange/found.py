"""What the grammar found in a line of an Exchange, as commands want it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def pairs(found: Any) -> tuple[Any, ...]:
    """One pair, or a tuple of pairs, as a tuple of pairs."""
    return found if isinstance(found[0], tuple) else (found,)


def plain(name: str) -> str:
    """An investor's name without its sign."""
    return " ".join(name.lstrip("@").split())


def listing(fields: Mapping[str, Any]) -> int:
    """The number of a listing; 0 for none."""
    return int(str(fields["listing"])[1:]) if "listing" in fields else 0
