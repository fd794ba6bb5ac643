"""The SMTP relay against a real server on a real socket, with and without faults between them."""

import logging
import socket
from collections.abc import Iterator

import pytest

from judge.mail.outbound import Parcel
from judge.mail.server import Security, Server
from judge.mail.smtp import SmtpRelay
from judge.post import Outcome, Receipt
from tests.mail.faultproxy import CLIENT, SERVER, FaultProxy, Rule
from tests.mail.smtp_server import MailServer
from tests.tables import cases

RAW = b"From: judge@judge.test\r\nSubject: s\r\n\r\nline\r\n.\r\n..two\r\nend\r\n"
SENDER, ANN = "judge+b@judge.test", "ann@players.test"
END = rb"^\.\r\n$|\r\n\.\r\n$"


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def at(port: int, timeout: float = 5.0, user: str = "", password: str = "") -> Server:
    return Server("127.0.0.1", port, Security.PLAIN, user, password, timeout=timeout)


@pytest.fixture
def server() -> Iterator[MailServer]:
    with MailServer() as server:
        yield server


@pytest.fixture
def relay(server: MailServer) -> Iterator[SmtpRelay]:
    relay = SmtpRelay(at(server.port), plain="judge@judge.test")
    yield relay
    relay.close()


def send(relay: SmtpRelay, key: str = "k", recipient: str = ANN) -> Receipt:
    return relay.send(key, SENDER, recipient, RAW)


# -- letters that arrive ----------------------------------------------------------------------------------------------


def test_a_letter_arrives_byte_for_byte_with_its_envelope(server: MailServer, relay: SmtpRelay) -> None:
    receipt = send(relay)
    assert (receipt.outcome, receipt.code) == (Outcome.SENT, 250)
    (taken,) = server.taken
    assert (taken.sender, taken.recipients, taken.content) == (SENDER, [ANN], RAW)
    assert not relay.safe_to_repeat


def test_the_connection_is_kept_between_letters(server: MailServer) -> None:
    with FaultProxy(("127.0.0.1", server.port)) as proxy:
        relay = SmtpRelay(at(proxy.port))
        receipts = relay.send_many([Parcel(f"k{n}", SENDER, ANN, RAW) for n in range(5)])
        relay.close()
        assert [receipt.outcome for receipt in receipts] == [Outcome.SENT] * 5
        assert proxy.connections == 1


def test_a_connection_long_idle_is_not_trusted(server: MailServer) -> None:
    clock = Clock()
    with FaultProxy(("127.0.0.1", server.port)) as proxy:
        relay = SmtpRelay(at(proxy.port), monotonic=clock)
        for idle in (30, 61, 30):
            assert send(relay).outcome is Outcome.SENT
            clock.now += idle
        relay.close()
        assert proxy.connections == 2


def test_a_self_copy_goes_in_the_same_transaction(server: MailServer) -> None:
    relay = SmtpRelay(at(server.port), self_copy=lambda key: f"judge+sent.{key}@judge.test")
    send(relay, "k3x7")
    relay.close()
    assert [taken.recipients for taken in server.taken] == [[ANN, "judge+sent.k3x7@judge.test"]]


def test_lone_line_ends_never_reach_the_server(server: MailServer, relay: SmtpRelay) -> None:
    relay.send("k", SENDER, ANN, b"Subject: s\n\na\rb\n.\nc")
    assert server.taken[0].content == b"Subject: s\r\n\r\na\r\nb\r\n.\r\nc\r\n"


def test_an_address_outside_ascii_is_announced() -> None:
    with MailServer(enable_SMTPUTF8=True) as server:
        relay = SmtpRelay(at(server.port))
        assert send(relay, recipient="jürgen@x.test").outcome is Outcome.SENT
        relay.close()
        assert server.taken[0].recipients == ["jürgen@x.test"]
        assert "SMTPUTF8" in server.taken[0].options


def test_an_address_the_server_cannot_carry_is_refused_and_others_go_on() -> None:
    with MailServer(enable_SMTPUTF8=False) as server:
        relay = SmtpRelay(at(server.port))
        assert send(relay, recipient="jürgen@x.test") == Receipt(
            Outcome.REFUSED, 553, "the relay carries no addresses outside ASCII (SMTPUTF8)"
        )
        assert send(relay).outcome is Outcome.SENT
        relay.close()


def test_a_letter_larger_than_the_server_takes_is_refused_at_once() -> None:
    with MailServer(data_size_limit=50) as server:
        relay = SmtpRelay(at(server.port))
        assert send(relay).code == 552
        relay.close()


def test_an_address_that_would_end_its_command_never_leaves(server: MailServer, relay: SmtpRelay) -> None:
    for bad in ("a@x>\r\nRCPT TO:<eve@x", "a b@x", "nobody"):
        assert send(relay, recipient=bad).outcome is Outcome.REFUSED
    assert server.taken == []


# -- answers ----------------------------------------------------------------------------------------------------------


@cases("command", "answer", "outcome")
def test_every_answer_has_its_outcome_and_the_next_letter_goes(
    server: MailServer, relay: SmtpRelay, command: str, answer: str, outcome: str
) -> None:
    server.handler.answers.append((command, "", answer))
    receipt = send(relay)
    assert (receipt.outcome, receipt.code) == (Outcome[outcome], int(answer[:3]))
    assert answer[4:] in receipt.text
    assert send(relay).outcome is Outcome.SENT
    assert len(server.taken) == 1


# -- faults -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rule", "outcome", "arrived"),
    [
        (Rule(CLIENT, END, "cut_after"), Outcome.UNKNOWN, 1),
        (Rule(CLIENT, END, "cut_before"), Outcome.UNKNOWN, 0),
        (Rule(SERVER, rb"OK queued", "stall", pause=1.5), Outcome.UNKNOWN, 1),
        (Rule(SERVER, rb"250 2.0.0 OK queued", "replace", text=b"rubbish \xff\xfe"), Outcome.UNKNOWN, 1),
        (Rule(SERVER, rb"250 2.0.0 OK queued", "replace", text=b"299 odd but positive"), Outcome.SENT, 1),
        (Rule(CLIENT, rb"^mail from", "cut_before"), Outcome.RETRY, 0),
        (Rule(CLIENT, rb"^rcpt to", "reset"), Outcome.RETRY, 0),
        (Rule(CLIENT, rb"^data", "reply", text=b"452 4.3.1 full\r\n"), Outcome.RETRY, 0),
        (Rule(CLIENT, rb"^data", "cut_before"), Outcome.RETRY, 0),
        (Rule(CLIENT, rb"^ehlo", "reply", text=b"421 4.3.2 shutting down\r\n"), Outcome.RETRY, 0),
        (Rule(SERVER, rb"^220", "stall", pause=1.5), Outcome.RETRY, 0),
        (Rule(SERVER, rb"^220", "replace", text=b"554 no service for you"), Outcome.RETRY, 0),
        (Rule(SERVER, rb"^220", "replace", text=b"x" * 9000), Outcome.RETRY, 0),
    ],
)
def test_every_fault_has_its_outcome(server: MailServer, rule: Rule, outcome: Outcome, arrived: int) -> None:
    clock = Clock()
    with FaultProxy(("127.0.0.1", server.port), [rule]) as proxy:
        relay = SmtpRelay(at(proxy.port, timeout=1.0), monotonic=clock)
        receipt = send(relay)
        assert proxy.fired()
        assert receipt.outcome is outcome, receipt
        assert len(server.taken) == arrived
        clock.now += 61
        assert send(relay).outcome is Outcome.SENT  # the fault is over: the next letter goes
        relay.close()


def test_a_line_that_breaks_in_the_body_has_carried_nothing(server: MailServer) -> None:
    with FaultProxy(("127.0.0.1", server.port), [Rule(CLIENT, rb"Subject: s", "reset")]) as proxy:
        relay = SmtpRelay(at(proxy.port))
        big = RAW + b"x" * 78 + b"\r\n"
        receipt = relay.send("k", SENDER, ANN, big * 200_000)
        relay.close()
    assert receipt.outcome is Outcome.RETRY
    assert server.taken == []


def test_a_server_that_tired_of_waiting_is_called_again_without_a_fault(server: MailServer) -> None:
    rule = Rule(CLIENT, rb"^mail from", "reply", nth=2, text=b"421 4.4.2 idle too long\r\n")
    cut = Rule(CLIENT, rb"^mail from", "cut_before", nth=3)
    with FaultProxy(("127.0.0.1", server.port), [rule, cut]) as proxy:
        relay = SmtpRelay(at(proxy.port))
        assert [send(relay).outcome for _ in range(3)] == [Outcome.SENT] * 3
        relay.close()
        assert proxy.connections == 3
    assert len(server.taken) == 3


def test_a_server_that_is_down_is_left_alone_for_longer_each_time() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
    clock = Clock()
    relay = SmtpRelay(at(port), monotonic=clock)
    waits = []
    for _ in range(9):
        assert send(relay).outcome is Outcome.RETRY
        waits.append(relay.retry_after)
        assert "called again" in send(relay).text  # asked meanwhile: not called at all
        clock.now += relay.retry_after
    assert waits == [1, 2, 4, 8, 16, 32, 60, 60, 60]


def test_a_server_that_is_up_again_is_forgiven(server: MailServer) -> None:
    clock = Clock()
    with FaultProxy(("127.0.0.1", server.port), [Rule(CLIENT, rb"^ehlo", "cut_before")]) as proxy:
        relay = SmtpRelay(at(proxy.port), monotonic=clock)
        assert send(relay).outcome is Outcome.RETRY
        clock.now += 1
        assert send(relay).outcome is Outcome.SENT
        assert relay.retry_after == 0
        relay.close()


# -- login ------------------------------------------------------------------------------------------------------------


@pytest.mark.filterwarnings("ignore:Requiring AUTH:UserWarning")
def test_a_login_opens_the_server() -> None:
    with MailServer(user="judge@judge.test", password="s3cret", auth_required=True) as server:
        relay = SmtpRelay(at(server.port, user="judge@judge.test", password="s3cret"))
        assert relay.check() == ""
        assert send(relay).outcome is Outcome.SENT
        relay.close()


@pytest.mark.filterwarnings("ignore:Requiring AUTH:UserWarning")
@pytest.mark.parametrize("password", ["wr0ng-word", "pässwört"])
def test_a_refused_login_is_tried_again_and_shows_no_password(caplog: pytest.LogCaptureFixture, password: str) -> None:
    caplog.set_level(logging.DEBUG)
    with MailServer(user="judge@judge.test", password="s3cret", auth_required=True) as server:
        account = at(server.port, user="judge@judge.test", password=password)
        relay = SmtpRelay(account)
        receipt = send(relay)
        relay.close()
    assert receipt.outcome is Outcome.RETRY
    for text in (caplog.text, receipt.text, repr(account), repr(relay), repr(relay.server)):
        assert password not in text


def test_a_server_without_starttls_is_not_written_to(server: MailServer) -> None:
    relay = SmtpRelay(Server("127.0.0.1", server.port, Security.STARTTLS, "judge", "s3cret"))
    with FaultProxy(("127.0.0.1", server.port)) as proxy:
        relay = SmtpRelay(Server("127.0.0.1", proxy.port, Security.STARTTLS, "judge", "s3cret"))
        assert "STARTTLS" in send(relay).text
        assert "STARTTLS" in relay.check()
        commands = b"".join(data for side, data in proxy.seen if side == CLIENT).lower()
    assert b"auth" not in commands and b"mail" not in commands


# -- a relay that takes no plus in a sender ------------------------------------------------------------------------


def test_a_relay_that_refuses_plus_addresses_as_senders_gets_the_plain_one_and_that_is_remembered(
    server: MailServer, relay: SmtpRelay, caplog: pytest.LogCaptureFixture
) -> None:
    server.handler.always.append(("MAIL", "+", "553 5.1.8 sender address rejected"))
    assert [send(relay, key).outcome for key in ("k", "l")] == [Outcome.SENT] * 2
    assert [taken.sender for taken in server.taken] == ["judge@judge.test"] * 2
    assert sum("no sender with a key" in record.getMessage() for record in caplog.records) == 1


@pytest.mark.parametrize("stage", ["RCPT", "DOT"])
@pytest.mark.parametrize("words", ["553 5.7.1 not owned by user", "550 5.7.60 may not send as this", "554 no"])
def test_the_sender_may_be_refused_at_the_recipient_or_after_the_letter(
    server: MailServer, stage: str, words: str
) -> None:
    relay = SmtpRelay(at(server.port), plain="judge@judge.test")
    server.handler.keyed = (stage, words)
    assert send(relay).outcome is Outcome.SENT
    assert server.taken[-1].sender == "judge@judge.test" and relay.plain_senders


def test_a_relay_that_refuses_the_plain_sender_too_has_refused(server: MailServer, relay: SmtpRelay) -> None:
    server.handler.always.append(("MAIL", "judge", "553 5.1.8 not yours"))
    receipt = send(relay)
    assert (receipt.outcome, receipt.code) == (Outcome.REFUSED, 553)
    assert not relay.plain_senders


def test_a_dead_recipient_is_not_taken_for_a_sender_that_is_refused(server: MailServer, relay: SmtpRelay) -> None:
    server.handler.always.append(("RCPT", "dead", "550 5.1.1 no such user"))
    assert send(relay, recipient="dead@players.test").outcome is Outcome.REFUSED and not relay.plain_senders
    assert send(relay).outcome is Outcome.SENT and server.taken[-1].sender == SENDER
    commands = len(server.taken)
    assert send(relay, recipient="dead@players.test").outcome is Outcome.REFUSED
    assert not relay.plain_senders and len(server.taken) == commands


def test_the_doctor_asks_for_the_sender(server: MailServer, relay: SmtpRelay) -> None:
    assert relay.check_sender(SENDER) == ""
    server.handler.always.append(("MAIL", "+", "553 5.1.8 sender address rejected"))
    assert "553" in relay.check_sender(SENDER) and relay.check_sender("judge@judge.test") == ""
