"""Letters to an address that we do not know: short, and never longer than what came from there.

Anybody may write under such an address, so what goes there must be worth nobody's while. What counts are octets of the
whole letter, as they go over the wire. A letter that is short anyway tells the way in even to whoever wrote one word.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from judge.desk.writing.letterform import Outgoing

FLOOR = 2_000  # octets that any letter may have, head and all
SPARE = ("enclosures", "remarks", "answers", "notes")  # what a letter that asks may be without, the longest first

_MORE = (
    "\nHere the judge breaks off: to an address that it does not know it"
    "\nwrites no long letters. To be known, write REGISTER and your name,"
    "\nand answer the letter that comes back.\n"
)


def fitted(written: Outgoing, came: int, octets: Callable[[Outgoing], int]) -> Outgoing | None:
    """The beginning of a letter that answers one of `came` octets, by whole lines, and why it ends there. None if not
    even that fits."""
    room = max(FLOOR, came)
    for bare in (written, replace(written, html="", brief=replace(written.brief, answering=None, look=None))):
        if octets(bare) <= room:
            return bare
        lines = written.text.splitlines(keepends=True)
        low, high = 0, len(lines)
        while low < high:  # the most lines that fit
            middle = (low + high + 1) // 2
            low, high = (middle, high) if octets(_cut(bare, lines, middle)) <= room else (low, middle - 1)
        if low:
            return _cut(bare, lines, low)
    return None


def _cut(written: Outgoing, lines: list[str], count: int) -> Outgoing:
    return replace(written, text="".join(lines[:count]) + _MORE, html="")


def asking(
    render: Callable[[Mapping[str, Any]], Outgoing],
    data: Mapping[str, Any],
    came: int,
    octets: Callable[[Outgoing], int],
) -> Outgoing | None:
    """A letter that asks for an answer, without what it can do without if it must be short: what is asked, and the way
    to answer, stand in it whole. None if these alone are too long."""
    room, bare = max(FLOOR, came), dict(data)
    for name in ("", *SPARE):
        if bare.get(name):
            bare.update({name: [], "left_out": True})
        written = render(bare)
        if octets(written) <= room:
            return written
    return None
