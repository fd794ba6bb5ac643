"""Times of the week as people write them, in figures that a grammar reads: `Sunday evening, 20:00` -> `SUN 20:00`,
`Tuesdays at 8pm Berlin time` -> `every TUE 20:00 Europe/Berlin`, `2026-11-15 at 20h` -> `2026-11-15 20:00`."""

from __future__ import annotations

import re

from judge.parse.expressions import expressions, table
from judge.parse.text import Text

_RE = expressions("dates")

_CODE = table("dates", "days")
_ZONES = table("dates", "zones")
_HOURS = {word: int(hour) for word, hour in table("dates", "hours").items()}


def moments(text: Text) -> Text:
    """The text with each day and hour in one form; `every` in front where several of them are meant."""
    text = text.sub(_RE.hour_in_words, _in_figures)
    for form in (_RE.moment, _RE.turned):
        text = text.sub(form, lambda match: _moment(match) or match[0])
    return text


def _in_figures(match: re.Match[str]) -> str:
    """`nine in the evening` -> `9pm`"""
    hour = _HOURS.get(match["hour"].lower()) or int(match["hour"])
    half = "am" if (match["part"] or "").lower() == "morning" else "pm"
    return f"{hour}{half}" if hour in _HOURS.values() else match[0]


def _moment(match: re.Match[str]) -> str:
    hour, minute = (12, 0) if match["noon"] else (int(match["hour"]), int(match["minute"] or 0))
    bare = not match["minute"] and not match["half"] and not match["noon"]
    if bare and not _RE.says_hour.search(match[0]):
        return ""  # `Friday 13` is no time
    half = (match["half"] or "").lower()
    if half.startswith("p") and hour < 12:
        hour += 12
    if half.startswith("a") and hour == 12:
        hour = 0
    if hour > 23:
        return ""
    days, zone = match["days"], match["zone"] or ""
    zone = _ZONES.get(zone.lower(), zone)
    if days[0].isdecimal():
        return f"{days} {hour:02}:{minute:02}"
    words = re.findall(r"[^\W\d]+", days.lower())
    named = [word for word in words if word in _CODE or word.removesuffix("s") in _CODE]
    every = bool(match["every"]) or len(named) > 1 or any(word not in _CODE for word in named)
    codes = ",".join(dict.fromkeys(_CODE.get(word) or _CODE[word.removesuffix("s")] for word in named))
    return f"{'every ' if every else ''}{codes} {hour:02}:{minute:02}{' ' + zone if zone else ''}"
