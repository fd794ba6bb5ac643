"""The grid of deadlines: wall times that summer time never moves, skipped dates, and how times may be written."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.core.errors import InputError
from judge.desk.cabinet.schedule import DAYS, Grid, dates, when, zone
from tests.counts import drawn
from tests.tables import cases

ZONES = ("Europe/London", "America/New_York", "Australia/Lord_Howe", "UTC", "Asia/Kolkata")
moments = st.datetimes(datetime(2024, 1, 1), datetime(2031, 1, 1)).map(lambda moment: moment.replace(tzinfo=UTC))
grids = st.builds(
    lambda days, hour, minute, where: Grid.parse(
        f"{','.join(DAYS[d] for d in sorted(days))} {hour}:{minute:02} {where}"
    ),
    st.sets(st.integers(0, 6), min_size=1),
    st.integers(4, 22),
    st.sampled_from((0, 15, 59)),
    st.sampled_from(ZONES),
)


@drawn(66)
@given(grids, moments)
def test_the_next_deadline_lies_ahead_on_a_day_and_at_the_hour_of_the_grid(grid: Grid, moment: datetime) -> None:
    due = grid.after(moment)
    local = due.astimezone(grid.zone)
    assert moment < due <= moment + timedelta(days=8)
    assert local.weekday() in grid.days and local.time().replace(tzinfo=None) == grid.at
    assert grid.after(due - timedelta(seconds=1)) == due


@drawn(16)
@given(grids, moments)
def test_a_skipped_date_is_passed_over(grid: Grid, moment: datetime) -> None:
    first = grid.after(moment)
    day = first.astimezone(grid.zone).date()
    assert grid.after(moment, [day]) == grid.after(first)


@given(grids)
@drawn(16)
def test_a_grid_is_written_as_it_is_read(grid: Grid) -> None:
    assert Grid.parse(str(grid)) == grid


@cases("after", "due")
def test_summer_time_moves_the_instant_and_not_the_hour_on_the_wall(after: str, due: str) -> None:
    grid = Grid.parse("FRI 18:00 Europe/London")
    assert grid.after(datetime.fromisoformat(after + "+00:00")) == datetime.fromisoformat(due + "+00:00")


def test_an_hour_that_does_not_exist_is_the_one_after_it_and_one_that_comes_twice_is_the_later() -> None:
    grid = Grid.parse("SUN 01:30 Europe/London")
    spring = grid.after(datetime(2026, 3, 28, tzinfo=UTC))
    autumn = grid.after(datetime(2026, 10, 24, tzinfo=UTC))
    assert spring == datetime(2026, 3, 29, 1, 30, tzinfo=UTC)
    assert autumn == datetime(2026, 10, 25, 1, 30, tzinfo=UTC)


@pytest.mark.parametrize("text", ["", "FRI", "FRI 18:00", "FRI 25:00 UTC", "FRY 18:00 UTC", "FRI 18:00 Mars/Phobos"])
def test_a_schedule_that_cannot_be_read_says_how_to_write_one(text: str) -> None:
    with pytest.raises(InputError) as told:
        Grid.parse(text)
    assert "Europe/London" in str(told.value)


@cases("text", "due")
def test_the_master_may_write_a_time_in_several_ways(text: str, due: str) -> None:
    now = datetime(2026, 12, 1, 18, tzinfo=UTC)
    assert when(text, now, Grid.parse("FRI 18:00 Europe/London")) == datetime.fromisoformat(due + "+00:00")


@pytest.mark.parametrize("text", ["", "2026-11-30", "2028-01-01", "soon", "FRI 18:00 19:00", "FRI 18h", "2026-13-01"])
def test_a_time_that_is_past_far_off_or_unreadable_is_refused(text: str) -> None:
    with pytest.raises(InputError):
        when(text, datetime(2026, 12, 1, 18, tzinfo=UTC), Grid.parse("FRI 18:00 Europe/London"))


def test_a_skip_list_is_read_and_sorted() -> None:
    assert dates("2027-01-01, 2026-12-25") == (date(2026, 12, 25), date(2027, 1, 1))
    with pytest.raises(InputError):
        dates("Christmas")


def test_a_skip_list_that_leaves_nothing_is_refused_and_does_not_hang() -> None:
    every = [date(2026, 1, 1) + timedelta(days=number) for number in range(4000)]
    with pytest.raises(InputError):
        Grid.parse("FRI 18:00 UTC").after(datetime(2026, 1, 1, tzinfo=UTC), every)


def test_a_zone_that_does_not_exist_is_named() -> None:
    with pytest.raises(InputError, match="Mars/Phobos"):
        zone("Mars/Phobos")
