"""The small SMTP door, spoken to over a real socket."""

import contextlib
import smtplib
import socket
import time
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from judge.core.addressing import Addressing
from judge.core.errors import SetupError
from judge.mail import disk
from judge.mail.door import MAX_CLIENTS, MAX_PEER, MAX_SIZE, Door, _Guests
from judge.mail.maildir import MaildirBox

NOON = datetime(2026, 12, 4, 12, 0, 0, 123456, tzinfo=UTC)
LETTER = b"From: ann@players.test\r\nSubject: o\r\n\r\nBUY 12 LIRA\r\n.\r\nlast\r\n"


@pytest.fixture
def inbox(tmp_path: Path) -> Path:
    return tmp_path / "in"


@pytest.fixture
def door(inbox: Path) -> Iterator[Door]:
    door = Door("127.0.0.1", 0, inbox, "judge@localhost", now=lambda: NOON)
    door.start()
    yield door
    door.stop()


def client(door: Door) -> smtplib.SMTP:
    return smtplib.SMTP("127.0.0.1", door.port, local_hostname="client.test", timeout=10)


def test_a_letter_is_in_the_mailbox_when_the_door_says_it_has_it(door: Door, inbox: Path) -> None:
    with client(door) as smtp:
        smtp.sendmail("ann@players.test", ["judge+lira7.k3x7@localhost"], LETTER)
        (letter,) = MaildirBox(inbox).fetch(10)
    assert letter.arrived == NOON
    head, _, body = letter.raw.partition(b"\n\n")
    assert head.split(b"\n") == [
        b"Return-Path: <ann@players.test>",
        b"Delivered-To: judge+lira7.k3x7@localhost",
        b"Received: from client.test ([127.0.0.1]) by judge with ESMTP; Fri, 04 Dec 2026 12:00:00 +0000",
        b"From: ann@players.test",
        b"Subject: o",
    ]
    assert body == b"BUY 12 LIRA\n.\nlast\n"
    assert list((inbox / "tmp").iterdir()) == []


def test_each_of_our_addresses_gets_its_own_copy(door: Door, inbox: Path) -> None:
    with client(door) as smtp:
        smtp.sendmail("a@x.test", ["judge@localhost", "JUDGE+G.tok@LOCALHOST", "judge@localhost"], LETTER)
    tops = sorted(delivery.raw.split(b"\n")[1] for delivery in MaildirBox(inbox).fetch(10))
    assert tops == [b"Delivered-To: judge+g.tok@localhost", b"Delivered-To: judge@localhost"]


def test_the_hundred_and_first_recipient_of_a_letter_is_turned_away_and_the_letter_comes(
    door: Door, inbox: Path
) -> None:
    with client(door) as smtp:
        refused = smtp.sendmail("a@x.test", [f"judge+t{n}@localhost" for n in range(103)], LETTER)
    assert {code for code, _ in refused.values()} == {452}
    assert len(refused) == 3
    assert len(MaildirBox(inbox).fetch(200)) == 100


def test_a_large_letter_to_many_is_refused_as_too_large(
    door: Door, inbox: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("judge.mail.door.MAX_COPIES", 10_000)
    with client(door) as smtp, pytest.raises(smtplib.SMTPDataError) as refused:
        smtp.sendmail("a@x.test", [f"judge+t{n}@localhost" for n in range(50)], LETTER + b"x" * 1000)
    assert refused.value.smtp_code == 552
    assert MaildirBox(inbox).fetch(200) == []


def test_one_peer_holds_twenty_connections_and_the_next_is_told_to_come_later(door: Door) -> None:
    held = [client(door) for _ in range(20)]
    with pytest.raises(smtplib.SMTPConnectError) as refused:
        client(door)
    assert refused.value.smtp_code == 421
    held.pop().quit()
    for _ in range(100):  # the door hears of the end in a thread of its own
        with contextlib.suppress(smtplib.SMTPConnectError):
            client(door).quit()
            break
        time.sleep(0.02)
    else:
        pytest.fail("a place that was given up is taken for ever")
    for one in held:
        one.close()


def test_two_hundred_connections_are_all_there_are_and_a_place_that_is_free_is_taken() -> None:
    guests = _Guests(lambda: 0.0)
    came = [f"192.0.2.{number // 20}" for number in range(1000)]
    taken = [peer for peer in came if guests.enter(peer)]
    assert len(taken) == MAX_CLIENTS == 200 and max(Counter(taken).values()) == MAX_PEER
    assert not guests.enter("198.51.100.7")
    guests.leave(taken[0])
    assert guests.enter("198.51.100.7") and not guests.enter("198.51.100.8")


def test_a_client_that_says_nothing_is_let_go(inbox: Path) -> None:
    door = Door("127.0.0.1", 0, inbox, "judge@localhost", now=lambda: NOON, idle=0.05)
    door.start()
    with socket.create_connection(("127.0.0.1", door.port), timeout=10) as idle:
        said = b""
        while chunk := idle.recv(1000):
            said += chunk
    door.stop()
    assert said.splitlines()[-1].startswith(b"421")


def test_a_flood_of_connections_leaves_one_line_in_the_log(door: Door, caplog: pytest.LogCaptureFixture) -> None:
    held = [client(door) for _ in range(20)]
    for _ in range(30):
        with contextlib.suppress(smtplib.SMTPConnectError):
            client(door)
    for one in held:
        one.close()
    assert sum("turns clients away" in record.getMessage() for record in caplog.records) == 1


@pytest.mark.parametrize("stranger", ["ann@players.test", "judge@elsewhere.test", "judges@localhost", "judge"])
def test_nothing_is_relayed_to_others(door: Door, inbox: Path, stranger: str) -> None:
    with client(door) as smtp, pytest.raises(smtplib.SMTPRecipientsRefused) as refused:
        smtp.sendmail("a@x.test", [stranger], LETTER)
    assert refused.value.recipients[stranger][0] == 550
    assert MaildirBox(inbox).fetch(10) == []


def test_a_delivery_report_has_an_empty_sender(door: Door, inbox: Path) -> None:
    with client(door) as smtp:
        smtp.sendmail("", ["judge@localhost"], LETTER)
    (letter,) = MaildirBox(inbox).fetch(10)
    assert letter.raw.startswith(b"Return-Path: <>\n")


@pytest.mark.parametrize("address", ["<", "<a@", '<"', "<a@[", '"', "<@a:", "<@"])
def test_an_address_that_breaks_off_is_the_clients_fault(
    door: Door, address: str, caplog: pytest.LogCaptureFixture
) -> None:
    with client(door) as smtp:
        smtp.ehlo()
        assert smtp.docmd("MAIL", f"FROM:{address}")[0] == 553
        assert smtp.docmd("MAIL", "FROM:<a@x.test>")[0] == 250
        assert smtp.docmd("RCPT", f"TO:{address}")[0] in (501, 553)
        assert smtp.docmd("VRFY", address)[0] == 502
        assert smtp.docmd("RCPT", "TO:<judge@localhost>")[0] == 250
    assert not [record for record in caplog.records if record.levelname == "ERROR"]


def test_a_letter_that_is_announced_too_big_is_refused_before_it_is_sent(door: Door) -> None:
    with client(door) as smtp:
        smtp.ehlo()
        assert smtp.mail("a@x.test", [f"SIZE={MAX_SIZE + 1}"])[0] == 552


def test_a_letter_that_could_not_be_kept_stays_with_its_sender(
    door: Door, inbox: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(handle: int, data: bytes) -> int:
        raise OSError(28, "No space left on device")

    with client(door) as smtp:
        smtp.ehlo()
        with monkeypatch.context() as patch:
            patch.setattr(disk.os, "write", full)
            with pytest.raises(smtplib.SMTPDataError) as failed:
                smtp.sendmail("a@x.test", ["judge@localhost"], LETTER)
        assert failed.value.smtp_code == 452
        assert MaildirBox(inbox).fetch(10) == []
        smtp.sendmail("a@x.test", ["judge@localhost"], LETTER)
    assert len(MaildirBox(inbox).fetch(10)) == 1


def test_a_letter_the_disk_may_have_lost_stays_with_its_sender(door: Door, monkeypatch: pytest.MonkeyPatch) -> None:
    def failing(folder: Path) -> None:
        raise OSError(5, "Input/output error")

    monkeypatch.setattr("judge.mail.door.sync", failing)
    with client(door) as smtp, pytest.raises(smtplib.SMTPDataError) as failed:
        smtp.sendmail("a@x.test", ["judge@localhost"], LETTER)
    assert failed.value.smtp_code == 452


def test_the_office_is_woken_by_a_letter(inbox: Path) -> None:
    box = MaildirBox(inbox)
    door = Door("127.0.0.1", 0, inbox, "judge@localhost", wake=box.wake)
    door.start()
    try:
        with client(door) as smtp:
            smtp.sendmail("a@x.test", ["judge@localhost"], LETTER)
        assert box.wait(10) is True
    finally:
        door.stop()


def test_a_taken_port_is_named_with_its_setting(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(SetupError, match=rf"port {port} .*\[mail\] door"):
            Door("127.0.0.1", port, tmp_path / "in", "judge@localhost")


def test_an_address_that_is_not_this_machine_is_named_with_its_setting(tmp_path: Path) -> None:
    with pytest.raises(SetupError, match=r"192\.0\.2\.1:25.*\[mail\] door"):
        Door("192.0.2.1", 25, tmp_path / "in", "judge@localhost")


def test_a_closed_door_takes_nothing_and_can_be_closed_again(inbox: Path) -> None:
    door = Door("127.0.0.1", 0, inbox, "judge@localhost")
    door.start()
    waiting = client(door)
    door.stop()
    door.stop()
    with pytest.raises(OSError, match="refused"):
        socket.create_connection(("127.0.0.1", door.port), 1)
    waiting.close()


def test_the_door_takes_keys_as_the_settings_write_them(inbox: Path) -> None:
    door = Door("127.0.0.1", 0, inbox, Addressing("judge@localhost", "catch-all", "-"), now=lambda: NOON)
    ours = ("judge@localhost", "judge-x@localhost", "judge+x@localhost", "x.judge@localhost")
    assert all(map(door._ours.owns, ours))
    assert not any(map(door._ours.owns, ("judges@localhost", "x.judge@elsewhere.test", "xjudge@localhost")))
