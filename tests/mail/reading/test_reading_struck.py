"""What is struck out, or stands behind an empty box or a cross, is no order, and is handed on to be quoted."""

import pytest

from judge.mail.reading.letter import ReadingRules, read_message
from tests.mail.reading.reading_letters import letter
from tests.tables import cases

RULES = ReadingRules("judge@judge.test", "mx.judge.test")
KEPT = ["F Lon - ENG", "F Edi - NTH"]


@cases("middle")
def test_what_is_struck_or_crossed_is_no_line_and_is_handed_on_to_be_quoted(middle: str) -> None:
    message = read_message(letter(f"F Lon - ENG\n{middle}\nF Edi - NTH\n"), RULES)
    assert [line.text for line in message.lines] == KEPT
    assert "Lvp" in "".join(message.asides).replace("\u0336", "")


@pytest.mark.parametrize("middle", ["[x] F Edi - NTH", "\u2705 F Edi - NTH", "- [X] F Edi - NTH"])
def test_what_is_ticked_is_a_line_like_any_other(middle: str) -> None:
    message = read_message(letter(f"F Lon - ENG\n{middle}\n"), RULES)
    assert [line.text for line in message.lines] == KEPT
    assert message.asides == ()


def test_press_with_a_cross_in_it_stands_as_written() -> None:
    message = read_message(letter("PRESS TO Lupus\n\u274c no way\nENDPRESS\n"), RULES)
    assert [line.text for line in message.lines] == ["PRESS TO Lupus", "\u274c no way", "ENDPRESS"]
