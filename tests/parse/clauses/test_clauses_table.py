"""Tables of orders, their columns parted by bars."""

from __future__ import annotations

import pytest

from tests.parse.clauses.reading import clauses, doubtful, taken


@pytest.mark.parametrize(
    ("game", "letter", "sheet"),
    [
        ("bourse", "Currency | Sell | Buy\nLira | 300 |\nMarks | | 300", ["SELL 300 LIRA", "BUY 300 MARK"]),
        ("bourse", "| Sales | Units |\n|---|---|\n| Lira | 300 |\n| Crowns | 50 |", ["SELL 300 LIRA", "SELL 50 CROWN"]),
        (
            "bourse",
            "Sell | Buy\n200 Lira | 300 Marks\n100 Crowns |",
            ["SELL 200 LIRA", "BUY 300 MARK", "SELL 100 CROWN"],
        ),
        (
            "bourse",
            "Currency | Now | Change\nLira | 1000 | -200\nMark | 1000 | +200",
            ["SELL 200 LIRA", "BUY 200 MARK"],
        ),
        ("payola", "| Bribe | Unit | Order |\n|--|--|--|\n| 7 | F ANK | - BLA |", ["7 : F ANK - BLA"]),
        ("exchange", "Country | Bid\nRussia | 120\nItaly | 75", ["BID RUSSIA 120", "BID ITALY 75"]),
    ],
)
def test_a_table_is_read_by_its_headings(game: str, letter: str, sheet: list[str]) -> None:
    found = clauses(game, letter)
    assert taken(found) == sheet
    assert not doubtful(found)


def test_a_row_that_says_nothing_readable_is_asked_about() -> None:
    found = clauses("bourse", "Currency | Sell\nLira | 300\nDucats | 200")
    assert taken(found) == ["SELL 300 LIRA"]
    assert doubtful(found) == ["Ducats | 200"]


def test_bars_without_headings_are_no_table() -> None:
    assert taken(clauses("payola", "5 : A PAR - BUR | - PIC\n4 : A MAR H")) == [
        "5 : A PAR - BUR | - PIC",
        "4 : A MAR H",
    ]
