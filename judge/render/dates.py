"""Moments in words: in the reader's zone, and in UTC beside it. English names whatever the machine's locale."""

from datetime import UTC, date, datetime
from functools import lru_cache
from zoneinfo import ZoneInfo

DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")

Moment = datetime | str


@lru_cache(maxsize=4096)
def when(moment: Moment, zone: str) -> str:
    """`Fri 4 Dec 2026 18:00 GMT` in the zone given. `moment` is aware, or its ISO text; "" gives ""."""
    if not moment:
        return ""
    at = _local(moment, zone)
    return f"{_day(at)} {_hour(at)} {_zone_word(at)}"


@lru_cache(maxsize=4096)
def both(moment: Moment, zone: str) -> str:
    """`Fri 4 Dec 2026 13:00 EST (18:00 UTC)`; the date of UTC is told where it is another."""
    if not moment:
        return ""
    at, world = _local(moment, zone), _local(moment, "UTC")
    told = when(moment, zone)
    if at.tzname() == "UTC":
        return told
    other = "" if at.date() == world.date() else f"{DAYS[world.weekday()]} {world.day} {MONTHS[world.month - 1]} "
    return f"{told} ({other}{_hour(world)} UTC)"


def clock(moment: Moment, zone: str, since: Moment = "") -> str:
    """`at 18:00`, and with its date where that is another than of `since`: `on Fri 4 Dec 2026 at 18:00`."""
    at = _local(moment, zone)
    same = bool(since) and _local(since, zone).date() == at.date()
    return f"at {_hour(at)}" if same else f"on {_day(at)} at {_hour(at)}"


def until(moment: Moment, zone: str) -> str:
    """`until Fri 18:00`, in the reader's own zone; "now" without a deadline."""
    return f"until {DAYS[(at := _local(moment, zone)).weekday()]} {_hour(at)}" if moment else "now"


def day(moment: Moment, zone: str) -> str:
    """`Fri 4 Dec 2026`; a bare date such as `2026-12-24` is taken as it stands."""
    if isinstance(moment, str) and len(moment) == 10:
        return _day(date.fromisoformat(moment))
    return _day(_local(moment, zone)) if moment else ""


def _day(at: date) -> str:
    return f"{DAYS[at.weekday()]} {at.day} {MONTHS[at.month - 1]} {at.year}"


def _hour(at: datetime) -> str:
    return f"{at.hour:02}:{at.minute:02}"


def _zone_word(at: datetime) -> str:
    """`GMT`, `CET`; zones without letters of their own are told by their offset, `UTC+3`."""
    name = at.tzname() or "UTC"
    return name if name[0].isalpha() else f"UTC{name}"


def _local(moment: Moment, zone: str) -> datetime:
    at = datetime.fromisoformat(moment) if isinstance(moment, str) else moment
    if at.tzinfo is None:
        at = at.replace(tzinfo=UTC)
    return at.astimezone(ZoneInfo(zone))
