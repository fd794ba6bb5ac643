"""The MIME walk: the parts of a letter that may hold text, decoded, and what else hangs on it.

Own code instead of the standard parser because depth, number of parts and time must be bounded: at most
`DEPTH` levels and `PARTS` parts are opened, never a letter inside the letter, and text is cut at
`TEXT_LIMIT` characters.
"""

import base64
import binascii
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice

from judge.core.regex import regex
from judge.core.values import Value
from judge.mail.reading.charsets import decode
from judge.mail.reading.flowed import split_lines, unflow
from judge.mail.reading.headers import Head, decode_words, parameters, split_head, tidy
from judge.mail.reading.html import html_text
from judge.post import Line

DEPTH = 20
PARTS = 200
TEXT_LIMIT = 1_000_000
ATTACHED_TEXT_LIMIT = 65_536  # bytes of a text attachment that may stand in for the body

_NOT_BASE64 = regex(rb"[^A-Za-z0-9+/=]")
_SPACE = b" \t\r\n\v\f"
_MIME = regex(r"[a-z0-9!#$&^_.+-]{1,60}/[a-z0-9!#$&^_.+-]{1,80}")
_NOT_PROSE = "text/rtf text/csv text/css text/xml text/javascript".split()
_ORNAMENT = """
application/pkcs7-signature application/x-pkcs7-signature application/x-pkcs7-mime-signature
application/pgp-signature application/pgp-keys
text/vcard text/x-vcard text/directory text/calendar application/ics
""".split()
_LETTERS = ("message/rfc822", "message/global")
_SEALED = ("application/pkcs7-mime", "application/x-pkcs7-mime", "multipart/encrypted", "application/pgp-encrypted")


class Text(Value):
    """A text part of the body. `html` tells the kind; `alternative` that another part says the same;
    `broken` that its transfer encoding was damaged, `doubtful` that its charset label was wrong."""

    text: str
    html: bool
    flowed: bool = False
    delsp: bool = False
    alternative: bool = False
    broken: bool = False
    doubtful: bool = False

    def lines(self) -> list[str]:
        """Its lines, soft line ends undone."""
        lines = split_lines(self.text)
        return unflow(lines, self.delsp) if self.flowed else lines


class Attached(Value):
    """An attachment: `text` is set when it is a small text file, "" otherwise."""

    name: str
    text: str = ""
    broken: bool = False


@dataclass
class Parts:
    """What the walk found. `notes` are warnings for the sender; `mimes` all types seen, with their parameters."""

    texts: list[Text] = field(default_factory=list)
    attached: list[Attached] = field(default_factory=list)
    mimes: list[tuple[str, dict[str, str]]] = field(default_factory=list)
    reports: list[tuple[str, bytes]] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    letter_inside: bool = False
    sealed: bool = False

    def reports_only(self) -> bool:
        """Whether the letter inside merely belongs to a delivery report."""
        return any(mime in ("message/delivery-status", "message/feedback-report") for mime, _ in self.reports)

    def note(self, text: str) -> None:
        if text not in self.notes:
            self.notes.append(text)


def walk(head: Head, body: bytes) -> Parts:
    """All parts of a letter. Never raises."""
    parts = Parts()
    _walk(head, body, parts, 0, False)
    return parts


def _walk(head: Head, body: bytes, parts: Parts, depth: int, alternative: bool) -> None:
    if len(parts.mimes) >= PARTS:
        parts.note(f"This letter has more than {PARTS} parts; the rest was not read.")
        return
    mime, settings = _content_type(head)
    parts.mimes.append((mime, settings))
    if mime in _SEALED and "signed" not in settings.get("smime-type", ""):
        parts.sealed = True
    if mime.startswith("multipart/"):
        if depth >= DEPTH:
            parts.note(f"Parts nested more than {DEPTH} deep were not read.")
            return
        pieces = list(_split(body, settings.get("boundary", "")))
        for piece in pieces:
            _walk(*split_head(piece), parts, depth + 1, alternative or mime == "multipart/alternative")
        if pieces:
            return
        mime = "text/plain"  # no boundary to be found: the body itself is all there is
    _leaf(head, mime, settings, body, parts, alternative)


def _content_type(head: Head) -> tuple[str, dict[str, str]]:
    value = head.top("content-type")
    if not value:
        return "text/plain", {}
    mime, settings = parameters(value)
    return (mime if _MIME.fullmatch(mime) else "text/plain"), settings


def _split(body: bytes, boundary: str) -> Iterator[bytes]:
    """The pieces between boundary lines; the preamble and what follows the last boundary are no pieces."""
    if not boundary:
        return
    start, pieces = -1, 0
    mark = re.escape(b"--" + boundary.encode("utf-8", "replace").rstrip())
    for line in re.finditer(b"^" + mark + rb"([^\n]{0,80})([^\n]*)", body, re.MULTILINE):
        tail = line[1].strip(_SPACE)
        if tail not in (b"", b"--"):
            continue
        if start >= 0:  # the line end before a boundary belongs to the boundary
            yield body[start : line.start()].removesuffix(b"\n").removesuffix(b"\r")
            pieces += 1
        start = line.end() + 1
        if tail == b"--" or pieces > PARTS:
            return
    if 0 <= start <= len(body):
        yield body[start:]  # never closed: what there is


def _leaf(head: Head, mime: str, settings: dict[str, str], body: bytes, parts: Parts, alternative: bool) -> None:
    placing, options = parameters(head.top("content-disposition"))
    name = tidy(decode_words(options.get("filename", "") or settings.get("name", "")), 100)
    if mime.startswith("message/") or mime == "text/rfc822-headers":
        parts.letter_inside = parts.letter_inside or mime in _LETTERS
        parts.reports.append((mime, body[:65_536]))
        return
    loose = placing == "attachment" or (name and placing == "inline") or (name and mime != "text/html" and parts.texts)
    if not loose and mime.startswith("text/") and mime not in _NOT_PROSE + _ORNAMENT:
        parts.texts.append(_text_part(head, mime, settings, body, alternative))
    elif mime not in _ORNAMENT:
        parts.attached.append(_attachment(head, mime, settings, name, body, placing))


def _attachment(head: Head, mime: str, settings: dict[str, str], name: str, body: bytes, placing: str) -> Attached:
    text, broken = "", False
    small = len(body) <= ATTACHED_TEXT_LIMIT * 2
    if small and (mime == "text/plain" or (mime == "application/octet-stream" and name.lower().endswith(".txt"))):
        part = _text_part(head, "text/plain", settings, body, False)
        if len(part.text) <= ATTACHED_TEXT_LIMIT:
            text, broken = part.text, part.broken
    inline_picture = mime.startswith("image/") and (placing == "inline" or "content-id" in head)
    return Attached("" if inline_picture else name or mime, text, broken)


def _text_part(head: Head, mime: str, settings: dict[str, str], body: bytes, alternative: bool) -> Text:
    data, broken = transfer_decoded(body, head.top("content-transfer-encoding"))
    decoded = decode(data[: TEXT_LIMIT * 4], settings.get("charset", ""))
    return Text(
        text=decoded.text[:TEXT_LIMIT].lstrip("\ufeff"),
        html=mime == "text/html",
        flowed=settings.get("format", "").lower() == "flowed",
        delsp=settings.get("delsp", "").lower() == "yes",
        alternative=alternative,
        broken=broken,
        doubtful=decoded.doubtful,
    )


def transfer_decoded(body: bytes, encoding: str) -> tuple[bytes, bool]:
    """(bytes, whether the encoding was broken). A broken base64 text may have lost its last line."""
    kind = encoding.strip().strip("\"'").lower().partition(";")[0].partition("(")[0].strip()
    if kind == "quoted-printable":
        return binascii.a2b_qp(body), False
    if kind != "base64":
        return body, kind in ("x-uuencode", "uuencode", "x-uue", "uue")
    packed = body.translate(None, _SPACE)
    foreign = _NOT_BASE64.search(packed) is not None
    if foreign:
        packed = _NOT_BASE64.sub(b"", packed)
    broken = foreign or len(packed) % 4 != 0
    out: list[bytes] = []
    for run in packed.split(b"=")[:PARTS]:  # encoded pieces set end to end are read one by one
        run = run[: len(run) - 1] if len(run) % 4 == 1 else run
        try:
            out.append(base64.b64decode(run + b"=" * (-len(run) % 4)))
        except (binascii.Error, ValueError):
            broken = True
    return b"".join(out), broken


# ---- all that stands in a letter, whoever wrote it: what is passed on, attached pages, attached letters, and the data
# that a page keeps in its scripts. For letters whose sender reports what others have written, and for nothing else.

LINES = 6000  # of one text
WIDTH = 20_000  # characters of one line
_PAGE = regex(
    r"<title[^>]{0,200}>(?P<title>[^<]{1,300})</title"
    r"|class=[\"']?variant(?P<variant>\w{1,60})"
    r"|(?P<url>https?://[^\s\"'<>]{1,200}/\d{4}/(?:spring|fall|winter)\b)",
    re.IGNORECASE,
)


def _every_text(head: Head, body: bytes, depth: int = 0) -> Iterator[Text]:
    """All texts and pages of a letter wherever they hang, those of letters inside it as well. Never raises."""
    mime, settings = _content_type(head)
    inside = mime in _LETTERS
    if depth < DEPTH and (inside or mime.startswith("multipart/")):
        for piece in [body] if inside else _split(body, settings.get("boundary", "")):
            yield from _every_text(*split_head(piece), depth + 1)
    elif mime in ("text/plain", "text/html"):
        yield _text_part(head, mime, settings, body, False)


def whole_texts(raw: bytes) -> Iterator[tuple[Line, ...]]:
    """Each text of a letter as lines, marks of quotation taken off. Never raises."""
    head, body = split_head(raw)
    for text in islice(_every_text(head, body), PARTS):
        rows = [*_page(text.text), *html_text(text.text).lines] if text.html else text.lines()
        yield tuple(_line(number, row) for number, row in enumerate(rows[:LINES], 1))


def _line(number: int, row: str) -> Line:
    """Without what quotes it or makes it an item of a list; blanks in front stay, by which broken lines are known."""
    bare = re.sub(r"^(?:[ \t]?>)+ ?", "", row[:WIDTH])
    return Line(number, re.sub(r"^\s*[*\u2022-] (?=\S)", "", bare).replace("\u00a0", " ").rstrip())


def _page(source: str) -> Iterator[str]:
    """What a page says outside its words: title, variant, data and address, in the form of another judge's heading."""
    for row in source.split("\n"):
        if row.lstrip().startswith("var ") and row.rstrip().endswith("};"):
            yield row.strip()
    for found in islice(_PAGE.finditer(source), 100):
        if found["variant"]:
            yield f":: Variant: {found['variant']}"
        else:
            yield f":: Title: {(found['title'] or found['url']).strip()}"
