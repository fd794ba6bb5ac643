"""Sentences and pieces."""

from __future__ import annotations

from judge.reading.clauses.split import pieces, sentences
from tests.reading.clauses.reading import said
from tests.tables import cases


@cases("text", "parts")
def test_sentences_end_at_stops(text: str, parts: list[str]) -> None:
    assert [one.text for one in sentences(said(text))] == parts


@cases("text")
def test_a_dot_inside_a_name_or_figure_ends_nothing(text: str) -> None:
    assert [one.text for one in sentences(said(text))] == [text]


def test_pieces_stand_between_commas_ands_and_slashes() -> None:
    found = pieces(said("S 300 Lira / B 300 Marks, then 1,000 crowns and pounds"))
    assert [one.text for one in found] == ["S 300 Lira", "B 300 Marks", "1,000 crowns", "pounds"]
