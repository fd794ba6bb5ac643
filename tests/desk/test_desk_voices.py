"""What the desk knows of who writes, and says of what it read."""

from __future__ import annotations

from pathlib import Path

from tests.harness import Judge


def test_an_order_that_a_mail_program_broke_is_quoted_whole(tmp_path: Path) -> None:
    judge = Judge(tmp_path).with_game("share3", "exchange", "Anna", "Bob")
    (answer,) = judge.orders("share3", "Anna", "TRANSFER 5000 TO\nBob")
    assert "line 2: TRANSFER 5000 TO Bob\n    A transfer is from 1 to what you have, and you have 400." in answer.text
