"""No bytes whatever may make the reader raise, and what it hands on is always clean text."""

import base64
from dataclasses import fields
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.mail.headers import deliverable
from judge.mail.reading import read_message, report
from judge.mail.reading.letter import SIZE_LIMIT
from judge.post import Action, Message
from tests.counts import drawn
from tests.mail.reading.reading_letters import RULES, TYPED, head, letter, multi, part
from tests.tables import rows

CORPUS = sorted((Path(__file__).parents[2] / "fixtures" / "eml").glob("*.eml"))
RAW = [path.read_bytes() for path in CORPUS]
QUICK = drawn(50)

HEAD_PIECES = [piece.encode("latin-1") for piece in rows(__file__, "HEAD_PIECES")]


def clean(message: Message) -> None:
    """Every text of a message can be stored and printed, on one line."""
    texts = [message.sender, message.sender_name, message.subject, message.message_id, message.credential]
    texts += [*message.recipients, *message.references, *message.warnings, *(line.text for line in message.lines)]
    if message.bounce is not None:
        texts += [message.bounce.address, message.bounce.message_id or "", message.bounce.reply_key]
    for text in texts:
        text.encode("utf-8")
        assert not any(ord(char) < 32 or 127 <= ord(char) < 160 or char in "\u202e\u200b\u2028" for char in text), text
    assert not message.sender or deliverable(message.sender)
    assert message.arrived.tzinfo is UTC
    assert {field.name for field in fields(message)} >= {"key", "action"}
    report(message)


@QUICK
@given(st.binary(max_size=400))
def test_random_bytes_are_read_without_an_error(raw: bytes) -> None:
    clean(read_message(raw, RULES))


@QUICK
@given(st.lists(st.sampled_from(HEAD_PIECES), max_size=60))
def test_rubbish_made_of_mail_is_read_without_an_error(pieces: list[bytes]) -> None:
    clean(read_message(b"".join(pieces), RULES, datetime(2026, 11, 20, tzinfo=UTC)))


@drawn(133)
@given(st.sampled_from(RAW), st.data())
def test_a_damaged_letter_is_read_without_an_error(raw: bytes, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(raw)))
    length = data.draw(st.integers(0, 60))
    middle = data.draw(st.one_of(st.binary(max_size=30), st.sampled_from(HEAD_PIECES)))
    clean(read_message(raw[:start] + middle + raw[start + length :], RULES))


@drawn(33)
@given(st.sampled_from(RAW), st.integers(0, 2000))
def test_a_letter_cut_short_is_read_without_an_error(raw: bytes, end: int) -> None:
    clean(read_message(raw[:end], RULES))


def test_a_letter_that_breaks_the_reader_itself_is_asked_about(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise RecursionError

    monkeypatch.setattr("judge.mail.reading.letter.walk", broken)
    message = read_message(letter(TYPED), RULES)
    assert message.action is Action.ASK
    assert "could not be read" in message.warnings[0]


def test_a_letter_above_the_size_limit_is_refused_politely() -> None:
    message = read_message(letter("x").ljust(SIZE_LIMIT + 2, b"x"), RULES)
    assert (message.action, message.lines, message.size) == (Action.ASK, (), SIZE_LIMIT + 2)
    assert "25 MB" in message.warnings[0]


def test_a_large_attachment_does_not_hide_the_orders() -> None:
    data = base64.encodebytes(b"x" * 3_000_000)
    file = part('application/pdf; name="map.pdf"', data, "Content-Transfer-Encoding: base64\n")
    message = read_message(multi("mixed", part("text/plain", TYPED), file), RULES)
    assert message.action is Action.ORDERS
    assert any("map.pdf" in warning for warning in message.warnings)


def test_a_very_long_line_is_kept_short_and_flagged_beside_good_ones() -> None:
    message = read_message(letter("F Lon - ENG\n" + "x " * 500_000), RULES)
    assert message.lines[0].text == "F Lon - ENG"
    assert len(message.lines[1].text) < 11_000
    assert any("too long for an order" in warning for warning in message.warnings)


def test_a_long_line_that_may_hold_a_password_is_not_quoted_in_a_warning() -> None:
    message = read_message(letter("TAKEOVER ann@g9 sesame " + "x" * 400), RULES)
    assert not any("sesame" in warning for warning in message.warnings)


def test_only_five_hundred_lines_are_read_and_the_letter_says_so() -> None:
    message = read_message(letter("F Lon - ENG\n" * 700), RULES)
    assert len(message.lines) == 500
    assert any("500 lines" in warning for warning in message.warnings)


def test_parts_nested_too_deep_are_not_opened_and_the_letter_says_so() -> None:
    inner = b"".join(f'--b{i}\nContent-Type: multipart/mixed; boundary="b{i + 1}"\n\n'.encode() for i in range(120))
    raw = head() + b'Content-Type: multipart/mixed; boundary="b0"\n\n' + inner + b"--b120\n\nF Lon - ENG\n"
    message = read_message(raw, RULES)
    assert (message.action, message.lines) == (Action.ASK, ())
    assert any("20 deep" in warning for warning in message.warnings)


def test_more_than_two_hundred_parts_are_not_opened_and_the_letter_says_so() -> None:
    raw = multi("mixed", *[part("text/plain", "F Lon - ENG")] * 300)
    message = read_message(raw, RULES)
    assert 150 < len(message.lines) <= 200
    assert any("200 parts" in warning for warning in message.warnings)
