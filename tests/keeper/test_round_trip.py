"""The doctor's round trip: each kind of provider is found out by itself, and what to set is said, or set."""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from judge.config import Config, JudgeSettings, MailSettings, load
from judge.config_file import write_default
from judge.core.errors import SetupError
from judge.entropy import SeededEntropy
from judge.keeper.roundtrip import Told, lines_of, set_reply, travel
from judge.mail.connect import open_mailbox
from judge.mail.imap import ImapBox
from judge.mail.server import Security, Server
from judge.mail.smtp import SmtpRelay
from tests.mail.imap_server import ImapServer
from tests.mail.smtp_server import MailServer, Taken

NOW = datetime(2026, 11, 22, 12, tzinfo=UTC)
ME = "judge@judge.test"
Provider = Callable[[Taken], bytes | None]
"""What arrives of a letter; None for nothing."""


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def sleep(self, seconds: float) -> None:
        self.now += seconds


@pytest.fixture
def servers() -> Iterator[tuple[MailServer, ImapServer]]:
    with MailServer() as relay, ImapServer() as box:
        yield relay, box


def settings(**mail: str) -> Config:
    return Config(Path("/nowhere"), JudgeSettings(address=ME), MailSettings(**mail))  # type: ignore[arg-type]


def trip(servers: tuple[MailServer, ImapServer], provider: Provider, config: Config | None = None) -> Told:
    relay, box = servers

    def pass_on(taken: Taken) -> None:
        raw = provider(taken)
        if raw is not None:
            box.deliver(raw)

    relay.handler.pass_on = pass_on
    config, clock = config or settings(), Clock()
    inbox = ImapBox(Server("127.0.0.1", box.port, Security.PLAIN, ME, "secret", timeout=5.0))
    out = SmtpRelay(Server("127.0.0.1", relay.port, Security.PLAIN, timeout=5.0), plain=ME)
    try:
        return travel(config, inbox, out, SeededEntropy("trip"), NOW, 30.0, clock.sleep, lambda: clock.now)
    finally:
        inbox.close()
        out.close()


def words(told: Told, config: Config | None = None) -> str:
    return "\n".join(
        f"{'ok' if good else 'FAIL'} {what} | {todo}" for good, what, todo in lines_of(told, config or settings())
    )


# ---- providers -------------------------------------------------------------------------------------------------------


def only(*forms: str) -> Provider:
    """Delivers to addresses that look so, as they are."""

    def deliver(taken: Taken) -> bytes | None:
        return taken.content if any(re.fullmatch(form, taken.recipients[0]) for form in forms) else None

    return deliver


def good(taken: Taken) -> bytes | None:
    return only(r"judge(\+[^@]*)?@judge\.test")(taken)


def strips(taken: Taken) -> bytes | None:
    raw = good(taken)
    return None if raw is None else re.sub(rb"(?m)^To: judge\+\S+@", b"To: judge@", raw)


def rewrites(taken: Taken) -> bytes | None:
    raw = strips(taken)
    return None if raw is None else re.sub(rb"(?m)^Message-ID: .*?\r$", b"Message-ID: <new@provider.example>\r", raw)


def test_a_provider_that_changes_nothing_is_found_good(servers: tuple[MailServer, ImapServer]) -> None:
    told = trip(servers, good)
    assert (told.reply, told.plus, told.plain_senders) == ("plus", "+", False)
    said = words(told)
    assert '[mail] reply = "plus" is right' in said and "FAIL" not in said
    assert "came with its key" in said and "keys that survive: the address, the Message-ID, the subject's tag" in said


@pytest.mark.parametrize("provider", [strips, only(r"judge@judge\.test")])
def test_one_without_plus_addresses_is_found_and_references_are_said(
    servers: tuple[MailServer, ImapServer], provider: Provider
) -> None:
    told = trip(servers, provider)
    assert told.reply == "references"
    assert 'FAIL [mail] reply should be another here: reply = "references"' in words(told)
    assert 'reply = "references" is right' in words(told, settings(reply="references"))


def test_one_with_another_sign_or_a_domain_that_takes_everything_is_found(
    servers: tuple[MailServer, ImapServer],
) -> None:
    told = trip(servers, only(r"judge(-[^@]*)?@judge\.test"))
    assert (told.reply, told.plus) == ("plus", "-") and 'plus = "-"' in words(told)
    told = trip(servers, only(r"([^@+-]*\.)?judge@judge\.test"))
    assert told.reply == "catch-all"


def test_one_that_takes_every_key_away_is_told_as_it_is(servers: tuple[MailServer, ImapServer]) -> None:
    told = trip(servers, rewrites)
    assert told.reply == "" and "FAIL no key survives" in words(told) and "rewrites: Message-ID" in words(told)


def test_a_relay_that_takes_no_sender_with_a_key_is_found_and_nothing_need_be_set(
    servers: tuple[MailServer, ImapServer],
) -> None:
    servers[0].handler.keyed = ("RCPT", "553 5.7.1 not owned by user")
    told = trip(servers, good)
    assert told.plain_senders and told.reply == "plus"
    assert "takes no sender with a key" in words(told) and "FAIL" not in words(told)


def test_self_copies_that_do_not_come_are_told(servers: tuple[MailServer, ImapServer]) -> None:
    told = trip(servers, lambda taken: None if taken.recipients == [ME] else good(taken))
    assert "FAIL self-copies do not arrive | Set self_copy" in words(told) and told.reply == "plus"
    assert "FAIL" not in words(told, settings(self_copy="no"))


def test_nothing_that_comes_back_is_told_with_what_the_relay_said(servers: tuple[MailServer, ImapServer]) -> None:
    servers[0].handler.always.append(("MAIL", "", "550 5.7.0 not today"))
    said = words(trip(servers, good))
    assert said.startswith("FAIL no letter of the round trip came back") and "not today" in said


def test_the_mailbox_is_left_as_it_was_found(servers: tuple[MailServer, ImapServer]) -> None:
    _, box = servers
    box.deliver(b"From: ann@players.test\r\nSubject: orders\r\n\r\nSELL 100 LIRA\r\n")
    trip(servers, good)
    assert [raw.startswith(b"From: ann@") for raw in box.bodies("INBOX")] == [True]


def test_letters_that_a_running_judge_put_away_are_found_all_the_same(servers: tuple[MailServer, ImapServer]) -> None:
    from tests.mail.imap_server import Folder

    _, box = servers
    box.folders["Done"] = Folder()

    def put_away(taken: Taken) -> bytes | None:
        raw = good(taken)
        if raw is not None:
            box.folders["Done"].add(raw, "22-Nov-2026 12:00:00 +0000")
        return None

    assert trip(servers, put_away).reply == "plus"


def test_the_embedded_mailbox_makes_no_trips(tmp_path: Path) -> None:
    inbox = open_mailbox("maildir:var/in", tmp_path)
    with pytest.raises(SetupError, match="no provider"):
        travel(settings(), inbox, None, SeededEntropy("x"), NOW)  # type: ignore[arg-type]


def test_what_was_found_is_written_into_the_settings(tmp_path: Path, servers: tuple[MailServer, ImapServer]) -> None:
    told = trip(servers, strips)
    write_default(tmp_path)
    assert set_reply(tmp_path, told) and load(tmp_path).mail.reply == "references"
    assert set_reply(tmp_path, replace(told, reply="plus", plus="-"))
    assert (load(tmp_path).mail.reply, load(tmp_path).mail.plus) == ("plus", "-")
    (tmp_path / "judge.toml").write_text('[judge]\naddress = "judge@judge.test"\n[mail]\ntimeout = 9\n')
    assert set_reply(tmp_path, told) and load(tmp_path).mail.reply == "references" and load(tmp_path).mail.timeout == 9
    assert not set_reply(tmp_path, replace(told, reply=""))
