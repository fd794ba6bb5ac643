"""A password letter that comes just after a phase has closed: it stands for the next one, and says so at the top."""

from dataclasses import replace
from pathlib import Path

import pytest

from tests.desk.worlds import GAME, LUPUS, small_game
from tests.harness import MASTER, Judge, Out, address_of, only, to
from tests.tables import cases

ORDER = "SELL 100 LIRA\nBUY 100 MARKS"


@pytest.fixture
def judge(tmp_path: Path) -> Judge:
    """A game whose first phase has just been resolved at its deadline, 18:00."""
    judge = small_game(tmp_path)
    judge.resolve(GAME)
    return judge


def after(judge: Judge, **wait: float) -> list[Out]:
    judge.tick(judge.after(**wait))
    return judge.orders(GAME, "Lupus", ORDER)


def test_it_opens_with_both_times_and_is_marked_to_look_at(judge: Judge) -> None:
    out = only(after(judge, minutes=3), LUPUS)
    assert out.subject.startswith("[CHECK] lira7 F1901M Lupus")
    said = "CHECK - S1901M closed at 18:00, 3 minutes before your letter; these orders stand for F1901M."
    assert out.flat.startswith(said)
    assert "18:03" in out.flat
    assert out.json["verdict"] == "CHECK" and "3 minutes before your letter" in out.json["answers"][0]["text"]
    assert judge.services.files.sheet(GAME, "F1901M", "Lupus").filed


def test_the_master_sees_it_once_for_a_seat_and_phase(judge: Judge) -> None:
    note = only(after(judge, minutes=3), MASTER)
    assert "Lupus" in note.text and "3 minutes" in note.text and "S1901M" in note.text and "F1901M" in note.text
    assert "LIRA" not in note.text
    assert to(after(judge, minutes=3), MASTER) == []
    assert only(judge.orders(GAME, "Ursa", ORDER), MASTER)


def test_among_answers_in_one_letter_it_is_one_to_look_at(judge: Judge) -> None:
    judge.services.config = replace(
        judge.services.config, judge=replace(judge.services.config.judge, letters_per_hour=1)
    )
    judge.tick(judge.after(minutes=3))
    for _ in range(3):
        judge.orders(GAME, "Lupus", ORDER)
    judge.tick(judge.after(hours=2))
    bundle = [out for out in judge.letters(LUPUS) if "answers in one" in out.subject][-1]
    assert bundle.subject.startswith("[CHECK]") and "3 minutes before your letter" in bundle.flat


# ---- who knows which phase he writes for ------------------------------------------------------------------------


@cases("subject", "verdict")
def test_the_subject_may_name_it(judge: Judge, subject: str, verdict: str) -> None:
    judge.tick(judge.after(minutes=3))
    assert only(judge.orders(GAME, "Lupus", ORDER, subject=subject), LUPUS).subject.startswith(verdict)


def test_a_letter_ahead_or_for_every_phase_or_to_try_is_not_asked(judge: Judge) -> None:
    judge.tick(judge.after(minutes=3))
    for text in (
        f"FOR S1902M:\n{ORDER}",
        f"FOR EVERY PHASE:\n{ORDER}",
        f"TRY\n{ORDER}",
        "STATUS",
        "PRESS\nhi\nENDPRESS",
    ):
        letters = judge.orders(GAME, "Lupus", text)
        assert "[CHECK]" not in only([out for out in letters if out.subject.startswith("[")], LUPUS).subject
        assert to(letters, MASTER) == [] or "PRESS" in text


# ---- phases that opened early, again, or after one without this seat ----------------------------------------------


def test_a_newcomer_could_not_have_meant_the_phase_before(judge: Judge) -> None:
    judge.tick(judge.after(minutes=1))
    judge.join(GAME, "Vulpes")
    judge.tick(judge.after(minutes=2))
    letters = judge.orders(GAME, "Vulpes", ORDER)
    assert only(letters, address_of("Vulpes")).subject.startswith("[OK]")


# ---- orders that show that their writer has read the results -------------------------------------------------------


def board_game(folder: Path) -> Judge:
    return Judge(folder).with_game(
        "board1", "diplomacy", "AUSTRIA", "ENGLAND", "FRANCE", "GERMANY", "ITALY", "RUSSIA", "TURKEY"
    )


def written(judge: Judge, text: str) -> Out:
    return only(judge.orders("board1", "FRANCE", text), address_of("FRANCE"))


@cases("spring", "fall", "verdict")
def test_orders_that_could_not_have_stood_before_raise_no_question(
    tmp_path: Path, spring: str, fall: str, verdict: str
) -> None:
    judge = board_game(tmp_path)
    written(judge, spring)
    judge.resolve("board1")
    judge.tick(judge.after(minutes=3))
    assert written(judge, fall).subject.startswith(verdict)
