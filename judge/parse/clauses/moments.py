"""Times of the week as people write them, in figures that a grammar reads: `Sunday evening, 20:00` -> `SUN 20:00`,
`Tuesdays at 8pm Berlin time` -> `every TUE 20:00 Europe/Berlin`, `2026-11-15 at 20h` -> `2026-11-15 20:00`."""

from __future__ import annotations

import re

from judge.core.regex import regex
from judge.parse.expressions import table
from judge.parse.text import Text

_CODE = table("dates", "days")
_NAME = "|".join(sorted(_CODE, key=len, reverse=True))
_DAY = rf"(?:{_NAME})s?"
_ZONES = table("dates", "zones")
_ZONE = rf"(?:\s*\(?(?P<zone>[A-Z]\w+/\w+|(?i:{'|'.join(_ZONES)})(?!\w))(?:\s+time(?!\w))?\)?)?"
_PART = r"(?:\s+(?:morning|noon|afternoon|evening|night|abend))?"
_CLOCK = (
    r"(?:(?P<hour>[012]?\d)(?:[:.h](?P<minute>[0-5]\d))?\s*(?P<half>[ap]\.?m\.?)?(?:\s?(?:o'clock|uhr|h(?!\w)|hrs|hours))?"
    r"|(?P<noon>noon))"
)
_MOMENT = regex(
    rf"(?P<every>(?:every|each)\s+)?(?<![\w-])(?P<days>{_DAY}(?:\s*(?:,|and|&|/)\s*{_DAY})*|\d{{4}}-\d\d-\d\d){_PART}"
    rf"[\s,]*(?:at\s+|um\s+|à\s+)?{_CLOCK}(?![\w:-]),?{_ZONE}",
    re.IGNORECASE,
)
_TURNED = regex(  # the time first: `8pm on Tuesdays`
    rf"(?<![\w:-]){_CLOCK}\s+(?:on\s+)?(?P<every>(?:every|each)\s+)?(?P<days>{_DAY}(?:\s*(?:,|and|&|/)\s*{_DAY})*){_ZONE}(?!\w)",
    re.IGNORECASE,
)


_HOURS = {word: int(hour) for word, hour in table("dates", "hours").items()}
_IN_WORDS = regex(
    rf"(?<![\w:-])(?P<hour>{'|'.join(_HOURS)}|1?\d)(?:\s+o'?clock)?\s+"
    r"(?:(?:in|of)\s+the\s+(?P<part>morning|afternoon|evening)|at\s+(?P<night>night))(?!\w)",
    re.IGNORECASE,
)


def moments(text: Text) -> Text:
    """The text with each day and hour in one form; `every` in front where several of them are meant."""
    text = text.sub(_IN_WORDS, _in_figures)
    for form in (_MOMENT, _TURNED):
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
    if bare and not re.search(r"\d\s*(?:o'clock|uhr|h|hrs|hours)", match[0], re.IGNORECASE):
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
