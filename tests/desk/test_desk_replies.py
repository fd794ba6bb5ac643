"""What an answer says of the time that is left."""

from __future__ import annotations

from datetime import timedelta

import pytest

from judge.desk.cabinet.records import iso
from judge.desk.counter.replies import _left
from tests.harness import START


@pytest.mark.parametrize(
    ("left", "said"),
    [
        ({"seconds": -1}, ""),
        ({"seconds": 0}, "0 h 0 m"),
        ({"seconds": 29}, "0 h 0 m"),
        ({"seconds": 30}, "0 h 1 m"),
        ({"hours": 7, "minutes": 57}, "7 h 57 m"),
        ({"hours": 23, "minutes": 59, "seconds": 29}, "23 h 59 m"),
        ({"hours": 23, "minutes": 59, "seconds": 30}, "1 d 0 h"),
        ({"days": 2, "hours": 7, "minutes": 29}, "2 d 7 h"),
        ({"days": 2, "hours": 7, "minutes": 30}, "2 d 8 h"),
        ({"days": 2, "hours": 23, "minutes": 30}, "3 d 0 h"),
    ],
)
def test_the_time_left_is_told_to_the_hour_and_on_the_last_day_to_the_minute(left: dict[str, int], said: str) -> None:
    assert _left(START, iso(START + timedelta(**left))) == said


def test_without_a_deadline_no_time_is_left_to_tell_of() -> None:
    assert _left(START, "") == ""
