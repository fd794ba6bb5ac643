"""Rows 51 to 53, 57 to 68, 70 and 71: letters that are not what they seem, through the whole judge."""

import base64
import re
from dataclasses import replace

import pytest

from tests.faults.invariants import examine
from tests.faults.rig import GAME, JUDGE, MASTER, SEATS, Rig
from tests.faults.table import fault
from tests.harness import address_of, password_of
from tests.tables import cases

SIGNED = f"SIGNON Lupus@{GAME} {password_of('Lupus')}"


def token_of(rig: Rig, seat: str = "Lupus") -> str:
    """A reply address with a good token, from an answer to a letter."""
    letter = rig.write(seat)
    rig.rest()
    return str(rig.answers(letter)[0].mime["Reply-To"])


def mail(head: str, body: str) -> bytes:
    return f"{head}\n\n{body}\n".replace("\n", "\r\n").encode("utf-8", "surrogateescape")


@fault(51)
def test_a_letter_delivered_twice_is_answered_once(rig: Rig) -> None:
    letter = rig.write()
    raw = rig.raw("Lupus", f"SELL {letter.number} LIRA", letter.message_id)
    rig.deliver(raw)
    rig.rest()
    rig.deliver(raw)  # and once more days later
    rig.rest(days=1)
    rig.check()


@fault(52)
def test_one_id_with_two_bodies_is_two_letters(rig: Rig) -> None:
    first = rig.write()
    rig.deliver(rig.raw("Lupus", "SELL 1777 LIRA", first.message_id))
    rig.tick()
    assert rig.filed() == [first.number, 1777]
    answers = rig.answers(first)
    assert len({str(answer.mime["Message-ID"]) for answer in answers}) == 2
    rig.rest()
    _whole(rig, orders=2)


def _whole(rig: Rig, orders: int) -> None:
    """The invariants, where a Message-ID cannot stand for one letter."""
    found = examine(rig.app, [], rig.delivered, rig.in_mailbox)
    rig.examined = found
    assert found.wrong in ([], [f"{orders} orders are on file, not 0"])
    assert found.lost == found.doubled == 0


@fault(53)
def test_a_letter_without_an_id_is_known_by_its_digest(rig: Rig) -> None:
    raw = rig.raw("Lupus", "SELL 1777 LIRA", "none")
    rig.deliver(raw)
    rig.deliver(raw)
    rig.rest()
    assert rig.filed() == [1777]
    assert len(rig.to("lupus@example.test", "[CHECK]")) == 1
    _whole(rig, orders=1)


@fault(57)
@pytest.mark.parametrize("kind", ["attachment", "line", "lines", "divs", "parts", "zip"])
def test_a_monstrous_letter_holds_nothing_up(rig: Rig, kind: str) -> None:
    head = f"From: lupus@example.test\nTo: {JUDGE}\nMessage-ID: <big@mail.test>\nMIME-Version: 1.0\n"
    parts = head + 'Content-Type: multipart/mixed; boundary="b"'
    plain = head + "Content-Type: text/plain"
    block = base64.encodebytes(b"x" * 60_000).decode()
    body = {
        "attachment": (
            parts,
            f"--b\nContent-Type: application/pdf\nContent-Transfer-Encoding: base64\n\n{block * 20}"
            f"\n--b\nContent-Type: text/plain\n\n{SIGNED}\nSELL 1777 LIRA\n--b--",
        ),
        "line": (plain, "x" * 2_000_000),
        "lines": (plain, "SELL 1 LIRA\n" * 100_000),
        "divs": (head + "Content-Type: text/html", "<div>" * 5_000 + "SELL 1 LIRA"),
        "parts": (parts, '--b\nContent-Type: multipart/mixed; boundary="b"\n\n' * 120),
        "zip": (parts, '--b\nContent-Type: application/zip; name="bomb.zip"\n\nPK\n--b--'),
    }[kind]
    rig.deliver(mail(*body))
    rig.write("Vulpes")
    rig.rest()
    if kind == "attachment":
        assert rig.filed() == [1777]
        _whole(rig, orders=2)
        return
    assert rig.filed() == []
    rig.check()


@fault(58)
@cases("text")
def test_text_made_to_keep_the_reader_busy_does_not(rig: Rig, text: str) -> None:
    rig.deliver(
        mail(
            f"From: lupus@example.test\nTo: {JUDGE}\nMessage-ID: <busy@mail.test>\nSubject: {text[:900]}",
            f"{text}\nOn Monday somebody wrote:\n{text}",
        )
    )
    rig.write("Vulpes")
    rig.rest()
    assert rig.filed("Vulpes")
    rig.check()


@fault(59)
def test_hidden_line_ends_make_no_header_and_no_reader(rig: Rig) -> None:
    name = "=?utf-8?q?Lupus=0D=0ABcc:_thief@example.test?="
    letter = rig.write(
        headers=[
            f"Subject: =?utf-8?q?orders=0D=0ABcc:_thief@example.test?= {name}",
            "References: <a@b>\r\n\tBcc: thief@example.test <c\rd@e>",
            f"Reply-To: {name} <thief@example.test>",
        ],
    )
    rig.rest()
    (answer,) = rig.answers(letter)
    assert answer.mime["Bcc"] is None and len(answer.mime.get_all("Subject")) == 1  # type: ignore[arg-type]
    assert not any("thief" in taken for one in rig.smtp.taken for taken in one.recipients)
    rig.check()


@fault(60)
def test_templates_and_formulas_in_press_are_shown_as_they_are(rig: Rig) -> None:
    evil = "{{ 7*7 }} {% for x in y %} <script>alert(1)</script> =1+1 ${jndi:ldap} %s %(x)s"
    rig.write(text=f"BROADCAST\n{evil}\nENDPRESS", filed=False)
    rig.rest()
    everything = rig.to("vulpes@example.test")[-1].text
    assert all(word in everything for word in evil.split())
    rig.check()


@fault(61)
def test_odd_bytes_are_answered_in_clean_text(rig: Rig) -> None:
    letter = rig.write(
        text="SELL 1777 LIRA\n\x00\x1b[31mSELL\x1b[0m \u202e ARIL 1 \u202c\n\udce4\udcff \udc80",
        headers=["Content-Type: text/plain; charset=utf-16", "X: \udce4"],
    )
    rig.rest()
    for answer in rig.answers(letter):
        assert not re.search(r"[\x00-\x08\x0b-\x1f\x7f\u202a-\u202e\u2066-\u2069]", answer.text)
        assert answer.raw.isascii()
    rig.written[0] = replace(letter, filed=bool(rig.filed()))
    rig.check()


@fault(62)
@pytest.mark.parametrize("rig", [{"authentication": "warn"}], indirect=True)
def test_nobody_speaks_for_a_seat_without_its_secret(rig: Rig) -> None:
    token = token_of(rig)
    local, _, domain = token.strip("<>").partition("@")
    wrong = local[:-3] + ("aaa" if not local.endswith("aaa") else "bbb") + "@" + domain
    elsewhere = local.replace(GAME, "other1") + "@" + domain
    before = len(rig.to("lupus@example.test"))
    for address in (JUDGE, wrong, elsewhere):
        rig.write(
            text="SELL 1888 LIRA",
            to=address,
            signed=False,
            filed=False,
            answered=False,
            headers=[f"Delivered-To: {address}", "Authentication-Results: mx.evil; dmarc=pass"],
        )
    rig.written = rig.written[:1]
    rig.rest()
    assert rig.filed() == [1001]
    told = "\n".join(one.text for one in rig.to("lupus@example.test")[before:])
    assert "1001" not in told and "holding" not in told.lower()
    rig.check()


@fault(63)
def test_guessing_brings_no_luck_and_few_answers(rig: Rig) -> None:
    for number in range(60):
        body = f"SIGNON Lupus@{GAME} guess{number}\nSELL 1888 LIRA"
        rig.deliver(mail(f"From: thief@example.test\nTo: {JUDGE}\nMessage-ID: <guess{number}@x>", body))
        to = f"judge+{GAME}.1-1-{'abcdefghijklmnop'[number % 16] * 16}@judge.test"
        rig.deliver(
            mail(
                f"From: thief@example.test\nTo: {to}\nDelivered-To: {to}\nMessage-ID: <tok{number}@x>", "SELL 1888 LIRA"
            )
        )
    rig.rest()
    told = rig.to("thief@example.test")
    assert len(told) <= 31
    assert rig.filed() == []
    unknown = mail(f"From: second@example.test\nTo: {JUDGE}\nMessage-ID: <u1@x>", f"SIGNON Nobody@{GAME} guess\nSTATUS")
    known = mail(f"From: third@example.test\nTo: {JUDGE}\nMessage-ID: <u2@x>", f"SIGNON Vulpes@{GAME} guess\nSTATUS")
    rig.deliver(unknown)
    rig.deliver(known)
    rig.rest()
    one, other = rig.to("second@example.test"), rig.to("third@example.test")
    assert [a.text.replace("Nobody", "X") for a in one] == [a.text.replace("Vulpes", "X") for a in other]
    rig.check()


@fault(64)
@pytest.mark.parametrize("polite", [True, False])
def test_robots_fall_silent(rig: Rig, polite: bool) -> None:
    """A robot answers each letter of ours, with or without saying that it is one."""
    rig.write()
    rounds = 0
    seen = 0
    for _ in range(8):
        rig.rest(minutes=1)
        new, seen = rig.to("lupus@example.test")[seen:], len(rig.to("lupus@example.test"))
        if not new:
            break
        rounds += 1
        for number, one in enumerate(new):
            head = (
                f"From: lupus@example.test\nTo: {one.mime['Reply-To'] or JUDGE}\nMessage-ID: <v{rounds}.{number}@x>\n"
            )
            head += f"Subject: Re: {one.mime['Subject']}\nIn-Reply-To: {one.mime['Message-ID']}"
            rig.deliver(mail(head + ("\nAuto-Submitted: auto-replied" if polite else ""), "I am away until Monday."))
    assert rounds <= 3
    rig.check()


@fault(64)
def test_our_own_letter_come_back_is_put_away(rig: Rig) -> None:
    letter = rig.write()
    rig.rest()
    (answer,) = rig.answers(letter)
    before = len(rig.delivered)
    rig.deliver(answer.raw)
    rig.rest()
    assert len(rig.delivered) == before
    rig.check()


@fault(65)
def test_an_automatic_reply_that_quotes_us_gives_no_orders(rig: Rig) -> None:
    letter = rig.write()
    rig.rest()
    (answer,) = rig.answers(letter)
    head = (
        f"From: lupus@example.test\nTo: {answer.mime['Reply-To']}\nMessage-ID: <away@x>\nAuto-Submitted: auto-replied"
    )
    rig.deliver(mail(head, "I am away.\n\n" + answer.text + "\nSELL 1888 LIRA"))
    before = len(rig.delivered)
    rig.rest()
    assert rig.filed() == [letter.number] and len(rig.delivered) == before
    rig.check()


@fault(66)
def test_a_delivery_report_gives_no_orders_and_a_forged_one_counts_for_nothing(rig: Rig) -> None:
    token = token_of(rig)
    for number, to in enumerate((token, f"judge+b.{'0' * 16}@judge.test")):
        rig.deliver(
            mail(
                f"Return-Path: <>\nFrom: MAILER-DAEMON@x\nTo: {to}\nDelivered-To: {to}\n"
                f"Message-ID: <forged{number}@x>\n"
                'Content-Type: multipart/report; report-type=delivery-status; boundary="b"\nMIME-Version: 1.0',
                f"--b\nContent-Type: text/plain\n\n{SIGNED}\nSELL 1888 LIRA\n"
                "--b\nContent-Type: message/delivery-status\n\n"
                "Final-Recipient: rfc822; stranger@example.test\nAction: failed\nStatus: 5.1.1\n\n--b--",
            )
        )
    before = len(rig.delivered)
    rig.rest()
    assert rig.filed() == [1001]
    assert len(rig.delivered) - before <= 0
    rig.check()


@fault(67)
@cases("kind")
def test_reports_receipts_and_calendar_answers_are_not_answered(rig: Rig, kind: str) -> None:
    before = len(rig.delivered)
    boundary = '; boundary="b"' if "multipart" in kind else ""
    part = "--b\nContent-Type: message/feedback-report\n\nFeedback-Type: abuse\n\n--b--"
    head = (
        f"From: lupus@example.test\nTo: {JUDGE}\nMessage-ID: <r@x>\nMIME-Version: 1.0\nContent-Type: {kind}{boundary}"
    )
    rig.deliver(mail(head, part if boundary else "BEGIN:VCALENDAR\nEND:VCALENDAR"))
    rig.rest()
    assert len(rig.delivered) == before and rig.filed() == []
    rig.check()


@fault(68)
def test_an_answer_goes_to_the_registered_address_whatever_the_letter_says(rig: Rig) -> None:
    letter = rig.write(
        headers=[
            "Reply-To: vulpes@example.test",
            "Cc: results@lists.test, vulpes@example.test",
            "Resent-From: corvus@example.test",
        ],
        sender="office@example.test",
    )
    rig.rest()
    assert [answer.to for answer in rig.answers(letter)] == ["lupus@example.test"]
    rig.check()


@fault(68)
def test_orders_that_come_through_a_list_are_asked_about_in_private(rig: Rig) -> None:
    letter = rig.write(
        filed=False,
        headers=[
            "List-Id: <results.lists.test>",
            "List-Post: <mailto:results@lists.test>",
            "Precedence: list",
            "Sender: results-bounces@lists.test",
        ],
    )
    rig.rest()
    assert {answer.to for answer in rig.answers(letter)} == {"lupus@example.test"}
    assert not any("lists.test" in to for taken in rig.smtp.taken for to in taken.recipients)
    rig.check()


@fault(70)
def test_a_judge_on_its_own_list_puts_its_letters_away(rig: Rig) -> None:
    def remail(taken):  # type: ignore[no-untyped-def]
        rig._pass_on(taken)
        if any(seat.lower() in to for seat in SEATS for to in taken.recipients):
            top = f"Return-Path: <results+bounces-1@ml.test>\r\nDelivered-To: {JUDGE}\r\nList-Id: <results.ml.test>\r\n"
            rig.deliver(top.encode() + taken.content)

    rig.smtp.handler.pass_on = remail
    rig.write()
    rig.clock.set(rig.deadline)
    rig.rest()
    before = len(rig.delivered)
    for _ in range(3):
        rig.tick(minutes=1)
    assert len(rig.delivered) == before
    rig.check()


@fault(71)
@cases("end")
def test_a_letter_stays_one_letter_whatever_stands_in_it(rig: Rig, end: str) -> None:
    """In: as a mailbox hands it over. Out: press carries it to everybody through the relay."""
    commands = len(rig.smtp.taken)
    body = f"BROADCAST\r\nfirst line{end}\r\nFrom the master: nothing\r\n.\r\nlast line\r\nENDPRESS"
    head = f"From: {address_of('Lupus')}\r\nTo: {JUDGE}\r\nMessage-ID: <smuggler@mail.test>\r\n\r\n"
    rig.deliver(f"{head}{SIGNED}\r\n{body}\r\nSIGNOFF\r\n".encode())
    rig.rest()
    assert all(taken.sender.startswith("judge+b.") for taken in rig.smtp.taken[commands:])
    (press,) = [one for one in rig.to("vulpes@example.test") if "first line" in one.text]
    assert "last line" in press.text
    assert not [one for one in rig.to(MASTER) if one.raw.startswith(b"MAIL")]
    rig.check()
