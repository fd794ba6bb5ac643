"""How much is tried: few examples in `make check`, always the same ones, and many in `make soak`."""

import os
import zlib
from collections.abc import Iterable
from typing import Any, TypeVar

from hypothesis import settings

T = TypeVar("T")
SOAK = os.environ.get("JUDGE_SOAK") == "1"
CI = os.environ.get("REQUIRE_ALL") == "1"
MORE = 20 if SOAK else 1


def drawn(examples: int, **more: Any) -> settings:
    """Hypothesis draws so many examples, in a soak twenty times as many."""
    return settings(max_examples=examples * MORE, deadline=None, derandomize=True, database=None, **more)


def some(things: Iterable[T], of: str, share: int = 2, turn: int = 0) -> list[T]:
    """One in `share` of the things, others of them for another `of` or in another `turn`; in a soak all of them."""
    found = list(things)
    return found if SOAK else found[(zlib.crc32(of.encode()) + turn) % share :: share]
