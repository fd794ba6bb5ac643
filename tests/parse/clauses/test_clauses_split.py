"""Sentences and pieces."""

from __future__ import annotations

import pytest

from judge.parse.clauses.split import pieces, sentences
from tests.parse.clauses.reading import said


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("Sell 300 lira. Buy 300 marks.", ["Sell 300 lira.", "Buy 300 marks."]),
        ("f lon-nth. f edi-nwg.", ["f lon-nth.", "f edi-nwg."]),
        ("Into the Channel please!! Fleet Edinburgh north.", ["Into the Channel please!!", "Fleet Edinburgh north."]),
        ("I have had a look, so please sell", ["I have had a look,", "so please sell"]),
    ],
)
def test_sentences_end_at_stops(text: str, parts: list[str]) -> None:
    assert [one.text for one in sentences(said(text))] == parts


@pytest.mark.parametrize(
    "text",
    [
        "Sell 1.000 lira",
        "F St. Petersburg - Bothnia",
        "Ask Mr. Smith",
        "The T.S. sets out",
        "100 Fr. and 100 Mk.",
        "4 ! A VEN",
    ],
)
def test_a_dot_inside_a_name_or_figure_ends_nothing(text: str) -> None:
    assert [one.text for one in sentences(said(text))] == [text]


def test_pieces_stand_between_commas_ands_and_slashes() -> None:
    found = pieces(said("S 300 Lira / B 300 Marks, then 1,000 crowns and pounds"))
    assert [one.text for one in found] == ["S 300 Lira", "B 300 Marks", "1,000 crowns", "pounds"]
