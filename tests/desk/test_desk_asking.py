"""How many players must agree to what one of them asks for."""

from __future__ import annotations

import pytest

from judge.desk.words.clock import SHARES


@pytest.mark.parametrize(
    ("share", "needed"),
    [
        ("half", [1, 2, 2, 3, 3, 4, 4]),  # more than half
        ("two_thirds", [1, 2, 2, 3, 4, 4, 5]),  # two thirds at least
        ("all", [1, 2, 3, 4, 5, 6, 7]),
    ],
)
def test_of_one_to_seven_players_so_many_must_agree(share: str, needed: list[int]) -> None:
    assert [SHARES[share](players) for players in range(1, 8)] == needed
