"""Names that are a slip away from what was meant."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from judge.core.errors import InputError
from judge.desk.cabinet.records import Game, Status
from judge.desk.words.names import known_game
from tests.harness import MASTER


def game(key: str, variant: str, *, forming: bool = True, open_: str = "yes") -> Game:
    made = Game(key, variant, 1, MASTER, "", "2026-01-01", house={"open": open_})
    return made if forming else replace(made, status=Status.ACTIVE)


GAMES = {
    one.key: one
    for one in (
        game("lira7", "bourse"),
        game("lira4", "bourse", forming=False),
        game("trouble9", "troubleshooter"),
        game("war1", "diplomacy"),
        game("war22", "diplomacy", forming=False),
        game("mark1", "bourse", open_="no"),
    )
}
SITTING: Any = SimpleNamespace(services=SimpleNamespace(files=SimpleNamespace(game=GAMES.get, games=GAMES.values)))


@pytest.mark.parametrize(
    ("asked", "meant"),
    [
        ("lira6", "lira7"),  # both are near, and one of them is forming
        ("lira44", "lira4"),
        ("lir", ""),
        ("tro", "trouble9"),  # it begins so
        ("wa", ""),
        ("war", "war1"),
        ("diplomacy", "war1"),  # the one of its kind that is forming
        ("Troubleshooter", "trouble9"),
        ("mark2", ""),  # a closed game is nobody's to guess
    ],
)
def test_who_names_no_game_is_told_of_the_one_that_was_probably_meant(asked: str, meant: str) -> None:
    with pytest.raises(InputError, match=f"There is no game called '{asked}' here") as refused:
        known_game(SITTING, asked, lambda near: f"JOIN {near}")
    assert refused.value.hint == (f"Did you mean {meant}?" if meant else "LIST shows the games.")
    assert refused.value.offer == (f"JOIN {meant}" if meant else "")
