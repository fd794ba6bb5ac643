"""Rows 31 to 40 and 69: the relay and the line to it."""

import email

import pytest

from tests.faults.rig import CLIENT, MASTER, SEATS, SERVER, Rig, Rule
from tests.faults.table import fault
from tests.tables import cases

DOT = rb"^\.\r\n$|\r\n\.\r\n$"
MANY = ("Lupus", "Vulpes", "Corvus", "Ursus", "Felis", "Canis", "Aquila")
UNTOLD = {"self_copy": "no"}


def statuses(rig: Rig, to: str = "") -> list[str]:
    return sorted(row["status"] for row in rig.app.store.table("outbox").all() if to in row.get("to", ""))


@fault(31)
def test_while_the_relay_is_away_orders_are_taken_and_answers_wait(rig: Rig) -> None:
    rig.rest()
    rig.close()  # no standing connection
    rig.out.rules.append(Rule(SERVER, rb"^220", "cut_before", nth=0))
    for seat in SEATS:
        rig.write(seat)
    for _ in range(12):  # an hour
        _, sent = rig.tick(minutes=5)
    assert sent.waiting == 3 and len(rig.events("orders_stored")) == 3
    rig.out.rules.clear()
    rig.tick(minutes=2)
    assert all(rig.answers(letter) for letter in rig.written)
    rig.rest()
    rig.check()


@fault(32)
@cases("command", "answer")
def test_a_passing_refusal_is_tried_again(rig: Rig, command: str, answer: str) -> None:
    letter = rig.write()
    if command == "DATA":
        rig.out.rules.append(Rule(CLIENT, rb"^DATA\r\n", "reply", text=b"451 4.3.0 later\r\n"))
    else:
        rig.smtp.handler.answers.append((command, "", answer))
    rig.tick()
    assert rig.answers(letter) == []
    rig.rest()
    assert len(rig.answers(letter)) == 1
    rig.check()


@fault(32)
def test_after_five_days_of_passing_refusals_the_master_is_told(rig: Rig) -> None:
    letter = rig.write(answered=False)
    rig.smtp.handler.always.append(("RCPT", "lupus@", "451 4.3.0 later"))
    pauses = 0
    while "failed" not in statuses(rig, "lupus@") and pauses < 40:
        rig.tick(hours=6)
        pauses += 1
    assert 20 <= pauses <= 22
    rig.smtp.handler.always.clear()
    rig.rest()
    assert rig.answers(letter) == []
    assert rig.to(MASTER)[-1].text.count("lupus@example.test")
    rig.check()


@fault(32)
def test_patience_counts_from_the_first_try_not_from_the_letter_that_was_answered(rig: Rig) -> None:
    letter = rig.write()
    rig.smtp.handler.answers.append(("RCPT", "lupus@", "450 4.2.0 greylisted"))
    rig.tick(days=3)  # off for three days before the letter is even read
    rig.tick(days=4)
    rig.rest()
    assert len(rig.answers(letter)) == 1
    rig.check()


@fault(33)
def test_a_refused_recipient_is_not_tried_again_and_the_master_is_told(rig: Rig) -> None:
    rig.write(answered=False)
    rig.smtp.handler.always.append(("RCPT", "lupus@", "550 5.1.1 no such user"))
    rig.tick()
    asked = len(rig.out.seen)
    assert "failed" in statuses(rig, "lupus@")
    rig.rest()
    tries = [data for side, data in rig.out.seen[asked:] if side == CLIENT and b"RCPT TO:<lupus" in data]
    assert tries == []
    assert "550" in rig.to(MASTER)[-1].text
    assert len(rig.events("orders_stored")) == 1
    rig.check()


@fault(34)
def test_refused_content_is_tried_once_with_the_plain_words_alone(rig: Rig) -> None:
    letter = rig.write()
    rig.smtp.handler.always.append(("DOT", "application/json", "554 5.7.1 no attachments here"))
    rig.rest()
    (answer,) = rig.answers(letter)
    assert answer.mime.get_content_type() == "text/plain"
    assert "SELL" in answer.text and answer.mime["Message-ID"]
    assert len(answer.raw.split(b"\r\nContent-Type:")) == 2
    rig.check()


@fault(34)
def test_content_refused_even_as_plain_words_is_told_to_the_master(rig: Rig) -> None:
    rig.write(answered=False)
    rig.smtp.handler.always.append(("DOT", "To: lupus@", "554 5.7.1 spam"))
    rig.rest()
    assert "554" in rig.to(MASTER)[-1].text
    tried = [data for side, data in rig.out.seen if side == CLIENT and b"RCPT TO:<lupus" in data]
    assert len(tried) - len(rig.to("lupus@example.test")) == 2
    rig.check()


@fault(35)
@pytest.mark.parametrize("command", [rb"^MAIL FROM", rb"^RCPT TO", rb"^DATA\r\n", DOT])
def test_421_means_the_whole_transaction_again(rig: Rig, command: bytes) -> None:
    letter = rig.write()
    rig.out.rules.append(Rule(CLIENT, command, "reply", text=b"421 4.3.2 shutting down\r\n"))
    rig.rest()
    assert rig.out.fired() and len(rig.answers(letter)) == 1
    rig.check()


@fault(36)
@pytest.mark.parametrize("rig", [{"timeout": 1}], indirect=True)
def test_silence_after_the_dot_is_decided_by_the_self_copy(rig: Rig) -> None:
    letter = rig.write()
    rig.out.rules.append(Rule(SERVER, rb"^250 2.0.0 OK queued", "stall", pause=2))
    rig.rest()
    assert rig.out.fired() and len(rig.answers(letter)) == 1
    rig.check()


@fault(36)
@pytest.mark.parametrize("cut", ["cut_after", "cut_before", "reset"])
def test_a_line_cut_at_the_dot_gives_one_letter(rig: Rig, cut: str) -> None:
    letter = rig.write()
    rig.out.rules.append(Rule(CLIENT, DOT, cut))
    rig.rest()
    assert rig.out.fired() and len(rig.answers(letter)) == 1
    rig.check()


@fault(37)
@pytest.mark.parametrize("rig", [UNTOLD], indirect=True)
def test_without_self_copies_nobody_gets_more_than_two(rig: Rig) -> None:
    letter = rig.write()
    rig.out.rules.append(Rule(SERVER, rb"^250 2.0.0 OK queued", "cut_before", nth=0))
    for _ in range(6):
        rig.tick(hours=1)
    rig.out.rules.clear()
    rig.rest()
    assert len(rig.answers(letter)) == 2
    assert "lupus@example.test" in rig.to(MASTER)[-1].text
    rig.check(doubled=2)


@fault(38)
def test_a_refused_self_copy_does_not_keep_the_letter_back(rig: Rig) -> None:
    letter = rig.write()
    rig.smtp.handler.always.append(("RCPT", "judge+copy", "550 5.1.1 no sub-addresses"))
    rig.tick()
    assert len(rig.answers(letter)) == 1
    assert all(len(taken.recipients) == 1 for taken in rig.smtp.taken[-1:])
    rig.rest()
    rig.check()


@fault(39)
def test_greylisting_of_one_delays_nobody_else(rig: Rig) -> None:
    for seat in SEATS:
        rig.write(seat)
    rig.smtp.handler.answers += [("RCPT", "lupus@", "450 4.2.0 greylisted")] * 3
    rig.tick()
    assert [len(rig.answers(letter)) for letter in rig.written] == [0, 1, 1]
    rig.rest()
    assert [len(rig.answers(letter)) for letter in rig.written] == [1, 1, 1]
    rig.check()


@fault(40)
def test_a_bounced_confirmation_is_told_and_the_order_stays(rig: Rig) -> None:
    letter = rig.write()
    rig.rest()
    taken = next(
        taken
        for taken in rig.smtp.taken
        if "lupus@example.test" in taken.recipients
        and email.message_from_bytes(taken.content)["In-Reply-To"] == letter.message_id
    )
    back, message_id = taken.sender, email.message_from_bytes(taken.content)["Message-ID"]
    report = (
        f"Return-Path: <>\nDelivered-To: {back}\nFrom: MAILER-DAEMON@mail.test\nTo: {back}\nSubject: Undelivered\n"
        "Message-ID: <dsn1@mail.test>\nMIME-Version: 1.0\n"
        'Content-Type: multipart/report; report-type=delivery-status; boundary="b"\n\n'
        "--b\nContent-Type: text/plain\n\nIt could not be delivered.\n--b\nContent-Type: message/delivery-status\n\n"
        "Reporting-MTA: dns; mail.test\n\nFinal-Recipient: rfc822; lupus@example.test\nAction: failed\nStatus: 5.1.1\n"
        f"\n--b\nContent-Type: text/rfc822-headers\n\nMessage-ID: {message_id}\n\n--b--\n"
    )
    rig.deliver(report.replace("\n", "\r\n").encode())
    rig.rest()
    person = rig.app.services.files.person("lupus@example.test")
    assert person is not None and person.bounces > 0
    assert "Lupus" in rig.to(MASTER)[-1].text
    assert rig.filed() == [letter.number]
    rig.check()


@fault(69)
@pytest.mark.parametrize("rig", [{"seats": MANY, "timeout": 1}], indirect=True)
def test_one_dead_one_full_and_one_slow_member_delay_nobody_else(rig: Rig) -> None:
    rig.smtp.handler.always += [("RCPT", "lupus@", "550 5.1.1 unknown"), ("RCPT", "vulpes@", "452 4.2.2 full")]
    rig.out.rules.append(Rule(CLIENT, rb"RCPT TO:<corvus@", "stall", pause=1.5))
    rig.clock.set(rig.deadline)
    before = {seat: len(rig.to(f"{seat.lower()}@example.test")) for seat in MANY}
    rig.tick()
    rig.tick(minutes=1)
    for seat in MANY[3:]:
        assert len(rig.to(f"{seat.lower()}@example.test")) > before[seat]
    assert len(rig.to("lupus@example.test")) == before["Lupus"]
    rig.smtp.handler.always.clear()
    rig.rest()
    assert len(rig.to("vulpes@example.test")) > before["Vulpes"]
    assert len(rig.to("corvus@example.test")) > before["Corvus"]
    rig.check()
