"""Raw letters: those of the corpus damaged, and letters put together at random from what mail is made of."""

import base64
import quopri
from pathlib import Path
from random import Random

from tests.fuzz import fuzz_lines
from tests.tables import rows

CORPUS = [path.read_bytes() for path in sorted((Path(__file__).parents[1] / "fixtures" / "eml").glob("*.eml"))]
CHARSETS = (*rows(__file__, "CHARSETS"), "a" * 3000)
TYPES = tuple(rows(__file__, "TYPES"))
TREES = ("mixed", "alternative", "related", "report", "signed", "encrypted", "digest", "parallel", "form-data", "x-y")
CODINGS = tuple(rows(__file__, "CODINGS"))
ADDRESSES = tuple(rows(__file__, "ADDRESSES"))
HEADS = tuple(rows(__file__, "HEADS"))
VALUES = (*rows(__file__, "VALUES"), "=?utf-8?q?" + "a=" * 200 + "?=", "a" * 5000)
TAGS = tuple(rows(__file__, "TAGS"))
QUOTES = tuple(rows(__file__, "QUOTES"))


def letter(r: Random) -> bytes:
    """Any bytes that could come as a letter."""
    kind = r.randrange(20)
    if kind < 9:
        return damaged(r, r.choice(CORPUS))
    if kind < 10:
        return bytes(r.getrandbits(8) for _ in range(r.randrange(300)))
    made = made_up(r)
    return made if kind < 16 else damaged(r, made)


def words(r: Random) -> str:
    """A body in words: orders, remarks, quotations of other letters."""
    lines = []
    for _ in range(r.choice((0, 1, 3, 6, 14))):
        kind = r.randrange(4)
        if kind == 0:
            lines.append(r.choice(QUOTES))
        elif kind == 1:
            lines.append(r.choice(fuzz_lines.NASTY) * r.choice((1, 2, 30)))
        else:
            lines.append(fuzz_lines.line(r, r.choice(("session", "bourse", "diplomacy", "payola"))))
    return r.choice(("\n", "\n", "\r\n", "\n\n", "\r")).join(lines)


def made_up(r: Random) -> bytes:
    """A head and a tree of parts, some of it wrong."""
    head = [f"{r.choice(HEADS)}: {r.choice(r.choice((ADDRESSES, VALUES)))}" for _ in range(r.randint(0, 8))]
    if r.random() < 0.8:
        head.insert(0, f"From: {r.choice(ADDRESSES)}")
    return _bytes("\n".join(head)) + b"\n" + _part(r, r.choice((0, 1, 1, 2, 3, 30)))


def _part(r: Random, depth: int) -> bytes:
    if depth > 0 and r.random() < 0.75:
        mark = r.choice(("b", "b", "=_x", "--", " ", "b" * 90))
        said = r.choice(
            (f'; boundary="{mark}"', f"; boundary={mark}", "", '; boundary="', f"; boundary*=utf-8''{mark}")
        )
        inner = [_part(r, depth - 1) for _ in range(1 if depth > 5 else r.choice((0, 1, 2, 3)))]
        joined = b"".join(b"\n--" + mark.encode() + b"\n" + one for one in inner)
        end = b"\n--" + mark.encode() + b"--\n" if r.random() < 0.8 else b""
        return _bytes(f"Content-Type: multipart/{r.choice(TREES)}{said}\n\n") + joined + end
    kind, charset, coding = r.choice(TYPES), r.choice(CHARSETS), r.choice(CODINGS)
    body = words(r)
    if "html" in kind or r.random() < 0.1:
        body = "".join(r.choice(TAGS) + piece for piece in (*body.split("\n"), "")) * r.choice((1, 1, 1, 20))
    head = f"Content-Type: {kind}; charset={charset}\nContent-Transfer-Encoding: {coding}\n"
    head += r.choice(
        ("", "", "Content-Disposition: attachment; filename=orders.txt\n", "Content-Disposition: inline\n")
    )
    return _bytes(head + "\n") + _coded(r, body, charset, coding)


def _coded(r: Random, body: str, charset: str, coding: str) -> bytes:
    known = charset in ("utf-8", "iso-8859-1", "utf-16", "utf-7", "gb18030", "shift_jis", "utf-32", "hz")
    raw = body.encode(charset if known and r.random() < 0.8 else "utf-8", "replace")
    if r.random() < 0.2:
        return raw
    if "base64" in coding.lower():
        return base64.encodebytes(raw)[: -1 if r.random() < 0.9 else -5]
    return quopri.encodestring(raw) if "quoted" in coding else raw


def damaged(r: Random, raw: bytes) -> bytes:
    """A letter with one to four pieces changed, lost, doubled, or taken from another."""
    for _ in range(r.choice((1, 1, 2, 4))):
        at, end = r.randint(0, len(raw)), r.randint(0, 80)
        match r.randrange(9):
            case 0:
                raw = raw[:at] + bytes((r.getrandbits(8),)) + raw[at + 1 :]
            case 1:
                raw = raw[:at] + raw[at + end :]
            case 2:
                raw = raw[:at] + raw[at : at + end] * r.choice((2, 3, 200)) + raw[at + end :]
            case 3:
                other = r.choice(CORPUS)
                cut = r.randint(0, len(other))
                raw = raw[:at] + other[cut : cut + r.choice((20, 300, 3000))] + raw[at:]
            case 4:
                raw = raw[:at] + _bytes(r.choice(fuzz_lines.NASTY)) + raw[at:]
            case 5:
                raw = raw[:at]
            case 6:
                raw = _bytes(f"{r.choice(HEADS)}: {r.choice(r.choice((ADDRESSES, VALUES)))}\n") + raw
            case 7:
                old = r.choice(
                    (b"utf-8", b"text/plain", b"base64", b"boundary", b"\n", b"quoted-printable", b": ", b"7bit")
                )
                raw = raw.replace(
                    old,
                    _bytes(r.choice(r.choice((CHARSETS, CODINGS, TYPES, VALUES))))[:200],
                    r.choice((1, -1)) if old != b"\n" else 1,
                )
            case 8:
                lines = raw.split(b"\n")
                one = r.randrange(len(lines))
                lines[one] = _bytes(r.choice((*TAGS, *QUOTES, *VALUES)))
                raw = b"\n".join(lines)
    return raw[:200_000]


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")
