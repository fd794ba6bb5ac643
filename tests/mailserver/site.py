"""A throw-away mail site of real servers: Dovecot, Postfix and, where it is installed, mlmmj.

Skipped where they are not installed (or without root, which Postfix needs); REQUIRE_ALL=1 makes that a failure.
"""

import os
import shutil
import smtplib
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from imapclient import IMAPClient

from judge.mail.connect import Access, Inbox, Outbox, open_mailbox, open_relay
from tests.required import required

PORTS = (143, 993, 24, 12, 25, 587, 465)
JUDGE, ANN = "judge@judge.test", "ann@players.test"
PLAYERS = tuple(f"{name}@players.test" for name in ("ann", "bob", "cid", "dee", "eve"))
LIST = "results@ml.test"


def missing() -> str:
    """What these tests need and this machine lacks, in words."""
    path = os.environ.get("PATH", "") + ":/usr/sbin:/sbin"
    lacking = [name for name in ("dovecot", "postfix", "openssl") if shutil.which(name, path=path) is None]
    if not lacking and os.geteuid() != 0:
        lacking.append("root")
    return ", ".join(lacking)


LACKING = missing()


class Site:
    """The running mail site; ports are asked for by their well-known number."""

    def __init__(self, root: Path, base: int) -> None:
        self.root, self.base = root, base

    def run(self, *words: str) -> None:
        script = Path(__file__).with_name("mailsite.sh")
        settings = os.environ | {"MAILROOT": str(self.root), "PORTBASE": str(self.base)}
        with open(self.root / "script.log", "ab") as log:  # servers keep what they inherit open: never a pipe
            subprocess.run([str(script), *words], env=settings, stdout=log, stderr=log, check=True, timeout=60)

    def port(self, number: int) -> int:
        return self.base + number

    def access(self, ca: str = "ca.pem", password: str = "secret", timeout: float = 5.0) -> Access:
        return Access(password, self.root / "tls" / ca, timeout)

    def mailbox(self, user: str = JUDGE, scheme: str = "imaps", host: str = "localhost", **access: str) -> Inbox:
        port = self.port(993 if scheme == "imaps" else 143)
        return open_mailbox(f"{scheme}://{user}@{host}:{port}/INBOX", self.root, self.access(**access))

    def relay(self, scheme: str = "smtps", **access: str) -> Outbox:
        port = self.port({"smtps": 465, "smtp+starttls": 587}[scheme])
        return open_relay(f"{scheme}://{JUDGE}@localhost:{port}", self.root, self.access(**access))

    def inbox_files(self, user: str) -> list[Path]:
        """What lies in a mailbox, as files: quicker than asking for it."""
        local, _, domain = user.partition("@")
        place = self.root / "mail" / domain / local
        return sorted((place / "new").glob("*")) + sorted((place / "cur").glob("*"))

    def queued(self) -> int:
        """How many letters Postfix has taken and not yet handed on."""
        return sum(1 for name in ("maildrop", "incoming", "active", "deferred") for _ in self._queue_files(name))

    def _queue_files(self, name: str) -> Iterator[Path]:
        return (path for path in (self.root / "queue" / name).rglob("*") if path.is_file())

    def empty(self) -> None:
        """Both servers up, and no letter left anywhere."""
        self.run("start")
        for user in (JUDGE, *PLAYERS):
            with IMAPClient("localhost", self.port(143), ssl=False, timeout=10) as client:
                client.login(user, "secret")
                for _, _, folder in client.list_folders():
                    client.select_folder(folder)
                    uids = client.search()
                    if uids:
                        client.delete_messages(uids, silent=True)
                        client.expunge()

    def write(self, raw: bytes, recipient: str = JUDGE) -> None:
        """A letter from a player's provider, brought to the front door."""
        with smtplib.SMTP("localhost", self.port(25), timeout=10) as smtp:
            smtp.sendmail(ANN, [recipient], raw)


def free_base() -> int:
    bases = range(10_000, 31_000, 1_000)  # below the ports that systems give to those who call out
    turn = os.getpid() % len(bases)  # two runs at the same time begin at different places
    for base in (*bases[turn:], *bases[:turn]):
        try:
            for port in PORTS:
                with socket.create_server(("127.0.0.1", base + port)):
                    pass
        except OSError:
            continue
        return base
    raise AssertionError("no free ports")


@pytest.fixture(scope="session")
def site() -> Iterator[Site]:
    required(not LACKING, f"what mail servers need ({LACKING})")
    root = Path(tempfile.mkdtemp(prefix="judge-mailsite-"))
    root.chmod(0o755)
    site = Site(root, free_base())
    try:
        site.run("start")
        yield site
    finally:
        site.run("stop")
        shutil.rmtree(root, ignore_errors=True)
