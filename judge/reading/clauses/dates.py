"""Days as people write them, in figures that a grammar reads: `20 December`, `Dec 20th`, `20.12.2026`, `the 24th`.

A day without a year is the next one that comes. `03/04` may be two days, so it stays as it is.

Times of the week as people write them, in figures that a grammar reads: `Sunday evening, 20:00` -> `SUN 20:00`,
`Tuesdays at 8pm Berlin time` -> `every TUE 20:00 Europe/Berlin`, `2026-11-15 at 20h` -> `2026-11-15 20:00`.
"""

from __future__ import annotations

import re
from datetime import date, timedelta

from judge.expressions import expressions, table
from judge.reading.text import Text

_RE = expressions("dates")

_NUMBER = {name: int(number) for name, number in table("dates", "months").items()}
_IN_A_YEAR = 12  # months
_SEASONS = table("dates", "seasons")
_ASIDE = re.compile(r"\([^()]*\)")  # `A MUN - RUH (heading for Belgium next year)`


def days(text: Text, today: date | None) -> Text:
    """The text with every day as YYYY-MM-DD; `next week` becomes `week` and its first and last day."""
    if today is None:
        return text
    text = _american(_ranges(text))
    for form in (_RE.day_and_month, _RE.month_and_day, _RE.in_figures, _RE.of_this_month):
        text = text.sub(form, lambda match: str(_day(match, today) or match[0]))
    monday = today + timedelta(days=7 - today.weekday())
    return text.sub(_RE.next_week, f"week {monday} to {monday + timedelta(days=6)}")


def _ranges(text: Text) -> Text:
    """`20-27 December`, `December 20 to 27`, `16. bis 20.11.`: each of the two days with its month."""
    text = text.sub(_RE.range_and_month, _both).sub(_RE.month_and_range, _both)
    return text.sub(_RE.range_in_figures, lambda match: "{one}.{month}. to {two}.{month}.".format(**match.groupdict()))


def _both(match: re.Match[str]) -> str:
    """Each of two days with its month, and the year where one stands there."""
    month = " ".join(filter(None, (match["month"], match["year"])))
    return f"{match['one']} {month} to {match['two']} {month}"


def _american(text: Text) -> Text:
    """`12/27/2026` is the 27th of December: there is no month 27. What may be two days is read like those beside it."""
    dates = [one.groups() for one in _RE.slashes.finditer(text.text)]
    days_first = any(int(one) > _IN_A_YEAR for one, _, _ in dates)
    months_first = any(int(two) > _IN_A_YEAR for _, two, _ in dates)

    def told(match: re.Match[str]) -> str:
        one, two, year = map(int, match.groups())
        of_its_own = days_first == months_first  # they say nothing of one another
        if of_its_own and one != two and max(one, two) <= _IN_A_YEAR:
            return match[0]
        turned = one > _IN_A_YEAR if of_its_own else days_first
        return str(_real(year, *((two, one) if turned else (one, two))) or match[0])

    return text.sub(_RE.slashes, told)


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
    return _real(today.year + today.month // _IN_A_YEAR, today.month % _IN_A_YEAR + 1, day)


def _real(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None


# ---- times of the week -----------------------------------------------------------------------------------------------


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


# ---- times of the game -----------------------------------------------------------------------------------------------


def of_another_time(text: str, phase: str) -> bool:
    """Whether a text names a season or a year of the game that is not that of a phase: `in autumn`, `F1901:`,
    `next turn`."""
    if not phase or _RE.time_of_the_game.search(text) is None:
        return False
    return any(not _of(time, phase) for time in _RE.time_of_the_game.finditer(_ASIDE.sub("", text)))


def _of(time: re.Match[str], phase: str) -> bool:
    season = _SEASONS.get((time["season"] or "").casefold(), (time["code"] or "").upper().replace("A", "F"))
    year = time["year"] or time["coded"] or time["bare"] or phase[1:5]
    return not time["later"] and season in ("", phase[0]) and year[-2:] == phase[3:5]
