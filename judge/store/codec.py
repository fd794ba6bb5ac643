"""Documents to JSON text and back.

Rows travel as text, so a document that was read is always the reader's own copy, and what is read inside an open
batch is what will be read after a restart: tuples have become lists, number keys have become texts. Nothing else
changes on the way: what JSON has no word for is refused before it is written.
"""

import math
import zlib
from collections.abc import Mapping
from typing import Any

import msgspec

from judge.core.errors import StoreFault

_to_json = msgspec.json.Encoder().encode
_from_json = msgspec.json.Decoder().decode
_SURE = frozenset({str, int, bool, type(None)})
"""What comes back as it went."""
_LONG = 1_000  # characters of a document that is worth compressing
_LEVEL = 3  # a phase with its results: a seventh in 0.2 ms, where 6 takes twice as long for an eighth


def encode(doc: Mapping[str, Any], packed: bool = False) -> str:
    """The JSON text of a document. `packed`: of plain values alone, as `core/codec.pack` gives them, so it
    need not be gone through.

    Raises TypeError for values JSON has no word for (times, decimals, sets, bytes, objects) and ValueError for NaN,
    infinities and unpaired surrogates.
    """
    plain = doc if type(doc) is dict else dict(doc)
    if not packed:
        _refuse_strangers(plain)  # the encoder turns NaN into null and times into texts without a word
    return _to_json(plain).decode()


def decode(text: str) -> dict[str, Any]:
    """The document of a stored text: a fresh dict at every call. Raises StoreFault if it is not a JSON object."""
    try:
        doc = _from_json(text)
    except (msgspec.MsgspecError, ValueError) as error:
        raise StoreFault(f"A stored document is damaged: {error}. Put the newest back-up in its place.") from error
    if type(doc) is not dict:
        raise StoreFault("A stored document is not a JSON object. Put the newest back-up in its place.")
    return doc


def compressed(text: str) -> str | bytes:
    """A document as it is stored where rows are kept for years: short ones as they are."""
    return text if len(text) < _LONG else zlib.compress(text.encode(), _LEVEL)


def plain(stored: str | bytes) -> str:
    """The text of a stored document. Raises StoreFault if it is damaged."""
    if isinstance(stored, str):
        return stored
    try:
        return zlib.decompress(stored).decode()
    except (zlib.error, UnicodeDecodeError) as error:
        raise StoreFault(f"A stored document is damaged: {error}. Put the newest back-up in its place.") from error


def _refuse_strangers(value: object) -> None:
    """Raise for what would come back as something else, unless it is a tuple or a number key."""
    if isinstance(value, dict):
        for key, inner in value.items():
            if type(key) is not str and not isinstance(key, str | int):
                raise TypeError(f"a {type(key).__name__} cannot be the name of a field")
            if type(inner) not in _SURE:
                _refuse_strangers(inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            if type(inner) not in _SURE:
                _refuse_strangers(inner)
    elif isinstance(value, float):
        if not math.isfinite(value):
            raise ValueError(f"{value} is no number in JSON")
    elif value is not None and not isinstance(value, str | int):
        raise TypeError(f"a {type(value).__name__} has no word in JSON: give text, numbers, lists or dicts")
