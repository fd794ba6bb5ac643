"""Structured fields cut into words, quoted strings and comments (RFC 5322 3.2), for fields that our own server wrote
around what a stranger said: what stands in a string or a comment is never anything else."""

from __future__ import annotations

import re
from functools import lru_cache

_PIECE = re.compile(
    r'\s+|"[^"\\]*(?:\\[\s\S][^"\\]*)*"|<[^<>"]*(?:"[^"\\]*(?:\\[\s\S][^"\\]*)*"[^<>"]*)?>|[^\s()";=<]+|[;=()]'
)
_COMMENT = re.compile(r'[^()\\"]+|\\[\s\S]|[()"]')


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
