"""What changes the sheet on file without writing it again."""

from __future__ import annotations

import pytest

from judge.parse import Kind
from tests.parse.clauses.reading import clauses, doubtful, taken

FILED = ("SELL 300 LIRA", "BUY 300 MARK")


@pytest.mark.parametrize(
    ("letter", "sheet"),
    [
        ("Add to my sheet: sell 200 Crowns.", [*FILED, "SELL 200 CROWN"]),
        ("Please add to my trades:\nsell 200 crowns\nbuy 200 pounds", [*FILED, "SELL 200 CROWN", "BUY 200 POUND"]),
        ("In addition to what is on file, buy 50 pounds", [*FILED, "BUY 50 POUND"]),
        ("Same as what's on file, plus sell 100 crowns", [*FILED, "SELL 100 CROWN"]),
        ("Same as I sent you before, but Francs instead of Marks.", ["SELL 300 LIRA", "BUY 300 FRANC"]),
        ("Same as before, but 200 lira", ["SELL 200 LIRA", "BUY 300 MARK"]),
        ("Replace Marks with Francs in my orders please", ["SELL 300 LIRA", "BUY 300 FRANC"]),
        ("Sorry, francs instead of marks!", ["SELL 300 LIRA", "BUY 300 FRANC"]),
        ("Make that 200 lira.", ["SELL 200 LIRA", "BUY 300 MARK"]),
        ("Please drop the sale of Lira; the other one stays.", ["BUY 300 MARK"]),
    ],
)
def test_the_lines_on_file_count_with_what_is_changed(letter: str, sheet: list[str]) -> None:
    found = clauses("bourse", letter, filed=FILED)
    assert taken(found) == sheet
    assert not doubtful(found)


@pytest.mark.parametrize(
    "letter",
    ["Same as before, but less.", "Drop the order for pounds.", "Same as on file, but 200.", "Change it please"],
)
def test_a_change_that_is_not_plain_files_nothing(letter: str) -> None:
    assert taken(clauses("bourse", letter, filed=FILED)) == []


def test_dropping_the_only_line_is_proposed_as_clear() -> None:
    (clause,) = clauses("bourse", "Drop the sale of lira", filed=["SELL 300 LIRA"])
    assert (clause.kind, clause.offer) == (Kind.DOUBTFUL, ("CLEAR",))


def test_with_nothing_on_file_an_addition_is_the_sheet_and_the_same_is_asked_about() -> None:
    assert taken(clauses("bourse", "Add to my sheet: sell 200 Crowns.")) == ["SELL 200 CROWN"]
    assert doubtful(clauses("bourse", "Same as before, but 200 lira"))


@pytest.mark.parametrize(
    "letter",
    ["On top of that I'd also like to unload 200 crowns.", "Also sell 200 crowns", "And also: 200 crowns to sell"],
)
def test_what_comes_to_the_sheet_on_file_leaves_the_other_lines_there(letter: str) -> None:
    found = clauses("bourse", letter, filed=FILED)
    assert (taken(found), doubtful(found)) == ([*FILED, "SELL 200 CROWN"], [])


def test_an_addition_to_orders_above_it_adds_to_these_alone() -> None:
    assert taken(clauses("bourse", "Sell 100 pounds. Also buy 50 marks.", filed=FILED)) == [
        "SELL 100 POUND",
        "BUY 50 MARK",
    ]


def test_talk_that_adds_something_files_nothing() -> None:
    assert taken(clauses("bourse", "I also like gardening.", filed=FILED)) == []
