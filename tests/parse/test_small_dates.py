"""Days as people write them, on the 10th of November 2026, a Tuesday: one row a way."""

from __future__ import annotations

from datetime import date

import pytest

from judge.parse.clauses.dates import days
from tests.parse.clauses.reading import said

TODAY = date(2026, 11, 10)


@pytest.mark.parametrize(
    ("words", "read"),
    [
        ("24 December", "2026-12-24"),
        ("10 November", "2026-11-10"),
        ("9 November", "2027-11-09"),
        ("3 January", "2027-01-03"),
        ("24 November 2027", "2027-11-24"),
        ("the 24th of December", "2026-12-24"),
        ("December 24", "2026-12-24"),
        ("24.12.", "2026-12-24"),
        ("3 Sept", "2027-09-03"),
        ("3 Sep", "2027-09-03"),
        ("3 Mar", "2027-03-03"),
        ("24.12.2027", "2027-12-24"),
        ("on the 12th", "on 2026-11-12"),
        ("on the 9th", "on 2026-12-09"),
        ("31 February", "31 February"),
        ("the 31st", "2026-12-31"),
        ("20-27 December", "2026-12-20 to 2026-12-27"),
        ("December 20 to 27", "2026-12-20 to 2026-12-27"),
        ("16. bis 20.11.", "2026-11-16 to 2026-11-20"),
        ("next week", "week 2026-11-16 to 2026-11-22"),
        ("3 January and 5 January", "2027-01-03 and 2027-01-05"),
    ],
)
def test_a_day_is_the_next_of_that_name(words: str, read: str) -> None:
    assert days(said(words), TODAY).text == read


@pytest.mark.parametrize(
    ("words", "read"),
    [
        ("12/27/2026", "2026-12-27"),
        ("27/12/2026", "2026-12-27"),
        ("13/12/2026", "2026-12-13"),
        ("12/13/2026", "2026-12-13"),
        ("12/12/2026", "2026-12-12"),
        ("12/11/2026", "12/11/2026"),
        ("05/06/2026", "05/06/2026"),
        ("13/14/2026", "13/14/2026"),
        ("05/06/2026 to 12/27/2026", "2026-05-06 to 2026-12-27"),
        ("05/06/2026 to 27/12/2026", "2026-06-05 to 2026-12-27"),
        ("12/11/2026 to 13/12/2026", "2026-11-12 to 2026-12-13"),
        ("12/11/2026 to 12/13/2026", "2026-12-11 to 2026-12-13"),
        ("13/12/2026 and 12/13/2026", "2026-12-13 and 2026-12-13"),
        ("5/6/2026, 27/12/2026 and 12/28/2026", "5/6/2026, 2026-12-27 and 2026-12-28"),
    ],
)
def test_with_slashes_the_day_is_the_figure_that_is_no_month_or_stands_as_beside_one(words: str, read: str) -> None:
    assert days(said(words), TODAY).text == read


def test_in_december_the_next_of_a_day_may_be_in_january_and_without_a_today_nothing_is_read() -> None:
    assert days(said("the 3rd"), date(2026, 12, 10)).text == "2027-01-03"
    assert days(said("24 December"), None).text == "24 December"
