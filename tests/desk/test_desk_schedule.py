"""The grid of deadlines: wall times that summer time never moves, skipped dates, and how times may be written."""

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import icalendar
import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.config import Config
from judge.core.calendar import Clock
from judge.core.errors import InputError
from judge.core.phase import Phase
from judge.core.variant import Agenda
from judge.desk.cabinet.records import Game, Status, instant, iso
from judge.desk.cabinet.schedule import DAYS, Grid, dates, when
from judge.desk.counter import lateness
from judge.desk.phases.waiting import LEAST_NOTICE, next_deadline
from judge.extras.calendar import deadline
from judge.games import variants
from judge.render.template_renderer import TemplateRenderer
from judge.share import share
from tests.counts import drawn
from tests.desk.worlds import GAME, ORDERS, current, filed
from tests.harness import MASTER, Judge, address_of
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


@given(grids)
@drawn(16)
def test_a_grid_is_written_as_it_is_read(grid: Grid) -> None:
    assert Grid.parse(str(grid)) == grid


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


# ---- The next deadline: from the grid, and with fair notice.


WEEKLY, TWICE, DAILY = "FRI 18:00 Europe/London", "TUE,FRI 18:00 UTC", "MON,TUE,WED,THU,FRI,SAT,SUN 18:00 UTC"
PLAIN = {"skip": "", "minor": "", "practice": "no"}
PLAIN_GAME = Game("lira7", "bourse", 1, MASTER, "", "2026-01-01", house=PLAIN)


def january(day: int, hour: int = 18, minute: int = 0) -> datetime:
    """The fifth is a Monday."""
    return datetime(2026, 1, day, hour, minute, tzinfo=UTC)


def due(
    schedule: str, at: datetime, pace: Clock = Clock.FULL, lead: timedelta = LEAST_NOTICE, **house: str
) -> datetime:
    game = replace(PLAIN_GAME, schedule=schedule, house={**PLAIN, **house})
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


# ---- A phase named in a letter is read by the calendar of its game.


DIPLOMACY = variants()["diplomacy"].info.calendar


def test_the_open_phase_is_known_by_the_words_its_game_uses() -> None:
    assert lateness.names_the_phase(DIPLOMACY, ["my builds for Winter 1901"], "W1901A")
    assert lateness.names_the_phase(DIPLOMACY, ["autumn 1901 retreats"], "F1901R")
    assert not lateness.names_the_phase(DIPLOMACY, ["autumn 1901 retreats"], "F1901M")
    assert not lateness.names_the_phase(DIPLOMACY, ["nothing of the kind"], "F1901M")


# ---- Deadlines on the nights when clocks are put forward and back: one instant each, told alike everywhere.


SKIPPED = datetime(2026, 3, 29, 1, 30, tzinfo=UTC)  # 01:30 in London is not there; 02:30 BST is an hour later
DOUBLED = datetime(2026, 10, 25, 1, 30, tzinfo=UTC)  # the second 01:30, in GMT; the first was 00:30 UTC


def game(folder: Path, before: datetime, schedule: str = "SUN 01:30 Europe/London") -> Judge:
    """A game whose first deadline is the next of the grid."""
    judge = Judge(folder)
    judge.clock.set(before)
    judge.with_game(GAME, "bourse", "Lupus", "Ursa", schedule=schedule)
    return judge


@pytest.mark.parametrize("due", [SKIPPED, DOUBLED], ids=["skipped", "doubled"])
def test_a_deadline_in_that_hour_is_one_instant_and_the_next_is_at_its_hour_again(
    tmp_path: Path, due: datetime
) -> None:
    judge = game(tmp_path, due - timedelta(days=4))
    assert judge.deadline(GAME) == due
    judge.tick(due - timedelta(seconds=1))
    assert current(judge).phase == "S1901M"
    judge.tick(due + timedelta(minutes=2))
    assert current(judge).phase == "F1901M"
    following = judge.deadline(GAME)
    assert following - due == timedelta(days=7) - (timedelta(hours=1) if due is SKIPPED else timedelta())
    judge.tick(judge.after(hours=2))
    assert current(judge).phase == "F1901M" and len(current(judge).played) == 1  # the second such hour resolves nothing


@pytest.mark.parametrize("due", [SKIPPED, DOUBLED], ids=["skipped", "doubled"])
def test_a_letter_counts_by_the_instant_and_not_by_the_hour_on_the_wall(tmp_path: Path, due: datetime) -> None:
    judge = game(tmp_path, due - timedelta(days=4))
    judge.clock.set(due - timedelta(minutes=50))  # in autumn the wall shows 01:40, past the hour of the deadline
    judge.orders(GAME, "Lupus", ORDERS)
    assert len(filed(judge, "Lupus")) == 2
    judge.tick(due + timedelta(minutes=2))
    played = current(judge).played[-1]
    assert judge.services.journal.event(GAME, played.event)["data"]["orders"]["Lupus"]
    judge.orders(GAME, "Ursa", f"FOR S1901M:\n{ORDERS}")
    assert not filed(judge, "Ursa") and not filed(judge, "Ursa", "S1901M")


@pytest.mark.parametrize("due", [SKIPPED, DOUBLED], ids=["skipped", "doubled"])
@pytest.mark.parametrize("before", [True, False], ids=["over the change", "after it"])
def test_an_extension_is_so_many_hours_whatever_the_clocks_do(tmp_path: Path, due: datetime, before: bool) -> None:
    schedule = "SAT 18:00 Europe/London" if before else "SUN 01:30 Europe/London"
    judge = game(tmp_path, due - timedelta(days=4), schedule)
    old = judge.deadline(GAME)
    judge.master(GAME, "EXTEND 24h")
    assert judge.deadline(GAME) - old == timedelta(hours=24)
    told = judge.letters(address_of("Lupus"), "")[-1].text
    assert f"{judge.deadline(GAME):%H:%M} UTC" in " ".join(told.split())
    judge.resolve(GAME)
    assert instant(current(judge).deadline).astimezone(UTC) > old + timedelta(days=6)


@pytest.mark.parametrize("due", [SKIPPED, DOUBLED], ids=["skipped", "doubled"])
def test_deadline_with_a_time_of_that_night_is_the_instant_that_the_grid_would_have(
    tmp_path: Path, due: datetime
) -> None:
    judge = game(tmp_path, due - timedelta(days=4), "FRI 18:00 Europe/London")
    judge.master(GAME, f"DEADLINE {due:%Y-%m-%d} 01:30")
    assert judge.deadline(GAME) == due


# ---- A deadline that its master sets takes a reason, as a longer one does.


@cases("said", "reason")
def test_everybody_reads_why_a_deadline_was_set(judge: Judge, said: str, reason: str) -> None:
    sent = judge.master(GAME, said)
    assert judge.deadline(GAME).isoformat() == "2026-01-09T20:00:00+00:00"
    (told,) = (out for out in sent if out.to == address_of("Lupus"))
    assert reason in told.flat


# The calendar's entry of a deadline is what a calendar library would write, and reads back whole.


CONFIG, RENDERER = Config(Path("/nowhere")), TemplateRenderer(share())
NOW = datetime(2026, 11, 4, 18, 0, 3, 555, tzinfo=UTC)
WORDS = st.text(st.characters(codec="utf-8", exclude_characters="\r\n", exclude_categories=["Cc"]), max_size=120)


@given(WORDS, WORDS, st.booleans())
def test_the_entry_is_what_a_calendar_library_would_write(title: str, words: str, over: bool) -> None:
    due = datetime(2026, 12, 4, 18, tzinfo=UTC)
    info: Any = SimpleNamespace(title=title, calendar=SimpleNamespace(words=lambda phase: words))
    status = Status.FINISHED if over else Status.ACTIVE
    game = Game("lira7", "bourse", 1, "gm@example.test", "", "", status, phase="F1901M", deadline=iso(due), moved=3)
    made = deadline(CONFIG, RENDERER, game, info, NOW)
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
