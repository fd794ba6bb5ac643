"""Small rules of the desk, each by itself: times as they are written, buckets, budgets, names of pictures."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta, timezone
from types import SimpleNamespace

import pytest

from judge.desk.cabinet.budget import PRESS, STRANGERS, Budget, a_player, an_hour
from judge.desk.cabinet.limits import HOUR, Limit, Limits
from judge.desk.cabinet.records import instant, iso
from judge.desk.cabinet.schedule import day
from judge.desk.counter.lateness import ago
from judge.desk.mailroom.own import place_of
from judge.desk.timers import Timer
from judge.desk.writing.letterform import attached
from judge.render.page import Picture
from judge.store import open_store
from tests.desk.worlds import GAME
from tests.harness import START


@pytest.mark.parametrize(
    ("seconds", "said"),
    [
        (0, "1 second"),
        (1, "1 second"),
        (2, "2 seconds"),
        (59, "59 seconds"),
        (60, "1 minute"),
        (89, "1 minute"),
        (90, "2 minutes"),
        (90 * 60 - 1, "90 minutes"),
        (90 * 60, "2 hours"),
        (149 * 60, "2 hours"),
        (48 * 3600 - 1, "48 hours"),
        (48 * 3600, "2 days"),
        (60 * 3600, "3 days"),
    ],
)
def test_how_long_ago_it_was_is_told_to_the_nearest(seconds: int, said: str) -> None:
    assert ago(timedelta(seconds=seconds)) == said


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("2 Jan", "2028-01-02"),
        ("30 Dec", "2027-12-30"),
        ("10 June", "2028-06-10"),  # today is past
        ("11 June", "2027-06-11"),
        ("Jan 2nd 2027", "2027-01-02"),
        ("2. Sept 2029", "2029-09-02"),
        ("29 Feb", "2028-02-29"),
        ("31 Feb", "31 Feb"),
        ("2 Foo", "2 Foo"),
        (" tomorrow ", "tomorrow"),
    ],
)
def test_a_day_without_a_year_is_the_next_such_day(text: str, found: str) -> None:
    if text == "29 Feb":
        assert day(text, date(2028, 1, 1)) == found
    else:
        assert day(text, date(2027, 6, 10)) == found


def test_moments_are_written_down_in_one_zone() -> None:
    east = datetime(2027, 6, 10, 1, 30, tzinfo=timezone(timedelta(hours=2)))
    assert iso(east) == iso(east.astimezone(UTC)) == "2027-06-09T23:30:00+00:00"
    assert instant(iso(east)) == east


def test_a_picture_is_named_by_its_id_and_its_kind() -> None:
    picture = Picture(cid="board@judge.test", alt="the board", mime="image/png", content=b"x")
    assert (attached(picture).name, attached(picture).cid) == ("board.png", "board@judge.test")


def test_a_bucket_that_has_long_been_empty_holds_no_more_than_one_that_is() -> None:
    limits = Limits(open_store("memory:"))
    assert [limits.take("x", START, Limit(2, HOUR)) for _ in range(3)] == [True, True, False]
    later = START + timedelta(hours=30)
    assert [limits.take("x", later, Limit(2, HOUR)) for _ in range(3)] == [True, True, False]


def test_a_bucket_is_full_where_nothing_more_would_be_taken() -> None:
    limits = Limits(open_store("memory:"))
    told = []
    for _ in range(4):
        told.append((limits.full("x", START, Limit(3, HOUR)), limits.take("x", START, Limit(3, HOUR))))
    assert told == [(False, True), (False, True), (False, True), (True, False)]


@pytest.mark.parametrize(
    ("a_day", "hour", "player"),
    [(0, 0, 0), (60, 60, 60), (100, 100, 100), (150, 100, 100), (200, 100, 100), (300, 150, 100), (1000, 500, 250)],
)
def test_an_hour_has_half_of_a_day_and_a_player_a_quarter_of_its_press(a_day: int, hour: int, player: int) -> None:
    assert (an_hour(a_day), a_player(a_day)) == (hour, player)


def test_a_player_s_press_may_use_up_his_part_of_the_day_and_his_first_piece_more_than_that() -> None:
    budget = Budget(Limits(open_store("memory:")), 1000, 1000)
    seat, ends = "lira7/1/1", START + HOUR
    assert not budget.too_much_of_one(seat, START, 400)
    assert budget.press(seat, ends, 9, START, 150)
    assert not budget.too_much_of_one(seat, START, 100)
    assert budget.too_much_of_one(seat, START, 101)
    assert (budget.pressed(seat), budget.spent(PRESS, START)[1]) == (1, 150)
    assert budget.spent(STRANGERS, START)[1] == 0


def test_a_deadline_comes_behind_letters_within_its_tolerance_and_other_timers_before_them() -> None:
    office = SimpleNamespace(config=SimpleNamespace(tolerance=timedelta(minutes=1)))
    places = [place_of(office, Timer(GAME, kind, START)) for kind in ("deadline", "remind")]  # type: ignore[arg-type]
    assert places == [START + timedelta(minutes=1), START]
