"""The next deadline of a game as an iCalendar object (RFC 5545), for the calendars of its players.

One event a game: its UID never changes, its SEQUENCE grows whenever the deadline moves, so a calendar that gets a newer
letter moves the entry instead of adding one (RFC 5546, METHOD:PUBLISH); the end of the game cancels it.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from functools import lru_cache

from judge.config import Config
from judge.core.variant import Card
from judge.desk.cabinet.records import Game, Status, instant
from judge.render import dates

ALARMS = (timedelta(days=1), timedelta(hours=2))  # before the deadline
PRODUCT = "-//postal-judge//deadlines//EN"


def deadline(config: Config, game: Game, card: Card, now: datetime) -> bytes:
    """The event as of `now`; b"" for a game that never had a deadline. A finished game's event is a cancellation."""
    due = _due(game)
    if due is None:
        return b""
    over = game.status is Status.FINISHED
    words = card.calendar.words(game.phase)
    return _written(config, game.key, card.title, game.phase, words, game.zone(), due, game.moved, over, now)


@lru_cache(maxsize=16)  # the letters of one resolution all carry the same
def _written(
    config: Config,
    key: str,
    title: str,
    phase: str,
    words: str,
    zone: str,
    due: datetime,
    moved: int,
    over: bool,
    now: datetime,
) -> bytes:
    from icalendar import Alarm, Calendar, Event, vUri  # slow to import, and most ticks need none

    event = Event()
    event.add("uid", f"{key}@{config.domain}")
    event.add("sequence", moved)
    event.add("dtstamp", now)
    event.add("dtstart", due)
    event.add("status", "CANCELLED" if over else "CONFIRMED")
    event.add("transp", "TRANSPARENT")
    event.add("organizer", vUri(f"mailto:{config.judge.address}"))
    event.add("categories", [title])
    if over:
        event.add("summary", f"{key}: the game is over")
    else:
        event.add("summary", f"{key}: orders for {phase} are due")
        event.add(
            "description",
            f"{title} {key}, {words}.\nDeadline: {dates.both(due, zone)}.\n"
            f"Orders go to {config.judge.address}, or in reply to any letter of the game.",
        )
        for before in ALARMS:
            alarm = Alarm()
            alarm.add("action", "DISPLAY")
            alarm.add("description", f"{key}: orders for {phase} are due")
            alarm.add("trigger", -before)
            event.add_component(alarm)
    calendar = Calendar()
    calendar.add("version", "2.0")
    calendar.add("prodid", PRODUCT)
    calendar.add("method", "CANCEL" if over else "PUBLISH")
    calendar.add_component(event)
    made: bytes = calendar.to_ical()
    return made


def _due(game: Game) -> datetime | None:
    """The deadline in force; for a finished game the last it had."""
    if game.deadline:
        return instant(game.deadline)
    last = [played.deadline for played in game.played if played.deadline]
    return instant(last[-1]) if last and game.status is Status.FINISHED else None
