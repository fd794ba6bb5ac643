"""A letter of ours without its pictures and attachments, for a relay that refuses what stands in it."""

from __future__ import annotations

import email

from judge.mail.outbound import CRLF


def words_alone(raw: bytes) -> bytes | None:
    """The same head with the plain words as the whole body, their bytes untouched; None if there is nothing to take
    away. The letter was refused, so nobody has seen the bytes it had before under its Message-ID."""
    top, _, _ = raw.partition(CRLF + CRLF)
    message = email.message_from_bytes(raw)
    words = next((part for part in message.walk() if part.get_content_type() == "text/plain"), None)
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
