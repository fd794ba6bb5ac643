"""Words that change what is on file, in games that are not open for it, and whose answer goes where."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.desk.worlds import GAME, filed, small_game
from tests.harness import Judge, address_of

ORDERS = "SELL 300 LIRA\nBUY 300 MARKS"


@pytest.mark.parametrize("word", ["CLEAR", "CLEAR TRADES", "UNDO", "CLEAR\nUNDO", "READY", "STATUS\nCLEAR"])
def test_a_word_on_the_sheet_of_a_game_that_has_not_started_is_refused_and_harms_nothing(
    tmp_path: Path, word: str
) -> None:
    judge = small_game(tmp_path, start=False, early="yes")
    (answer,) = judge.orders(GAME, "Lupus", word)
    assert answer.to == address_of("Lupus") and "has not started" in answer.text
    judge.start(GAME)
    judge.tick()
    assert judge.orders(GAME, "Lupus", ORDERS)[0].subject.startswith("[OK]")


@pytest.mark.parametrize("word", ["CLEAR", "UNDO"])
def test_a_paused_game_keeps_its_sheets(tmp_path: Path, word: str) -> None:
    judge = small_game(tmp_path)
    judge.orders(GAME, "Lupus", ORDERS)
    before = filed(judge, "Lupus")
    judge.master(GAME, "PAUSE")
    (answer,) = judge.orders(GAME, "Lupus", word)
    assert answer.subject.startswith("[ERROR]") and "is paused" in answer.text
    assert filed(judge, "Lupus") == before


def awaiting(folder: Path) -> Judge:
    """The deadline of autumn is over, and the report is awaited; Lupus changed his sheet once."""
    judge = small_game(folder)
    judge.resolve(GAME)
    judge.tick(judge.after(hours=1))
    judge.orders(GAME, "Lupus", ORDERS)
    judge.orders(GAME, "Lupus", "SELL 200 LIRA\nBUY 50 MARKS")
    judge.resolve(GAME)
    assert judge.game(GAME).locked and filed(judge, "Lupus")
    return judge


@pytest.mark.parametrize("word", ["CLEAR", "UNDO", "CLEAR TRADES"])
def test_nobody_changes_a_sheet_after_the_deadline_while_the_report_is_awaited(tmp_path: Path, word: str) -> None:
    judge = awaiting(tmp_path)
    before = filed(judge, "Lupus")
    judge.clock.set(judge.after(hours=2))
    (answer,) = judge.orders(GAME, "Lupus", word)
    assert answer.subject.startswith("[ERROR]") and "awaited" in answer.text
    assert filed(judge, "Lupus") == before


def test_a_sheet_for_the_phase_after_it_may_still_be_cleared_then(tmp_path: Path) -> None:
    judge = awaiting(tmp_path)
    judge.clock.set(judge.after(hours=2))
    judge.orders(GAME, "Lupus", f"FOR S1902M:\n{ORDERS}")
    assert filed(judge, "Lupus", "S1902M")
    judge.orders(GAME, "Lupus", "FOR S1902M:\nCLEAR")
    assert not filed(judge, "Lupus", "S1902M")


@pytest.mark.parametrize("word", ["CLEAR", "UNDO"])
def test_an_answer_to_a_letter_of_an_earlier_phase_does_not_touch_the_new_sheet(tmp_path: Path, word: str) -> None:
    judge = small_game(tmp_path)
    (old,) = judge.orders(GAME, "Lupus", ORDERS)
    judge.resolve(GAME)
    judge.tick(judge.after(hours=1))
    judge.orders(GAME, "Lupus", ORDERS)
    before = filed(judge, "Lupus")
    (answer,) = judge.reply(old, word)
    assert answer.subject.startswith("[ERROR]")
    assert filed(judge, "Lupus") == before
