"""Days as people write them, in figures that a grammar reads: `20 December`, `Dec 20th`, `20.12.2026`, `the 24th`.

A day without a year is the next one that comes. `03/04` may be two days, so it stays as it is."""

from __future__ import annotations

import re
from datetime import date, timedelta

from judge.parse.clauses.text import Text

_MONTHS = (
    ("january", "januar", "janvier"),
    ("february", "februar", "février", "fevrier"),
    ("march", "märz", "maerz", "mars"),
    ("april", "avril"),
    ("may", "mai"),
    ("june", "juni", "juin"),
    ("july", "juli", "juillet"),
    ("august", "août", "aout"),
    ("september", "septembre"),
    ("october", "oktober", "octobre"),
    ("november", "novembre"),
    ("december", "dezember", "décembre", "decembre"),
)
_NUMBER = {name: n for n, names in enumerate(_MONTHS, 1) for name in names}
_NUMBER |= {name[:3]: n for n, names in enumerate(_MONTHS, 1) for name in names[:2]} | {"sept": 9}
_NAME = "|".join(sorted(_NUMBER, key=lambda name: (-len(name), name)))
_DAY = r"(?P<day>[0-3]?\d)(?:st|nd|rd|th|\.)?"
_YEAR = r"(?:,?\s+(?P<year>20\d\d))?"
_FORMS = (
    re.compile(rf"(?<![\w-])(?:the\s+)?{_DAY}\s+(?:of\s+)?(?P<month>{_NAME})\.?{_YEAR}(?![\w])", re.IGNORECASE),
    re.compile(rf"(?<![\w-])(?P<month>{_NAME})\.?\s+(?:the\s+)?{_DAY}{_YEAR}(?![\w])", re.IGNORECASE),
    re.compile(r"(?<![\w.])(?P<day>[0-3]?\d)\.(?P<month>[01]?\d)\.(?P<year>20\d\d)?(?!\d)"),
    re.compile(r"(?<![\w-])the\s+(?P<day>[0-3]?\d)(?:st|nd|rd|th)(?!\w)", re.IGNORECASE),
)
_TO = r"\s*(?:-|–|to|until|till|through|bis|bis zum|au|and)\s*(?:the\s+)?"
_BARE = r"[0-3]?\d(?:st|nd|rd|th|\.)?"
_RANGE = re.compile(
    rf"(?<![\w.-])(?:the\s+)?(?P<one>{_BARE}){_TO}(?P<two>{_BARE})\s+(?:of\s+)?(?P<month>{_NAME})\.?{_YEAR}(?!\w)",
    re.IGNORECASE,
)
_RANGE_BEHIND = re.compile(
    rf"(?<![\w.-])(?P<month>{_NAME})\.?\s+(?:the\s+)?(?P<one>{_BARE}){_TO}(?P<two>{_BARE}){_YEAR}(?![\w.]\w)(?!\s+(?:{_NAME}))",
    re.IGNORECASE,
)
_RANGE_FIGURES = re.compile(
    r"(?<![\w.])(?P<one>[0-3]?\d)\.\s*(?:-|–|bis|to)\s*(?P<two>[0-3]?\d)\.(?P<month>[01]?\d)\.(?!\d)"
)
_SLASHES = re.compile(r"(?<![\d/])(\d{1,2})/(\d{1,2})/(20\d\d)(?![\d/])")
_NEXT_WEEK = re.compile(r"(?<!\w)next\s+week(?!\w)", re.IGNORECASE)


def days(text: Text, today: date | None) -> Text:
    """The text with every day as YYYY-MM-DD; `next week` becomes `week` and its first and last day."""
    if today is None:
        return text
    text = _american(_ranges(text))
    for form in _FORMS:
        for match in reversed(list(form.finditer(text.text))):
            found = _day(match, today)
            if found is not None:
                text = text.put(match.start(), match.end(), found.isoformat())
    for match in reversed(list(_NEXT_WEEK.finditer(text.text))):
        monday = today + timedelta(days=7 - today.weekday())
        text = text.put(match.start(), match.end(), f"week {monday} to {monday + timedelta(days=6)}")
    return text


def _ranges(text: Text) -> Text:
    """`20-27 December`, `December 20 to 27`, `16. bis 20.11.`: each of the two days with its month."""
    for form, order in (
        (_RANGE, "{one} {month}{year} to {two} {month}{year}"),
        (_RANGE_BEHIND, "{one} {month}{year} to {two} {month}{year}"),
    ):
        for match in reversed(list(form.finditer(text.text))):
            found = {**match.groupdict(""), "year": f" {match['year']}" if match["year"] else ""}
            text = text.put(match.start(), match.end(), order.format(**found))
    for match in reversed(list(_RANGE_FIGURES.finditer(text.text))):
        text = text.put(
            match.start(), match.end(), f"{match['one']}.{match['month']}. to {match['two']}.{match['month']}."
        )
    return text


def _american(text: Text) -> Text:
    """`12/27/2026` is the 27th of December: there is no month 27. What may be two days is read like those beside it."""
    dates = list(_SLASHES.finditer(text.text))
    day_first = {int(one[1]) > 12 for one in dates if (int(one[1]) > 12) != (int(one[2]) > 12)}
    for match in reversed(dates):
        month, day, year = int(match[1]), int(match[2]), int(match[3])
        if month == day or (len(day_first) == 1 and True in day_first):
            month, day = day, month
        elif not day_first or len(day_first) > 1:
            month, day = (month, day) if day > 12 else (day, month) if month > 12 else (0, 0)
        found = _real(year, month, day)
        text = text.put(match.start(), match.end(), found.isoformat()) if found else text
    return text


def _day(match: re.Match[str], today: date) -> date | None:
    """The day that a match means, or None for a day that there is not."""
    given = match.groupdict()
    day, year = int(given["day"]), given.get("year")
    named = given.get("month")
    month = (_NUMBER.get(named.casefold()) or int(named)) if named else today.month
    if year:
        return _real(int(year), month, day)
    found = _real(today.year, month, day)
    if found is not None and found >= today:
        return found
    if named:
        return _real(today.year + 1, month, day)
    return _real(today.year + today.month // 12, today.month % 12 + 1, day)


def _real(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None
