"""Sentences of a line, and the pieces of a sentence. Never inside `1.000`, `St. Petersburg`, `Mr.`, `T.S.`."""

from __future__ import annotations

import re

from judge.parse.clauses.text import Text

_STOP = re.compile(r"(?:,(?=\s+so\s))|(?:(?<=[\w)\]\"'*%$])\.+|(?<=[^\s\d.!?])[!?]+)[)\"'\]]*(?=\s)")
_ABBREVIATION = re.compile(
    r"(?<![\w'])(?:st|mr|mrs|ms|dr|prof|col|capt|gen|sen|jr|sr|vs|ca|approx|no|nr|bzw|ggf|etc|e\.g|i\.e|z\.b|t\.s|[A-Z])\.$",
    re.IGNORECASE,
)
_SHORT = re.compile(r"(?<!\w)[^\W\d_]{1,4}\.$")
_GOES_ON = re.compile(r"\s+(?:and|or|und|et|[,;&+-])(?!\w)", re.IGNORECASE)
_PIECE = re.compile(
    r"\s*(?:[;&]|(?<!\d),|,(?!\d))[\s,;&]*(?:(?:and|then|also|plus)\s+)*|\s+(?:and|then|/|\|)\s+", re.IGNORECASE
)


def sentences(text: Text) -> list[Text]:
    """The sentences of a text, each with the stop behind it."""
    found: list[Text] = []
    start = 0
    for stop in _STOP.finditer(text.text):
        before = text.text[start : stop.end()]
        if stop[0].startswith(".") and (
            _ABBREVIATION.search(before) or (_SHORT.search(before) and _GOES_ON.match(text.text, stop.end()))
        ):
            continue
        found.append(text.cut(start, stop.end()).strip())
        start = stop.end()
    found.append(text.cut(start).strip())
    return [one for one in found if one]


def pieces(text: Text) -> list[Text]:
    """The pieces of a sentence between commas, semicolons, `and`, `then`, and a slash or bar with room around it."""
    found: list[Text] = []
    start = 0
    for match in _PIECE.finditer(text.text):
        found.append(text.cut(start, match.start()).strip())
        start = match.end()
    found.append(text.cut(start).strip())
    return [one for one in found if one]
