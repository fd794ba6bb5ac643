"""HTML cut into text and tags in one pass; every byte is looked at a bounded number of times.

The standard library's parser needs quadratic time on unclosed tags and comments. This one gives up where a
browser would: what follows an unclosed comment or tag is not text.
"""

import html
import re
from collections.abc import Iterator, Mapping
from dataclasses import field

from judge.core.regex import regex
from judge.core.values import Value
from judge.expressions import words

TAG_LIMIT = 20_000  # characters of one tag

_NAME = regex(r"/?[A-Za-z][^\s/>]{0,40}")
_ATTRIBUTE = regex(r"([A-Za-z_:][-\w:.]{0,60})(?:\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s\"'>]+)))?")
_OPENING = regex(r"=[ \t\r\n]*([\"'])")  # a quotation mark that opens a value
_RAW = words("mail", "raw_tags")


class Tag(Value):
    """An opening or closing tag; attribute names are in lower case, values have their entities resolved."""

    name: str
    closing: bool = False
    attributes: dict[str, str] = field(default_factory=dict)


def tokens(source: str) -> Iterator[str | Tag]:
    """Text (entities resolved) and tags in turn. Comments, scripts, styles and titles are left out."""
    position, length = 0, len(source)
    last = {mark: source.rfind(mark) for mark in "\"'"}
    while position < length:
        start = source.find("<", position)
        if start < 0:
            yield html.unescape(source[position:])
            return
        if start > position:
            yield html.unescape(source[position:start])
        if source.startswith("<!--", start):
            end = source.find("-->", start + 2)
            if end < 0:
                return
            position = end + 3
            continue
        name = _NAME.match(source, start + 1)
        if name is None and source[start + 1 : start + 2] not in ("!", "?"):
            yield "<"
            position = start + 1
            continue
        end = _end_of_tag(source, start + 1, last)
        if end < 0:
            return
        position = end + 1
        if name is None:
            continue
        tag = _tag(name.group(), source[name.end() : min(end, name.end() + TAG_LIMIT)])
        if tag.name in _RAW and not tag.closing:
            position = _after_raw(source, tag.name, position)
            if position < 0:
                return
            continue
        yield tag


def _end_of_tag(source: str, position: int, last: Mapping[str, int]) -> int:
    """The `>` that ends a tag, past quoted values; -1 if there is none. An unpaired quotation mark is no mark: `last`
    says where the last of each kind stands."""
    plain = source.find(">", position)
    while plain >= 0:
        opening = _OPENING.search(source, position, plain)
        quote = opening.start(1) if opening else -1
        if quote < 0 or last[source[quote]] <= quote:
            return plain
        close = source.find(source[quote], quote + 1, quote + TAG_LIMIT)
        if close < 0:
            return plain
        position = close + 1
        if close > plain:
            plain = source.find(">", position)
    return -1


def _tag(name: str, rest: str) -> Tag:
    closing = name.startswith("/")
    name = name.lstrip("/").lower()
    if closing or not rest.strip(" /\t\r\n"):
        return Tag(name, closing)
    attributes: dict[str, str] = {}
    for found in _ATTRIBUTE.finditer(rest):
        value = found.group(2) or found.group(3) or found.group(4) or ""
        attributes.setdefault(found.group(1).lower(), html.unescape(value) if "&" in value else value)
    return Tag(name, closing, attributes)


def _after_raw(source: str, name: str, position: int) -> int:
    """Behind the closing tag of an element whose content is no text; -1 if it is never closed."""
    closing = re.compile(f"</{name}", re.IGNORECASE).search(source, position)
    if closing is None:
        return -1
    end = source.find(">", closing.end())
    return -1 if end < 0 else end + 1
