"""The calendar's entry of a deadline is what a calendar library would write, and reads back whole."""

from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import icalendar
from hypothesis import given
from hypothesis import strategies as st

from judge.config import Config
from judge.desk.cabinet.records import Game, Status, iso
from judge.desk.writing.calendar import deadline

CONFIG = Config(Path("/nowhere"))
NOW = datetime(2026, 11, 4, 18, 0, 3, 555, tzinfo=UTC)
WORDS = st.text(st.characters(codec="utf-8", exclude_characters="\r\n", exclude_categories=["Cc"]), max_size=120)


def by_library(key: str, title: str, phase: str, words: str, due: datetime, moved: int, over: bool) -> bytes:
    event = icalendar.Event()
    event.add("uid", f"{key}@{CONFIG.domain}")
    event.add("sequence", moved)
    event.add("dtstamp", NOW)
    event.add("dtstart", due)
    event.add("status", "CANCELLED" if over else "CONFIRMED")
    event.add("transp", "TRANSPARENT")
    event.add("organizer", icalendar.vUri(f"mailto:{CONFIG.judge.address}"))
    event.add("categories", [title])
    summary = f"{key}: the game is over" if over else f"{key}: orders for {phase} are due"
    event.add("summary", summary)
    if not over:
        event.add(
            "description",
            f"{title} {key}, {words}.\nDeadline: Fri 4 Dec 2026 18:00 GMT (18:00 UTC).\n"
            f"Orders go to {CONFIG.judge.address}, or in reply to any letter of the game.",
        )
        for before in (timedelta(days=1), timedelta(hours=2)):
            alarm = icalendar.Alarm()
            alarm.add("action", "DISPLAY")
            alarm.add("description", summary)
            alarm.add("trigger", -before)
            event.add_component(alarm)
    calendar = icalendar.Calendar()
    calendar.add("version", "2.0")
    calendar.add("prodid", "-//postal-judge//deadlines//EN")
    calendar.add("method", "CANCEL" if over else "PUBLISH")
    calendar.add_component(event)
    return bytes(calendar.to_ical())


@given(WORDS, WORDS, st.booleans())
def test_the_entry_says_what_a_calendar_library_would_say(title: str, words: str, over: bool) -> None:
    due = datetime(2026, 12, 4, 18, tzinfo=UTC)
    info: Any = SimpleNamespace(title=title, calendar=SimpleNamespace(words=lambda phase: words))
    status = Status.FINISHED if over else Status.ACTIVE
    game = Game("lira7", "bourse", 1, "gm@example.test", "", "", status, phase="F1901M", deadline=iso(due), moved=3)
    made = deadline(CONFIG, game, info, NOW)
    theirs = by_library("lira7", title, "F1901M", words, due, 3, over)
    assert made == theirs
    assert all(len(line) <= 75 for line in made.split(b"\r\n"))
