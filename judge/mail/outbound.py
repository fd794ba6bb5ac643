"""Letter to bytes: MIME assembly and header folding of our own.

The bytes are made once, when a letter is queued; every attempt to send it sends the same ones. So everything in them
is derived from the letter: the boundaries and the Message-ID from its key, the Date from `sent_at`.

Python's `email` package is not used on the way out: it turns long References into encoded words (which breaks
threading), and it costs more than everything else on the way of a letter together. Every line is ASCII, at most 78
octets but for a word that cannot be folded, and ends in CRLF; bodies are quoted-printable or base64, never 8bit.
"""

from __future__ import annotations

import binascii
import email
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC
from functools import lru_cache
from hashlib import sha256
from typing import TYPE_CHECKING

from judge.core.addressing import Addressing
from judge.core.errors import InputError
from judge.core.regex import regex
from judge.core.values import Value
from judge.mail import headers
from judge.post import Attachment, Letter

if TYPE_CHECKING:
    from email.message import Message as Mime

CRLF = b"\r\n"
MAX_SUBJECT = 200  # characters
MAX_NAME = 60  # characters of an attachment's file name
_DROPPED = bytes(range(9)) + b"\x0b\x0c" + bytes(range(14, 32)) + b"\x7f"  # controls but tab, LF and CR
_C1 = regex(rb"\xc2[\x80-\x9f]")
_MIME = regex(r"[a-z0-9][\w.+-]*/[a-z0-9][\w.+-]*(?:; ?[\w-]+=[\w.+-]+)*", re.ASCII | re.IGNORECASE)
_PLAIN_KEY = regex(r"[0-9a-f]{32}")
_KEY = regex(r"[\w.=~-]+", re.ASCII)
_NAME = regex(r"[\w.@+-]+", re.ASCII)  # of an attachment, or its content id


class Identity(Value):
    """Whom our letters come from: our own address, its display name, and the domain of our Message-IDs."""

    own: Addressing
    name: str
    domain: str

    def with_key(self, key: str) -> str:
        """Our address with a key in it (core/addressing.py); InputError where the key could not stand there."""
        if key and not _KEY.fullmatch(key):
            raise InputError("a reply key may hold letters, digits and . = ~ _ - only", where="reply_key")
        return self.own.with_key(key)


class Parcel(Value):
    """One letter ready for one recipient: what a relay is given. `sender` is the envelope sender ("" for none)."""

    key: str
    sender: str
    recipient: str
    raw: bytes


def message_id(key: str, domain: str) -> str:
    """The Message-ID (with its angle brackets) of the letter with this key: the same event, the same id.

    A key that is a digest already is shown as it is, so that an answer leads back to the letter; of any other only a
    digest is shown, so that a key may be made of anything."""
    return f"<{key if _PLAIN_KEY.fullmatch(key) else _digest(key)[:32]}@{domain}>"


def serialise(letter: Letter, identity: Identity) -> bytes:
    """The whole letter as it goes over the wire; the same letter always gives the same bytes.

    Raises InputError when an address, the reply key, a content id or a type could not stand in a header as it is:
    such a value would reach somebody else than was meant."""
    return head(letter, identity) + content(letter, letter.key)


def head(letter: Letter, identity: Identity) -> bytes:
    """Everything down to MIME-Version: what differs between the copies of one letter to many."""
    return CRLF.join([*_headers(letter, identity), b"MIME-Version: 1.0"]) + CRLF


def content(letter: Letter, seed: str) -> bytes:
    """From the first Content-* line to the end: the same for all copies of a letter when they share `seed`, which the
    boundaries are made from."""
    return _content(letter, _digest(seed))


def gap(seed: str) -> str:
    """The line that stands in a page where each copy puts its own part."""
    return f"own-{_digest(seed)[:32]}"


def pieces(letter: Letter, seed: str) -> list[bytes]:
    """`content` for a letter to many that has a part of each reader's own: cut where that stands, before the words,
    on the page (where it has the line `gap`) and behind the last attachment. Between them belong `own_pieces`."""
    cut, digest = gap(seed), _digest(seed)
    whole = _content(replace(letter, text=f"{cut}\n\n{letter.text}"), digest, cut.encode("ascii"))
    line = cut.encode("ascii") + CRLF
    words, _, rest = whole.partition(line)
    page, found, last = rest.partition(line) if letter.html else (b"", b"", rest)
    if letter.html and not found:
        raise ValueError("the page has no place for what is the reader's own")
    before, _, end = last.partition(_opening(digest, 1) + cut.encode("ascii"))
    return [words, page, before, end]


def own_pieces(text: str, html: str, attachments: Sequence[Attachment], seed: str) -> list[bytes]:
    """What one copy has of its own, for the three gaps of `pieces`: words, page, attachments."""
    opening = _opening(_digest(seed), 1)
    page = quoted_printable(_canonical(html)) if html else b""
    return [quoted_printable(_canonical(text)), page, b"".join(opening + _attached_part(one) for one in attachments)]


def illustrated(
    cut: Sequence[bytes], seed: str, places: Mapping[str, str], pictures: Mapping[str, Attachment]
) -> list[bytes]:
    """`content` or `pieces` of a letter with a page, its pictures put in: `places` has by its line on the page what
    stands there then, and `pictures` what is shown there. Everything else stays as it is, byte for byte."""
    digest, whole = _digest(seed), b"\0".join(cut)
    opening = _opening(digest, 2)
    start = whole.index(opening + b"Content-Type: text/html;") + len(opening)
    end = whole.index(CRLF + b"--" + _boundary(digest, 2) + b"--", start)
    page, shown = _filled(whole[start:end], places, pictures)
    if shown:
        page = _multipart(b'related; type="text/html"', digest, 3, [page, *shown])
    return (whole[:start] + page + whole[end:]).split(b"\0")


def own_illustrated(
    own: Sequence[bytes], seed: str, places: Mapping[str, str], pictures: Mapping[str, Attachment]
) -> list[bytes]:
    """The same for `own_pieces`: what they show stands behind the attachments, as the page is not theirs alone."""
    words, page, parts = own
    page, shown = _filled(page, places, pictures)
    return [words, page, parts + b"".join(_opening(_digest(seed), 1) + one for one in shown)]


def _filled(page: bytes, places: Mapping[str, str], pictures: Mapping[str, Attachment]) -> tuple[bytes, list[bytes]]:
    """A page with what belongs in its places, and the parts it shows there."""
    shown = []
    for place, html in places.items():
        line = place.encode("ascii") + CRLF
        if line in page and place in pictures:
            shown.append(_attached_part(pictures[place]))
        page = page.replace(line, quoted_printable(_canonical(html)) if html else b"")
    return page, shown


# -- headers ----------------------------------------------------------------------------------------------------------


def _headers(letter: Letter, identity: Identity) -> list[bytes]:
    from email.utils import format_datetime  # loaded with the first letter

    if not headers.checked(identity.own.address).isascii():
        raise InputError("the judge's own address must be ASCII", where="address")
    subject = headers.tidy(letter.subject, MAX_SUBJECT) or "(no subject)"
    lines = [
        headers.mailbox("From", identity.name, identity.own.address),
        headers.mailbox("To", "", letter.to),
        headers.unstructured("Subject", subject),
        f"Date: {format_datetime(letter.sent_at.astimezone(UTC))}".encode("ascii"),
        b"Message-ID: " + message_id(letter.key, headers.ascii_domain(identity.domain)).encode("ascii"),
    ]
    if letter.reply_key or letter.to_list:
        # an answer to a list post must reach the judge, never the list
        lines.append(headers.mailbox("Reply-To", "", identity.with_key(letter.reply_key)))
    answered = headers.message_ids((letter.in_reply_to,))[:1]
    thread = headers.thread_ids(letter.root, (*letter.references, *answered))
    lines += [headers.folded("In-Reply-To", answered)] if answered else []
    lines += [headers.folded("References", thread)] if thread else []
    lines.append(b"Auto-Submitted: " + letter.kind.encode("ascii"))
    # not "All": that holds NDR, and Exchange would send us no delivery reports
    lines.append(b"X-Auto-Response-Suppress: OOF, AutoReply, RN, NRN")
    lines.append(headers.mailbox("X-Loop", "", identity.own.address))
    if letter.list_id and not letter.to_list:
        # on a list post the list manager writes its own, and doubled ones break signatures
        lines += [headers.list_id(letter.list_id), b"Precedence: bulk"]
        if letter.unsubscribe:
            lines.append(headers.folded("List-Unsubscribe", [f"<{headers.checked_uri(letter.unsubscribe)}>"]))
    return lines


# -- bodies -----------------------------------------------------------------------------------------------------------


def _content(letter: Letter, digest: str, last: bytes = b"") -> bytes:
    """From the first Content-* line to the end. Inline parts stand beside the html that shows them; without html they
    are attachments like the others. `last` stands as it is behind the last attachment."""
    inline = [part for part in letter.attachments if part.cid and letter.html]
    attached = [part for part in letter.attachments if not (part.cid and letter.html)]
    body = _text_part(letter.text, b"plain")
    if letter.html:
        page = _text_part(letter.html, b"html")
        if inline:
            page = _multipart(b'related; type="text/html"', digest, 3, [page, *map(_attached_part, inline)])
        body = _multipart(b"alternative", digest, 2, [body, page])
    if attached:
        body = _multipart(b"mixed", digest, 1, [body, *map(_attached_part, attached), *([last] if last else [])])
    return body


def _multipart(subtype: bytes, digest: str, level: int, parts: list[bytes]) -> bytes:
    boundary, opening = _boundary(digest, level), _opening(digest, level)
    head = b"Content-Type: multipart/" + subtype + b';\r\n boundary="' + boundary + b'"' + CRLF
    return head + opening + opening.join(parts) + CRLF + b"--" + boundary + b"--" + CRLF


def _boundary(digest: str, level: int) -> bytes:
    # "=_" can stand in no quoted-printable or base64 text, so no boundary can occur inside a part
    return f"=_{level}_{digest[32:56]}".encode("ascii")


def _opening(digest: str, level: int) -> bytes:
    return CRLF + b"--" + _boundary(digest, level) + CRLF


def _text_part(text: str, subtype: bytes) -> bytes:
    return (
        b"Content-Type: text/"
        + subtype
        + b"; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n"
        + quoted_printable(_canonical(text))
    )


def _canonical(text: str) -> bytes:
    """UTF-8 with CRLF line ends, the last line ended, without controls (a NUL or an ESC is nobody's meaning)."""
    data = text.encode("utf-8", "replace").replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    data = data.translate(None, _DROPPED)
    if b"\xc2" in data:
        data = _C1.sub(b"", data)
    if not data.endswith(b"\n"):
        data += b"\n"
    return data.replace(b"\n", CRLF)


def quoted_printable(data: bytes) -> bytes:
    """Quoted-printable of text with CRLF line ends, lines of at most 76 characters."""
    encoded = binascii.b2a_qp(data, False, True, False)
    if b"From " in encoded:  # a line that starts so is mangled by mbox stores: break it behind the word
        encoded = encoded.replace(b"\nFrom ", b"\nFrom=\r\n ")
        if encoded.startswith(b"From "):
            encoded = b"From=\r\n" + encoded[4:]
    return encoded


def _attached_part(part: Attachment) -> bytes:
    encoding, body = _encoded(part)
    return _part_head(part.mime, part.name, part.cid, encoding) + body


@lru_cache(64)  # most letters have the same parts
def _part_head(mime: str, name: str, cid: str, encoding: bytes) -> bytes:
    """The head of an attachment."""
    if not _MIME.fullmatch(mime) or mime.lower().startswith("multipart/"):
        raise InputError(f"{mime!r} is no type of an attachment", where="mime")
    if not _NAME.fullmatch(name) or (cid and not _NAME.fullmatch(cid)):
        raise InputError(f"{name!r}, {cid!r}: no name and content id of an attachment", where="cid")
    shown = f"Content-ID: <{cid}>\r\nContent-Disposition: inline" if cid else "Content-Disposition: attachment"
    head = f'Content-Type: {mime}\r\n{shown};\r\n filename="{name[:MAX_NAME]}"\r\nContent-Transfer-Encoding: '
    return head.encode("ascii") + encoding + CRLF + CRLF


def _encoded(part: Attachment) -> tuple[bytes, bytes]:
    """Byte for byte: readable where the content is ASCII text, base64 where it is not."""
    readable = part.mime.startswith(("text/", "application/json"))
    if readable and part.content.isascii():
        one_line = b"\n" not in part.content and b"\r" not in part.content
        encoded = binascii.b2a_qp(part.content, False, one_line, False)
        # its soft line breaks are bare LFs where the content has no CRLF: many servers refuse those
        return b"quoted-printable", encoded.replace(CRLF, b"\n").replace(b"\n", CRLF)
    flat = binascii.b2a_base64(part.content, newline=False)
    return b"base64", CRLF.join([flat[at : at + 76] for at in range(0, len(flat), 76)])


def _digest(key: str) -> str:
    return sha256(key.encode("utf-8", "replace")).hexdigest()


def words_alone(raw: bytes) -> bytes | None:
    """The same head with the plain words as the whole body, their bytes untouched; None if there is nothing to take
    away. The letter was refused, so nobody has seen the bytes it had before under its Message-ID."""
    top, _, _ = raw.partition(CRLF + CRLF)
    message = email.message_from_bytes(raw)
    words = _words_part(message)
    if words is None or not message.is_multipart():
        return None
    kept: list[bytes] = []
    ours = False
    for line in top.split(CRLF):
        if line[:1] not in (b" ", b"\t"):
            ours = not line.lower().startswith(b"content-")
        if ours:
            kept.append(line)
    kept += [f"{name}: {value}".encode("ascii") for name, value in words.items()]
    body = str(words.get_payload()).encode("ascii").replace(CRLF, b"\n").replace(b"\n", CRLF)
    return CRLF.join(kept) + CRLF + CRLF + body


def words_of(message: Mime) -> str:
    """The plain words of a letter of ours, lines ending in LF."""
    part = _words_part(message)
    payload = part.get_payload(decode=True) if part is not None else b""
    return payload.decode("utf-8", "replace").replace("\r\n", "\n") if isinstance(payload, bytes) else ""


def _words_part(message: Mime) -> Mime | None:
    return next((part for part in message.walk() if part.get_content_type() == "text/plain"), None)


# ---- lines known again ---------------------------------------------------------------------------------------------

_LETTERS = regex(r"[^\W_]+")


def line_mark(text: str) -> str:
    """What a line of a letter of ours is recognised by, whatever a mail program does to its spaces and marks."""
    bare = "".join(_LETTERS.findall(text.casefold()))
    return sha256(bare.encode("utf-8", "replace")).hexdigest()[:10]


_remembered_mark = lru_cache(4096)(line_mark)


def line_marks(text: str, *, open_words: bool = False) -> str:
    """Marks of all lines of a letter of ours, to be kept: in an answer that quotes them they are known again.

    `open_words`: no secret stands in it, so its lines may be remembered; most are the same in thousands of letters."""
    mark = _remembered_mark if open_words else line_mark
    return " ".join(dict.fromkeys([mark(line) for line in text.split("\n") if line.strip()]))
