"""HELP with the name of a setting that every game has."""

from __future__ import annotations

from pathlib import Path

import pytest

from judge.core.manual import MANUAL
from judge.desk.cabinet.options import HOUSE
from tests.desk.test_desk_joining import ANN, world
from tests.desk.worlds import GAME, small_game
from tests.tables import cases

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


def test_help_begins_with_what_its_reader_can_do_now(tmp_path: Path) -> None:
    judge = small_game(tmp_path)
    player, master = judge.orders(GAME, "Lupus", "HELP")[-1], judge.master(GAME, "HELP")[-1]
    assert f"You are Lupus in {GAME}, where S1901M (Spring 1901, movement) is open until" in player.flat
    assert "\n  SELL 300 CROWNS\n" in player.text and "MASTER" not in player.text
    assert f"For {GAME} you have, as its master: START, " in master.flat and "RESIGN" not in master.text
