"""Bytes to text by the rule: label, then UTF-8, then windows-1252; never statistics on twenty words."""

import codecs

from judge.core.values import Value
from judge.expressions import expressions, table

_RE = expressions("mail")
_WIDER = table("mail", "wider_charsets")


class Decoded(Value):
    """Text, and whether the label had to be disbelieved (`doubtful`)."""

    text: str
    doubtful: bool = False


def decode(data: bytes, label: str = "") -> Decoded:
    """Text of `data` under the charset `label` ("" for none). Never raises."""
    label = label.strip().strip("\"'").lower()
    if label in ("", "us-ascii", "ascii", "utf-8", "utf8") and data.isascii() and b"\0" not in data:
        return Decoded(data.decode("ascii"))
    wide = _wide(data, label)
    if wide is not None:
        return Decoded(wide)
    if label.startswith(("utf-16", "utf16", "utf-32", "utf32", "unicode")) and "utf-7" not in label:
        label = ""  # says UTF-16 and is not: mojibake if believed
    if label in ("", "us-ascii", "ascii", "utf-8", "utf8", "ansi_x3.4-1968"):
        return _fallback(data, doubtful=label.startswith("utf"))
    codec = _WIDER.get(label, label)
    if _RE.charset.fullmatch(label):  # anything else ("rot13", "unicode_escape", "x-unknown") is no charset to us
        try:
            return Decoded(_western(data, codec) if codec.startswith("cp125") else data.decode(codec))
        except (LookupError, ValueError):
            pass
    return _fallback(data, doubtful=True)


def _wide(data: bytes, label: str) -> str | None:
    """UTF-16 or UTF-32 if the bytes themselves say so (a byte order mark, or a zero in every second place)."""
    mark = data[:4]
    if mark in (b"\xff\xfe\0\0", b"\0\0\xfe\xff"):
        return data.decode("utf-32", "replace")
    if mark[:2] in (b"\xff\xfe", b"\xfe\xff") and len(data) >= 2:
        return data.decode("utf-16", "replace")
    head = data[:400]
    if not label.startswith(("utf-16", "utf16", "utf-32", "utf32")) or b"\0" not in head:
        return None
    if "32" in label:
        return data.decode("utf-32-le" if head[1:4] == b"\0\0\0" else "utf-32-be", "replace")
    little = head[1::2].count(0) >= head[0::2].count(0)
    if label.endswith(("be", "le")) and max(head[1::2].count(0), head[0::2].count(0)) < len(head) // 8:
        little = label.endswith("le")
    return data.decode("utf-16-le" if little else "utf-16-be", "replace")


def _fallback(data: bytes, *, doubtful: bool) -> Decoded:
    try:
        return Decoded(data.decode("utf-8-sig"))
    except UnicodeDecodeError:
        return Decoded(_western(data, "cp1252"), doubtful)


def _western(data: bytes, codec: str) -> str:
    """windows-125x; its few undefined bytes are control characters, as browsers have it."""
    return data.decode(codec, "judge.latin1")


def _as_latin1(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeDecodeError):
        raise error
    return error.object[error.start : error.end].decode("latin-1"), error.end


codecs.register_error("judge.latin1", _as_latin1)
