"""All that stands in a letter, whoever wrote it: what is passed on, attached pages, attached letters, and the data
that a page keeps in its scripts. For letters whose sender reports what others have written, and for nothing else."""

import re
from collections.abc import Iterator
from itertools import islice

from judge.core.regex import regex
from judge.mail.reading.headers import split_head
from judge.mail.reading.html import html_text
from judge.mail.reading.parts import PARTS, every_text
from judge.post import Line

LINES = 6000  # of one text
WIDTH = 20_000  # characters of one line
_PAGE = regex(
    r"<title[^>]{0,200}>(?P<title>[^<]{1,300})</title"
    r"|class=[\"']?variant(?P<variant>\w{1,60})"
    r"|(?P<url>https?://[^\s\"'<>]{1,200}/\d{4}/(?:spring|fall|winter)\b)",
    re.IGNORECASE,
)


def whole_texts(raw: bytes) -> Iterator[tuple[Line, ...]]:
    """Each text of a letter as lines, marks of quotation taken off. Never raises."""
    head, body = split_head(raw)
    for text in islice(every_text(head, body), PARTS):
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
