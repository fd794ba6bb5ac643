"""What the commands show of games that have not begun, beside those that have."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from judge.cli import view
from judge.games import slugs
from tests.harness import Judge

GAME = "game7"


def forming(folder: Path, slug: str) -> Judge:
    judge = Judge(folder)
    judge.new(GAME, slug)
    return judge


@pytest.mark.parametrize("slug", slugs())
def test_a_game_that_is_still_forming_is_shown_without_a_standing(tmp_path: Path, slug: str) -> None:
    judge = forming(tmp_path, slug)
    game = judge.game(GAME)
    shown = view.show_lines(judge.services, game)
    assert shown == f"{GAME} ({slug}), forming\nSeats (* has orders on file): none yet"
    assert json.loads(json.dumps(view.show(judge.services, game)))["phase"] == ""


def test_a_seat_of_a_game_that_is_still_forming_has_nothing_to_show_yet(tmp_path: Path) -> None:
    judge = forming(tmp_path, "bourse")
    judge.join(GAME, "Lupus")
    shown = view.show(judge.services, judge.game(GAME), "Lupus")
    assert shown["private"] == {}
    assert view.show_lines(judge.services, judge.game(GAME), "Lupus").endswith("on file): Lupus")


@pytest.mark.parametrize("slug", ["diplomacy", "payola"])
def test_what_is_shown_of_the_years_of_a_board_is_json(tmp_path: Path, slug: str) -> None:
    judge = Judge(tmp_path)
    judge.new(GAME, slug)
    judge.join(GAME, "AUSTRIA", "ENGLAND", "FRANCE", "GERMANY", "ITALY", "RUSSIA", "TURKEY")
    judge.start(GAME)
    shown = json.loads(json.dumps(view.show(judge.services, judge.game(GAME))))
    assert [year["year"] for year in shown["history"]] == [1900]
