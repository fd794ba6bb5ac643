"""How many players must agree to what one of them asks for."""

from __future__ import annotations

from judge.desk.words.clock import SHARES
from tests.tables import cases


@cases("share", "needed")
def test_of_one_to_seven_players_so_many_must_agree(share: str, needed: list[int]) -> None:
    assert [SHARES[share](players) for players in range(1, 8)] == needed
