"""Weekly grids: wall times in a named zone, so that summer time never moves the hour."""

from collections.abc import Iterable
from contextlib import suppress
from datetime import UTC, date, datetime, time, timedelta
from functools import cache
from zoneinfo import ZoneInfo, available_timezones

from judge.core.errors import InputError
from judge.core.regex import regex
from judge.core.values import Value

DAYS = ("MON", "TUE", "WED", "THU", "FRI", "SAT", "SUN")
FORM = "Write it like FRI 18:00 Europe/London, or TUE,FRI 20:00 UTC."

WHEN = "Write 2026-12-04 18:00 or FRI 18:00."
_TIME = regex(r"(\d{1,2}):(\d{2})")


class Grid(Value):
    """Certain weekdays at one wall time in one zone."""

    days: tuple[int, ...]
    at: time
    zone: ZoneInfo

    @classmethod
    def parse(cls, text: str) -> "Grid":
        """`FRI 18:00 Europe/London`, `TUE,FRI 20:00 UTC`, `DAILY 18:00 UTC`. InputError otherwise."""
        parts = text.split()
        if len(parts) != 3:
            raise InputError(f"{text!r} is no schedule.", hint=FORM)
        at, names = _hour(parts[1], parts[1], FORM), parts[0].upper().split(",")
        if names == ["DAILY"]:
            return cls(tuple(range(7)), at, zone(parts[2]))
        if not all(name[:3] in DAYS for name in names):
            raise InputError(f"{parts[0]!r} names no weekday.", hint=FORM)
        return cls(tuple(sorted({DAYS.index(name[:3]) for name in names})), at, zone(parts[2]))

    def __str__(self) -> str:
        names = "DAILY" if len(self.days) == 7 else ",".join(DAYS[day] for day in self.days)
        return f"{names} {self.at:%H:%M} {self.zone.key}"

    def after(self, moment: datetime, skip: Iterable[date] = ()) -> datetime:
        """The first instant (UTC) of the grid later than `moment` whose local date is not in `skip`."""
        skipped = frozenset(skip)
        day = moment.astimezone(self.zone).date() - timedelta(days=1)
        for _ in range(3700):
            if day.weekday() in self.days and day not in skipped:
                candidate = at_wall(datetime.combine(day, self.at), self.zone)
                if candidate > moment:
                    return candidate
            day += timedelta(days=1)
        raise InputError("The skip list leaves no day of the schedule for ten years.", hint=FORM)


def zoned(text: str, usual: str) -> str:
    """A schedule that ends in a time of day, with the zone that is the usual one; anything else as it stands."""
    return f"{text.strip()} {usual}" if _TIME.fullmatch(text.split()[-1] if text.split() else "") else text


def at_wall(wall: datetime, where: ZoneInfo) -> datetime:
    """The UTC instant of a wall time: in the spring gap the hour after it, in the autumn fold the later one."""
    moment = wall.replace(tzinfo=where, fold=1).astimezone(UTC)
    if moment.astimezone(where).replace(tzinfo=None) != wall:
        moment = wall.replace(tzinfo=where, fold=0).astimezone(UTC)
    return moment


def zone(text: str) -> ZoneInfo:
    """A zone by its name, or by that of the town it is called after; InputError says how to write one."""
    if text.istitle():  # as games keep it: the names of all zones need not be looked through
        with suppress(KeyError, ValueError, OSError):
            return ZoneInfo(text)
    folded = " ".join(text.replace("_", " ").split()).casefold()
    try:
        return ZoneInfo(_zones().get(folded) or text)
    except (KeyError, ValueError, OSError):
        from difflib import get_close_matches

        near = get_close_matches(folded, _zones(), 1, 0.8)
        told = f"Did you mean {_zones()[near[0]]}?" if near else "Write one like Europe/London or America/New_York."
        raise InputError(f"{text!r} is no time zone.", hint=told) from None


@cache
def _zones() -> dict[str, str]:
    """Zones by what people write, in small letters: `europe/london`, `london`. Where several zones are called after
    one town, the shortest name is the usual one."""
    found: dict[str, str] = {}
    for key in sorted(available_timezones(), key=lambda key: (key.count("/"), key)):
        area, _, town = key.replace("_", " ").casefold().rpartition("/")
        found.setdefault(f"{area}/{town}" if area else town, key)
        if area and not area.startswith(
            ("etc", "posix", "right", "systemv", "us", "canada", "brazil", "mexico", "chile")
        ):
            found.setdefault(town, key)
    return found


def when(text: str, now: datetime, grid: Grid) -> datetime:
    """`2026-12-04 18:00`, `2026-12-04`, `FRI 18:00`, `FRI`: in the grid's zone, always in the future."""
    words = text.upper().replace("T", " ", 1).split() if text[:4].isdigit() else text.upper().split()
    if len(words) not in (1, 2):
        raise InputError(f"{text!r} is no time.", hint=WHEN)
    hour = _hour(words[1][:5], words[1], WHEN) if len(words) == 2 else grid.at
    if words[0] in DAYS or words[0][:3] in DAYS:
        return Grid((DAYS.index(words[0][:3]),), hour, grid.zone).after(now)
    try:
        day = date.fromisoformat(words[0])
    except ValueError:
        raise InputError(f"{text!r} is no time.", hint=WHEN) from None
    moment = at_wall(datetime.combine(day, hour), grid.zone)
    if moment <= now:
        raise InputError(f"{text} is in the past.", hint="A deadline lies ahead.")
    if moment > now + timedelta(days=366):
        raise InputError(f"{text} is more than a year ahead.", hint="Is the year right?")
    return moment


_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_DAY = regex(
    r"(?:(\d{1,2})(?:st|nd|rd|th|\.)?\s+([a-z]{3})[a-z]*|([a-z]{3})[a-z]*\s+(\d{1,2})(?:st|nd|rd|th)?)"
    r"\.?,?\s*(\d{4})?"
)


def day(text: str, today: date) -> str:
    """`2 Jan`, `Jan 2nd 2027` as 2027-01-02: without a year the next such day. Anything else as it stands."""
    match = _DAY.fullmatch(text.strip().lower())
    if match is None or (match[2] or match[3]) not in _MONTHS:
        return text.strip()
    number, month = int(match[1] or match[4]), _MONTHS.index(match[2] or match[3]) + 1
    try:
        found = date(int(match[5]) if match[5] else today.year, month, number)
        if not match[5] and found <= today:
            found = date(today.year + 1, month, number)
    except ValueError:
        return text.strip()
    return found.isoformat()


def dates(text: str) -> tuple[date, ...]:
    """A skip list: `2026-12-25, 2027-01-01`."""
    try:
        return tuple(sorted(date.fromisoformat(word) for word in text.replace(",", " ").split()))
    except ValueError:
        raise InputError(f"{text!r} is no list of dates.", hint="Write 2026-12-25, 2027-01-01.") from None


def _hour(text: str, said: str, form: str) -> time:
    """A time of day; the InputError for any other quotes what was `said`, and its hint is the `form`."""
    match = _TIME.fullmatch(text)
    if not match or int(match[1]) > 23 or int(match[2]) > 59:
        raise InputError(f"{said!r} is no time of day.", hint=form)
    return time(int(match[1]), int(match[2]))
