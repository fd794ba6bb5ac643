"""Turns by sender in a full mailbox: who wrote one letter is not held up by who wrote a thousand."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress

LOOK = 20_000  # letters among which turns are taken
HEAD = 4_096  # octets of a letter in which its sender is looked for
SHARE = 4  # a sender's part of a batch is a fourth, while others wait
_FROM = re.compile(rb"^from:[^\n]*?([^\s<>\"',;:()]{1,64}@[^\s<>\"',;:()]{1,255})", re.IGNORECASE | re.MULTILINE)


class Senders:
    """Who the letters of a folder say they are from: a hint, found in their first octets and remembered."""

    def __init__(self, folder: str) -> None:
        self._folder = folder
        self._known: dict[str, str] = {}

    def of(self, name: str) -> str:
        """The sender's address; "" where the letter does not tell."""
        if name not in self._known:
            if len(self._known) > 2 * LOOK:
                self._known.clear()
            head = b""
            with suppress(OSError):
                handle = os.open(f"{self._folder}/{name}", os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
                try:
                    head = os.read(handle, HEAD)
                finally:
                    os.close(handle)
            found = _FROM.search(head)
            self._known[name] = found[1].decode("ascii", "replace").lower() if found else ""
        return self._known[name]


def turns(
    ripe: Sequence[tuple[int, str]], limit: int, of_many: int, sender: Callable[[str], str], before: int
) -> tuple[list[tuple[int, str]], dict[str, int]]:
    """Of letters, oldest first, those whose turn it is, and the oldest of each sender that one of these has passed, or
    one stamped at `before`."""
    if len(ripe) <= limit:
        return list(ripe), {}
    counts: Counter[str] = Counter()
    chosen: list[tuple[int, str]] = []
    left: list[tuple[int, str]] = []
    for one in ripe:
        who = sender(one[1])
        counts[who] += 1
        (chosen if len(chosen) < of_many and counts[who] <= of_many // SHARE else left).append(one)
    more = of_many - len(chosen)
    chosen, left = chosen + left[:more], left[more:]
    youngest = max(before, *(at for at, _ in chosen))
    passed: dict[str, int] = {}
    for at, name in left:
        if at < youngest:
            passed.setdefault(sender(name), at)
    return chosen, passed
