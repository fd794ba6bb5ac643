"""Tables in a letter's text keep their columns, as bars."""

from __future__ import annotations

from judge.mail.reading.tables import barred
from tests.tables import cases


@cases("rows", "wanted")
def test_gaps_below_a_row_of_headings_become_bars(rows: list[str], wanted: list[str]) -> None:
    assert barred(rows) == wanted


@cases("rows")
def test_other_lines_stay_as_they_are(rows: list[str]) -> None:
    assert barred(rows) == rows
