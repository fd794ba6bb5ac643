"""Lines that a mail program broke."""

from __future__ import annotations

import pytest

from judge.reading.clauses.unwrap import Row, unwrapped
from tests.reading.clauses.reading import said
from tests.tables import cases


def joined(letter: str) -> list[str]:
    rows = [Row(said(row, n)) for n, row in enumerate(letter.split("\n"), 1)]
    return [row.text.text for row in unwrapped(rows, lambda text: text.text.endswith("lira"))]


@cases("letter")
def test_a_broken_line_is_put_together(letter: str) -> None:
    assert len(joined(letter)) == 1


@pytest.mark.parametrize(
    "letter",
    ["Hello Bob.\nItaly is doomed", "a line\n\nand another", "SELL:\n300 lira", "Dear judge\nSell my lira"],
)
def test_lines_that_stand_by_themselves_stay_so(letter: str) -> None:
    assert len(joined(letter)) == 2


def test_somebody_who_writes_no_capitals_ends_a_line_where_an_order_ends() -> None:
    letter = "buy 150 pounds and sell all that is left of my lira\nin our last game i wanted roubles"
    assert joined(letter) == letter.split("\n")


def test_two_orders_one_below_the_other_are_never_one() -> None:
    assert joined("9 : A MUN - BUR\n5 A BER - KIE") == ["9 : A MUN - BUR", "5 A BER - KIE"]
