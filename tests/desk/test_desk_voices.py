"""What the desk knows of who writes, and says of what it read."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.desk.worlds import GAME, small_game
from tests.harness import Judge


@pytest.mark.parametrize(("open_", "subject"), [("yes", "[OK]"), ("no", "[NOTHING FOUND]")])
def test_a_stranger_s_sentence_is_read_with_the_names_of_open_games_alone(
    tmp_path: Path, open_: str, subject: str
) -> None:
    judge = Judge(tmp_path)
    judge.new("lira7", "bourse", open=open_)
    (answer,) = judge.say("ann@example.test", "Can I still get into lira7?")
    assert answer.subject.startswith(subject)


def test_what_was_read_into_a_letter_is_said_and_counted(tmp_path: Path) -> None:
    judge = small_game(tmp_path)
    judge.orders(GAME, "Lupus", "SELL 100 LIRA\nBUY 100 MARKS")
    (answer,) = judge.orders(GAME, "Lupus", "Please make that 200 lira instead of 100.")
    assert answer.subject == "[CHECK] lira7 S1901M Lupus v2"
    assert "Read as a change: SELL 200 LIRA instead of SELL 100 LIRA." in answer.text


def test_an_order_that_a_mail_program_broke_is_quoted_whole(tmp_path: Path) -> None:
    judge = Judge(tmp_path)
    judge.new("share3", "exchange")
    judge.join("share3", "Anna", "Bob")
    judge.start("share3")
    judge.tick()
    (answer,) = judge.orders("share3", "Anna", "TRANSFER 5000 TO\nBob")
    assert "line 2: TRANSFER 5000 TO Bob\n    A transfer is from 1 to what you have, and you have 400." in answer.text
