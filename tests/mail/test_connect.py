"""From the addresses in the settings to mailboxes and relays."""

import ssl
import subprocess
import sys
from pathlib import Path

import pytest

from judge.core.errors import SetupError
from judge.mail.connect import Access, open_door, open_mailbox, open_relay
from judge.mail.imap import ImapBox
from judge.mail.server import Security, password_from
from judge.mail.smtp import SmtpRelay
from tests.tables import cases

ACCESS = Access(password="s3cret")


@cases("url", "security", "port", "folder")
def test_an_imap_address_says_host_port_security_and_folder(
    url: str, security: str, port: int, folder: str, tmp_path: Path
) -> None:
    box = open_mailbox(url, tmp_path, ACCESS)
    assert isinstance(box, ImapBox)
    assert (box.server.security, box.server.port, box.folder, box.server.user) == (
        Security[security],
        port,
        folder,
        "judge",
    )


@cases("url", "security", "port")
def test_an_smtp_address_says_host_port_and_security(url: str, security: str, port: int, tmp_path: Path) -> None:
    relay = open_relay(url, tmp_path, ACCESS)
    assert isinstance(relay, SmtpRelay)
    assert (relay.server.security, relay.server.port) == (Security[security], port)


@pytest.mark.parametrize(
    "url", ["imap://judge@mail.test/INBOX", "imap://judge@192.0.2.1", "imap://j@127.0.0.1.evil.test"]
)
def test_letters_and_passwords_never_leave_this_machine_in_the_clear(url: str, tmp_path: Path) -> None:
    with pytest.raises(SetupError, match="in the clear"):
        open_mailbox(url, tmp_path, ACCESS)
    with pytest.raises(SetupError, match="in the clear"):
        open_relay(url.replace("imap:", "smtp:"), tmp_path, ACCESS)


@cases("url")
def test_what_is_no_address_is_answered_with_the_setting_and_a_remedy(url: str, tmp_path: Path) -> None:
    with pytest.raises(SetupError, match=r"\[mail\] inbox") as error:
        open_mailbox(url, tmp_path, ACCESS)
    assert error.value.remedy
    with pytest.raises(SetupError, match=r"\[mail\] outbox"):
        open_relay(url, tmp_path, ACCESS)


def test_a_password_in_an_address_is_refused_and_not_repeated(tmp_path: Path) -> None:
    with pytest.raises(SetupError, match="holds a password") as error:
        open_mailbox("imaps://judge:hunter2@mail.test/INBOX", tmp_path, ACCESS)
    assert "hunter2" not in str(error.value)


def test_a_mailbox_without_user_or_password_names_what_is_missing(tmp_path: Path) -> None:
    with pytest.raises(SetupError, match="names no user"):
        open_mailbox("imaps://mail.test/INBOX", tmp_path, ACCESS)
    with pytest.raises(SetupError, match="JUDGE_IMAP_PASSWORD"):
        open_mailbox("imaps://judge@mail.test/INBOX", tmp_path)
    with pytest.raises(SetupError, match="JUDGE_SMTP_PASSWORD"):
        open_relay("smtps://judge@mail.test", tmp_path)


def test_certificates_and_host_names_are_always_verified(tmp_path: Path) -> None:
    box = open_mailbox("imaps://judge@mail.test/INBOX", tmp_path, ACCESS)
    assert isinstance(box, ImapBox) and box.server.context is not None
    assert box.server.context.verify_mode is ssl.CERT_REQUIRED and box.server.context.check_hostname
    assert box.server.context.minimum_version >= ssl.TLSVersion.TLSv1_2


def test_a_ca_file_that_cannot_be_used_is_named(tmp_path: Path) -> None:
    rubbish = tmp_path / "ca.pem"
    rubbish.write_text("no certificate")
    for path in (rubbish, tmp_path / "missing.pem"):
        with pytest.raises(SetupError, match=rf"{path.name}.*\[mail\] ca_file"):
            open_relay("smtps://mail.test", tmp_path, Access(ca_file=path))


def test_a_password_comes_from_the_environment_before_the_file(tmp_path: Path) -> None:
    file = tmp_path / "password"
    file.write_text("from file\r\nsecond line\n")
    assert password_from({"JUDGE_IMAP_PASSWORD": "from env"}, "JUDGE_IMAP_PASSWORD", file) == "from env"
    assert password_from({}, "JUDGE_IMAP_PASSWORD", file) == "from file"
    assert password_from({}, "JUDGE_IMAP_PASSWORD") == ""


def test_a_password_file_that_cannot_be_read_is_named_and_not_shown(tmp_path: Path) -> None:
    with pytest.raises(SetupError, match="missing"):
        password_from({}, "JUDGE_IMAP_PASSWORD", tmp_path / "missing")
    (tmp_path / "latin").write_bytes(b"p\xe4ss")
    with pytest.raises(SetupError, match="no UTF-8"):
        password_from({}, "JUDGE_IMAP_PASSWORD", tmp_path / "latin")


def test_a_password_shows_in_no_repr(tmp_path: Path) -> None:
    box = open_mailbox("imaps://judge@mail.test/INBOX", tmp_path, ACCESS)
    assert isinstance(box, ImapBox)
    assert "s3cret" not in repr(ACCESS) + repr(box) + repr(box.server) + str(box.server)


def test_a_door_drops_letters_into_the_inbox(tmp_path: Path) -> None:
    door = open_door("127.0.0.1:0", "maildir:var/in", tmp_path, "judge@localhost")
    assert door.port > 0 and (tmp_path / "var/in/new").is_dir()
    door.stop()


@pytest.mark.parametrize("setting", ["8025", "127.0.0.1", ":8025", "127.0.0.1:mail", "127.0.0.1:99999"])
def test_a_door_that_is_no_address_is_named_with_its_setting(setting: str, tmp_path: Path) -> None:
    with pytest.raises(SetupError, match=r"\[mail\] door"):
        open_door(setting, "maildir:var/in", tmp_path, "judge@localhost")


def test_a_door_needs_a_maildir_behind_it(tmp_path: Path) -> None:
    with pytest.raises(SetupError, match="needs a Maildir"):
        open_door("127.0.0.1:0", "imaps://judge@mail.test/INBOX", tmp_path, "judge@localhost")


def test_a_judge_with_maildirs_loads_no_mail_libraries() -> None:
    code = "import sys, judge.mail.connect; print({'ssl', 'imapclient', 'smtplib', 'aiosmtpd'} & set(sys.modules))"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert loaded.strip() == "set()"
