"""Lines that a mail program broke."""

from __future__ import annotations

import pytest

from judge.parse.clauses.unwrap import Row, unwrapped
from tests.parse.clauses.reading import clauses, said, taken


def joined(letter: str) -> list[str]:
    return [row.text.text for row in unwrapped([Row(said(row, n)) for n, row in enumerate(letter.split("\n"), 1)])]


@pytest.mark.parametrize(
    "letter",
    [
        "TS Switzerland - Piedmont -\nTuscany - Rome",
        "the lira goes to\nthe dogs",
        "buy marks, francs,\nand pounds",
        "sell them all\nand be done",
        "I have had a good look at the board and I reckon that Italy has\nDecember is cold",
    ],
)
def test_a_broken_line_is_put_together(letter: str) -> None:
    assert len(joined(letter)) == 1


@pytest.mark.parametrize(
    "letter",
    ["Hello Bob.\nItaly is doomed", "a line\n\nand another", "SELL:\n300 lira", "Dear judge\nSell my lira"],
)
def test_lines_that_stand_by_themselves_stay_so(letter: str) -> None:
    assert len(joined(letter)) == 2


def test_an_order_with_its_end_on_the_next_line_is_one_order() -> None:
    assert taken(clauses("exchange", "OFFERLIST RUSSIA 5, FRANCE 3\nCAP 20", me="Dora")) == [
        "OFFERLIST RUSSIA 5, FRANCE 3 CAP 20"
    ]
    assert taken(clauses("diplomacy", "F Brest - Mid-Atlantic\nOcean")) == ["F BRE - MAO"]


def test_a_name_below_an_order_is_no_part_of_it() -> None:
    assert taken(clauses("payola", "5 : A PAR - BUR\nAlice")) == ["5 : A PAR - BUR"]
    assert taken(clauses("bourse", "SELL 300 LIRA\nFrank")) == ["SELL 300 LIRA"]
