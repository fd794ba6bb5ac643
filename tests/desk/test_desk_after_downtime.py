"""A judge that was down for a week sends one reminder, not seven, and counts what it sends."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

from tests.desk.worlds import GAME, small_game
from tests.harness import MASTER, Judge


def waiting(tmp_path: Path) -> Judge:
    """A Bourse whose autumn waits for its master's report."""
    judge = small_game(tmp_path)
    judge.resolve(GAME)
    judge.resolve(GAME)
    assert judge.game(GAME).locked
    return judge


def test_a_week_without_a_judge_brings_one_reminder_of_the_report_with_the_days(tmp_path: Path) -> None:
    judge = waiting(tmp_path)
    at = judge.deadline(GAME) + timedelta(days=9, hours=1)
    judge.clock.set(at)
    tally, _ = judge.app.once(at)
    (one,) = (out for out in judge.letters(MASTER) if "REMINDER" in out.text)
    assert "7 days ago" in one.text and tally.reminders == 1
    judge.tick(at + timedelta(hours=1))
    assert len([out for out in judge.letters(MASTER) if "REMINDER" in out.text]) == 1
    for day in range(1, 4):
        judge.tick(at + timedelta(days=day))
    told = [out.text for out in judge.letters(MASTER) if "REMINDER" in out.text]
    assert len(told) == 4 and "10 days ago" in told[-1]


def test_a_report_that_came_while_the_judge_was_down_stops_the_reminder(tmp_path: Path) -> None:
    judge = waiting(tmp_path)
    came = judge.deadline(GAME) + timedelta(days=3)
    hand = "RESULT F1901 CENTRES A 5 E 4 F 5 G 5 I 4 R 6 T 5"
    judge.post(MASTER, f"MASTER {GAME} gm-secret\n{hand}\nEND\nSIGNOFF", at=came)
    judge.tick(came + timedelta(days=5))
    assert judge.game(GAME).phase[1:5] == "1902"
    assert not [out for out in judge.letters(MASTER) if "REMINDER" in out.text]
