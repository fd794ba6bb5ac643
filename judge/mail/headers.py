"""Header lines on the way out: cleaned, encoded only where needed, folded at spaces.

Every function gives one complete header field without its closing CRLF. Nothing a stranger wrote (a subject we
answer, an id we refer to, a name) can end a line or start another field.
"""

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import chain, repeat

from judge.core import addressing
from judge.core.errors import InputError
from judge.core.regex import regex

FOLD_AT = 78  # octets of a line, RFC 5322 2.1.1
MAX_REFERENCES = 12
_ENCODED_WORD = 75  # characters, RFC 2047 2
# controls, line and paragraph separators, zero-width and direction marks, lone surrogates
_UNSEEN = regex(
    "[\x00-\x1f\x7f-\x9f\u2028\u2029\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff\ud800-\udfff]"
)
_ID = regex(r"<([^<>\s\x00-\x20\x7f-\U0010ffff]{1,250})>")
_BARE_ID = regex(r"[^<>\s\x00-\x20\x7f-\U0010ffff]{1,250}")
_ATOMS = regex(r"[\w!#$%&'*+/=?^`{|}~ -]+", re.ASCII)
_LOCAL = r'(?:"(?:[^"\\\x00-\x1f\x7f]|\\[^\x00-\x1f\x7f])*"|[^\s<>()\[\],;:"\\@\x00-\x1f\x7f-\x9f]+)'
_DOMAIN = r"(?:\[[0-9A-Fa-f:.IPv]+\]|[^\s<>()\[\],;:\"\\@\x00-\x1f\x7f-\x9f]+)"
_ADDRESS = regex(f"{_LOCAL}@{_DOMAIN}")
_URI = regex(r"[!-;=?-~]{1,900}")
_LABELS = regex(r"[\w.-]{1,200}", re.ASCII)


def tidy(text: str, limit: int) -> str:
    """One line out of anything: controls and direction marks gone, blanks collapsed, at most `limit` characters."""
    if not (text.isascii() and text.isprintable()):
        text = _UNSEEN.sub(" ", text)
    return " ".join(text.split())[:limit].rstrip()


def checked(address: str) -> str:
    """The address itself, its domain in ASCII; InputError if it is none. Never repaired: a guess reaches a stranger."""
    if len(address) > 320 or not _ADDRESS.fullmatch(address):
        raise InputError(f"{tidy(address, 80)!r} is no e-mail address", where="address")
    if address.isascii():
        return address
    local, _, domain = address.rpartition("@")
    return f"{local}@{ascii_domain(domain)}"


def deliverable(address: str) -> bool:
    """Whether a letter can be addressed so."""
    try:
        checked(address)
    except InputError:
        return False
    return True


def checked_uri(uri: str) -> str:
    """A URI that can stand between angle brackets; InputError otherwise."""
    if not _URI.fullmatch(uri):
        raise InputError(f"{tidy(uri, 80)!r} is no URI", where="unsubscribe")
    return uri


def ascii_domain(domain: str) -> str:
    """A domain in its ASCII form; InputError if it has none."""
    found = addressing.ascii_domain(domain)
    if domain and not found:
        raise InputError(f"{tidy(domain, 80)!r} is no domain", where="address")
    return found


@lru_cache(maxsize=1024)
def mailbox(field: str, name: str, address: str) -> bytes:
    """`Field: Name <address>`. An address that only SMTPUTF8 can carry is shown as an empty group with its text for a
    name (RFC 6857): so every letter is ASCII, and only its envelope needs the extension."""
    spot = checked(address)
    if not spot.isascii():
        return f"{field}: {_encoded_words(spot, len(field) + 2)} :;".encode("ascii")
    phrase = _phrase(tidy(name, 100))
    line = f"{field}: {phrase} <{spot}>" if phrase else f"{field}: {spot}"
    if len(line) > FOLD_AT and phrase:
        line = f"{field}: {phrase}\r\n <{spot}>"
    return line.encode("ascii")


def _phrase(name: str) -> str:
    if not name or (_ATOMS.fullmatch(name) and "=?" not in name):
        return name
    if name.isascii() and "=?" not in name:
        return '"' + name.replace("\\", "\\\\").replace('"', '\\"') + '"'
    return _encoded_words(name)


def unstructured(field: str, text: str) -> bytes:
    """A field of free text, already `tidy`: as it is when ASCII, else in encoded words (RFC 2047)."""
    if text.isascii() and "=?" not in text:
        if len(field) + 2 + len(text) <= FOLD_AT:
            return f"{field}: {text}".encode("ascii")
        return folded(field, text.split(" "))
    return f"{field}: {_encoded_words(text, len(field) + 2)}".encode("ascii")


def folded(field: str, tokens: Sequence[str]) -> bytes:
    """Words one after the other, folded between them only; a word is never broken or encoded."""
    lines: list[str] = []
    current = f"{field}:"
    for token in tokens:
        if len(current) + 1 + len(token) > FOLD_AT and current.strip() and not current.endswith(":"):
            lines.append(current)
            current = ""
        current += " " + token
    lines.append(current)
    return "\r\n".join(lines).encode("ascii")


def _encoded_words(text: str, taken: int = 0) -> str:
    """Encoded words, folded, each holding whole characters; `taken` columns of the first line are used already."""
    from email.charset import BASE64, QP, Charset  # most letters do without

    raw = text.encode("utf-8", "replace")
    charset = Charset("utf-8")
    charset.header_encoding = QP if sum(octet > 127 for octet in raw) * 3 < len(raw) else BASE64
    widths = chain([_ENCODED_WORD - taken], repeat(_ENCODED_WORD - 1))
    words: list[str | None] = charset.header_encode_lines(raw.decode("utf-8"), widths)
    return "\r\n ".join(filter(None, words))


def list_id(label: str) -> bytes:
    """`List-Id: <label.domain>` (RFC 2919)."""
    if not _LABELS.fullmatch(label):
        raise InputError(f"{tidy(label, 80)!r} is no list id", where="list_id")
    return f"List-Id: <{label}>".encode("ascii")


def message_ids(values: Iterable[str]) -> list[str]:
    """Message-IDs (with brackets) out of what strangers wrote, in order, each once; rubbish is passed over."""
    found: list[str] = []
    for value in values:
        inner = _ID.findall(value) if "<" in value else _BARE_ID.findall(value.strip()) if "@" in value else []
        found += [f"<{one}>" for one in inner]
    return list(dict.fromkeys(found))


def thread_ids(roots: Iterable[str], references: Iterable[str]) -> list[str]:
    """The References of a letter: our few roots first, then the newest of what the answered letter named; at most
    12."""
    ours = message_ids(roots)
    theirs = [one for one in message_ids(references) if one not in ours]
    return ours + theirs[len(ours) - MAX_REFERENCES :]
