"""The IMAP mailbox against a small server on a real socket, with and without faults between them."""

import logging
import threading
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest

from judge.core.errors import MailFault
from judge.mail.imap import ImapBox
from judge.mail.server import Security, Server
from tests.mail.faultproxy import CLIENT, SERVER, FaultProxy, Rule
from tests.mail.imap_server import ImapServer

NOON = datetime(2026, 12, 4, 12, 0, tzinfo=UTC)


def at(port: int, timeout: float = 2.0, password: str = "secret") -> Server:
    return Server("127.0.0.1", port, Security.PLAIN, "judge@judge.test", password, timeout=timeout)


@pytest.fixture
def server() -> Iterator[ImapServer]:
    with ImapServer() as server:
        yield server


@pytest.fixture
def box(server: ImapServer) -> Iterator[ImapBox]:
    box = ImapBox(at(server.port))
    yield box
    box.close()


def raws(box: ImapBox, limit: int = 100, until: datetime | None = None) -> list[bytes]:
    return [delivery.raw for delivery in box.fetch(limit, until)]


# -- fetching ---------------------------------------------------------------------------------------------------------


def test_a_letter_comes_with_its_bytes_its_arrival_in_utc_and_its_handle(server: ImapServer, box: ImapBox) -> None:
    berlin = datetime.fromisoformat("2026-12-04T19:30:00+01:00")
    server.deliver(b"Subject: x\r\n\r\n\x00\xff", berlin)
    (letter,) = box.fetch(10)
    assert (letter.uid, letter.raw) == ("7:1", b"Subject: x\r\n\r\n\x00\xff")
    assert (letter.arrived, letter.arrived.tzinfo) == (berlin, UTC)


def test_a_letter_later_than_now_waits_and_does_not_keep_the_judge_awake(server: ImapServer, box: ImapBox) -> None:
    server.deliver(b"late", NOON + timedelta(seconds=30))
    assert raws(box, until=NOON) == []
    assert box.wait(0.05) is False
    assert raws(box, until=NOON + timedelta(seconds=30)) == [b"late"]


def test_of_a_huge_letter_only_the_beginning_is_read(
    server: ImapServer, box: ImapBox, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("judge.mail.imap_session.MAX_LETTER", 1000)
    server.deliver(b"a" * 5000)
    server.deliver(b"b" * 10)
    assert raws(box) == [b"a" * 5000, b"b" * 10]  # together they are small: one command
    monkeypatch.setattr("judge.mail.imap_session.MAX_FETCH", 4000)
    server.deliver(b"c" * 5000)
    server.deliver(b"d" * 10)
    assert raws(box) == [b"c" * 1000, b"d" * 10]


def test_a_batch_of_big_letters_is_cut_by_size(
    server: ImapServer, box: ImapBox, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("judge.mail.imap.MAX_BATCH", 150)
    for _ in range(5):
        server.deliver(b"x" * 100)
    assert len(raws(box)) == 2


def test_a_letter_the_server_cannot_hand_out_does_not_hold_up_the_others(
    server: ImapServer, box: ImapBox, caplog: pytest.LogCaptureFixture
) -> None:
    for word in (b"a", b"b", b"c"):
        server.deliver(word)
    box.fetch(0)
    server.spoil["UID FETCH 1"] = ["NO [SERVERBUG] broken", "OK fine but empty"]
    server.spoil["UID FETCH 2"] = ["NO [SERVERBUG] broken"]
    assert raws(box) == [b"c"]
    assert "cannot hand out letter 2" in caplog.text
    assert raws(box) == [b"a"]


def test_the_last_search_counts_only_when_it_succeeded(server: ImapServer) -> None:
    clock = [NOON]
    box = ImapBox(at(server.port), now=lambda: clock[0])
    assert box.last_search is None
    box.fetch(1)
    assert box.last_search == NOON
    clock[0] += timedelta(minutes=1)
    server.spoil["UID SEARCH"] = ["NO busy"]
    with pytest.raises(MailFault):
        box.fetch(1)
    assert box.last_search == NOON
    box.fetch(1)
    assert box.last_search == clock[0]
    box.close()


def test_a_letter_that_came_while_a_turn_was_at_work_ends_the_wait_behind_it(server: ImapServer) -> None:
    clock = [NOON]
    box = ImapBox(at(server.port), now=lambda: clock[0])
    server.inbox.add(b"meanwhile", f"{NOON + timedelta(minutes=1):%d-%b-%Y %H:%M:%S} +0000")
    assert box.fetch(10, NOON) == []  # the turn began before it came
    assert box.wait(0) is False
    clock[0] = NOON + timedelta(minutes=1)
    assert box.wait(0) is True
    assert len(box.fetch(10, clock[0])) == 1
    box.close()


# -- putting away -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("capabilities", ["IMAP4rev1 MOVE", "IMAP4rev1 UIDPLUS", "IMAP4rev1"])
def test_letters_are_put_away_by_move_or_by_copy_and_expunge(capabilities: str) -> None:
    with ImapServer(capabilities) as server:
        box = ImapBox(at(server.port))
        for word in (b"good", b"bad", b"new"):
            server.deliver(word)
        good, bad = box.fetch(2)
        box.settle([good.uid], "Done")
        box.settle([bad.uid], "Shunt")
        assert server.bodies("Done") == [b"good"]
        assert server.bodies("Shunt") == [b"bad"]
        assert server.bodies("INBOX") == [b"new"]
        box.settle([good.uid, "7:99", "6:3", "nonsense"], "Done")  # gone, or never there
        assert server.bodies("INBOX") == [b"new"]
        box.close()


def test_folders_stand_where_the_server_keeps_folders() -> None:
    with ImapServer(prefix="INBOX.") as server:
        box = ImapBox(at(server.port))
        server.deliver(b"x")
        box.settle([letter.uid for letter in box.fetch(1)], "Done")
        assert server.bodies("INBOX.Done") == [b"x"]
        box.close()


def test_moves_owed_from_before_a_break_are_dropped_when_the_numbers_changed(server: ImapServer) -> None:
    box = ImapBox(at(server.port))
    server.deliver(b"a")
    uids = [letter.uid for letter in box.fetch(1)]
    server.kill()
    box.settle(uids, "Done")
    server.inbox.mails.clear()
    server.inbox.validity = 9
    server.inbox.next_uid = 1
    server.deliver(b"another letter under the old number")
    assert raws(box) == [b"another letter under the old number"]
    assert "Done" not in server.folders
    box.close()


# -- waiting ----------------------------------------------------------------------------------------------------------


def test_a_letter_ends_the_wait(server: ImapServer, box: ImapBox) -> None:
    box.fetch(1)
    threading.Timer(0.1, server.deliver, (b"x",)).start()
    assert box.wait(20) is True
    assert raws(box) == [b"x"]


def test_a_letter_that_came_before_idle_began_ends_the_wait(server: ImapServer, box: ImapBox) -> None:
    box.fetch(1)
    server.deliver(b"x")
    assert box.wait(20) is True
    assert "IDLE" not in server.commands


def test_a_letter_that_came_during_the_last_search_ends_the_wait_when_its_time_has_come(server: ImapServer) -> None:
    now = [NOON]
    box = ImapBox(at(server.port), now=lambda: now[0])
    server.deliver(b"Subject: 1\r\n\r\none\r\n", NOON + timedelta(seconds=1))
    assert raws(box, until=NOON) == []
    assert not box.wait(0.3)
    now[0] += timedelta(seconds=2)
    assert box.wait(20)
    box.close()


def test_a_quiet_wait_ends_in_time(server: ImapServer, box: ImapBox) -> None:
    assert box.wait(0.1) is False
    assert box.fetch(1) == []  # the session is whole afterwards


def test_somebody_may_end_the_wait(server: ImapServer, box: ImapBox) -> None:
    box.fetch(1)
    box.wake()
    assert box.wait(20) is True


def test_idle_is_left_and_begun_again_so_that_a_dead_line_is_noticed(
    server: ImapServer, box: ImapBox, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("judge.mail.imap.IDLE_PERIOD", 0.1)
    assert box.wait(0.35) is False
    assert server.commands.count("IDLE") >= 3
    assert sum(command.startswith("UID SEARCH") for command in server.commands) >= 4


def test_a_server_without_idle_is_looked_into_now_and_then(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("judge.mail.imap.POLL", 0.05)
    with ImapServer("IMAP4rev1 MOVE") as server:
        box = ImapBox(at(server.port))
        box.fetch(1)
        threading.Timer(0.1, server.deliver, (b"x",)).start()
        assert box.wait(20) is True
        assert "IDLE" not in server.commands
        box.close()


@pytest.mark.parametrize(
    "rule",
    [
        Rule(SERVER, rb"^\* 1 EXISTS\r\n$", "replace", text=b"* 1 EXISTS\r\n* BYE shutting down\r\n"),
        Rule(SERVER, rb"^\* 1 EXISTS\r\n$", "cut_mid"),
        Rule(CLIENT, rb"IDLE", "cut_before"),
        Rule(CLIENT, rb"DONE", "stall", pause=3),
        Rule(SERVER, rb"idling", "stall", pause=3),
    ],
)
def test_every_break_while_idling_is_a_fault_and_the_letter_comes_afterwards(server: ImapServer, rule: Rule) -> None:
    with FaultProxy(("127.0.0.1", server.port), [rule]) as proxy:
        box = ImapBox(at(proxy.port, timeout=0.5))
        box.fetch(1)
        timer = threading.Timer(0.15, server.deliver, (b"x",))
        timer.start()
        with pytest.raises(MailFault):
            box.wait(5)
        timer.join()
        assert proxy.fired()
        assert raws(box) == [b"x"]
        box.close()


# -- faults -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "rule",
    [
        Rule(SERVER, rb"BODY\[\]", "cut_mid"),
        Rule(SERVER, rb"BODY\[\]", "stall", pause=3),
        Rule(CLIENT, rb"UID SEARCH", "reset"),
        Rule(SERVER, rb"\* OK test server ready", "replace", text=b"rubbish \xff\xfe\x00"),
        Rule(SERVER, rb"\* SEARCH[^\r]*", "replace", text=b"* SEARCH one two"),
        Rule(CLIENT, rb"LOGIN", "reply", text=b"* BYE Too many connections\r\n"),
    ],
)
def test_every_break_is_a_mail_fault_and_the_next_session_has_it_all(server: ImapServer, rule: Rule) -> None:
    server.deliver(b"x" * 50_000)
    with FaultProxy(("127.0.0.1", server.port), [rule]) as proxy:
        box = ImapBox(at(proxy.port, timeout=0.5))
        with pytest.raises(MailFault):
            box.fetch(10)
        assert proxy.fired()
        assert raws(box) == [b"x" * 50_000]
        assert box.retry_after == 0
        box.close()


def test_after_a_fault_a_wait_sleeps_before_it_calls_again() -> None:
    with ImapServer() as server:
        port = server.port
    box = ImapBox(at(port))
    for _ in range(2):
        with pytest.raises(MailFault):
            box.fetch(1)
    assert box.retry_after == 2
    assert box.wait(0.05) is False
    assert box.retry_after == 2  # nobody was called
    box.wake()
    assert box.wait(30) is True


# -- login ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("password", ["wr0ng-word", "fälsch-wörd", 'quo"te\\d'])
def test_a_refused_login_is_tried_again_and_shows_no_password(
    server: ImapServer, caplog: pytest.LogCaptureFixture, password: str
) -> None:
    caplog.set_level(logging.DEBUG)
    account = at(server.port, password=password)
    box = ImapBox(account)
    with pytest.raises(MailFault, match=r"judge@judge\.test") as fault:
        box.fetch(1)
    assert box.retry_after == 1
    for text in (caplog.text, str(fault.value), repr(account), repr(box), repr(fault.value.__cause__)):
        assert password not in text


@pytest.mark.parametrize("password", ["pässwört", "secret"])
def test_a_right_login_opens_the_mailbox(password: str) -> None:
    with ImapServer(ALL_PLAIN, password=password) as server:
        box = ImapBox(at(server.port, password=password))
        assert box.check() == ""
        assert box.fetch(1) == []
        box.close()


ALL_PLAIN = "IMAP4rev1 IDLE MOVE AUTH=PLAIN"


def test_a_folder_that_does_not_exist_is_said_to_the_keeper(server: ImapServer) -> None:
    assert "no such folder" in ImapBox(at(server.port), "Judge").check()
