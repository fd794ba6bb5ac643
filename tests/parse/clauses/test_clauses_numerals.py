"""Numerals in words."""

from __future__ import annotations

import pytest

from judge.parse.clauses.numerals import figures
from tests.parse.clauses.reading import said


@pytest.mark.parametrize(
    ("words", "number"),
    [
        ("sell three hundred lira", "sell 300 lira"),
        ("one hundred and twenty on Russia", "120 on Russia"),
        ("twenty-five of them", "25 of them"),
        ("twenty nine marks", "29 marks"),
        ("ninety-nine marks", "99 marks"),
        ("two fifty", "two fifty"),
        ("twenty ten", "twenty ten"),
        ("five thousand two thousand", "five thousand two thousand"),
        ("two hundred three hundred", "two hundred three hundred"),
        ("twelve hundred", "1200"),
        ("three hundred thousand", "300000"),
        ("hundred and one", "101"),
        ("a thousand marks", "1000 marks"),
        ("two thousand five hundred", "2500"),
        ("sell 1k lira", "sell 1000 lira"),
        ("sell 200 (two hundred) lira", "sell 200 lira"),
        ("the one in Brest", "the one in Brest"),
        ("1,500 marks", "1,500 marks"),
    ],
)
def test_numerals_become_figures(words: str, number: str) -> None:
    assert figures(said(words)).text == number
