"""What a corrected letter tells otherwise: facts with the old figure and the new."""

from __future__ import annotations

from judge.render import marks
from judge.render.changes import changes


def prices(lira: int, new: str, *more: list[object]) -> str:
    rows = [["Crown", "1.00", 100, "0.99"], ["Lira", "1.00", lira, new], *more]
    return "PRICES after S1901M\n" + marks.table(rows, "lrrr", ["Currency", "Old", "Sold", "New"])


def test_a_changed_figure_is_told_with_what_it_was_and_what_it_is():
    assert changes(prices(300, "0.97"), prices(200, "0.98")) == [
        "PRICES after S1901M: Lira: Sold 200 instead of 300; New 0.98 instead of 0.97"
    ]


def test_rows_that_came_and_went_are_told_as_such():
    more = ["Mark", "1.00", 5, "1.00"]
    assert changes(prices(1, "1.00"), prices(1, "1.00", more)) == ["PRICES after S1901M: Mark: new is 1.00 5 1.00"]
    assert changes(prices(1, "1.00", more), prices(1, "1.00")) == ["PRICES after S1901M: Mark: no longer 1.00 5 1.00"]


def test_rows_below_one_name_are_told_apart_by_their_words():
    def trades(crowns: int) -> str:
        rows = [["Anna", "sold", crowns, "Crowns"], ["", "bought", 7, "Marks"]]
        return "TRADES\n" + marks.table(rows, "llrl", ["Player", "", "Units", ""])

    assert changes(trades(100), trades(300)) == ["TRADES: Anna: Units 300 instead of 100"]


def test_a_line_stands_beside_the_one_that_took_its_place():
    before = "Movement results\n" + marks.wrap("England: Fleet London -> North Sea.", 2)
    after = "Movement results\n" + marks.wrap("England: Fleet London, HOLD.", 2)
    assert changes(before, after) == ["Was: England: Fleet London -> North Sea. Is: England: Fleet London, HOLD."]


def test_lines_about_other_things_are_not_made_one():
    before, after = marks.wrap("Nobody was silent.", 2), marks.wrap("Tunis has gone from Italy to France in 1901.", 2)
    assert changes(before, after) == [
        "No longer: Nobody was silent.",
        "New: Tunis has gone from Italy to France in 1901.",
    ]


def test_a_row_whose_words_changed_is_the_same_row_where_its_name_has_but_one():
    def standings(worth: str, lent: str) -> str:
        rows = [["1", "Ursa", "$10,000", "SWI", ""], ["2", "Lupus", worth, "MUN", lent]]
        return "TS STANDINGS\n" + marks.table(rows, "rlrll", ["", "Player", "Worth", "In", "Lent"])

    assert changes(standings("$9897", "Ger 3 x 3203"), standings("$9896", "Ger 4 x 2402")) == [
        "TS STANDINGS: Lupus: Worth $9896 instead of $9897; Lent Ger 4 x 2402 instead of Ger 3 x 3203"
    ]


LONG = "THE END OF IT\n\n  One line.\n\n  Two lines.\n\n  Three lines.\n\n  Four lines.\n\n  Five lines.\n"


def test_a_long_section_that_came_or_went_is_told_by_its_heading() -> None:
    before = "THE VOTE\n\n  Anna leads.\n"
    after = f"THE VOTE\n\n  Bob leads.\n\n{LONG}"
    assert changes(before, after) == ["Was: Anna leads. Is: Bob leads.", "New: THE END OF IT, below."]
    assert changes(after, before)[1:] == ["No longer: THE END OF IT."]
