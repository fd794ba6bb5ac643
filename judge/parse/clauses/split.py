"""Sentences of a line, and the pieces of a sentence. Never inside `1.000`, `St. Petersburg`, `Mr.`, `T.S.`."""

from __future__ import annotations

import re
from bisect import bisect_left

from judge.core.regex import regex
from judge.parse.clauses.text import Text

_STOP = regex(
    r"(?:,(?=\s+so\s))|(?:(?<=\s)(?:(?i:new\s?line|full\s?stop)|STOP)(?=\s|$))|"
    r"(?:(?<=[\w)\]\"'*%$])\.+|(?:(?<=[^\s\d.!?])|(?<=\b(?:1[89]|20)\d\d)|(?<=\d)(?=[!?]\s+[A-Z][a-z]+\s))[!?]+)[)\"'\]]*(?=\s)|(?<=\s)[:;]-?[)D(](?=\s+[A-Z])"
)
_ABBREVIATION = regex(
    r"(?<![\w'])(?:st|mr|mrs|ms|dr|prof|col|capt|gen|sen|jr|sr|vs|ca|approx|no|nr|ltd|inc|corp|bzw|ggf|etc|e\.g|i\.e|z\.b|t\.s|cr|(?![HD])[A-Z])\.$",
    re.IGNORECASE,
)
_DATE = regex(r"(?<![\d.])[0-3]?\d\.(?:[01]?\d\.)?$")
_DATE_GOES_ON = regex(
    r"\s*(?:-|–|bis|to|until|till|and|und|im|in|zum|(?:jan|feb|m[aä]r|apr|ma[iy]|jun|jul|aug|sep|o[ck]t|nov|de[cz])\w*(?!\w))",
    re.IGNORECASE,
)
_DAY_AND_MONTH = regex(r"(?<![\w.])[0-3]?\d\.[01]?\d\.$")
_LOWER = regex(r"\s+[a-zà-ÿ]")
_TRAILS = regex(r"\s+[\da-z]")
_UNSAID = regex(r"(?:(?:scratch|scrap|strike|forget)\s+that[.!]+|(?:no|oops|whoops|correction)!+)$", re.IGNORECASE)
_SHORT = regex(r"(?<!\w)(?:[A-Z][^\W\d_]{3}|[^\W\d_]{1,3})\.$")
_GOES_ON = regex(r"\s+(?:and|AND|or|OR|und|UND|et|ET|[,;&+-])(?!\w)")  # `And` with a capital begins a sentence
_HIS = regex(
    r"\s+(?:he|she|they|it)(?:'ll|\s+(?:will|shall|must|is\s+to|has\s+to))\s+(?:pay|repay|return|give)", re.IGNORECASE
)
_WHICH = regex(  # it speaks of what stands before it: `Italy may have 2. A gift, not a loan!`
    r"\s+(?:(?:as\s+)?(?:a\s+)?(?:gift|present|loan),?\s+(?:and\s+)?not\s+(?:a\s+|as\s+a\s+)?(?:gift|present|loan)[\s.!]*$|"
    r"(?:please\s+)?(?:give|hand|pass)\s+(?:his|her|their)\s+(?:seat|place|power|chair)\s+to\s)",
    re.IGNORECASE,
)
_HEADED = regex(
    r"(?:\s*[/;|,.]\s*)(?=(?:arm(?:y|ies)|fleets?|[AF]|moves|holds|supports|convoys|builds?|retreats?|removals?|removes?)\s*:)",
    re.IGNORECASE,
)
_PIECE = regex(
    r"\s*(?:[;&]|(?<!\d),|,(?!\d))[\s,;&]*(?:(?:and|then|also|plus)\s+)*"
    r"|\s+(?:and|then|while|whilst|whereas|/|\|)\s+",
    re.IGNORECASE,
)
_JOINT = regex(r"[\s,;&/|.]*(?:(?:and|then|also|plus|while|whilst|whereas)(?!\w)[\s,;&]*)*", re.IGNORECASE)


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
        if stop[0].startswith(".") and _DATE.search(before) and _DATE_GOES_ON.match(text.text, stop.end()):
            continue
        if _DAY_AND_MONTH.search(before) and _LOWER.match(text.text, stop.end()):
            continue
        if stop[0].startswith("..") and _TRAILS.match(text.text, stop.end()):
            continue  # `6 ... wait... 7.`
        if ")" in stop[0] and _TRAILS.match(text.text, stop.end()):
            continue  # `sell 300 lira (Italy is doomed!!) and buy marks`
        if _UNSAID.match(before.strip()) and text.text[stop.end() :].strip():
            continue  # what stands behind it takes the place of what it takes back
        if stop[0].startswith(".") and _WHICH.match(text.text, stop.end()):
            continue
        if stop[0].startswith(".") and _HIS.match(text.text, stop.end()):
            continue  # `I lend Turkey 3. He'll pay back 4.` is one loan
        found += _headed(text.cut(start, stop.start() if stop[0][0].isalpha() else stop.end()))
        start = stop.end()
    found += _headed(text.cut(start))
    return [one for one in found if one]


def _headed(text: Text) -> list[Text]:
    """A sentence cut where a heading of units begins in it: `A: Par-Bur, Mar-Spa / F: Bre-MAO`."""
    found: list[Text] = []
    start = 0
    for match in _HEADED.finditer(text.text):
        found.append(text.cut(start, match.start()).strip())
        start = match.end()
    return [*found, text.cut(start).strip()]


def pieces(text: Text) -> list[Text]:
    """The pieces of a sentence between commas, semicolons, `and`, `then`, and a slash or bar with room around it."""
    return [text.cut(*span).strip() for span in spans(text)]


def spans(text: Text) -> list[tuple[int, int]]:
    """Where the pieces of a sentence stand in it."""
    found: list[tuple[int, int]] = []
    start = 0
    for match in _PIECE.finditer(text.text):
        found.append((start, match.start()))
        start = match.end()
    return [(start, end) for start, end in (*found, (start, len(text))) if text.text[start:end].strip()]


def shares(written: Text, parts: list[Text]) -> list[Text]:
    """What was written where each of these pieces stands: nothing between two of them is passed over, whatever has
    been rewritten."""
    found: list[Text] = []
    end = written.at[0] if written.at else 0
    for part in parts:
        shown = written.around(part)
        if shown.at and end < shown.at[0]:
            start = bisect_left(written.at, end)
            between = written.cut(start, bisect_left(written.at, shown.at[0]))
            joint = _JOINT.match(between.text)
            left = between.cut(joint.end()) if joint else between
            shown = Text.joined((left, shown), "") if left.text.strip() else shown
        found.append(shown)
        end = max(end, shown.at[-1] + 1) if shown.at else end
    return found
