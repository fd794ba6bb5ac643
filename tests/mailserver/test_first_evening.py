"""The keeper's first evening through Dovecot and Postfix: `judge init --ask` with a real mailbox, then all by mail."""

import email
import os
from datetime import UTC, datetime
from email.message import Message as Mime
from pathlib import Path

import pytest
from imapclient import IMAPClient

from judge.desk.cabinet import keys
from tests.keeper import evening
from tests.mailserver.site import JUDGE, Site

pytestmark = [pytest.mark.slow, pytest.mark.real]


class Servers:
    """Letters by SMTP to the front door, answers out of the players' mailboxes."""

    judge = JUDGE

    def __init__(self, site: Site) -> None:
        self.site = site
        host = "localhost"
        self.answers = (
            "\n".join(
                [
                    "REAL",
                    JUDGE,
                    "Europe/London",
                    evening.MASTER,
                    "-",
                    f"{host}:{site.port(993)}",
                    "",
                    f"{host}:{site.port(465)}",
                    "secret",
                    "y",  # the fingerprint of the mailbox's certificate is the right one
                    "y",  # the relay's too
                ]
            )
            + "\n"
        )

    def prepare(self, home: Path) -> None:
        """The site's own authority; ports of its own need their schemes named."""
        path = home / "judge.toml"
        text = path.read_text("utf-8").replace('# ca_file = ""', f'ca_file = "{self.site.root / "tls" / "ca.pem"}" #')
        path.write_text(text, "utf-8")

    def write(self, home: Path, sender: str, text: str, to: str, at: datetime) -> None:
        number = int.from_bytes(os.urandom(6), "big")
        head = f"From: {sender}\r\nTo: {to}\r\nSubject: hello\r\nMessage-ID: <{number}@players.test>\r\n\r\n"
        self.site.write((head + text.replace("\n", "\r\n") + "\r\n").encode(), to)

    def letters(self, home: Path, address: str) -> list[Mime]:
        with IMAPClient("localhost", self.site.port(143), ssl=False, timeout=10) as client:
            client.login(address, "secret")
            client.select_folder("INBOX")
            uids = client.search()
            bodies = client.fetch(uids, ["BODY.PEEK[]"]) if uids else {}
        return [email.message_from_bytes(bodies[uid][b"BODY[]"]) for uid in sorted(bodies)]

    def clock(self, at: datetime) -> datetime:
        return max(at, datetime.now(UTC))  # the servers stamp letters by the machine's clock


def test_a_keepers_evening_with_a_real_mailbox(site: Site, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keys.SlowHasher.__init__, "__defaults__", (64, 1))
    monkeypatch.delenv("JUDGE_HOME", raising=False)
    monkeypatch.setattr(evening, "MASTER", "bob@players.test")  # the site has mailboxes for ann and bob alone
    evening.spend(tmp_path, Servers(site), datetime.now(UTC))
