"""The head of a letter: fields, encoded words, addresses, parameters.

Read by hand because the standard library's modern policy raises on ordinary mail (`Message-ID: <[x]@y>`,
`name*`, an encoded From with a line end in it). Nothing here raises, whatever the bytes; every scan is
linear in the length of the field, and fields are cut at `FIELD_LIMIT`.
"""

import base64
import binascii
import re
from collections.abc import Iterator
from functools import lru_cache
from urllib.parse import unquote_to_bytes

from judge.core.addressing import canonical
from judge.core.regex import regex
from judge.mail.reading.charsets import decode

HEAD_LIMIT = 262_144  # bytes of head looked at
FIELD_LIMIT = 16_384  # characters of one field
FIELD_COUNT = 2_000
ROW_LIMIT = FIELD_LIMIT + 100  # bytes of one line of it

_BLANK = regex(rb"\r?\n\r?\n")
_NAME = regex(r"[!-9;-~]+")
_ENCODED = regex(r"=\?([^?\s]{1,60})\?([bBqQ])\?([^?]*)\?=(?:\s+(?==\?))?")
_UNSAFE = regex(
    "[\x00-\x1f\x7f-\x9f\u2028\u2029\u061c\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff\ud800-\udfff]+"
)
_MESSAGE_ID = regex(r"<[^<>\s]{1,250}>")
_ADDRESS = regex(r"[^\s<>,;:\"()\[\]\\@\x00-\x20]{1,128}@[^\s<>,;:\"()\\@\x00-\x20]{1,253}")
_COMMENT_PIECES = regex(r"[^()\"\\]+|\\[\s\S]?|[()\"]")
_SIMPLE = regex(r"([^\"(),:;<>@\\]{0,100})<([^\x00-\x20\x7f<>@,;:()\"\\\[\]]{1,64}@[A-Za-z0-9.-]{1,200})>")
_SPACES = regex(r"\s+")
_STRING = regex(r'"(?:[^"\\]|\\[\s\S])*(?:"|(\\?\Z))')
_ANGLES = regex(r"<[^>]*")
_BETWEEN = regex("[,;]")
_PARAMETER = regex(r'((?:[^;"]|"[^"]*(?:"|\Z))*)(?:;|\Z)')


class Head(dict[str, list[str]]):
    """The fields of a letter or of a part by their names in lower case, those of one name in the order they stand;
    values unfolded, undecoded."""

    def top(self, name: str) -> str:
        """The topmost field of that name, or ""."""
        return self[name][0] if name in self else ""


def split_head(raw: bytes) -> tuple[Head, bytes]:
    """Head and body. A letter without a head (its first line is no field) is all body; a missing body is b""."""
    if b"\n" not in raw[:HEAD_LIMIT] and b"\r" in raw[:HEAD_LIMIT]:
        raw = raw.replace(b"\r", b"\n")
    start = _leading(raw)
    if raw[start : start + 1] == b"\n" or raw[start : start + 2] == b"\r\n":
        return Head(), raw[start:].lstrip(b"\r\n")
    end = _BLANK.search(raw, start)
    stop = end.start() if end else len(raw)
    head = raw[start : min(stop, start + HEAD_LIMIT)]
    rows = head.split(b"\n")[: FIELD_COUNT * 8]
    texts = (
        head.decode("ascii").split("\n") if head.isascii() else [decode(row[:ROW_LIMIT], "utf-8").text for row in rows]
    )
    fields: list[tuple[str, list[str]]] = []
    rest = raw[end.end() :] if end else b""
    position = start
    for row, line in zip(rows, texts, strict=False):
        text = line.rstrip("\r")
        before, colon, value = text.partition(":")
        name = _field_name(before) if colon else None
        if text[:1] in (" ", "\t"):  # it goes on with the field above
            if not fields:
                return Head(), raw[start:]
            if len(fields[-1][1]) < FIELD_COUNT:
                fields[-1][1].append(text.strip())
        elif name is None:  # a line that is no field: the body starts here
            rest = raw[position:]
            break
        elif len(fields) < FIELD_COUNT:
            fields.append((name, [value]))
        position += len(row) + 1
    found = Head()
    for name, pieces in fields:
        found.setdefault(name, []).append(" ".join(pieces)[:FIELD_LIMIT].strip())
    return found, rest


@lru_cache(512)
def _field_name(text: str) -> str | None:
    """The name of a field, of what stands before its colon; None if that is none."""
    name = text.rstrip(" \t")
    return name.lower() if _NAME.fullmatch(name) else None


def _leading(raw: bytes) -> int:
    """Where the head starts: a mail folder's own "From " line is passed over."""
    if raw[:5] == b"From " or raw[:6] == b">From ":
        end = raw.find(b"\n", 0, 2000)
        return end + 1 if end >= 0 else 0
    return 0


def decode_words(value: str) -> str:
    """RFC 2047 encoded words as text; neighbours of one charset are joined before they are decoded."""
    if "=?" not in value:
        return value
    pieces: list[str] = []
    held, charset, position = b"", "", 0
    for word in _ENCODED.finditer(value):
        between = value[position : word.start()]
        if held and (between or word.group(1).lower() != charset):
            pieces.append(decode(held, charset).text)
            held = b""
        pieces.append(between)
        charset, held = word.group(1).lower(), held + _word(word.group(2), word.group(3))
        position = word.end()
    if held:
        pieces.append(decode(held, charset.partition("*")[0]).text)
    return "".join(pieces) + value[position:]


def _word(encoding: str, payload: str) -> bytes:
    data = payload.encode("utf-8", "replace")
    if encoding in "qQ":
        return binascii.a2b_qp(data, header=True)
    try:
        return base64.b64decode(data + b"=" * (-len(data) % 4))
    except (binascii.Error, ValueError):
        return data


def tidy(value: str, limit: int = 300) -> str:
    """One line of harmless text: encoded words decoded, no controls, no direction marks, no lone surrogates."""
    if value.isascii() and value.isprintable() and "=?" not in value:
        return " ".join(value[:FIELD_LIMIT].split())[:limit]
    text = _UNSAFE.sub(" ", decode_words(value[:FIELD_LIMIT]))
    return _SPACES.sub(" ", text).strip()[:limit]


def message_ids(value: str, limit: int = 100) -> tuple[str, ...]:
    """The ids in a References or In-Reply-To field, in order."""
    if not value:
        return ()
    safe = value if value.isascii() and value.isprintable() else _UNSAFE.sub(" ", value)
    ids = _MESSAGE_ID.findall(safe)
    return tuple(ids if len(ids) <= limit else ids[:1] + ids[1 - limit :])


def message_id(head: Head) -> str:
    """The letter's own id with its brackets ("" if there is none); a malformed one is kept as text."""
    value = head.top("message-id")
    ids = message_ids(value, 1)
    return ids[0] if ids else tidy(value, 250).replace(" ", "")


def addresses(value: str, limit: int = 200) -> list[tuple[str, str]]:
    """(name, address) pairs of an address field; addresses in lower case, names decoded.

    The structure is read before encoded words are decoded, so that nothing hidden in a name becomes an address.
    """
    return list(_addresses(value, limit))


@lru_cache(256)  # one field is asked for its addresses again and again
def _addresses(value: str, limit: int) -> tuple[tuple[str, str], ...]:
    simple = _SIMPLE.fullmatch(value)
    if simple is not None and simple.group().isascii():
        return ((tidy(simple.group(1), 100), simple.group(2).lower()),)
    found: list[tuple[str, str]] = []
    for item in _split_addresses(strip_comments(value)):
        pair = _one_address(item)
        if pair is not None:
            found.append(pair)
            if len(found) >= limit:
                break
    return tuple(found)


def _one_address(item: str) -> tuple[str, str] | None:
    before, bracket, rest = _outside_quotes(item)
    source = rest if bracket else item
    match = _ADDRESS.search(source) or _ADDRESS.search(item)
    if match is None:
        return None
    address = canonical(_UNSAFE.sub("", match.group()).rstrip(".'").lstrip("'"))
    name = tidy(before.strip().strip('"').replace('\\"', '"'), 100) if bracket else ""
    return name, address


def _outside_quotes(item: str) -> tuple[str, str, str]:
    """`item` cut at the last `<` that stands outside quotation marks; if a mark is never closed, at the last `<`."""
    bare = _STRING.sub(_hidden, item)
    cut = bare.rfind("<")
    if cut < 0 and '"' in bare:
        cut = item.rfind("<")
    return (item, "", "") if cut < 0 else (item[:cut], "<", item[cut + 1 :])


def _split_addresses(value: str) -> Iterator[str]:
    """Pieces between commas and semicolons that stand outside quotation marks and angle brackets."""
    one_is_open = (value.count('"') - value.count('\\"')) % 2 == 1  # then none can be trusted
    bare = _ANGLES.sub(_hidden, value if one_is_open else _STRING.sub(_hidden, value))
    start = 0
    for mark in _BETWEEN.finditer(bare):
        yield value[start : mark.start()]
        start = mark.end()
    yield value[start:]


def _hidden(found: re.Match[str]) -> str:
    """As long as what was found, and nothing in it that means anything, but the mark of a string that is not closed."""
    return ("_" if found.lastindex is None else '"').ljust(len(found[0]), "_")


def strip_comments(value: str) -> str:
    """Without parenthesised comments (nested ones too); quoted strings are left alone."""
    if "(" not in value:
        return value
    kept: list[str] = []
    depth, quoted = 0, False
    for piece in _COMMENT_PIECES.findall(value):
        if piece == '"' and not depth:
            quoted = not quoted
        if piece == "(" and not quoted:
            depth += 1
        elif piece == ")" and depth and not quoted:
            depth -= 1
        elif not depth:
            kept.append(piece)
    return "".join(kept)


def parameters(value: str) -> tuple[str, dict[str, str]]:
    """(main value, parameters) of Content-Type and its like, lower-case names; RFC 2231 pieces are put together."""
    if not value:
        return "", {}
    pieces = _PARAMETER.findall(value[:4096]) if '"' in value else value[:4096].split(";")
    main = pieces[0].strip().lower()
    plain: dict[str, str] = {}
    parts: dict[str, dict[int, tuple[bool, str]]] = {}
    for piece in pieces[1:64]:
        name, equals, content = piece.partition("=")
        name, content = name.strip().lower(), content.strip()
        if not equals or not name:
            continue
        if content[:1] == '"':
            content = content[1:].partition('"')[0] if "\\" not in content else content.strip('"').replace("\\", "")
        base, star, number = name.partition("*")
        if star:
            encoded = number.endswith("*") or number == ""
            digits = number.rstrip("*")
            parts.setdefault(base, {})[int(digits) if digits.isdecimal() and len(digits) < 4 else 0] = (
                encoded,
                content,
            )
        else:
            plain.setdefault(name, content)
    for base, numbered in sorted(parts.items()):
        plain[base] = _rfc2231(numbered) or plain.get(base, "")
    return main, plain


def _rfc2231(numbered: dict[int, tuple[bool, str]]) -> str:
    charset, data = "utf-8", b""
    for position, (_, (encoded, content)) in enumerate(sorted(numbered.items())):
        if encoded and position == 0 and content.count("'") >= 2:
            charset, _, content = content.split("'", 2)
        text = content.encode("utf-8", "replace")
        data += unquote_to_bytes(text) if encoded else text
    return decode(data, charset or "utf-8").text


_PIECE = regex(
    r'\s+|"[^"\\]*(?:\\[\s\S][^"\\]*)*"|<[^<>"]*(?:"[^"\\]*(?:\\[\s\S][^"\\]*)*"[^<>"]*)?>|[^\s()";=<]+|[;=()]'
)
_COMMENT = regex(r'[^()\\"]+|\\[\s\S]|[()"]')


@lru_cache(64)
def lexed(value: str) -> tuple[str, ...] | None:
    """Words, `;`, `=`, strings with their marks, `<...>` as one, and comments with their brackets; None where a
    bracket or a quotation mark stays open, inside a comment too: nobody knows then what belongs to what."""
    found: list[str] = []
    at, end = 0, len(value)
    while at < end:
        piece = _PIECE.match(value, at)
        if piece is None or piece.group() == ")":
            return None
        start, at = at, piece.end()
        if piece.group() == "(":
            at = _after_comment(value, at)
            if at < 0:
                return None
        if not piece.group().isspace():
            found.append(value[start:at])
    return tuple(found)


def _after_comment(value: str, at: int) -> int:
    depth, marks = 1, 0
    for piece in _COMMENT.finditer(value, at):
        text = piece.group()
        depth += (text == "(") - (text == ")")
        marks += text == '"'
        if not depth:
            return -1 if marks % 2 else piece.end()
    return -1
