"""Tables of centres in a report."""

from __future__ import annotations

import pytest

from judge.games import variant
from judge.post import Line
from judge.reading import Reader

NAMES = variant("diplomacy").names({})
POWERS = {"Austria": 5, "England": 4, "France": 5, "Germany": 5, "Italy": 4, "Russia": 6, "Turkey": 5}
WAYS = ("| {} | {} |", "{}: {} centres", "- {} has {} centres", "{}\t{}", "{} = {}")


def lines(text: str) -> list[Line]:
    return [Line(number, one) for number, one in enumerate(text.splitlines(), 1)]


@pytest.mark.parametrize("way", WAYS)
def test_a_table_is_read_in_all_the_ways_people_write_it(reader: Reader, way: str) -> None:
    rows = "\n".join(way.format(power, count) for power, count in POWERS.items())
    report = reader.report(lines(f"Power  SC\n-----\n{rows}\n-----\nTotal 34"), NAMES)
    assert report.problems == ()
    assert report.counts == {power.upper(): count for power, count in POWERS.items()}


def test_the_column_of_centres_is_told_by_its_heading(reader: Reader) -> None:
    report = reader.report(
        lines("| Power | SC | Units |\n|---|---|---|\n| Austria | 5 | 4 |\n| Italy | 4 | 3 |"), NAMES
    )
    assert report.counts == {"AUSTRIA": 5, "ITALY": 4}


def test_a_table_that_says_two_things_is_no_table(reader: Reader) -> None:
    assert reader.report(lines("| Austria | 5 | 4 |\n| Italy | 4 | 3 |"), NAMES).problems
