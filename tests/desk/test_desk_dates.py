"""The next deadline: from the grid, and with fair notice."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from judge.core.calendar import Clock
from judge.core.phase import Phase
from judge.core.variant import Agenda
from judge.desk.cabinet.records import Game
from judge.desk.phases.waiting import LEAST_NOTICE, next_deadline
from tests.harness import MASTER

WEEKLY, TWICE, DAILY = "FRI 18:00 Europe/London", "TUE,FRI 18:00 UTC", "MON,TUE,WED,THU,FRI,SAT,SUN 18:00 UTC"
PLAIN = {"skip": "", "minor": "", "practice": "no"}
GAME = Game("lira7", "bourse", 1, MASTER, "", "2026-01-01", house=PLAIN)


def january(day: int, hour: int = 18, minute: int = 0) -> datetime:
    """The fifth is a Monday."""
    return datetime(2026, 1, day, hour, minute, tzinfo=UTC)


def due(
    schedule: str, at: datetime, pace: Clock = Clock.FULL, lead: timedelta = LEAST_NOTICE, **house: str
) -> datetime:
    game = replace(GAME, schedule=schedule, house={**PLAIN, **house})
    return next_deadline(game, Agenda(Phase(1901, "S"), {}, (), pace=pace), at, lead)


@pytest.mark.parametrize(
    ("schedule", "at", "expected"),
    [
        (WEEKLY, january(5, 12), january(9)),
        (WEEKLY, january(7), january(9)),  # two days to the minute
        (WEEKLY, january(7, 18, 1), january(16)),
        (TWICE, january(5, 6), january(6)),  # half of the three days to Friday
        (TWICE, january(5, 6, 1), january(9)),
        (TWICE, january(7), january(9)),  # two days, where half of a step is as much
        (DAILY, january(5, 6), january(5)),
        (DAILY, january(5, 6, 1), january(6)),
    ],
)
def test_a_deadline_leaves_two_days_or_half_the_step_of_the_grid(
    schedule: str, at: datetime, expected: datetime
) -> None:
    assert due(schedule, at) == expected


def test_a_short_phase_has_a_day_and_a_half_at_least_or_the_grid_of_its_own() -> None:
    assert due(WEEKLY, january(5, 5, 59), Clock.SHORT) == january(6)
    assert due(WEEKLY, january(5, 6), Clock.SHORT) == january(7)
    assert due(WEEKLY, january(5, 6), Clock.SHORT, skip="2026-01-07") == january(8)
    assert due(WEEKLY, january(5, 6), Clock.SHORT, minor=DAILY) == january(5)
    assert due(WEEKLY, january(5, 6), Clock.SHORT, minor=DAILY, skip="2026-01-05") == january(6)


def test_a_game_that_is_over_waits_for_nothing_and_a_practice_game_a_fortnight() -> None:
    assert due(WEEKLY, january(5), Clock.NONE, practice="yes") == january(5)
    assert due(WEEKLY, january(5), practice="yes") == january(19)
