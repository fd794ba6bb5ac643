"""Whoever makes, starts or joins a game is told what it needs, of whom and when, and what wins."""

from __future__ import annotations

from pathlib import Path

import pytest

from judge.desk.news.publish import needed
from tests.conformance.matrix import GAMES, SMALL_TABLE, boards
from tests.conformance.test_conformance_games import seats_of
from tests.harness import MASTER, Judge, address_of

WINS = {
    "bourse": "the most credits win",
    "capitalist": "the most points win",
    "diplomacy": "18 supply centres after an autumn wins alone",
    "economic4": "80 points of income after an autumn win alone",
    "exchange": "A company with 18 centres wins alone",
    "payola": "18 supply centres after an autumn win",
    "troubleshooter": "The Troubleshooter with the most dollars wins",
}


def started(tmp_path: Path, slug: str, **settings: str) -> Judge:
    judge, variant = Judge(tmp_path), GAMES[slug]
    judge.new("lira7", slug, **{**SMALL_TABLE.get(slug, {}), **settings})
    judge.join("lira7", *seats_of(variant, settings.get("board", boards(variant)[0]), "least"))
    judge.start("lira7")
    judge.tick()
    return judge


@pytest.mark.parametrize("slug", sorted(GAMES))
def test_the_start_of_a_real_game_says_what_wins(tmp_path: Path, slug: str) -> None:
    judge = started(tmp_path, slug)
    for out in judge.letters(subject="start"):
        assert WINS[slug] in " ".join(out.text.split()), out.to


@pytest.mark.parametrize("slug", ["bourse", "troubleshooter"])
def test_a_reported_board_is_named_from_the_first_letter_on(tmp_path: Path, slug: str) -> None:
    judge = Judge(tmp_path)
    (made,) = judge.say("keeper@example.test", f"CREATE lira7 {slug} board=reported")[:1]
    told = " ".join(made.text.split())
    assert "you report it: RESULT" in told and "SET board hosted" in told
    judge = started(tmp_path / "second", slug)
    assert all("the master reports it: RESULT" in " ".join(o.text.split()) for o in judge.letters(subject="start"))


def test_the_answer_to_start_says_what_is_needed_of_the_master(tmp_path: Path) -> None:
    judge = Judge(tmp_path)
    judge.new("lira7", "bourse")
    judge.join("lira7", "Lupus", "Ursa")
    (answer,) = (out for out in judge.master("lira7", "START") if out.subject.startswith("[OK]") and out.to == MASTER)
    assert "you report it: RESULT F1901" in " ".join(answer.text.split())


def test_a_board_with_robots_needs_nobody_and_its_seasons_pass(tmp_path: Path) -> None:
    judge = Judge(tmp_path)
    judge.new("lira7", "bourse", board="hosted", robots="2")
    judge.join("lira7", "Lupus", "Ursa")
    assert "robots play what nobody plays" in needed(judge.office, judge.game("lira7"), True)[-1]
    judge.start("lira7")
    judge.tick()
    assert "robots play what nobody plays" in " ".join(judge.letters(address_of("Lupus"))[-1].text.split())
    for _ in range(4):
        judge.resolve("lira7")
    assert judge.game("lira7").phase > "S1901R" and judge.game("lira7").phase[1:5] == "1902"
