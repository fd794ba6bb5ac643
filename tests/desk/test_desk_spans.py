"""Which phase a letter counts for after everything that opens and closes phases out of turn."""

from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from judge.core.errors import AuditError
from judge.desk.cabinet.records import CLOCK, FORGOTTEN, Game, Span
from judge.desk.phases import computing
from tests.desk.worlds import GAME, LUPUS, REPORT, current, events, filed, seat_letter, small_game
from tests.harness import MASTER, MASTER_PASSWORD, START, Judge, Out
from tests.tables import cases

ORDER = "SELL 100 LIRA\nBUY 100 MARKS"
DAILY = "MON,TUE,WED,THU,FRI,SAT,SUN 18:00 Europe/London"


def masters_letter(text: str) -> str:
    return f"MASTER {GAME} {MASTER_PASSWORD}\n{text}\nSIGNOFF"


def answer(letters: list[Out], to: str = LUPUS) -> Out:
    return next(out for out in letters if out.to == to and out.subject.startswith("["))


def hour_later(judge: Judge) -> None:
    judge.tick(judge.after(hours=1))


NINE, TEN = (START.replace(hour=hour).isoformat() for hour in (9, 10))
GAME_OF_TWO = Game("lira7", "bourse", 2, MASTER, "", NINE, round=2)


@cases("closed", "by", "stands_in")
def test_a_letter_of_the_very_instant_at_which_a_phase_opens(closed: str, by: str, stands_in: int) -> None:
    known = Span(1, "S1901M", NINE, closed, closed, by=CLOCK), Span(2, "F1901M", TEN, by=by)
    game = replace(GAME_OF_TWO, spans=known)
    instant = START.replace(hour=10)
    assert game.at_stamp(instant).round == stands_in
    assert game.at_stamp(instant - timedelta(seconds=1)).round == 1
    assert game.at_stamp(instant + timedelta(seconds=1)).round == 2


def test_a_letter_of_the_instant_at_which_the_first_phase_opens_is_for_it() -> None:
    game = replace(GAME_OF_TWO, spans=(Span(3, "S1901M", TEN, by=CLOCK),))
    assert game.at_stamp(START.replace(hour=10)).phase == "S1901M"
    assert game.at_stamp(START.replace(hour=9)).phase == FORGOTTEN


def test_after_an_early_process_and_a_rollback_players_can_send_orders(judge: Judge) -> None:
    for words in ("PROCESS S1901M", f"{REPORT}\nPROCESS F1901M", "ROLLBACK TO F1901M a slip"):
        hour_later(judge)
        assert "came to light" not in answer(judge.master(GAME, words), MASTER).flat
    hour_later(judge)
    out = answer(judge.orders(GAME, "Lupus", ORDER))
    assert out.subject.startswith("[OK]") and len(filed(judge, "Lupus", "F1901M")) == 2
    assert "came to light" not in answer(judge.master(GAME, "WHO IS MISSING"), MASTER).flat


def test_after_the_last_ready_and_a_rollback_players_can_send_orders(tmp_path: Path) -> None:
    judge = small_game(tmp_path, "Lupus", "Ursa", early="yes")
    hour_later(judge)
    for seat in ("Ursa", "Lupus"):
        judge.orders(GAME, seat, f"{ORDER}\nREADY")
    assert current(judge).phase == "F1901M"
    hour_later(judge)
    judge.master(GAME, "ROLLBACK TO S1901M too soon")
    hour_later(judge)
    assert answer(judge.orders(GAME, "Lupus", ORDER)).subject.startswith("[OK]")
    for seat in ("Ursa", "Lupus"):
        judge.orders(GAME, seat, "READY")
    assert current(judge).phase == "F1901M"


def test_a_sheet_of_the_phase_that_came_to_light_after_its_rollback_is_filed(judge: Judge) -> None:
    judge.resolve(GAME)
    hour_later(judge)
    judge.master(GAME, "ROLLBACK TO S1901M a slip")
    judge.post(LUPUS, seat_letter("Lupus", ORDER), at=START + timedelta(hours=5))
    judge.tick(judge.after(minutes=1))
    assert len(filed(judge, "Lupus", "S1901M")) == 2


def test_a_sheet_of_the_phase_that_was_taken_back_is_asked_for_again(judge: Judge) -> None:
    judge.resolve(GAME)
    written = judge.after(minutes=30)
    judge.tick(judge.after(hours=3))
    judge.master(GAME, "ROLLBACK TO S1901M a slip")
    judge.post(LUPUS, seat_letter("Lupus", ORDER), at=written)
    letters = judge.tick(judge.after(hours=1))
    said = answer(letters).flat
    assert filed(judge, "Lupus", "S1901M") == ()
    assert (
        "when F1901M was open" in said and "after a ROLLBACK had taken the game back (Fri 9 Jan 2026 21:00 GMT)" in said
    )
    note = next(out for out in letters if out.to == MASTER)
    assert "Taken back" in note.text and "21:00" in note.text and "would play" not in note.text


def test_a_sheet_put_back_by_a_rollback_keeps_the_stamp_of_its_letter(judge: Judge) -> None:
    hour_later(judge)
    judge.orders(GAME, "Lupus", "SELL 7 LIRA")
    between = judge.after(minutes=30)
    judge.resolve(GAME)
    hour_later(judge)
    judge.master(GAME, "ROLLBACK TO S1901M a slip")
    judge.post(LUPUS, seat_letter("Lupus", ORDER), at=between)
    out = answer(judge.tick(judge.after(minutes=1)))
    assert out.subject.startswith("[OK]") and "before the one on file" not in out.flat


def test_a_reply_to_a_letter_of_the_phase_that_is_open_again_is_filed(judge: Judge) -> None:
    old = answer(judge.orders(GAME, "Lupus", ORDER))
    judge.resolve(GAME)
    hour_later(judge)
    results = [out for out in judge.letters(LUPUS) if "S1901M" in out.subject][-1]
    judge.master(GAME, "ROLLBACK TO S1901M a slip")
    hour_later(judge)
    assert answer(judge.reply(old, "SELL 7 LIRA\nBUY MARKS WITH REST")).subject.startswith("[OK]")
    out = answer(judge.reply(results, "SELL 8 LIRA\nBUY MARKS WITH REST"))
    assert "Your letter answers F1901M, and the game is in S1901M" in out.flat


def test_letters_between_the_deadline_and_a_report_came_after_it_and_not_before(judge: Judge) -> None:
    judge.resolve(GAME)
    judge.resolve(GAME)
    late = judge.after(hours=1)
    judge.tick(judge.after(hours=5))
    judge.master(GAME, REPORT)
    judge.post(LUPUS, seat_letter("Lupus", ORDER), at=late)
    letters = judge.tick(judge.after(hours=1))
    assert "after the deadline of F1901M (Fri 16 Jan 2026 18:00" in answer(letters).flat
    assert not [out for out in letters if out.to == MASTER]


def test_a_report_that_comes_to_light_late_takes_effect_now_and_never_before_what_has_happened(tmp_path: Path) -> None:
    judge = small_game(tmp_path, schedule=DAILY)
    judge.resolve(GAME)
    judge.resolve(GAME)
    closed = judge.clock.now()
    judge.post(MASTER, masters_letter(REPORT), at=closed - timedelta(hours=20))
    judge.tick(judge.after(hours=3))
    assert current(judge).phase == "S1902M" and judge.deadline(GAME) == closed + timedelta(days=1)
    assert current(judge).windows()[-1].opened == closed.isoformat()


def test_after_a_fault_and_resume_no_letter_of_the_phase_is_late(judge: Judge, monkeypatch: pytest.MonkeyPatch) -> None:
    judge.resolve(GAME)
    judge.resolve(GAME)

    def broken(*args: object) -> None:
        raise AuditError("the books do not balance")

    with monkeypatch.context() as patch:
        patch.setattr(computing, "audit", broken)
        judge.master(GAME, REPORT)
    assert current(judge).status == "held"
    judge.tick(judge.after(hours=1))
    judge.master(GAME, "RESUME")
    judge.post(LUPUS, seat_letter("Lupus", ORDER), at=judge.after(hours=-5))
    assert answer(judge.tick(judge.after(hours=1))).subject.startswith("[OK]")


def test_late_words_over_a_sheet_are_not_carried_over(tmp_path: Path) -> None:
    judge = small_game(tmp_path, early="yes")
    before = judge.deadline(GAME) - timedelta(minutes=5)
    judge.resolve(GAME)
    judge.tick(judge.after(minutes=5))
    judge.orders(GAME, "Lupus", f"FOR F1901M:\n{ORDER}")
    for word in ("CLEAR", "UNDO", "READY", "FOR EVERY PHASE:\nSELL 1 LIRA\nFOR NOW\nSELL 2 LIRA"):
        judge.post(LUPUS, seat_letter("Lupus", word), at=before)
        out = answer(judge.tick(judge.after(minutes=5)))
        assert "Your letter belongs to S1901M, which is not open now" in out.flat
        assert len(filed(judge, "Lupus", "F1901M")) == 2
    assert not judge.services.files.sheet(GAME, "F1901M", "Lupus").ready


def test_a_game_that_an_older_judge_left_after_such_a_rollback_takes_orders(judge: Judge) -> None:
    for words in ("PROCESS S1901M", f"{REPORT}\nPROCESS F1901M", "ROLLBACK TO F1901M a slip"):
        hour_later(judge)
        judge.master(GAME, words)
    game = current(judge)
    with judge.app.store.batch():  # as it stood in the file of the judge before
        judge.services.files.save_game(replace(game, spans=(), cutoff=game.played[-1].deadline))
    hour_later(judge)
    assert answer(judge.orders(GAME, "Lupus", ORDER)).subject.startswith("[OK]")
    judge.post(LUPUS, seat_letter("Lupus", "SELL 9 LIRA"), at=START + timedelta(minutes=10))
    assert "before the close of S1901M" in answer(judge.tick(judge.after(hours=1))).flat


# ---- a judge that was down ----------------------------------------------------------------------------------------


def test_a_deadline_that_was_moved_while_the_judge_was_down_still_comes(judge: Judge) -> None:
    due = judge.deadline(GAME)
    judge.tick(due - timedelta(days=3))
    judge.post(MASTER, masters_letter("EXTEND 24h a holiday"), at=due - timedelta(minutes=30))
    judge.tick(due + timedelta(hours=1))
    assert current(judge).phase == "S1901M" and judge.deadline(GAME) == due + timedelta(days=1)
    judge.tick(due + timedelta(days=1))
    assert current(judge).phase == "F1901M"


def test_a_deadline_that_was_set_into_the_time_the_judge_was_down_stands_before_later_letters(judge: Judge) -> None:
    judge.post(MASTER, masters_letter(f"DEADLINE {START + timedelta(hours=3):%Y-%m-%d %H:%M}"))
    for hours in (1, 5):
        text = seat_letter("Lupus", f"SELL {hours} LIRA")
        judge.post(LUPUS, text, at=START + timedelta(hours=hours))
    judge.tick(START + timedelta(hours=6))
    judge.tick(START + timedelta(hours=6, minutes=1))  # several judges search the mailbox anew before a deadline
    assert [e["data"]["for"] for e in events(judge) if e["kind"] == "orders_stored"] == ["S1901M", "F1901M"]
