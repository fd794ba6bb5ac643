"""Days as people write them, on the 10th of November 2026, a Tuesday: one row a way."""

from __future__ import annotations

from datetime import date

import pytest

from judge.reading.clauses.dates import days
from tests.reading.clauses.reading import said
from tests.tables import rows

TODAY = date(2026, 11, 10)


@pytest.mark.parametrize(
    ("words", "read"),
    rows(__file__, "a_day_is_the_next_of_that_name"),
)
def test_a_day_is_the_next_of_that_name(words: str, read: str) -> None:
    assert days(said(words), TODAY).text == read


@pytest.mark.parametrize(
    ("words", "read"),
    rows(__file__, "with_slashes_the_day_is_the_figure_that_is_no_month_or_stands_as_beside_one"),
)
def test_with_slashes_the_day_is_the_figure_that_is_no_month_or_stands_as_beside_one(words: str, read: str) -> None:
    assert days(said(words), TODAY).text == read


def test_in_december_the_next_of_a_day_may_be_in_january_and_without_a_today_nothing_is_read() -> None:
    assert days(said("the 3rd"), date(2026, 12, 10)).text == "2027-01-03"
    assert days(said("24 December"), None).text == "24 December"
