"""Letters that say how to write say it truly, and somebody known is answered whatever he writes."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.desk.worlds import GAME, filed, small_game


@pytest.mark.parametrize(
    "text",
    ["Correction: sell 5 marks instead of the lira.", "cancel the lira order please", "change the 300 lira to 200"],
)
def test_a_master_without_a_hat_who_corrects_orders_is_answered_and_changes_none(tmp_path: Path, text: str) -> None:
    judge = small_game(tmp_path)
    judge.orders(GAME, "Lupus", "SELL 300 LIRA")
    before = filed(judge, "Lupus")
    (answer,) = judge.master(GAME, text)
    assert "[SET ASIDE]" not in answer.subject and not answer.subject.startswith("[OK]")
    assert filed(judge, "Lupus") == before


def test_what_another_seat_does_is_no_order_of_the_writer(tmp_path: Path) -> None:
    judge = small_game(tmp_path)
    for text in ("Ursa: sell 300 lira", "Ursa sold 300 lira.", "Ursa buys marks with it."):
        judge.orders(GAME, "Lupus", text)
        assert filed(judge, "Lupus") == (), text


def test_an_answer_to_a_letter_with_nothing_in_it_says_that_it_is_an_answer(tmp_path: Path) -> None:
    """Absence robots answer none of these, and a mailbox that bounces still gets them."""
    judge = small_game(tmp_path)
    for text in ("", "> only what was quoted"):
        (answer,) = judge.reply(judge.letters("lupus@")[-1], text)
        assert answer.header("Auto-Submitted") == "auto-replied", answer.subject
