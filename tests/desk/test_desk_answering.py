"""What the answer to a letter says, decided without a template."""

from __future__ import annotations

import pytest

from judge.desk.counter.answering import (
    AGAIN,
    STATES,
    Outcome,
    Table,
    problems_of,
    to_master,
    to_player,
    to_sender,
)
from judge.desk.sheets.shown import SheetView
from judge.desk.writing.machine import AnswerTold, OrderTold

OPEN = Table("lira7", "S1903M", "active")
ORDER = OrderTold("SELL 9 LIRA", "Only 5 will be sold. (M-4) Lost.")
SHEET = SheetView("S1903M", 4, lines=(ORDER,), whole=("Trades",))


def said(level: str, text: str, line: int = 0, echo: str = "") -> AnswerTold:
    return AnswerTold(level, text, line, echo)  # type: ignore[arg-type]


def test_an_order_that_stands_on_the_sheet_is_not_said_again() -> None:
    answers = (
        said("ok", "SELL 9 LIRA"),
        said("warning", "SELL 9 LIRA - Only 5 will be sold. (M-4)"),
        said("warning", "Lost."),
    )
    assert to_player(Outcome("OK", "Lupus", answers, sheets=(SHEET,)), OPEN).remarks == ()


def test_errors_stand_among_the_problems_and_other_words_among_the_remarks() -> None:
    answers = (
        said("error", "SELL 9 LIRA"),
        said("ok", "Your press went out."),
        said("warning", "SELL 8 LIRA - No."),
        said("check", "'Makrs' was read as MARK."),
    )
    answer = to_player(Outcome("PARTIAL", "Lupus", answers, errors=1, sheets=(SHEET,)), OPEN)
    assert answer.remarks == ("Your press went out.", "WARNING: SELL 8 LIRA - No.")
    assert [problem.texts for problem in answer.problems] == [("SELL 9 LIRA",)]
    assert answer.looks == ("'Makrs' was read as MARK.",)


def test_a_sheet_for_later_says_its_lines_by_itself() -> None:
    later = SheetView("F1904M", 1, later=True, lines=(OrderTold("NO TRADE", ""),))
    done = Outcome("OK", "Lupus", (said("ok", "NO TRADE - kept for F1904M"),), sheets=(later,))
    assert to_player(done, OPEN).remarks == ()


def test_problems_of_one_line_stand_together_and_the_line_is_shown_once() -> None:
    answers = [said("error", "Why one.", 3, "sell x"), said("error", "Why two.", 3, "sell x"), said("ok", "y", 3)]
    answers += [said("error", "No line.")]
    answers += [said("error", "Bad.\n    BYE 3\n    ^", 4, "bye  3"), said("error", "Why not.", 1, "x")]
    found = [(one.line, one.echo, len(one.texts)) for one in problems_of(answers)]
    assert found == [(1, "x", 1), (3, "sell x", 2), (4, "", 1), (0, "", 1)]


@pytest.mark.parametrize(
    ("sheet", "heading"),
    [
        (SHEET, "ON FILE for S1903M, version 4"),
        (SheetView("S1903M", 4, replaces=3, ready=True), "ON FILE for S1903M, version 4 (replaces version 3) - READY"),
        (SheetView("S1903M", 0), "ON FILE for S1903M: nothing yet"),
        (SheetView("S1903M", 2, tried=True), "TRIED for S1903M, NOT ON FILE (on file stays version 2)"),
        (SheetView("S1903M", 0, tried=True), "TRIED for S1903M, NOT ON FILE"),
        (SheetView("*", 1, later=True), "ON FILE for every phase without orders, version 1"),
        (SheetView("F1903M", 1, later=True, tried=True), "TRIED, NOT ON FILE for F1903M"),
    ],
)
def test_each_sheet_says_what_it_is_and_whether_it_is_on_file(sheet: SheetView, heading: str) -> None:
    assert to_player(Outcome("OK", "Lupus", sheets=(sheet,)), OPEN).sheets[0].heading == heading


def test_a_sheet_whose_phase_ended_with_the_letter_was_carried_out_and_waits_for_nothing() -> None:
    after = Table("lira7", "F1903M", "active")
    answer = to_player(Outcome("OK", "Lupus", sheets=(SHEET,)), after)
    assert answer.sheets[0].heading == "CARRIED OUT in S1903M, version 4" and answer.clock == "next"
    assert answer.closing[0].endswith("What you send now is for F1903M.")


@pytest.mark.parametrize("status", sorted(STATES))
def test_a_game_that_does_not_run_says_so_and_promises_no_deadline(status: str) -> None:
    answer = to_player(Outcome("NOTED", "Lupus", sheets=(SHEET,)), Table("lira7", "S1903M", status))
    assert (answer.clock, answer.state, answer.closing) == ("", STATES[status], (AGAIN,))


def test_a_phase_that_awaits_its_report_promises_no_deadline() -> None:
    locked = Table("lira7", "S1903M", "active", locked=True)
    done = Outcome("OK", "Lupus", sheets=(SHEET,))
    assert to_player(done, locked).state.endswith("the master's report is awaited.")
    assert "RESULT S1903" in to_master(done, locked).state and not to_master(done, locked).clock


def test_what_can_be_changed_one_by_one_and_what_is_sent_whole_is_told_apart() -> None:
    mixed = SheetView("S1903M", 1, lines=(ORDER,), amend=True, whole=("Bids", "Cap"))
    closing = to_player(Outcome("OK", "Lupus", sheets=(mixed,)), OPEN).closing
    assert closing[1] == "To change an order, reply with it; under Bids and Cap, with all."


def test_a_verdict_that_asks_says_what_yes_does_only_where_something_is_proposed() -> None:
    asked = Outcome("ASK", "Lupus")
    proposed = Outcome("ASK", "Lupus", proposal=("SELL 300 LIRA",))
    assert to_player(asked, OPEN).opening == ("ASK - nothing of your letter was filed. Please say what you mean.",)
    for answer in (to_player(proposed, OPEN), to_master(proposed, OPEN)):
        assert answer.opening[0].endswith("answer YES if that is what you mean.")


def test_somebody_whose_sign_on_was_refused_is_not_told_to_reply() -> None:
    done = Outcome("ERROR", answers=(said("error", "No."),), errors=1)
    assert to_sender(done, "judge@example.org", refused=True).closing == (
        "To write again, send a whole new letter to judge@example.org.",
    )
    assert to_sender(done, "judge@example.org", refused=False).closing == (AGAIN,)


@pytest.mark.parametrize(("version", "lines", "told"), [(1, (), False), (2, (), True), (1, (ORDER,), True)])
def test_undo_is_told_of_where_there_is_something_to_take_back(
    version: int, lines: tuple[OrderTold, ...], told: bool
) -> None:
    closing = to_player(Outcome("OK", "Lupus", sheets=(SheetView("S1903M", version, lines=lines),)), OPEN).closing
    assert ("UNDO" in " ".join(closing)) is told
