"""What goes out: read back with the standard library, which knows nothing of how it was made."""

import email
import email.policy
import re
from dataclasses import replace
from datetime import UTC, datetime
from email.header import decode_header, make_header
from email.message import Message

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.core.addressing import Addressing
from judge.core.errors import InputError
from judge.mail.outbound import Identity, message_id, serialise
from judge.post import Attachment, Letter
from tests.counts import drawn
from tests.tables import cases

JUDGE = Identity(Addressing("judge@judge.test"), "DEMO Judge", "judge.test")
PLAIN = Letter(
    key="confirm:lira7:F1903M:3",
    to="ann@players.test",
    subject="[OK] lira7 F1903M: 7 trades on file",
    text="Your sheet as it stands:\n\n  1  BUY 12 LIRA = 13.20\n",
    sent_at=datetime(2026, 11, 20, 19, 58, 12, tzinfo=UTC),
)
quick = drawn(50)


def read(letter: Letter, identity: Identity = JUDGE) -> Message:
    return email.message_from_bytes(serialise(letter, identity), policy=email.policy.compat32)


def part(message: Message, mime: str) -> Message:
    return next(one for one in message.walk() if one.get_content_type() == mime)


def words(message: Message, mime: str = "text/plain") -> str:
    payload = part(message, mime).get_payload(decode=True)
    assert isinstance(payload, bytes)
    return payload.decode("utf-8").replace("\r\n", "\n")


def header(message: Message, name: str) -> str:
    """One header as a reader sees it; it must occur once."""
    (value,) = message.get_all(name, [])
    return str(make_header(decode_header(re.sub(r"\r?\n", "", value))))


def head_of(raw: bytes) -> list[bytes]:
    return raw.split(b"\r\n\r\n", 1)[0].split(b"\r\n")


# -- headers ----------------------------------------------------------------------------------------------------------


def test_a_plain_letter_carries_every_header_of_a_confirmation_once() -> None:
    message = read(replace(PLAIN, reply_key="lira7.k3x7", in_reply_to="<o1@players.test>"))
    assert header(message, "From") == "DEMO Judge <judge@judge.test>"
    assert header(message, "To") == "ann@players.test"
    assert header(message, "Subject") == PLAIN.subject
    assert header(message, "Date") == "Fri, 20 Nov 2026 19:58:12 +0000"
    assert header(message, "Reply-To") == "judge+lira7.k3x7@judge.test"
    assert header(message, "Auto-Submitted") == "auto-replied"
    assert header(message, "X-Auto-Response-Suppress") == "OOF, AutoReply, RN, NRN"
    assert header(message, "X-Loop") == "judge@judge.test"
    assert header(message, "In-Reply-To") == "<o1@players.test>"
    assert header(message, "References") == "<o1@players.test>"
    assert header(message, "MIME-Version") == "1.0"
    assert "Precedence" not in message and "List-Id" not in message
    assert words(message) == PLAIN.text


def test_the_same_letter_gives_the_same_bytes_and_another_key_another_message_id() -> None:
    letter = replace(PLAIN, html="<p>x</p>", attachments=(Attachment("a.json", "application/json", b"{}"),))
    assert serialise(letter, JUDGE) == serialise(letter, JUDGE)
    assert header(read(letter), "Message-ID") == message_id(PLAIN.key, "judge.test")
    assert message_id("another", "judge.test") != message_id(PLAIN.key, "judge.test")


def test_references_hold_our_roots_first_then_the_newest_and_twelve_at_most() -> None:
    theirs = tuple(f"<m{n}@players.test>" for n in range(30))
    roots = ("<lira7.root@judge.test>", "<lira7.f1903@judge.test>")
    message = read(replace(PLAIN, root=roots, references=theirs, in_reply_to="<last@players.test>"))
    ids = header(message, "References").split()
    assert ids[:2] == ["<lira7.root@judge.test>", "<lira7.f1903@judge.test>"]
    assert ids[2:] == [*theirs[-9:], "<last@players.test>"]


def test_rubbish_in_a_foreign_reference_is_left_out() -> None:
    foreign = ("<a b@c>", "no id", "<ok@x>\r\nBcc: <eve@evil.test>", "<[x]@y>", "<" + "l" * 999 + "@x>", "<ü@x>")
    message = read(replace(PLAIN, references=foreign, in_reply_to="<q\x00@x> <second@x>"))
    assert "Bcc" not in message
    assert header(message, "References").split() == ["<ok@x>", "<eve@evil.test>", "<[x]@y>", "<second@x>"]


def test_a_subject_is_one_line_without_controls_and_capped() -> None:
    message = read(replace(PLAIN, subject="Re: a\r\nBcc: eve@evil.test\x00\x1b[31m\u202e " + "x" * 500))
    subject = header(message, "Subject")
    assert subject.startswith("Re: a Bcc: eve@evil.test [31m x")
    assert len(subject) == 200
    assert "Bcc" not in message


@pytest.mark.parametrize("name", ['The "Judge", DEMO', "Jügde", "a=?b", "judge@home", ""])
def test_any_display_name_reads_back_as_it_is(name: str) -> None:
    message = email.message_from_bytes(serialise(PLAIN, replace(JUDGE, name=name)), policy=email.policy.default)
    (sender,) = message["From"].addresses
    assert (sender.display_name, sender.addr_spec) == (name, "judge@judge.test")


@cases("address")
def test_what_is_no_address_is_refused_and_never_repaired(address: str) -> None:
    with pytest.raises(InputError):
        serialise(replace(PLAIN, to=address), JUDGE)


def test_a_domain_outside_ascii_travels_as_idna() -> None:
    assert b"\r\nTo: ann@xn--mller-kva.example\r\n" in serialise(replace(PLAIN, to="ann@müller.example"), JUDGE)


def test_an_address_that_ascii_cannot_write_is_named_and_the_letter_stays_ascii() -> None:
    raw = serialise(replace(PLAIN, to="jürgen@x.example"), JUDGE)
    assert raw.isascii()
    assert header(email.message_from_bytes(raw), "To") == "jürgen@x.example :;"


def test_the_judge_itself_needs_an_address_in_ascii() -> None:
    with pytest.raises(InputError):
        serialise(PLAIN, replace(JUDGE, own=Addressing("jüdge@judge.test")))


def test_a_reply_key_with_foreign_characters_is_refused() -> None:
    assert JUDGE.with_key("") == "judge@judge.test"
    with pytest.raises(InputError):
        JUDGE.with_key("a@evil.test>, <x")


# -- lists ------------------------------------------------------------------------------------------------------------


def test_results_to_our_own_subscribers_name_the_list_and_the_way_out() -> None:
    way_out = "mailto:judge+unsub.lira7.ann.k3x7@judge.test"
    message = read(replace(PLAIN, list_id="lira7.judge.test", unsubscribe=way_out))
    assert header(message, "List-Id") == "<lira7.judge.test>"
    assert header(message, "List-Unsubscribe") == "<mailto:judge+unsub.lira7.ann.k3x7@judge.test>"
    assert header(message, "Precedence") == "bulk"


# -- bodies -----------------------------------------------------------------------------------------------------------


def test_html_is_an_alternative_and_its_pictures_are_related_to_it() -> None:
    parts = (
        Attachment("board.png", "image/png", bytes(range(256)), cid="board"),
        Attachment("r.txt", "text/plain", b"x"),
    )
    message = read(replace(PLAIN, html='<img src="cid:board">', attachments=parts))
    kinds = [one.get_content_type() for one in message.walk()]
    assert (
        kinds
        == """
    multipart/mixed multipart/alternative text/plain multipart/related text/html image/png text/plain
""".split()
    )
    picture = part(message, "image/png")
    assert picture["Content-ID"] == "<board>" and picture.get_payload(decode=True) == bytes(range(256))
    assert words(message, "text/html") == '<img src="cid:board">\n'


def test_a_type_a_name_or_a_content_id_that_would_end_its_header_is_refused() -> None:
    for bad in (
        Attachment("a", "text/plain\r\nX: y", b""),
        Attachment("a", "multipart/mixed", b""),
        Attachment('a"\r\nX: y', "image/png", b""),
        Attachment("a", "image/png", b"", cid="a>\r\nX: y"),
    ):
        with pytest.raises(InputError):
            serialise(replace(PLAIN, attachments=(bad,)), JUDGE)


def test_controls_never_leave_the_house_in_a_body() -> None:
    assert words(read(replace(PLAIN, text="a\x00b\x1b[0m\x85c\td\x7f\n"))) == "ab[0mc\td\n"


def test_a_line_that_starts_with_from_is_not_mangled_by_mail_stores() -> None:
    text = "From here\n  From there\nFrom " + "x" * 100 + "\n"
    raw = serialise(replace(PLAIN, text=text), JUDGE)
    assert b"\nFrom " not in raw.replace(b"From: ", b"")
    assert words(email.message_from_bytes(raw)) == text


def test_half_a_character_does_not_stop_a_letter() -> None:
    assert words(read(replace(PLAIN, text="x\ud800y", subject="a\udfffb"))) == "x?y\n"


@quick
@given(st.text(st.characters(exclude_categories=["Cc", "Cs"], include_characters="\n\t=._ "), max_size=400))
def test_any_text_comes_back_and_no_line_is_too_long(text: str) -> None:
    raw = serialise(replace(PLAIN, text=text), JUDGE)
    assert raw.isascii()
    assert words(email.message_from_bytes(raw)) == (text if text.endswith("\n") else text + "\n")
    assert all(len(line) <= 78 for line in raw.split(b"\r\n"))
    assert not re.search(rb"(?<!\r)\n|\r(?!\n)", raw)


@quick
@given(st.text(max_size=120))
def test_any_subject_leaves_the_headers_whole(subject: str) -> None:
    raw = serialise(replace(PLAIN, subject=subject), JUDGE)
    message = email.message_from_bytes(raw)
    assert message.keys() == read(PLAIN).keys()
    assert len(head_of(raw)) < 40 and raw.isascii()
    assert all(len(line) <= 200 for line in head_of(raw))
