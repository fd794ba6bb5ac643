"""Orders to units by the things they name, in any wording and any order of words."""

from __future__ import annotations

import pytest

from tests.reading.sense.positions import opening, read


@pytest.mark.parametrize(
    ("power", "letter"),
    [("France", "England wants Brest to go to Picardy.")],
)
def test_talk_plans_conditions_and_others_doings_are_never_taken(power: str, letter: str) -> None:
    assert read("diplomacy", letter, opening(power))[0] == []
