"""Small rules of the desk, each by itself: times as they are written, buckets, budgets, names of pictures."""

from __future__ import annotations

from datetime import date, timedelta
from types import SimpleNamespace

from judge.desk.cabinet.budget import PRESS, STRANGERS, Budget
from judge.desk.cabinet.limits import HOUR, Limit, Limits
from judge.desk.cabinet.schedule import day
from judge.desk.mailroom.own import place_of
from judge.desk.timers import Timer
from judge.store import open_store
from tests.desk.worlds import GAME
from tests.harness import START
from tests.tables import cases


@cases("text", "found")
def test_a_day_without_a_year_is_the_next_such_day(text: str, found: str) -> None:
    if text == "29 Feb":
        assert day(text, date(2028, 1, 1)) == found
    else:
        assert day(text, date(2027, 6, 10)) == found


def test_a_bucket_that_has_long_been_empty_holds_no_more_than_one_that_is() -> None:
    limits = Limits(open_store("memory:"))
    assert [limits.take("x", START, Limit(2, HOUR)) for _ in range(3)] == [True, True, False]
    later = START + timedelta(hours=30)
    assert [limits.take("x", later, Limit(2, HOUR)) for _ in range(3)] == [True, True, False]


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
    services = SimpleNamespace(config=SimpleNamespace(tolerance=timedelta(minutes=1)))
    places = [place_of(services, Timer(GAME, kind, START)) for kind in ("deadline", "remind")]  # type: ignore[arg-type]
    assert places == [START + timedelta(minutes=1), START]
