"""The settings that every game has."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from judge.core.errors import InputError
from judge.desk.cabinet.options import HOUSE, check, find
from judge.desk.cabinet.records import Game, Status
from judge.desk.words.names import known_game
from judge.games import variant
from tests.harness import MASTER
from tests.tables import cases

GUIDE = Path(__file__).resolve().parents[2] / "docs" / "masters-guide.md"


def test_the_masters_guide_tells_of_every_setting_that_all_games_have() -> None:
    rows = [line.strip("| ").split(" | ") for line in GUIDE.read_text("utf-8").split("\n") if line.startswith("| `")]
    info = variant("bourse").info
    settings = [find(info, row[0].strip("`")) for row in rows]
    assert settings == list(HOUSE)
    for row, one in zip(rows, settings, strict=True):
        assert row[2:] == [one.default or "empty", "no" if one.frozen else "yes", one.help], one.name
        if one.low is not None:
            assert row[1] == f"{one.low} to {one.high}", one.name
        if one.choices:
            assert row[1] == ", ".join(f"`{choice}`" for choice in one.choices), one.name


@pytest.mark.parametrize(
    ("name", "written", "kept"),
    [
        *(("grey", word, "yes") for word in ("yes", "ON", "true", "1", " Yes ")),
        *(("grey", word, "no") for word in ("no", "off", "FALSE", "0")),
        ("press", "Public", "public"),
        ("press_limit", "1", "1"),
        ("press_limit", "100000", "100000"),
        ("press_limit", "007", "7"),
        ("max-players", "2", "2"),
        ("seats", "", ""),  # no limit but the game's own
        ("schedule", "fri 18:00 europe/london", "FRI 18:00 Europe/London"),
        ("skip", "2026-12-25,2027-01-01", "2026-12-25, 2027-01-01"),
        ("skip", "", ""),
        ("list", "Results@List.Test", "results@list.test"),
        ("comment", "  a   line ", "a line"),
    ],
)
def test_a_setting_is_kept_in_one_form(name: str, written: str, kept: str) -> None:
    assert check(find(variant("bourse").info, name), written) == kept


@cases("name", "written", "hint")
def test_a_setting_that_cannot_be_says_what_it_may_be(name: str, written: str, hint: str) -> None:
    with pytest.raises(InputError) as refused:
        check(find(variant("bourse").info, name), written)
    assert refused.value.hint == hint


# ---- Names that are a slip away from what was meant ----------------------------------------------------------------


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
