"""What the answer to a letter says, decided without a template."""

import pytest

from judge.desk.cabinet.records import Game, Status
from judge.desk.counter.answering import (
    Outcome,
    to_player,
)
from judge.desk.writing.machine import AnswerTold, RestTold
from tests.desk.worlds import GAME, filed
from tests.harness import Judge

OPEN = Game("lira7", "bourse", 1, "gm@example.test", "", "", Status.ACTIVE, phase="S1903M")
WORDS = "Spring 1903, movement"


def said(level: str, text: str, line: int = 0, echo: str = "") -> AnswerTold:
    return AnswerTold(level, text, line, echo)  # type: ignore[arg-type]


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
