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
_NEXT_WEEK = re.compile(r"(?<!\w)next\s+week(?!\w)", re.IGNORECASE)


def days(text: Text, today: date | None) -> Text:
    """The text with every day as YYYY-MM-DD; `next week` becomes `week` and its first and last day."""
    if today is None:
        return text
    for form in _FORMS:
        for match in reversed(list(form.finditer(text.text))):
            found = _day(match, today)
            if found is not None:
                text = text.put(match.start(), match.end(), found.isoformat())
    for match in reversed(list(_NEXT_WEEK.finditer(text.text))):
        monday = today + timedelta(days=7 - today.weekday())
        text = text.put(match.start(), match.end(), f"week {monday} to {monday + timedelta(days=6)}")
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
