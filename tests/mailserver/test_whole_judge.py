"""A Bourse to its end through real servers: letters in by SMTP and IMAP, answers out by submission."""

import email
import os
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from email.message import Message as Mime
from pathlib import Path

import pytest
from imapclient import IMAPClient

from judge.app import App, open_app
from judge.audit import replay_game
from judge.clock import SetClock
from judge.config import Config, JudgeSettings, MailSettings
from judge.entropy import SeededEntropy
from judge.proofs import verify_dice
from tests.harness import HASHER, founded
from tests.mailserver.site import ANN, JUDGE, Site
from tests.stores import home_store

pytestmark = [pytest.mark.slow, pytest.mark.real]
BOB, MASTER = "bob@players.test", "judge-master@players.test"


class Clock(SetClock):
    """Stands still, as the tests drive it; what waits for servers uses real time."""


@pytest.fixture
def app(site: Site, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[App]:
    monkeypatch.setenv("JUDGE_IMAP_PASSWORD", "secret")
    monkeypatch.setenv("JUDGE_SMTP_PASSWORD", "secret")
    (tmp_path / "var").mkdir()
    mail = MailSettings(
        inbox=f"imaps://{JUDGE}@localhost:{site.port(993)}/INBOX",
        outbox=f"smtps://{JUDGE}@localhost:{site.port(465)}",
        ca_file=str(site.root / "tls" / "ca.pem"),
        settle="0m",
        timeout=10,
    )
    config = Config(tmp_path, JudgeSettings(store=home_store(), name="REAL", address=JUDGE, list="", zone="UTC"), mail)
    app = open_app(config, clock=Clock(datetime.now(UTC)), entropy=SeededEntropy("real"), hasher=HASHER)
    founded(app, "lira7", {"Lupus": ANN, "Ursus": BOB}, master=BOB, rules="later")
    yield app
    app.close()


def letters(site: Site, user: str) -> list[Mime]:
    with IMAPClient("localhost", site.port(143), ssl=False, timeout=10) as client:
        client.login(user, "secret")
        client.select_folder("INBOX")
        uids = client.search()
        return (
            [email.message_from_bytes(d[b"BODY[]"]) for d in client.fetch(uids, ["BODY.PEEK[]"]).values()]
            if uids
            else []
        )


def come(app: App, site: Site, user: str, subject: str) -> Mime:
    """Tick until a letter of that subject lies in a player's mailbox."""
    for _ in range(200):
        app.once(app.clock.now())
        found = [one for one in letters(site, user) if subject in str(one["Subject"])]
        if found:
            return found[-1]
        time.sleep(0.05)
    raise AssertionError(f"no letter {subject!r} for {user}: {[str(one['Subject']) for one in letters(site, user)]}")


def write(site: Site, sender: str, text: str, to: str = JUDGE) -> None:
    number = int.from_bytes(os.urandom(6), "big")
    raw = f"From: {sender}\r\nTo: {to}\r\nSubject: orders\r\nMessage-ID: <{number}@players.test>\r\n\r\n{text}\r\n"
    site.write(raw.encode(), to)


def test_a_whole_bourse_is_played_through_dovecot_and_postfix(site: Site, app: App) -> None:
    come(app, site, ANN, "start")
    write(site, ANN, "SIGNON Lupus@lira7 lupus-pass\r\nSELL 300 LIRA\r\nBUY MARKS WITH REST\r\nSIGNOFF")
    app.clock.set(datetime.now(UTC) + timedelta(seconds=30))  # type: ignore[attr-defined]
    confirmation = come(app, site, ANN, "[OK]")
    write(site, ANN, "SELL 200 LIRA\r\nBUY MARKS WITH REST", str(confirmation["Reply-To"]))
    app.clock.set(datetime.now(UTC) + timedelta(seconds=60))  # type: ignore[attr-defined]
    come(app, site, ANN, "v2")
    game = app.services.files.game("lira7")
    assert game is not None
    report = "MASTER lira7 gm-secret\r\nEND CONCEDED ITALY\r\nSIGNOFF"
    write(site, BOB, report)
    come(app, site, BOB, "[OK]")
    game = app.services.files.game("lira7")
    assert game is not None
    app.clock.set(datetime.fromisoformat(game.deadline) + timedelta(seconds=1))  # type: ignore[attr-defined]
    come(app, site, ANN, "final")
    found = letters(site, ANN)
    ended = app.services.files.game("lira7")
    assert ended is not None and str(ended.status) == "finished"
    assert replay_game(app.services, ended).differences == ()
    checked = [verify_dice(message.as_bytes()) for message in found]
    assert all(check.good for check in checked) and any(check.link for check in checked)
    ids = [str(message["Message-ID"]) for message in found]
    assert len(ids) == len(set(ids))
