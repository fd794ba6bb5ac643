"""Letters to an address that we do not know: short, and never longer than what came from there.

Anybody may write under such an address, so what goes there must be worth nobody's while. What counts are octets of the
whole letter, as they go over the wire. A letter that is short anyway tells the way in even to whoever wrote one word.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any

from judge.core.codec import pack
from judge.desk.cabinet.keys import Keys
from judge.desk.cabinet.records import iso
from judge.desk.writing.letterform import Outgoing
from judge.post import Message
from judge.store import Store

FLOOR = 2_000  # octets that any letter may have, head and all
SPARE = ("enclosures", "remarks", "answers", "notes")  # what a letter that asks may be without, the longest first

_MORE = """
Here the judge breaks off: to an address that it does not know it
writes no long letters. To be known, write REGISTER and your name,
and answer the letter that comes back.
"""
_LAST = """
{}To an address that it does not know the judge
writes three letters a day, and this is the third. To be known, reply
to this one with REGISTER and your name; it is done at once.
"""


def way_in(store: Store, keys: Keys, message: Message, at: datetime) -> str:
    """The token of a letter whose answer proves that somebody reads that address: what he asks for in it is done."""
    token = keys.secret_word(60)
    waits = {"message": pack(replace(message, lines=())), "for": "", "hashes": {}, "asks": False, "at": iso(at)}
    store.table("held").put(token, waits)
    return token


def fitted(written: Outgoing, came: int, octets: Callable[[Outgoing], int], last: bool) -> Outgoing | None:
    """The beginning of a letter that answers one of `came` octets, by whole lines, and why it ends there; of the
    `last` one of a day that it is, and how to go on. None if not even that fits."""
    room = max(FLOOR, came)
    for bare in (written, replace(written, html="", brief=replace(written.brief, answering=None, look=None))):
        whole = replace(bare, text=bare.text + _LAST.format("")) if last else bare
        if octets(whole) <= room:
            return whole
        lines = written.text.splitlines(keepends=True)
        low, high = 0, len(lines)
        while low < high:  # the most lines that fit
            middle = (low + high + 1) // 2
            fits = octets(_cut(bare, lines, middle, last)) <= room
            low, high = (middle, high) if fits else (low, middle - 1)
        if low:
            return _cut(bare, lines, low, last)
    return None


def _cut(written: Outgoing, lines: list[str], count: int, last: bool) -> Outgoing:
    why = _LAST.format("Here the judge breaks off. ") if last else _MORE
    return replace(written, text="".join(lines[:count]).rstrip("\n") + "\n" + why, html="")


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
