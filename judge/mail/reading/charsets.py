"""Bytes to text by the rule: label, then UTF-8, then windows-1252; never statistics on twenty words."""

from __future__ import annotations

import codecs
import re

from judge.core.regex import regex
from judge.core.values import Value

# Labels that mean a text charset. Anything else ("rot13", "unicode_escape", "x-unknown") is no charset to us.
_KNOWN = regex(
    r"(?:us-?ascii|ascii|ansi_x3\.4-1968|utf-?8|utf-?7|utf-?(?:16|32)(?:-?[bl]e)?|unicode-1-1-utf-7|iso-?8859-?\d{1,2}(?:-[ie])?|"
    r"latin-?\d|windows-?\d{3,4}|cp-?\d{3,4}|koi8-?[rut]|iso-2022-(?:jp|kr)(?:-\w{1,4})?|euc-?(?:jp|kr|tw|cn)|"
    r"(?:x-)?s(?:hift[_-]?)?jis|cp932|gb2312|gbk|gb18030|gb_2312-80|hz-gb-2312|big5(?:-hkscs)?|ks_c_5601-1987|ksc5601|"
    r"tis-?620|macintosh|mac-?(?:roman|cyrillic|greek|turkish|latin2)|ptcp154|viscii)",
    re.IGNORECASE,
)
_LABELS = """
cp1252: iso-8859-1 iso8859-1 latin1 latin-1
cp1254: iso-8859-9
cp874: iso-8859-11 tis-620 windows-874
gb18030: gb2312 gb_2312-80 gbk euc-cn
hz: hz-gb-2312
cp932: shift_jis shift-jis sjis x-sjis
iso2022_jp_ext: iso-2022-jp
cp949: ks_c_5601-1987 ksc5601 euc-kr
big5hkscs: big5
utf-7: unicode-1-1-utf-7
iso-8859-8: iso-8859-8-i iso-8859-8-e
mac_roman: macintosh
"""
_WIDER = {  # labels whose senders mean a larger set, as browsers know
    label: wide
    for wide, _, labels in (row.partition(": ") for row in _LABELS.strip().split("\n"))
    for label in labels.split()
}


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
    if _KNOWN.fullmatch(label):
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
