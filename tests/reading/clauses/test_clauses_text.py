"""Text: a string that knows where each of its characters came from."""

from __future__ import annotations

import re

from judge.post import Line
from judge.reading.text import Text
from tests.reading.clauses.reading import said


def test_a_part_of_a_text_knows_its_line_and_column() -> None:
    assert said("SELL 300 LIRA", 4).cut(5).column(0) == (4, 5)


def test_a_caret_may_point_behind_the_last_character() -> None:
    assert said("SELL", 2).column(4) == (2, 4)


def test_a_replaced_part_stands_where_the_old_one_began() -> None:
    text = said("get rid of 300 lira").sub(re.compile("get rid of"), "SELL")
    assert text.text == "SELL 300 lira"
    assert text.column(0) == (1, 0)
    assert text.column(5) == (1, 11)


def test_joined_lines_keep_both_numbers() -> None:
    text = Text.joined((said("BUY 500", 1), said("Francs.", 2)))
    assert text.text == "BUY 500 Francs."
    assert text.lines == (1, 2)
    assert text.column(8) == (2, 0)


def test_what_was_written_is_found_again_around_a_rewritten_part() -> None:
    written = Text.of(Line(1, "Please get rid of 300 lira, thanks"))
    part = written.cut(7, 26).sub(re.compile("get rid of"), "sell")
    assert written.around(part).text == "get rid of 300 lira"
