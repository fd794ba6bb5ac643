"""The settings that every game has."""

from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from judge.core.errors import InputError
from judge.core.manual import MANUAL
from judge.desk.cabinet.options import HOUSE, check, find
from judge.desk.cabinet.records import Game, Status
from judge.desk.words.names import known_game
from judge.games import variant
from tests.desk.test_desk_joining import ANN, world
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


@cases("name", "written", "kept")
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
SITTING: Any = SimpleNamespace(services=SimpleNamespace(files=SimpleNamespace(named=GAMES.get, games=GAMES.values)))


@cases("asked", "meant")
def test_who_names_no_game_is_told_of_the_one_that_was_probably_meant(asked: str, meant: str) -> None:
    with pytest.raises(InputError, match=f"There is no game called '{asked}' here") as refused:
        known_game(SITTING, asked, lambda near: f"JOIN {near}")
    assert refused.value.hint == (f"Did you mean {meant}?" if meant else "LIST shows the games.")
    assert refused.value.offer == (f"JOIN {meant}" if meant else "")


# ---- HELP with the name of a setting that every game has.


WORDS = {way for entry in MANUAL.values() for way in (entry.verb, *(one.split()[0] for one in entry.examples))}
ASKED = [option for option in HOUSE if option.name.upper() not in WORDS]


def test_help_explains_the_settings_that_every_game_has(tmp_path: Path) -> None:
    judge = world(tmp_path)
    assert {"robots", "press_limit", "reliable", "schedule"} <= {option.name for option in ASKED}
    for start in range(0, len(ASKED), 4):
        asked = ASKED[start : start + 4]
        judge.clock.set(judge.after(days=1))
        (letter,) = judge.say(ANN, "\n".join(f"HELP {option.name}" for option in asked))
        for option in asked:
            assert f"SET {option.name} " in letter.flat and option.help in letter.flat, option.name
        assert "There is no help" not in letter.flat


@pytest.mark.parametrize("asked", ["stand-in", "press-limit", "seats"])
def test_help_knows_a_setting_by_the_ways_it_is_written(tmp_path: Path, asked: str) -> None:
    (letter,) = world(tmp_path).say(ANN, f"HELP {asked}")
    assert "A setting, " in letter.flat


@cases("name", "example")
def test_the_example_of_a_setting_has_its_default_its_least_or_something_like_it(
    tmp_path: Path, name: str, example: str
) -> None:
    (letter,) = world(tmp_path).say(ANN, f"HELP {name}")
    assert example in letter.flat
