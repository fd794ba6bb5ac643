"""The keeper's letter: what he is told to look at, and when the next one comes."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from judge.desk import timers
from judge.extras.keepers_letter import alarms, due
from judge.keeper.figures import LOW_DISK, Figures
from tests.harness import Judge

NOW = datetime(2026, 1, 12, 9, tzinfo=UTC)  # a Monday
SECOND = timedelta(seconds=1)
WELL = Figures(
    games={"active": 2},
    waiting=3,
    oldest=NOW - timedelta(hours=6),
    unread=0,
    unread_since=None,
    overdue=0,
    set_aside=0,
    disk=LOW_DISK,
    backup=NOW - timedelta(days=8),
    withheld=19,
)


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({"oldest": WELL.oldest - SECOND}, "3 letters wait to be sent"),  # type: ignore[operator]
        ({"overdue": 1}, "A deadline is over and not resolved"),
        ({"games": {"held": 1}}, "A game is held"),
        ({"set_aside": 1}, "Letters are set aside in var/shunt"),
        ({"disk": LOW_DISK - 1}, "Only 199 MB are free"),
        ({"withheld": 20}, "20 letters were above the mail budget"),
        ({"backup": WELL.backup - SECOND}, "There is no back-up of this week"),  # type: ignore[operator]
        ({"backup": None}, "There is no back-up of this week"),
    ],
)
def test_the_keeper_is_told_of_what_is_wrong_and_of_nothing_short_of_it(changed: dict[str, Any], told: str) -> None:
    assert alarms(WELL, NOW) == []
    (said,) = alarms(replace(WELL, **changed), NOW)
    assert said.startswith(told)


@pytest.mark.parametrize(
    ("late", "now", "letters", "following"),
    [
        (timedelta(hours=12), NOW, 1, "2026-01-12T08:00"),
        (timedelta(hours=12) + SECOND, NOW, 0, "2026-01-12T08:00"),
        (timedelta(days=30), NOW - timedelta(days=1), 0, "2026-01-12T08:00"),
        (timedelta(days=30), NOW, 0, "2026-01-12T08:00"),  # it is not too late for this one
        (timedelta(days=30), NOW + timedelta(days=1), 0, "2026-01-19T08:00"),
    ],
)
def test_a_letter_to_the_keeper_that_is_overdue_is_not_made_up_for(
    tmp_path: Path, late: timedelta, now: datetime, letters: int, following: str
) -> None:
    judge = Judge(tmp_path, health="MON 08:00 Europe/London")
    with judge.app.store.batch():
        due(judge.services, now - late, now)
    judge.app.outbox.flush(now)
    assert len(judge.letters("keeper@")) == letters
    (next_due,) = (
        timer.due for timer in timers.up_to(judge.services, now + timedelta(days=8)) if timer.kind == timers.HEALTH
    )
    assert next_due.isoformat().startswith(following)
