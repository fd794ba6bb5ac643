"""A letter as it waits in a shared store: the bytes it came as, and what a judge has read in them.

Reading is a third of the work of a letter, so the judge that handles it takes over what the judge that took it in has
read. A judge of another version reads for itself.
"""

from __future__ import annotations

import base64
from collections.abc import Mapping
from typing import Any

import msgspec

from judge import __version__
from judge.post import Message

_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(Message).decode


def row_of(raw: bytes, message: Message) -> dict[str, Any]:
    """The row that holds a letter. Texts that JSON cannot say are read again by whoever handles it."""
    try:
        return {"raw": _text(raw), "read": _encode(message).decode(), "by": __version__}
    except UnicodeEncodeError:
        return {"raw": _text(raw)}


def octets(row: Mapping[str, Any]) -> bytes:
    """The letter as it came."""
    text: str = row["raw"]
    return base64.b64decode(text[1:]) if text.startswith("\0") else text.encode("ascii")


def reading(row: Mapping[str, Any]) -> Message | None:
    """What was read in it, if a judge of this version did."""
    if row.get("by") != __version__:
        return None
    try:
        return _decode(row["read"])
    except (msgspec.MsgspecError, KeyError):
        return None


def _text(raw: bytes) -> str:
    """Letters are ASCII but for a few: those are kept in base 64, behind a mark no letter begins with."""
    return raw.decode("ascii") if raw.isascii() else "\0" + base64.b64encode(raw).decode("ascii")
