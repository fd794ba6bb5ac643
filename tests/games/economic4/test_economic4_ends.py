"""The master's END by mail, and his RESULT, which this board does not take."""

from __future__ import annotations

from pathlib import Path

import pytest

from judge.desk.cabinet.records import Status
from tests.harness import MASTER, Judge

GAME = "rich7"


@pytest.fixture
def judge(tmp_path: Path) -> Judge:
    return Judge(tmp_path).with_game(
        GAME, "economic4", "AUSTRIA", "ENGLAND", "FRANCE", "GERMANY", "ITALY", "RUSSIA", "TURKEY"
    )


@pytest.mark.parametrize("word", ["END DRAW", "END DRAW ITALY TURKEY", "END CONCEDED ITALY", "END ABANDONED"])
def test_the_masters_end_is_filed_and_ends_the_game_at_the_deadline(judge: Judge, word: str) -> None:
    (answer,) = judge.master(GAME, word)
    assert answer.to == MASTER and answer.subject.startswith("[OK]")
    assert "the game ends at the deadline" in " ".join(answer.text.split())
    judge.resolve(GAME)
    assert judge.game(GAME).status is Status.FINISHED


def test_a_victory_that_the_board_does_not_bear_out_is_refused(judge: Judge) -> None:
    (answer,) = judge.master(GAME, "END SOLO ITALY")
    assert answer.to == MASTER and answer.subject.startswith("[ERROR]")
