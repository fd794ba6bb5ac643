"""The mailbox and the relay against Dovecot and Postfix, from end to end."""

import email
import threading
import time
from datetime import UTC, datetime, timedelta

import pytest
from imapclient import IMAPClient

from judge.core.addressing import Addressing
from judge.core.errors import MailFault
from judge.mail.connect import Inbox, open_relay
from judge.mail.imap import ImapBox
from judge.mail.outbound import Identity, serialise
from judge.post import Attachment, Delivery, Letter, Outcome
from tests.mailserver.site import ANN, JUDGE, Site

pytestmark = [pytest.mark.slow, pytest.mark.real]
ORDERS = b"From: ann@players.test\r\nTo: judge@judge.test\r\nMessage-ID: <%d@players.test>\r\n\r\nBUY 12 LIRA\r\n"


def wait_for(box: Inbox, count: int, seconds: float = 15) -> list[Delivery]:
    """Fetch and wait, as the daemon does, until so many letters have come."""
    end = time.monotonic() + seconds
    got: list[Delivery] = []
    while len(got) < count and time.monotonic() < end:
        try:
            got.extend(box.fetch(100))
            if len(got) < count:
                box.wait(2)
        except MailFault:
            time.sleep(min(box.retry_after, 0.5))
    assert len(got) == count
    return got


def in_folder(site: Site, folder: str) -> list[bytes]:
    with IMAPClient("localhost", site.port(143), ssl=False, timeout=10) as client:
        client.login(JUDGE, "secret")
        if not client.folder_exists(folder):
            return []
        client.select_folder(folder)
        uids = client.search()
        return [data[b"BODY[]"] for data in client.fetch(uids, ["BODY.PEEK[]"]).values()] if uids else []


def test_a_letter_goes_round_players_provider_judge_and_back(site: Site) -> None:
    box, relay = site.mailbox(), site.relay()
    assert box.fetch(10) == []
    threading.Timer(0.3, site.write, (ORDERS % 1, "judge+lira7.k3x7@judge.test")).start()
    (letter,) = wait_for(box, 1)
    assert b"Delivered-To: judge+lira7.k3x7@judge.test" in letter.raw
    assert abs(datetime.now(UTC) - letter.arrived) < timedelta(seconds=30)
    box.settle([letter.uid], "Done")
    assert in_folder(site, "INBOX") == [] and len(in_folder(site, "Done")) == 1
    answer = Letter(
        "k1",
        ANN,
        "[OK] lira7 – Müller",
        "Your sheet: 12 LIRA = 13.20 €\n.\nFrom here on\n",
        datetime(2026, 12, 4, tzinfo=UTC),
        attachments=(Attachment("sheet.json", "application/json", b'{"n": 1}'),),
        in_reply_to="<1@players.test>",
    )
    raw = serialise(answer, Identity(Addressing(JUDGE), "DEMO", "judge.test"))
    assert relay.send("k1", "judge+b.k1@judge.test", ANN, raw).outcome is Outcome.SENT
    hers = site.mailbox(ANN)
    (got,) = wait_for(hers, 1)
    assert got.raw.endswith(raw)
    message = email.message_from_bytes(got.raw)
    assert message["Return-Path"] == "<judge+b.k1@judge.test>"
    assert message["In-Reply-To"] == "<1@players.test>"
    text = message.get_payload(0).get_payload(decode=True)
    assert text.decode().replace("\r\n", "\n") == answer.text
    for one in (box, hers, relay):
        one.close()


def test_an_unknown_player_and_a_letter_too_large_are_refused(site: Site) -> None:
    relay = site.relay()
    assert relay.send("k", JUDGE, "nobody@players.test", ORDERS % 4).code == 550
    assert relay.send("k", JUDGE, ANN, ORDERS % 4 + b"x\r\n" * 5_000_000).code == 552
    assert relay.send("k", JUDGE, ANN, ORDERS % 4).outcome is Outcome.SENT
    relay.close()


def test_a_self_copy_proves_that_the_relay_took_the_letter(site: Site) -> None:
    url = f"smtps://{JUDGE}@localhost:{site.port(465)}"
    relay = open_relay(url, site.root, site.access(), self_copy=lambda key: f"judge+sent.{key}@judge.test")
    assert relay.send("k3x7", JUDGE, ANN, ORDERS % 5).outcome is Outcome.SENT
    box = site.mailbox()
    (copy,) = wait_for(box, 1)
    assert b"Delivered-To: judge+sent.k3x7@judge.test" in copy.raw
    box.close()
    relay.close()


def test_letters_get_folders_of_their_own_and_none_is_read_twice(site: Site) -> None:
    for number in range(30):
        site.write(ORDERS % number)
    box = site.mailbox()
    letters = wait_for(box, 30)
    assert box.fetch(100) == []
    box.settle([letter.uid for letter in letters[:20]], "Done")
    box.settle([letter.uid for letter in letters[20:]], "Shunt")
    assert [len(in_folder(site, folder)) for folder in ("INBOX", "Done", "Shunt")] == [0, 20, 10]
    box.settle([letter.uid for letter in letters], "Done")
    assert len(in_folder(site, "Done")) == 20
    box.close()


def test_new_numbers_move_no_letter_unread(site: Site) -> None:
    site.write(ORDERS % 1)
    box = site.mailbox()
    old = [letter.uid for letter in wait_for(box, 1)]
    site.run("kill9", "dovecot")
    site.run("renumber", JUDGE)
    site.run("start")
    box.settle(old, "Done")  # the line is dead: owed, and dropped when the numbers turn out to be new
    (again,) = wait_for(box, 1)
    assert again.uid.partition(":")[0] != old[0].partition(":")[0]
    box.settle(old, "Done")
    assert len(in_folder(site, "INBOX")) == 1
    box.settle([again.uid], "Done")
    assert len(in_folder(site, "INBOX")) == 0
    box.close()


def test_the_doctor_can_ask_both_servers(site: Site) -> None:
    box = site.mailbox()
    assert isinstance(box, ImapBox) and box.check() == ""
    box.close()
