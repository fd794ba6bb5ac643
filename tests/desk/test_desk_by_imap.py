"""What is promised against abuse, with the mailbox on an IMAP server: a small one on a real socket, with its faults."""

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from judge.core.errors import MailFault
from judge.desk.mailroom import own
from judge.mail.imap import ImapBox
from judge.mail.server import Security, Server
from judge.post import Delivery
from tests.desk.worlds import GAME, filed, seat_letter, small_game
from tests.harness import Judge, address_of
from tests.mail.imap_server import ImapServer

LARGE = "\n-- \n" + "x" * 70 + "\n"


class Posting:
    """Where the harness posts letters: into the server's folder."""

    def __init__(self, server: ImapServer) -> None:
        self.server = server
        self.settled: dict[str, str] = {}
        self.waiting = self

    def append(self, delivery: Delivery) -> None:
        self.server.deliver(delivery.raw, delivery.arrived)

    def __len__(self) -> int:
        return len(self.server.inbox.mails) + 1000 * len(self.settled)


@pytest.fixture
def server() -> Iterator[ImapServer]:
    with ImapServer() as server:
        yield server


@pytest.fixture
def judge(tmp_path: Path, server: ImapServer, monkeypatch: pytest.MonkeyPatch) -> Iterator[Judge]:
    """A judge with a tenth of the memory for letters that wait."""
    monkeypatch.setattr(own, "HELD", own.HELD // 10)
    made = small_game(tmp_path, settle="10m")
    address = Server("127.0.0.1", server.port, Security.PLAIN, "judge", "secret", timeout=5)
    box = ImapBox(address, now=made.clock.now)
    made.app.__dict__["inbox"] = box
    made.app.__dict__.pop("timeline", None)
    made.inbox = Posting(server)  # type: ignore[assignment]
    yield made
    box.close()


def test_a_letter_that_was_let_go_of_is_fetched_again_when_its_turn_comes(judge: Judge, server: ImapServer) -> None:
    at = judge.deadline(GAME) + timedelta(minutes=2)
    reply = judge.letters(address_of("Ursa"))[-1].header("Reply-To")
    for number in range(8):
        text = f"SELL {number + 1} LIRA\nBUY MARKS WITH REST\n" + LARGE * (90_000 // len(LARGE))
        judge.post(address_of("Ursa"), text, to=reply, at=at + timedelta(seconds=number))
    judge.tick(judge.deadline(GAME) + timedelta(minutes=5))
    room = judge.app.timeline.room
    assert judge.game(GAME).phase == "S1901M"
    if isinstance(room, own.OwnMailroom):  # where judges share a store, letters wait there
        assert len(server.inbox.mails) == 8
        assert sum(len(piece.delivery.raw) for piece in room._pieces.values()) <= own.HELD
    judge.tick(judge.deadline(GAME) + timedelta(minutes=11))
    assert judge.game(GAME).phase == "F1901M" and not server.inbox.mails
    late = [out.header("In-Reply-To") for out in judge.letters(address_of("Ursa")) if "[ERROR]" in out.subject]
    assert len(late) == 8 and late == sorted(late, key=lambda one: int(one.strip("<").partition("@")[0]))


def test_a_letter_that_the_server_will_not_hand_out_holds_nothing_up_and_its_keeper_hears(
    judge: Judge, server: ImapServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    reply = judge.letters(address_of("Ursa"))[-1].header("Reply-To")
    before = judge.deadline(GAME) - timedelta(minutes=1)
    judge.post(address_of("Ursa"), "SELL 7 LIRA\nBUY MARKS WITH REST", to=reply, at=before)
    bad = server.deliver(b"From: x@example.test\nSubject: poison\n\npoison\n", before)
    refuse(monkeypatch, server, "BODY", bad)
    judge.tick(judge.deadline(GAME) + timedelta(minutes=1))
    assert filed(judge, "Ursa", "S1901M")
    judge.tick(judge.deadline(GAME) + timedelta(minutes=11))
    assert judge.game(GAME).phase == "F1901M" and list(server.inbox.mails) == [bad]
    (told,) = judge.letters("keeper@", "cannot be read")
    assert f":{bad}" in told.text
    judge.tick(judge.after(minutes=10))
    assert len(judge.letters("keeper@", "cannot be read")) == 1


def test_a_letter_let_go_of_that_the_server_then_refuses_is_read_in_the_next_session(
    judge: Judge, server: ImapServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    reply = judge.letters(address_of("Ursa"))[-1].header("Reply-To")
    for number in range(6):
        text = f"SELL {number + 1} LIRA\nBUY MARKS WITH REST\n" + LARGE * (90_000 // len(LARGE))
        judge.post(address_of("Ursa"), text, to=reply, at=judge.deadline(GAME) + timedelta(minutes=2, seconds=number))
    judge.tick(judge.deadline(GAME) + timedelta(minutes=5))
    everything = list(server.inbox.mails)
    with pytest.MonkeyPatch.context() as patch:
        refuse(patch, server, "BODY", *everything)
        judge.tick(judge.deadline(GAME) + timedelta(minutes=11))
        assert judge.game(GAME).phase == "F1901M"
        assert judge.app.store.shared or server.inbox.mails
    judge.app.inbox._fault(OSError("the line broke"))  # type: ignore[attr-defined]
    judge.tick(judge.after(minutes=5))
    assert not server.inbox.mails
    assert len([out for out in judge.letters(address_of("Ursa")) if "[ERROR]" in out.subject]) == 6


def test_letters_that_the_server_will_not_move_are_dealt_with_once_and_hold_nothing_up(
    judge: Judge, server: ImapServer
) -> None:
    server.spoil["UID MOVE"] = ["NO [OVERQUOTA] the folder is full"] * 400
    server.spoil["UID COPY"] = ["NO [OVERQUOTA] the folder is full"] * 400
    for number in range(3):
        judge.post(address_of("Ursa"), seat_letter("Ursa", f"SELL {number + 1} LIRA\nBUY MARKS WITH REST"))
        judge.tick(judge.after(minutes=1))
    assert len([out for out in judge.letters(address_of("Ursa")) if "[OK]" in out.subject]) == 3
    assert len(server.inbox.mails) == 3
    judge.tick(judge.deadline(GAME) + timedelta(minutes=11))
    assert judge.game(GAME).phase == "F1901M"
    assert len(judge.letters("keeper@", "put away")) == 2  # a letter a day
    server.spoil.clear()
    judge.tick(judge.after(minutes=1))
    assert not server.inbox.mails


def test_sigterm_ends_after_the_letter_in_hand_and_the_rest_lies_on_the_server(
    judge: Judge, server: ImapServer
) -> None:
    for number in range(40):
        judge.post(address_of("Ursa"), seat_letter("Ursa", f"SELL {number + 1} LIRA\nBUY MARKS WITH REST"))
    line = judge.app.timeline
    handled: list[str] = []
    one = line.handle
    line.handle = lambda message, raw: (handled.append(message.key), one(message, raw))[1]  # type: ignore[assignment]
    line.stopping = lambda: len(handled) >= 3
    judge.app.timeline.tick(judge.clock.now())
    assert len(handled) == 3
    assert len(server.inbox.mails) == (0 if judge.app.store.shared else 37)


def test_again_tells_what_is_gone_from_what_nobody_knows(judge: Judge, server: ImapServer) -> None:
    box = judge.app.inbox
    first, second = (server.deliver(f"Subject: {n}\n\n{n}\n".encode()) for n in (1, 2))
    one, two = box.fetch(10)
    assert box.again(one.uid) == one and box.again(two.uid) == two
    server.inbox.mails.pop(first)
    assert box.again(one.uid) is None and box.again("9999:1") is None
    box.settle([two.uid], "Done")
    assert box.again(two.uid) is None
    server.deliver(b"Subject: 3\n\n3\n")
    (three,) = box.fetch(10)
    server.spoil["UID FETCH"] = ["* BYE I am going"]
    with pytest.raises(MailFault):
        box.again(three.uid)
    assert [letter.raw for letter in box.fetch(10)] == [three.raw] and second


def refuse(patch: pytest.MonkeyPatch, server: ImapServer, what: str, *uids: int) -> None:
    """The server answers NO to a FETCH of these letters' bodies."""
    from tests.mail.imap_server import _Talk

    plain = _Talk.do_uid_fetch

    def fetch(talk: _Talk, tag: str, command: str) -> str:
        if what in command.upper() and set(talk.uids(command)) & set(uids):
            return "NO [SERVERBUG] that letter is damaged"
        return plain(talk, tag, command)

    patch.setattr(_Talk, "do_uid_fetch", fetch)
