"""Posts to a mailing list with orders in them: not carried out, never answered in public, asked about in private."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.desk.worlds import GAME, filed, seat_letter, small_game
from tests.harness import Judge, Out, address_of

ORDERS = "SELL 100 LIRA\nBUY 100 MARKS"
LUPUS = address_of("Lupus")
LIST = ("List-Id: <games.lists.test>", "List-Post: <mailto:games@lists.test>", "Precedence: list")


def post(judge: Judge, text: str, **more: str) -> list[Out]:
    return judge.say(LUPUS, text, to=more.get("to", "games@lists.test"), headers=LIST)


@pytest.mark.parametrize("text", [seat_letter("Lupus", ORDERS), ORDERS, f"SIGNON Lupus@{GAME} wrong-one\n{ORDERS}"])
def test_orders_in_a_post_are_asked_about_in_private_once_a_phase(tmp_path: Path, text: str) -> None:
    judge = small_game(tmp_path)
    (asked,) = post(judge, text)
    assert asked.to == LUPUS and asked.subject.startswith("[HELD]") and filed(judge, "Lupus") == ()
    assert "mailing list" in " ".join(asked.text.split()) and "lupus-pass" not in asked.text
    assert post(judge, text + "\nREADY") == []
    judge.reply(asked, "")
    assert len(filed(judge, "Lupus")) == 2
    judge.resolve(GAME)
    assert len(post(judge, text)) == 1


def test_a_reply_address_in_a_post_counts_for_nothing_either(tmp_path: Path) -> None:
    judge = small_game(tmp_path)
    reply = judge.letters(LUPUS)[-1].header("Reply-To")
    (asked,) = post(judge, ORDERS, to=reply)
    assert asked.subject.startswith("[HELD]") and filed(judge, "Lupus") == ()


def test_a_post_of_somebody_else_that_signs_on_asks_nobody_and_does_nothing(tmp_path: Path) -> None:
    judge = small_game(tmp_path)
    assert judge.say("thief@example.test", seat_letter("Lupus", ORDERS), headers=LIST) == []
    assert filed(judge, "Lupus") == ()
