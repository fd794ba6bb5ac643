"""A letter that waits in a shared store: its bytes, and what was read in them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from judge.extras.postgres import kept
from judge.mail.reading import ReadingRules, read_message
from judge.post import Message
from tests.harness import START

PLAIN = (
    b"From: ann@example.test\nTo: judge@judge.test\nSubject: x\nMessage-ID: <1@x>\n\nHello\n\nSELL 1 LIRA\nBUY MARKS\n"
)
ACCENTS = PLAIN.replace(b"Hello", "Grüße".encode("latin-1"))
BOUNCE = (
    b"From: MAILER-DAEMON@example.test\nTo: judge@judge.test\nSubject: failed\nMIME-Version: 1.0\n"
    b'Content-Type: multipart/report; report-type=delivery-status; boundary="b"\n\n--b\n\nSorry\n--b\n'
    b"Content-Type: message/delivery-status\n\nReporting-MTA: dns; x\n\nFinal-Recipient: rfc822; bob@example.test\n"
    b"Action: failed\nStatus: 5.1.1\n\n--b--\n"
)


def read(raw: bytes) -> Message:
    return read_message(raw, ReadingRules("judge@judge.test"), START)


@pytest.mark.parametrize("raw", [PLAIN, ACCENTS, BOUNCE])
def test_a_letter_comes_back_as_it_came_and_as_it_was_read(raw: bytes) -> None:
    message = read(raw)
    row = kept.row_of(raw, message)
    assert kept.octets(row) == raw
    again = kept.reading(row)
    assert again == message
    assert [line.gap for line in again.lines] == [line.gap for line in message.lines]  # which == does not look at


def test_what_a_judge_of_another_version_has_read_or_nobody_or_nobody_can_make_out_is_read_anew() -> None:
    row = kept.row_of(PLAIN, read(PLAIN))
    assert kept.reading({**row, "by": "0.0.1"}) is None
    assert kept.reading({"raw": row["raw"]}) is None
    assert kept.reading({**row, "read": row["read"][:-9]}) is None
    assert kept.reading({**row, "read": "{}"}) is None


def test_a_letter_whose_texts_json_cannot_say_is_kept_and_read_anew() -> None:
    row = kept.row_of(PLAIN, replace(read(PLAIN), subject="half a sign \ud800"))
    assert kept.octets(row) == PLAIN
    assert kept.reading(row) is None
