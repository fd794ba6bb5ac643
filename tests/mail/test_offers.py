"""What a mail server offers is found out: TLS at once, STARTTLS, plain here; an unknown certificate is shown."""

import shutil
import smtplib
import socket
import ssl
import subprocess
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from judge.cli.frame import _group
from judge.mail import offers
from judge.mail.connect import open_door
from judge.mail.offers import offer

pytestmark = pytest.mark.skipif(shutil.which("openssl") is None, reason="there is no openssl to make a certificate")


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("certificate")
    words = "req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost -addext subjectAltName=DNS:localhost"
    made = ["-keyout", folder / "key.pem", "-out", folder / "cert.pem"]
    subprocess.run(["openssl", *words.split(), *made], check=True, capture_output=True)
    (folder / "both.pem").write_text((folder / "key.pem").read_text() + (folder / "cert.pem").read_text())
    return folder / "both.pem"


def imap(certificate: Path, security: str) -> Iterator[int]:
    """A server that greets, tells what it can, and begins TLS where it should."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate)
    with socket.create_server(("127.0.0.1", 0)) as door:

        def serve(line: socket.socket) -> None:
            try:
                if security == "tls":
                    line = context.wrap_socket(line, server_side=True)
                line.sendall(b"* OK ready\r\n")
                while said := line.recv(1000):
                    if b"CAPABILITY" in said:
                        more = b" STARTTLS" if security == "starttls" else b""
                        line.sendall(b"* CAPABILITY IMAP4rev1" + more + b"\r\na OK\r\n")
                    elif b"STARTTLS" in said:
                        line.sendall(b"b OK\r\n")
                        line = context.wrap_socket(line, server_side=True)
            except OSError:
                pass
            finally:
                line.close()

        def accept() -> None:
            while True:
                try:
                    line, _ = door.accept()
                except OSError:
                    return
                threading.Thread(target=serve, args=(line,), daemon=True).start()

        threading.Thread(target=accept, daemon=True).start()
        yield door.getsockname()[1]


@pytest.fixture(params=["tls", "starttls", "plain"])
def server(request: pytest.FixtureRequest, certificate: Path) -> Iterator[tuple[str, int]]:
    for port in imap(certificate, request.param):
        yield request.param, port


def test_each_kind_of_security_is_found_out(server: tuple[str, int], certificate: Path) -> None:
    security, port = server
    found = offer("imap", "localhost", port)
    assert found.scheme == {"tls": "imaps", "starttls": "imap+starttls", "plain": "imap"}[security]
    assert (found.certificate != "") is (security != "plain")
    if found.certificate:
        told = subprocess.run(
            ["openssl", "x509", "-in", str(certificate), "-noout", "-fingerprint", "-sha256"],
            capture_output=True,
            text=True,
            check=True,
        )
        assert told.stdout.strip().endswith(found.fingerprint)


def test_a_server_that_is_not_there_offers_nothing() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    assert offer("imap", "localhost", port).scheme == ""


def test_init_shows_the_fingerprint_and_keeps_what_the_keeper_trusts(
    tmp_path: Path, certificate: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(offers, "WAIT", 1.0)  # seconds for a relay's answer, which a mailbox does not give
    for port in imap(certificate, "starttls"):
        answers = ["H", "j@x.org", "UTC", "k@x.org", "-", f"localhost:{port}", "", f"localhost:{port}", "word", "y"]
        done = CliRunner().invoke(_group, ["init", str(tmp_path / "home"), "--ask"], "\n".join(answers) + "\n")
        assert done.exit_code == 0, done.output
        assert "fingerprint" in done.output
        settings = (tmp_path / "home/judge.toml").read_text()
        assert f'"imap+starttls://j%40x.org@localhost:{port}/INBOX"' in settings
        assert '\nca_file = "var/secrets/mail-ca.pem"' in settings
        assert "BEGIN CERTIFICATE" in (tmp_path / "home/var/secrets/mail-ca.pem").read_text()


def test_the_door_takes_a_letter_behind_starttls(tmp_path: Path) -> None:
    door = open_door("127.0.0.1:0", "maildir:in", tmp_path, "judge@localhost")
    door.start()
    try:
        blind = ssl.create_default_context()
        blind.check_hostname, blind.verify_mode = False, ssl.CERT_NONE
        with smtplib.SMTP("127.0.0.1", door.port, timeout=10) as client:
            client.ehlo()
            assert client.has_extn("starttls")
            client.starttls(context=blind)
            client.sendmail("ann@example.org", ["judge@localhost"], "Subject: orders\r\n\r\nHELP\r\n")
        with smtplib.SMTP("127.0.0.1", door.port, timeout=10) as client:  # and without, as before
            client.sendmail("ann@example.org", ["judge@localhost"], "Subject: orders\r\n\r\nLIST\r\n")
    finally:
        door.stop()
    assert len(list((tmp_path / "in/new").iterdir())) == 2
    assert (tmp_path / "var/secrets/door.pem").stat().st_mode & 0o777 == 0o600
