"""The last READY ends a phase: what its answer may still promise."""

from __future__ import annotations

from pathlib import Path

from tests.harness import Judge


def early(folder: Path) -> Judge:
    judge = Judge(folder)
    judge.new("b1", "bourse", early="yes")
    judge.join("b1", "Anna", "Bob")
    judge.start("b1")
    judge.tick()
    return judge


def test_the_answer_to_the_last_ready_promises_no_later_deadline(tmp_path: Path) -> None:
    judge = early(tmp_path)
    judge.orders("b1", "Bob", "SELL 10 LIRA\nREADY")
    sent = judge.orders("b1", "Anna", "SELL 100 CROWN\nREADY")
    answer = next(out for out in sent if out.subject.startswith("[OK] b1 S1901M Anna"))
    words = " ".join(answer.text.split())
    assert "CARRIED OUT in S1901M, version 1" in words and "S1901M is over, and this sheet with it" in words
    assert "Next F1901M, until" in words
    for promise in ("ON FILE", "Deadline", "at the deadline", "takes it back", "CLEAR empties", "If you send nothing"):
        assert promise not in words, promise


def test_a_ready_that_others_wait_behind_still_says_how_it_is_taken_back(tmp_path: Path) -> None:
    answer = early(tmp_path).orders("b1", "Bob", "SELL 10 LIRA\nREADY")[0]
    words = " ".join(answer.text.split())
    assert "You are READY." in words and "ON FILE for S1901M" in words and "Deadline" in words


def test_results_after_a_rollback_tell_what_changed_by_old_and_new_figure(tmp_path: Path) -> None:
    judge = early(tmp_path)
    judge.orders("b1", "Anna", "SELL 100 CROWN")
    judge.resolve("b1")
    judge.master("b1", "ROLLBACK S1901M a slip")
    judge.orders("b1", "Anna", "SELL 300 CROWN")
    sent = judge.master("b1", "PROCESS S1901M")
    results = next(out for out in sent if "WHAT CHANGED" in out.text)
    words = " ".join(results.text.partition("WHAT CHANGED")[2].split())
    assert "Crown: Sold was 100, is 300" in words and "New was 0.99, is 0.97" in words
    assert "\n  - Crown" not in results.text and "\n  + Crown" not in results.text
