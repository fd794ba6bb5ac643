"""Joins lines that a mail program broke. Lines that can be read by themselves stay what they are."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from judge.core.regex import regex
from judge.core.values import Value
from judge.expressions import expressions, words
from judge.order_hints import goes_on
from judge.reading.budget import JOINED
from judge.reading.clause import Clause, Kind
from judge.reading.clauses.numerals import figures
from judge.reading.courtesies import says_goodbye
from judge.reading.lexicon import first_word
from judge.reading.text import Text

_RE = expressions("lines")

_HALF = 40  # characters of a line that may have been broken
_SEEN = 100  # characters at the end of what stands above
WRAP = 66  # a line that would have been longer than this with the next word was probably broken by a program

NARROW = 38  # no program breaks lines that are shorter than this

_ITEM = regex(r"(?:[*•·+-]|\d{1,2}[.)])\s+\S|[+-]\d")
_PS = regex(r"p\.?\s?(?:p\.?\s?)?s(?!\w)", re.IGNORECASE)
RULE = regex(r"[\s=_~*+|-]{3,}$")  # a line of a letter that only parts what stands above and below it
ENTRY = regex(r"[^\W\d][^\d,;]*?\s*[:=]?\s*(?:[+-]\s*)?\d[\d.,]*$")  # `Lira 300`, `Italy: sell 300`
_HANGS = words("things", "unwrap_hangs")  # alone on a line: no heading over anything
_VERBS = words("things", "unwrap_verbs")
_ENDED = regex(r"[.!?:;][\"')\]*_]*\s*$")


class Row(Value):
    """A line of a letter, with its clause if it can be read by itself. `gap`: an empty line stood above it; `item`: it
    is one of a list."""

    text: Text
    clause: Clause | None = None
    gap: bool = False
    item: bool = False

    @property
    def read(self) -> bool:
        return self.clause is not None


def unwrapped(
    rows: list[Row],
    ends: Callable[[Text], bool],
    begins: Callable[[str], bool] = lambda text: False,
    names: Callable[[str, str], bool] = lambda last, first: False,
) -> list[Row]:
    """The rows with broken ones put together; a blank row parts whatever stands around it. `ends` tells whether a row
    ends with an order that can be read, `begins` whether one begins with a verb of orders, `names` whether a name goes
    on from the end of one to the beginning of the next. Nothing goes on from a goodbye.
    Of a row that is put together the last lines are looked at, so many that no line is read more often."""
    found: list[list[Row]] = []
    whole = True  # whether the last row has ended
    for row, edge in zip(rows, _edges(rows), strict=True):
        above = _one(found[-1][-JOINED:]) if found else None
        last = above.text.text.strip() if above else ""
        if above and row.gap and not whole:
            number = figures(above.text).text.strip()[-1:].isdecimal()  # `two hundred and fifty`, and a blank line
            whole = number or bool(ENTRY.match(last)) or not _RE.open_end.search(last[-_SEEN:])
        if len(found) > 1 and row.text and _complete(_one(found[-2][-JOINED:]).text.text.strip(), last, row):
            whole = True
        named = above and not row.gap and above.clause is None and names(last[-_SEEN:], row.text.text.strip()[:_SEEN])
        if above and row.text and not row.item and (named or (not whole and _belongs(above, row, edge, ends, begins))):
            found[-1].append(row)
        else:
            found.append([row])
        whole = not row.text or (row.text.text.rstrip().endswith(",") and says_goodbye(row.text.text))
    return [row for row in map(_one, found) if row.text]


def _one(rows: list[Row]) -> Row:
    """These rows as a single one."""
    return rows[0] if len(rows) == 1 else replace(rows[0], text=Text.joined([row.text for row in rows]), clause=None)


def _complete(above: str, last: str, below: Row) -> bool:
    """Whether an entry of a list (`Turkey 60`, below another or a heading) is whole, and a capital begins anew."""
    listed = above.endswith(":") or bool(ENTRY.match(above))
    return listed and bool(ENTRY.match(last)) and below.text.text.strip()[:1].isupper()


def _edges(rows: list[Row]) -> list[int]:
    """For each row, where the right edge of what stands above it may be: where the longest row of its paragraph ends,
    if two rows one behind the other reach as far as that."""
    found: list[int] = []
    while len(found) < len(rows):
        n = len(found)
        end = next((k for k in range(n + 1, len(rows)) if rows[k].gap or not rows[k].text), len(rows))
        width = max(len(one.text) for one in rows[n:end])
        full = [k > n and _reaches(rows[k - 1].text, rows[k].text.text, width) for k in range(n, end)] + [False]
        found += [
            width if width >= NARROW and full[k] and (full[k - 1] or full[k + 1]) else WRAP for k in range(end - n)
        ]
    return found


def _reaches(above: Text, first: str, edge: int) -> bool:
    """Whether the next word would have stood beyond the edge."""
    return bool(first.strip()) and len(above) + 1 + len(first_word(first)) > edge


def _belongs(above: Row, below: Row, edge: int, whole: Callable[[Text], bool], begins: Callable[[str], bool]) -> bool:
    last, first = above.text.text.strip(), below.text.text.strip()
    if not below.gap and goes_on(last, first):
        return True
    if above.clause is not None:  # an order that a condition follows, or behind which the next sentence has begun
        order = above.clause.kind is Kind.ORDER
        begun = _RE.must_go_on.search(last[-_SEEN:]) and not below.read
        return order and bool((_RE.provided.match(first) and not _ENDED.search(last)) or begun)
    if _parted(last, first):
        return False
    if _RE.provided.match(first) and not _ENDED.search(last):
        return True
    last = last[-_SEEN:]
    words = last.split()
    verb = len(words) > 3 and words[-1].casefold() in _VERBS
    if verb or last.casefold() in _HANGS:  # a verb with nothing behind it ends no sentence
        return True
    if _RE.unsays.match(first) and last[-1:].isdecimal():
        return False  # a figure may be open at the end, but what is taken back has been said
    if _RE.season.search(last[-_SEEN:]) or (
        last[-1:].isdecimal() and (_RE.again.match(first) or _RE.opener.match(first))
    ):
        return False  # a figure may be open at the end, but what begins with `and` says something of its own
    must = bool(_RE.must_go_on.search(last))
    if must or _RE.open_end.search(last):
        said = last[-1:].isdecimal() and whole(below.text) and whole(above.text)  # `Germany 80, 20 shares at 4`
        return must or not (below.read or said)
    if below.read or _ENDED.search(last) or (begins(first) and whole(above.text)):
        return False
    small = (
        first[:1].islower() and " " in last and (last[:1].isupper() or (len(last) > _HALF and not whole(above.text)))
    )  # some write no capitals at all
    return (
        bool(_RE.goes_on_unwrap.match(first))
        or small
        or (
            _broken(above.text, first, edge)
            and not (edge < WRAP and _RE.opener.match(first))
            and not (first[:1].isupper() and whole(above.text))
        )
    )


def _parted(last: str, first: str) -> bool:
    """Whether two rows are entries of one list, or one of them is a rule or a heading: never one line broken."""
    if _RE.hello.match(last) or _PS.match(first) or _RE.way.match(last) or _RE.way.match(first):
        return True
    if RULE.match(last) or RULE.match(first) or _ITEM.match(first) or ("|" in last and "|" in first):
        return True
    if first.endswith(":") and len(first) < 40 and not last.endswith(("-", ">", ",")):
        return True
    return bool(ENTRY.match(last) and ENTRY.match(first))


def _broken(above: Text, first: str, edge: int) -> bool:
    """Whether the next word would have stood beyond the right edge. Only the last line of what is joined counts."""
    return above.ending + 1 + len(first_word(first)) > edge
