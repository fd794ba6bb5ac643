"""What the answer to a letter says, decided without a template."""

import pytest

from judge.desk.cabinet.records import Game, Status
from judge.desk.counter.answering import (
    AGAIN,
    Outcome,
    to_master,
    to_player,
    to_sender,
)
from judge.desk.writing.machine import AnswerTold, RestTold
from tests.desk.worlds import GAME, filed
from tests.harness import Judge

OPEN = Game("lira7", "bourse", 1, "gm@example.test", "", "", Status.ACTIVE, phase="S1903M")
WORDS = "Spring 1903, movement"


def said(level: str, text: str, line: int = 0, echo: str = "") -> AnswerTold:
    return AnswerTold(level, text, line, echo)  # type: ignore[arg-type]


def test_a_verdict_that_asks_says_what_yes_does_only_where_something_is_proposed() -> None:
    asked = Outcome("ASK", "Lupus")
    proposed = Outcome("ASK", "Lupus", proposal=("SELL 300 LIRA",))
    assert to_player(asked, OPEN, WORDS).opening == (
        "ASK - nothing of your letter was filed. Please say what you mean.",
    )
    for answer in (to_player(proposed, OPEN, WORDS), to_master(proposed, OPEN)):
        assert answer.opening[0].endswith("answer YES if that is what you mean.")


def test_somebody_whose_sign_on_was_refused_is_not_told_to_reply() -> None:
    done = Outcome("ERROR", answers=(said("error", "No."),), errors=1)
    assert to_sender(done, "judge@example.org", refused=True).closing == (
        "To write again, send a whole new letter to judge@example.org.",
    )
    assert to_sender(done, "judge@example.org", refused=False).closing == (AGAIN,)


def test_words_that_nobody_read_are_quoted_beside_what_was_read_into_their_line() -> None:
    rest = RestTold("I can't count today.", "loud")
    line = "No wait, 300 marks, I can't count today."
    read = said("check", "Read as a correction: BUY 300 MARK instead of BUY 200 MARK.", 3, line)
    done = Outcome("CHECK", "Lupus", answers=(read,), rests=(rest,))
    assert to_player(done, OPEN, WORDS).unread == (rest.text,)
    refused = Outcome("PARTIAL", "Lupus", answers=(said("error", "No.", 3, line),), errors=1, rests=(rest,))
    assert to_player(refused, OPEN, WORDS).unread == ()  # the line that was not taken is shown, and they stand in it


# ---- Letters that say how to write say it truly, and somebody known is answered whatever he writes.


@pytest.mark.parametrize(
    "text",
    ["Correction: sell 5 marks instead of the lira.", "cancel the lira order please", "change the 300 lira to 200"],
)
def test_a_master_without_a_hat_who_corrects_orders_is_answered_and_changes_none(judge: Judge, text: str) -> None:
    judge.orders(GAME, "Lupus", "SELL 300 LIRA")
    before = filed(judge, "Lupus")
    (answer,) = judge.master(GAME, text)
    assert "[SET ASIDE]" not in answer.subject and not answer.subject.startswith("[OK]")
    assert filed(judge, "Lupus") == before


def test_what_another_seat_does_is_no_order_of_the_writer(judge: Judge) -> None:
    for text in ("Ursa: sell 300 lira", "Ursa sold 300 lira.", "Ursa buys marks with it."):
        judge.orders(GAME, "Lupus", text)
        assert filed(judge, "Lupus") == (), text


def test_an_answer_to_a_letter_with_nothing_in_it_says_that_it_is_an_answer(judge: Judge) -> None:
    """Absence robots answer none of these, and a mailbox that bounces still gets them."""
    for text in ("", "> only what was quoted"):
        (answer,) = judge.reply(judge.letters("lupus@")[-1], text)
        assert answer.header("Auto-Submitted") == "auto-replied", answer.subject
