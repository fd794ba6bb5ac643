"""Whoever makes, starts or joins a game is told what it needs, of whom and when, and what wins."""

from __future__ import annotations

from pathlib import Path

from judge.desk.news.publish import needed
from tests.harness import Judge, address_of


def test_a_board_with_robots_needs_nobody_and_its_seasons_pass(tmp_path: Path) -> None:
    judge = Judge(tmp_path)
    judge.new("lira7", "bourse", board="hosted", robots="2")
    judge.join("lira7", "Lupus", "Ursa")
    assert "robots play what nobody plays" in needed(judge.services, judge.game("lira7"), True)[-1]
    judge.start("lira7")
    judge.tick()
    assert "robots play what nobody plays" in judge.letters(address_of("Lupus"))[-1].flat
    for _ in range(4):
        judge.resolve("lira7")
    assert judge.game("lira7").phase > "S1901R" and judge.game("lira7").phase[1:5] == "1902"
