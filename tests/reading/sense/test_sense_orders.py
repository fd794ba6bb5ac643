"""A sentence is cut into orders to units in the way with the most signs for it, whatever its words and their order."""

from __future__ import annotations

import pytest

from tests.reading.sense.positions import opening, read


@pytest.mark.parametrize(
    ("power", "sentence", "lines"),
    [
        ("France", "Into Burgundy with the army from Paris", ["A PAR - BUR"]),
        ("France", "Spain for Marseilles, Burgundy for Paris", ["A MAR - SPA", "A PAR - BUR"]),
        ("France", "With the help of Paris, Marseilles goes to Burgundy", ["A MAR - BUR", "A PAR S A MAR - BUR"]),
        ("France", "Paris backs Marseilles, which goes to Burgundy", ["A MAR - BUR", "A PAR S A MAR - BUR"]),
        ("France", "Paris and Marseilles both go to Burgundy", ["A MAR - BUR", "A PAR - BUR"]),
        ("England", "The two fleets, London and Edinburgh, hold", ["F EDI H", "F LON H"]),
        ("England", "Edinburgh supports, London to the North Sea", ["F EDI S F LON - NTH", "F LON - NTH"]),
        ("England", "I want my London fleet in the Channel", ["F LON - ENG"]),
        ("Germany", "Berlin und München halten, Kiel nach Dänemark", ["A BER H", "A MUN H", "F KIE - DEN"]),
    ],
)
def test_the_way_with_the_most_signs_is_taken(power: str, sentence: str, lines: list[str]) -> None:
    assert sorted(read("diplomacy", sentence, opening(power))[0]) == lines


@pytest.mark.parametrize(
    ("power", "sentence"),
    [
        ("France", "Paris, army Brest"),
        ("France", "Paris is lovely in spring, Burgundy less so, and Marseilles smells of fish"),
        ("France", "Paris and Brest both support Marseilles to Burgundy"),
        ("France", "army Paris and Brest"),
        ("England", "All but Edinburgh hold"),
    ],
)
def test_a_sentence_in_which_no_way_is_ahead_orders_nothing(power: str, sentence: str) -> None:
    assert read("diplomacy", sentence, opening(power))[0] == []
