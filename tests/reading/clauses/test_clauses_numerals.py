"""Numerals in words."""

from __future__ import annotations

import pytest

from judge.reading.clauses.numerals import figures
from tests.reading.clauses.reading import said
from tests.tables import rows


@pytest.mark.parametrize(
    ("words", "number"),
    rows(__file__, "numerals_become_figures"),
)
def test_numerals_become_figures(words: str, number: str) -> None:
    assert figures(said(words)).text == number
