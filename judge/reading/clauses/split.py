"""Sentences of a line, and the pieces of a sentence. Never inside `1.000`, `St. Petersburg`, `Mr.`, `T.S.`."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable
from itertools import pairwise

from judge.core.regex import regex
from judge.expressions import expressions
from judge.reading.text import Text

_RE = expressions("lines")

ENUMERATED = regex(r"(?<!\S)\((?:[ivx]{1,4}|[a-h])\)\s+")  # `(a)`, `(ii)` in front of an item

_BRACKETS = regex(r"\([^()]*\)")
_DATE = regex(r"(?<![\d.])[0-3]?\d\.(?:[01]?\d\.)?$")
_SHORT = regex(r"(?<!\w)(?:[A-Z][^\W\d_]{3,6}|[^\W\d_]{1,3})\.$")


def sentences(text: Text) -> list[Text]:
    """The sentences of a text, each with the stop behind it."""
    found: list[Text] = []
    start = 0
    for stop in _RE.stop.finditer(text.text):
        before = text.text[start : stop.end()]
        if stop[0].startswith(".") and (
            _RE.abbreviation.search(before) or (_SHORT.search(before) and _RE.goes_on.match(text.text, stop.end()))
        ):
            continue
        if stop[0].startswith(".") and _DATE.search(before) and _RE.date_goes_on.match(text.text, stop.end()):
            continue
        if stop[0].startswith(".."):
            continue  # `6 ... wait... 7.`
        if _RE.unsaid.match(before.strip()) and text.text[stop.end() :].strip():
            continue  # what stands behind it takes the place of what it takes back
        if stop[0].startswith(".") and _RE.which.match(text.text, stop.end()):
            continue
        found += _headed(text.cut(start, stop.start() if stop[0][0].isalpha() else stop.end()))
        start = stop.end()
    found += _headed(text.cut(start))
    return [one for one in found if one]


def _headed(text: Text) -> list[Text]:
    """A sentence cut where a heading of units begins in it: `A: Par-Bur, Mar-Spa / F: Bre-MAO`."""
    found: list[Text] = []
    start = 0
    for match in _RE.headed.finditer(text.text):
        found.append(text.cut(start, match.start()).strip())
        start = match.end()
    return [*found, text.cut(start).strip()]


def pieces(text: Text) -> list[Text]:
    """The pieces of a sentence between commas, semicolons, `and`, `then`, and a slash or bar with room around it."""
    return [text.cut(*span).strip() for span in spans(text)]


def spans(text: Text) -> list[tuple[int, int]]:
    """Where the pieces of a sentence stand in it. Brackets are never cut."""
    found: list[tuple[int, int]] = []
    start = 0
    whole = [one.span() for one in _BRACKETS.finditer(text.text)]
    for match in _RE.piece.finditer(text.text):
        if any(lo < match.start() < hi for lo, hi in whole):
            continue
        found.append((start, match.start()))
        start = match.end()
    return [(start, end) for start, end in (*found, (start, len(text))) if text.text[start:end].strip()]


def joints(text: Text) -> list[tuple[int, int]]:
    """Where a sentence may go on with something of its own: at a comma, an `and` or a `but`, from and to."""
    return [match.span() for match in _RE.another.finditer(text.text) if match.start()]


def shares(written: Text, parts: list[Text]) -> list[Text]:
    """What was written where each of these pieces stands: nothing between two of them is passed over, whatever has
    been rewritten."""
    found: list[Text] = []
    end = written.at[0] if written.at else 0
    for part in parts:
        shown = written.around(part)
        if shown.at and end < shown.at[0]:
            between = written.cut(bisect_left(written.at, end), bisect_left(written.at, shown.at[0]))
            joint = _RE.joint.match(between.text)
            left = between.cut(joint.end()) if joint else between
            shown = Text.joined((left, shown), "") if left.text.strip() else shown
        found.append(shown)
        end = max(end, shown.at[-1] + 1) if shown.at else end
    return found


# ---- who speaks, said inside a line ----------------------------------------------------------------------------------


def labels(text: str) -> bool:
    """Whether a text may have a label in it: few have."""
    return _RE.may.search(text) is not None


def apart(sentence: Text, known: Callable[[str], bool]) -> list[Text]:
    """A sentence, cut in front of each label of somebody known."""
    starts = [one.start() for one in _RE.label.finditer(sentence.text) if known(one["who"])]
    cuts = [0, *(start for start in starts if start), len(sentence.text)]
    if len(cuts) == 2:
        return [sentence]
    return [sentence.cut(start, end).strip(" ,;") for start, end in pairwise(cuts)]


def labelled(sentence: Text, known: Callable[[str], bool]) -> tuple[str, Text] | None:
    """Whom the label in front names, and what stands behind it."""
    label = _RE.label.match(sentence.text)
    return (label["who"], sentence.cut(label.end())) if label and known(label["who"]) else None
