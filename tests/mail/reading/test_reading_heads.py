"""A head of a letter, or a letter of the judge's, that stands in the text is a quotation, whatever stands above it."""

import re
from pathlib import Path

import pytest

from judge.expressions import expressions
from judge.mail.reading import ReadingRules, read_message
from judge.mail.reading.headers import FIELD_COUNT, split_head
from judge.post import Action, Message
from tests.tables import cases, rows

# ruff: noqa: E501  (letters stand as they come)


RULES = ReadingRules("judge@judge.test")
MINE = ["F Lon - ENG", "A Lvp - YOR"]
THEIRS = "A Par - BUR\nF Bre - MAO"
HEADS = dict(rows(__file__, "HEADS"))
OURS = {
    "a confirmation": "OK - everything in your letter was understood.\n\n  Deadline  Fri 9 Jan 2026 18:00 GMT (18:00 UTC),"
    " in 4 days\n  Received  Mon 5 Jan 2026 12:00 GMT (12:00 UTC)\n\nON FILE",
    "one in part": "PARTIAL - 1 line was NOT taken; the rest of your letter was.\n\nNOT TAKEN\n  line 3: x\n\n"
    "  Received  Mon 5 Jan 2026 12:00 GMT (12:00 UTC)\n",
    "its subject above it": "[FILED] lira7 Lupus S1901M\n\nFILED - your orders were taken. I took these words for talk.\n"
    "  Received  Mon 5 Jan 2026 12:00 GMT (12:00 UTC)\n",
}


def read(text: str) -> Message:
    head = "From: Ann <ann@x.test>\nTo: judge@judge.test\nMessage-ID: <1@x.test>\nContent-Type: text/plain; charset=utf-8\n"
    return read_message(f"{head}\n{text}\n".encode(), RULES)


def lines(text: str) -> list[str]:
    return [line.text for line in read(text).lines if line.text]


@pytest.mark.parametrize("block", [*HEADS.values(), *OURS.values()], ids=[*HEADS, *OURS])
def test_what_stands_below_such_a_block_is_somebody_elses(block: str) -> None:
    assert lines("\n".join(MINE) + f"\n\n{block}\n\n{THEIRS}") == MINE
    assert lines("\n".join(MINE) + f"\n{block}\n{THEIRS}") == MINE


@pytest.mark.parametrize("block", [*HEADS.values(), *OURS.values()], ids=[*HEADS, *OURS])
def test_a_letter_with_nothing_above_it_is_asked_about(block: str) -> None:
    for above in ("", "Hello judge,\n\n", "see this please\n"):
        message = read(f"{above}{block}\n\n{THEIRS}")
        assert message.action is not Action.ORDERS and not any("Par" in line.text for line in message.lines)


@cases("text")
def test_no_order_is_eaten_by_it(text: str) -> None:
    wanted = [line for line in text.split("\n") if re.search(r"\b[AF] [A-Z][a-z]{2} - ", line)]
    assert [line for line in lines(text) if re.search(r"\b[AF] [A-Z][a-z]{2} - ", line)] == wanted


def test_every_tag_of_an_answer_is_known_in_a_letter_of_another_judge() -> None:
    machine = (Path(__file__).parents[3] / "judge/desk/writing/machine.py").read_text("utf-8")
    tags = re.findall(r'"([A-Z]+)"', re.search(r"Tag = Literal\[(.*?)\]", machine)[1])  # type: ignore[index]
    assert tags
    for tag in (*tags, "HELD", "CONFIRM"):
        assert expressions("mail").judge_subject.match(f"[{tag}] lira7 Lupus")
    for tag in tags:
        assert expressions("mail").judge_opening.match(f"{tag} - nothing of your letter was filed.")


# ---- What nearly every letter has is read by a shorter way, and comes out as by the long one -----------------------


def test_more_fields_than_are_read_are_left_away() -> None:
    head, body = split_head(b"a:\n" * (FIELD_COUNT + 5) + b"\nbody")
    assert (sum(map(len, head.values())), body) == (FIELD_COUNT, b"body")
