"""Whole games of robots alone, by ordinary letters: each comes to its end, no order of theirs is refused, the books
balance at every deadline, and everything can be computed again. For `make soak`: test_robots.py plays a few phases of
each game always."""

from __future__ import annotations

import logging
import os
from pathlib import Path

import pytest

from judge.desk.cabinet.records import Status
from judge.extras.robots.plays import play
from judge.games import variants
from tests.harness import Judge

SOAK = os.environ.get("JUDGE_SOAK") == "1"
GAMES = sorted(slug for slug in variants() if variants()[slug].info.stage != "draft")
PHASES = 400
LAST = "F1906M"


@pytest.mark.soak
@pytest.mark.skipif(not SOAK, reason="whole games: make soak")
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("slug", GAMES)
def test_robots_alone_play_a_game_to_its_end(
    slug: str, seed: int, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    known = play(slug)
    assert known is not None
    judge = Judge(tmp_path, seed=f"soak {seed}", html=False)
    seats = int(known.PRACTICE["robots"]) + 1  # one more for the person
    judge.new("soak1", slug, **{**known.PRACTICE, "robots": str(seats), "early": "yes"})
    with caplog.at_level(logging.WARNING, logger="judge.extras.robots.table"):
        judge.start("soak1")
        for _ in range(PHASES):
            judge.tick(judge.after(minutes=1))
            game = judge.game("soak1")
            if game.status is not Status.ACTIVE:
                break
            if known.ENDING and game.phase == LAST:
                judge.master("soak1", known.ENDING)
    assert game.status is Status.FINISHED, (game.status, game.phase, game.reason)
    assert [record.getMessage() for record in caplog.records] == []
    assert judge.differences() == []
    assert not judge.services.journal.broken_links("soak1")
