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


@given(WORDS, WORDS, st.booleans())
def test_the_entry_is_what_a_calendar_library_would_write(title: str, words: str, over: bool) -> None:
    due = datetime(2026, 12, 4, 18, tzinfo=UTC)
    info: Any = SimpleNamespace(title=title, calendar=SimpleNamespace(words=lambda phase: words))
    status = Status.FINISHED if over else Status.ACTIVE
    game = Game("lira7", "bourse", 1, "gm@example.test", "", "", status, phase="F1901M", deadline=iso(due), moved=3)
    made = deadline(CONFIG, game, info, NOW)
    assert all(len(line) <= 75 for line in made.split(b"\r\n"))
    calendar = icalendar.Calendar.from_ical(made)
    assert calendar.to_ical() == made
    (event,) = calendar.events
    assert (event.start, event["sequence"], event["uid"]) == (due, 3, f"lira7@{CONFIG.domain}")
    if over:
        assert (calendar["method"], event["status"], "description" in event) == ("CANCEL", "CANCELLED", False)
        assert event["summary"] == "lira7: the game is over"
    else:
        assert (calendar["method"], event["status"]) == ("PUBLISH", "CONFIRMED")
        assert event["summary"] == "lira7: orders for F1901M are due"
        assert event["description"] == (
            f"{title} lira7, {words}.\nDeadline: Fri 4 Dec 2026 18:00 GMT (18:00 UTC).\n"
            f"Orders go to {CONFIG.judge.address}, or in reply to any letter of the game."
        )
        assert [alarm.trigger for alarm in event.alarms.times] == [due - timedelta(days=1), due - timedelta(hours=2)]
