"""Heads, addresses, credentials, stamps and reports, each by itself."""

from datetime import UTC, datetime

import pytest

from judge.mail.reading import ReadingRules, read_message
from judge.mail.reading.charsets import decode
from judge.mail.reading.headers import Head, addresses, parameters, split_head, tidy
from judge.mail.reading.identity import credential, our_address, verdict
from judge.mail.reading.stamp import arrival, parse_date
from judge.post import Action, Authentication
from tests.mail.reading.reading_letters import RULES, TYPED, dsn, letter
from tests.tables import cases

OURS = our_address("judge@judge.test")
NOON = datetime(2026, 11, 20, 12, 0, tzinfo=UTC)


def fields(text: str) -> Head:
    return split_head(text.encode() + b"\n\n")[0]


@cases("value", "found")
def test_addresses_are_found_as_they_were_meant(value: str, found: list[list[str]]) -> None:
    assert [list(pair) for pair in addresses(value)] == found


def test_encoded_words_are_joined_before_they_are_decoded() -> None:
    assert tidy("=?utf-8?Q?caf=C3?= =?utf-8?Q?=A9?= and =?iso-8859-1?Q?=E9?=") == "café and é"


def test_an_encoded_word_of_an_unknown_charset_is_read_as_utf_8() -> None:
    assert tidy("=?x-none?B?w6k=?=") == "é"


def test_parameters_survive_stars_quotes_and_pieces() -> None:
    assert parameters("text/plain; name*") == ("text/plain", {})
    value = "multipart/mixed; boundary=\"a;b\"; name*0*=utf-8''b%C3%A9; name*1=.txt"
    assert parameters(value) == ("multipart/mixed", {"boundary": "a;b", "name": "bé.txt"})


def test_a_mail_folder_s_own_from_line_is_passed_over() -> None:
    found, body = split_head(b"From ann@x.test Thu Nov 19\nSubject: x\n\nbody")
    assert (found, body) == ({"subject": ["x"]}, b"body")


@pytest.mark.parametrize(
    ("data", "label", "text"),
    [
        (b"F Lon \x96 ENG", "iso-8859-1", "F Lon – ENG"),
        (b"\xa45", "iso-8859-15", "€5"),
        (b"\xa35", "utf-8", "£5"),
        (b"\xc2\xa35", "x-unknown", "£5"),
        (b"\xc2\xa35", "", "£5"),
        (b"\xa35", "us-ascii", "£5"),
        (b"plain", "utf-16", "plain"),
        (b"abc", "rot13", "abc"),
        (b"abc", "unicode_escape", "abc"),
        (b"abc", "\0", "abc"),
        (b"\x81", "windows-1252", "\x81"),
    ],
)
def test_a_label_is_believed_only_where_the_bytes_agree(data: bytes, label: str, text: str) -> None:
    assert decode(data, label).text == text


@cases("text", "tail")
def test_the_credential_is_what_stands_behind_our_plus_sign(text: str, tail: str) -> None:
    assert credential(fields(text), OURS, resent=False) == tail


def test_a_letter_passed_on_brings_no_credential_of_its_first_sender() -> None:
    text = "Delivered-To: judge@judge.test\nDelivered-To: judge+g9.k3x7@judge.test\nTo: judge+g9.k3x7@judge.test"
    assert credential(fields(text), OURS, resent=True) == ""


@cases("text", "result")
def test_only_our_own_server_s_topmost_result_is_believed(text: str, result: str) -> None:
    assert verdict(fields(text), "mx.judge.test", "ann@x.test") is Authentication[result]


RECEIVED = (
    "Received: from mx.judge.test by mx.judge.test (Dovecot) with LMTP id 1; Fri, 20 Nov 2026 11:59:59 +0000\n"
    "Received: from mail.x.test by mx.judge.test (Postfix; a comment) id 2; Fri, 20 Nov 2026 12:50:00 +0100 (CET)\n"
    "Received: from a by mx.judge.test id forged; Fri, 20 Nov 2026 01:00:00 +0000"
)


def test_the_outer_stamp_of_our_server_counts_and_not_its_local_delivery() -> None:
    when, warning = arrival(fields(RECEIVED), "mx.judge.test", NOON)
    assert (when, warning) == (datetime(2026, 11, 20, 11, 50, tzinfo=UTC), "")


def test_a_stamp_from_the_future_yields_to_the_mailbox() -> None:
    when, warning = arrival(fields(RECEIVED), "mx.judge.test", datetime(2026, 11, 20, 11, 0, tzinfo=UTC))
    assert when.hour == 11
    assert "future" in warning


def test_with_nothing_else_the_topmost_stamp_is_shown() -> None:
    when, _ = arrival(fields(RECEIVED), "", None)
    assert when == datetime(2026, 11, 20, 11, 59, 59, tzinfo=UTC)


def test_a_date_without_a_zone_is_utc() -> None:
    assert parse_date("Fri, 20 Nov 2026 12:00:00 -0000") == NOON


@cases("action", "status", "kind")
def test_a_delivery_report_is_as_bad_as_its_status_says(action: str, status: str, kind: str) -> None:
    bounce = read_message(dsn(action, status), RULES).bounce
    assert bounce is not None
    assert (bounce.address, bounce.kind) == ("ann@players.test", kind)
    assert (bounce.message_id, bounce.reply_key) == ("<g9.s1903.result.ann@judge.test>", "bounce.g9.ann.c17")


def test_a_report_about_a_letter_we_never_sent_says_so() -> None:
    message = read_message(dsn("failed", "5.1.1"), RULES, known_ids=lambda _: False)
    assert message.action is Action.BOUNCE
    assert "never sent" in message.warnings[0]
    assert read_message(dsn("failed", "5.1.1"), RULES, known_ids=lambda _: True).warnings == ()


def test_two_senders_of_two_sites_are_not_verified_by_a_pass() -> None:
    raw = letter(TYPED, to="judge@judge.test", sender="Ann <ann@players.test>, Eve <eve@evil.test>")
    assert read_message(raw, RULES).action is Action.UNVERIFIED


def test_under_require_a_letter_without_token_or_pass_is_unverified() -> None:
    strict = ReadingRules("judge@judge.test", "mx.judge.test", "require")
    assert read_message(letter(TYPED, to="judge@judge.test", dmarc="none"), strict).action is Action.UNVERIFIED
    assert read_message(letter(TYPED, to="judge@judge.test"), strict).action is Action.ORDERS
    assert read_message(letter(TYPED, dmarc="fail"), strict).action is Action.ORDERS


def test_with_checks_off_a_failed_one_is_no_hindrance() -> None:
    off = ReadingRules("judge@judge.test", "mx.judge.test", "off")
    assert read_message(letter(TYPED, to="judge@judge.test", dmarc="fail"), off).action is Action.ORDERS


def test_a_password_is_not_enough_in_a_letter_that_was_passed_on() -> None:
    raw = letter("SIGNON ann@g9 sesame\n" + TYPED, to="judge@judge.test", more="Resent-From: bob@players.test\n")
    assert read_message(raw, RULES).action is Action.UNVERIFIED
