"""A deadline that its master sets takes a reason, as a longer one does."""

from __future__ import annotations

from pathlib import Path

from tests.desk.worlds import GAME, small_game
from tests.harness import address_of
from tests.tables import cases


@cases("said", "reason")
def test_everybody_reads_why_a_deadline_was_set(tmp_path: Path, said: str, reason: str) -> None:
    judge = small_game(tmp_path)
    sent = judge.master(GAME, said)
    assert judge.deadline(GAME).isoformat() == "2026-01-09T20:00:00+00:00"
    (told,) = (out for out in sent if out.to == address_of("Lupus"))
    assert reason in told.flat


def test_a_deadline_that_cannot_be_read_is_refused_whatever_stands_behind_it(tmp_path: Path) -> None:
    judge = small_game(tmp_path)
    before = judge.deadline(GAME)
    judge.master(GAME, "DEADLINE whenever you like it")
    assert judge.deadline(GAME) == before
