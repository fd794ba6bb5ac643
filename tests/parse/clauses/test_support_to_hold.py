"""Support to hold, a retreat off the board, and labels in front of an order, as people and other judges write them."""

from __future__ import annotations

import pytest

from judge.parse import Kind
from tests.parse.clauses.reading import clauses, taken


@pytest.mark.parametrize(
    ("written", "lines"),
    [
        ("A Par supports Mar to hold", ["A PAR S MAR"]),
        ("A Par supports Mar to hold\nA Mar - Bur", ["A PAR S MAR", "A MAR - BUR"]),
        ("The army at Paris support hold to Marseilles.", ["A PAR S MAR"]),
        ("A Par SH Mar", ["A PAR S MAR"]),
        ("A Par SH A Mar", ["A PAR S A MAR"]),
        ("A Par S A Mar in place", ["A PAR S A MAR"]),
        ("A Par S Mar (hold)", ["A PAR S MAR"]),
        ("A Par R OTB", ["A PAR D"]),
        ("A Par retreats off the board", ["A PAR D"]),
        ("F: Bre - MAO", ["F BRE - MAO"]),
        ("A: Par - Bur", ["A PAR - BUR"]),
        ("Fra: A Par - Bur", ["A PAR - BUR"]),
        ("F nwg sea - Nwy", ["F NWG - NWY"]),
    ],
)
def test_a_line_of_support_retreat_or_label_is_read_as_people_write_it(written: str, lines: list[str]) -> None:
    found = clauses("diplomacy", written)
    assert taken(found) == lines
    assert {one.kind for one in found} == {Kind.ORDER}


@pytest.mark.parametrize("written", ["A Par S A Mar to hold off Italy", "A Mar in place of A Par to Bur"])
def test_words_that_only_begin_like_a_hold_are_asked_about(written: str) -> None:
    assert taken(clauses("diplomacy", written)) == []
