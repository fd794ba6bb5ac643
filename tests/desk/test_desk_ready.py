"""The last READY ends a phase: what its answer may still promise."""

from pathlib import Path

import pytest

from tests.desk.worlds import REPORT
from tests.harness import POWERS, Judge
from tests.tables import cases


@pytest.fixture
def judge(tmp_path: Path) -> Judge:
    return Judge(tmp_path).with_game("b1", "bourse", "Anna", "Bob", early="yes")


# ---- READY without orders ---------------------------------------------------------------------------------------


def ready(judge: Judge, seat: str) -> bool:
    return judge.services.files.sheet("b1", judge.game("b1").phase, seat).ready


def test_ready_with_an_empty_sheet_is_asked_once_with_what_will_happen(judge: Judge) -> None:
    (answer,) = judge.orders("b1", "Anna", "READY")
    words = answer.flat
    assert answer.subject.startswith("[ASK]") and not ready(judge, "Anna")
    assert "Nothing of yours is on file for S1901M, so you are not marked READY yet." in words
    assert "A player who sends nothing makes no trades and loses nothing." in words
    judge.reply(answer, "YES", headers=answer.thread)
    assert ready(judge, "Anna")


def test_ready_sent_again_is_meant_and_so_is_ready_with_an_order_above_it(judge: Judge) -> None:
    judge.orders("b1", "Anna", "READY")
    (answer,) = judge.orders("b1", "Anna", "READY")
    assert answer.subject.startswith("[OK]") and ready(judge, "Anna")
    (answer,) = judge.orders("b1", "Bob", "NO TRADE\nREADY")[:1]
    assert judge.game("b1").phase == "F1901M", answer.text


def test_the_question_comes_in_each_phase_and_in_a_practice_game_once(judge: Judge) -> None:
    for seat in ("Anna", "Bob"):
        judge.orders("b1", seat, "READY")
        judge.orders("b1", seat, "READY")
    assert judge.game("b1").phase == "F1901M"
    judge.orders("b1", "Anna", "READY")
    assert not ready(judge, "Anna")
    judge.say("ann@example.test", "REGISTER Ann\nJOIN PRACTICE bourse")
    judge.reply(judge.letters("ann@")[0], "")
    judge.tick()
    (asked,) = [out for out in judge.reply(judge.letters("ann@", "start")[-1], "READY") if out.to.startswith("ann")][:1]
    assert asked.subject.startswith("[ASK]")
    judge.reply(asked, "READY")
    game = judge.game("practice1")
    assert game.phase != "S1901M"
    judge.tick()
    judge.reply(judge.letters("ann@")[-1], "READY")
    assert judge.game("practice1").phase != game.phase, "he knows by now"


@cases("slug", "seat", "said")
def test_each_game_says_what_an_empty_sheet_brings(tmp_path: Path, slug: str, seat: str, said: str) -> None:
    seats = POWERS if seat == "ENGLAND" else ("Anna", "Bob", "Cid", "Dan")
    judge = Judge(tmp_path).with_game("b1", slug, *seats, early="yes")
    (answer,) = judge.orders("b1", seat, "READY")
    words = answer.flat
    assert answer.subject.startswith("[ASK]") and said in words, words
    assert "If you mean that, answer YES" in words
    # an Exchange's first phase is none in which silence is counted
    assert ("It counts as a phase without a sheet." in words) == (slug != "exchange")
    judge.resolve("b1")
    assert judge.seat("b1", seat).misses == (slug != "exchange")


def test_who_has_done_something_at_once_is_not_asked(tmp_path: Path) -> None:
    judge = Judge(tmp_path).with_game(
        "b1", "payola", "AUSTRIA", "ENGLAND", "FRANCE", "GERMANY", "ITALY", "RUSSIA", "TURKEY", early="yes"
    )
    judge.orders("b1", "ENGLAND", "TRANSFER 1 TO FRANCE")
    (answer,) = judge.orders("b1", "ENGLAND", "READY")
    assert answer.subject.startswith("[OK]") and ready(judge, "ENGLAND")


def test_who_meant_ready_without_orders_is_not_told_that_nothing_came(judge: Judge) -> None:
    judge.orders("b1", "Anna", "READY")
    judge.orders("b1", "Anna", "READY")
    judge.orders("b1", "Bob", "NO TRADE\nREADY")
    (told,) = judge.letters("anna@", "S1901M")[-1:]
    words = told.flat
    assert "You said READY with nothing on file, so S1901M passed without orders of yours." in words
    assert "You sent nothing" not in words and "nothing came from you" not in words


def test_ready_on_nothing_after_a_letter_that_was_refused_is_a_phase_without_a_sheet_as_it_was_asked(
    judge: Judge,
) -> None:
    for text in ("SELL 5 TALERS", "READY", "READY"):
        judge.orders("b1", "Anna", text)
    sent = judge.orders("b1", "Bob", "NO TRADE\nREADY")
    told = next(out for out in sent if out.to.startswith("anna")).flat
    assert "nothing of it could be taken" not in told and "You said READY with nothing on file" in told
    assert judge.seat("b1", "Anna").misses == 1


def test_after_a_rollback_phases_missed_count_back_to_the_last_sheet_and_no_further(tmp_path: Path) -> None:
    judge = Judge(tmp_path).with_game("b1", "bourse", "Anna", "Bob")
    for phase, anna in (("S1901M", ""), ("F1901M", "NO TRADE"), ("S1902M", ""), ("F1902M", "")):
        judge.orders("b1", "Bob", "NO TRADE")
        judge.orders("b1", "Anna", anna)
        if phase.startswith("F"):
            judge.master("b1", REPORT.replace("F1901", phase[:5]))
        judge.resolve("b1")
    assert [seat.misses for seat in judge.services.files.seats("b1").values()] == [2, 0]
    judge.master("b1", "ROLLBACK TO F1902M a slip")
    assert [seat.misses for seat in judge.services.files.seats("b1").values()] == [1, 0]


def test_what_is_refused_after_ready_on_nothing_is_no_silence(judge: Judge) -> None:
    for text in ("READY", "READY", "SELL 5 TALERS"):
        judge.orders("b1", "Anna", text)
    judge.orders("b1", "Bob", "NO TRADE\nREADY")
    assert not judge.seat("b1", "Anna").misses
