"""A whole judge on real servers: letters in by Postfix, Dovecot and IMAP, answers out by submission."""

import email
import os
import smtplib
import time
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from email.message import Message as Mime
from pathlib import Path
from typing import Any

from judge import daemon
from judge.app import App, open_app
from judge.clock import SystemClock
from judge.config import Config, JudgeSettings, MailSettings
from judge.daemon import Daemon
from judge.desk import timers
from judge.desk.cabinet.keys import SlowHasher
from judge.desk.cabinet.records import iso
from judge.desk.mailroom import outbox
from judge.desk.timers import Tally
from judge.entropy import SeededEntropy
from judge.reading import Reader
from judge.render.template_renderer import TemplateRenderer
from tests.faults.invariants import Delivered, Findings, Written, examine
from tests.faults.rig import GAME, Living
from tests.harness import founded, password_of
from tests.mailserver.site import JUDGE, PLAYERS, Site
from tests.stores import home_store

MASTER = PLAYERS[-1]
FIRST = b"\nFrom: REAL judge"  # where our own bytes begin, below what servers write on top


class Clock(SystemClock):
    """The machine's time, and whatever a test adds to it."""

    def __init__(self) -> None:
        self.ahead = timedelta(0)

    def now(self) -> datetime:
        return super().now() + self.ahead


class Real(Living):
    """One Bourse; its seats are named after the mailboxes."""

    def __init__(
        self,
        site: Site,
        folder: Path,
        *,
        players: Sequence[str] = PLAYERS[:4],
        list_address: str = "",
        settle: str = "0m",
        ca: str = "ca.pem",
    ) -> None:
        self.site = site
        self.clock = Clock()
        self.written: list[Written] = []
        (folder / "var").mkdir(parents=True)
        mail = MailSettings(
            inbox=f"imaps://{JUDGE}@localhost:{site.port(993)}/INBOX",
            outbox=f"smtps://{JUDGE}@localhost:{site.port(465)}",
            ca_file=str(site.root / "tls" / ca),
            settle=settle,
            timeout=5,
            received_by="mail.test",
        )
        judge = JudgeSettings(store=home_store(), name="REAL", address=JUDGE, list=list_address, zone="UTC", digest="")
        self.config = Config(folder, judge, mail)
        self.addresses = {address.partition("@")[0].capitalize(): address for address in players}
        self._warm: tuple[Reader | None, TemplateRenderer | None] = (None, None)
        founded(self.app, GAME, self.addresses, master=MASTER, **({"list": list_address} if list_address else {}))

    def __exit__(self, *_: object) -> None:
        self.close()

    # -- the judge ----------------------------------------------------------------------------------------------------

    def open(self) -> App:
        reader, renderer = self._warm
        app = open_app(
            self.config,
            clock=self.clock,
            entropy=SeededEntropy("real"),
            hasher=SlowHasher(64, 1),
            reader=reader,
            renderer=renderer,
        )
        app.environ = {"JUDGE_IMAP_PASSWORD": "secret", "JUDGE_SMTP_PASSWORD": "secret"}
        return app

    def turn(self) -> Tally:
        return self.app.once()[0]

    def rest(self, seconds: float = 30) -> None:
        """Turns until nothing is left anywhere; the time passes really."""
        end = time.monotonic() + seconds
        quiet = 0
        while quiet < 3:
            tally, sent = self.app.once()
            letters_lie = self.site.inbox_files(JUDGE) or self.site.queued()
            still = not tally.fault and not sent.waiting and not letters_lie and not self.unanswered
            quiet = quiet + 1 if still else 0
            assert time.monotonic() < end, f"no rest: {tally}, {sent}, {self.unanswered}, {self.site.queued()} queued"
            time.sleep(0.1)

    def warm(self) -> None:
        """Build what every life of the daemon needs (grammars, templates) once, before it is forked."""
        self.write()
        self.rest()
        self._warm = (self.app.services.reader, self.app.services.renderer)
        self.close()

    def daemon(self) -> int:
        """`judge run` in this (forked) process, with pauses that suit a test."""
        outbox.GRACE = timedelta(seconds=30)
        outbox.FIRST_WAIT = timedelta(seconds=1)
        os.environ.update(JUDGE_IMAP_PASSWORD="secret", JUDGE_SMTP_PASSWORD="secret")
        daemon.LONGEST_SLEEP = timedelta(seconds=1)
        Daemon(self.open()).run()
        return 0

    # -- letters ------------------------------------------------------------------------------------------------------

    def compose(self, seat: str = "", text: str = "", **facts: Any) -> tuple[Written, bytes]:
        """A player's letter with an amount that stands in no other."""
        seat = seat or list(self.addresses)[len(self.written) % len(self.addresses)]
        number = 1001 + len(self.written)
        letter = Written(f"<{number}@players.test>", seat, self.addresses[seat], 0 if text else number, **facts)
        body = f"SIGNON {seat}@{GAME} {password_of(seat)}\n{text or f'SELL {number} LIRA'}\nSIGNOFF\n"
        date = (
            f"Date: {datetime.now(UTC):%a, %d %b %Y %H:%M:%S} +0000"  # else our Postfix writes one, a new one each time
        )
        head = f"From: {letter.address}\nTo: {JUDGE}\nSubject: orders\n{date}\nMessage-ID: {letter.message_id}\n\n"
        return letter, (head + body).replace("\n", "\r\n").encode()

    def write(self, seat: str = "", text: str = "", **facts: Any) -> Written:
        letter, raw = self.compose(seat, text, **facts)
        self.written.append(letter)
        self.post(raw, letter.address)
        return letter

    def post(self, raw: bytes, sender: str = MASTER) -> None:
        """What a provider does: keeps the letter until our server has answered 250."""
        for _ in range(300):
            try:
                with smtplib.SMTP("localhost", self.site.port(25), timeout=5) as smtp:
                    smtp.sendmail(sender, [JUDGE], raw)
                return
            except (OSError, smtplib.SMTPException):
                time.sleep(0.1)
        raise AssertionError("the mail server takes no letters")

    def process(self, phase: str = "S1901M") -> None:
        """The master has the open phase resolved, by letter; in autumn he reports the board."""
        words = [f"PROCESS {phase}"]
        if phase.startswith("F"):
            words.insert(0, f"RESULT {phase[:5]} CENTRES A 5 E 4 F 5 G 5 I 4 R 6 T 5\nEND")
        for text in words:
            name = f"<master.{time.time_ns()}@players.test>"
            head = f"From: {MASTER}\nTo: {JUDGE}\nSubject: {GAME}\nMessage-ID: {name}\n\n"
            body = f"MASTER {GAME} gm-secret\n{text}\nSIGNOFF\n"
            self.post((head + body).replace("\n", "\r\n").encode())

    def mimes(self, user: str) -> list[Mime]:
        return [email.message_from_bytes(path.read_bytes()) for path in self.site.inbox_files(user)]

    @property
    def unanswered(self) -> set[str]:
        answered = {str(mime["In-Reply-To"]) for address in self.addresses.values() for mime in self.mimes(address)}
        return {letter.message_id for letter in self.written if letter.answered} - answered

    def delivered(self) -> list[Delivered]:
        """Letters of ours in mailboxes of this site; those to elsewhere are the outbox' own business."""
        found = []
        for user in PLAYERS:
            for path in self.site.inbox_files(user):
                top, mark, ours = path.read_bytes().partition(FIRST)
                if mark and b"List-Id: <results.ml.test>" not in top + ours.partition(b"\n\n")[0]:
                    found.append(Delivered(user, mark[1:] + ours))
        return found

    def check(self) -> Findings:
        """All invariants, when the judge has come to rest."""
        self.rest()
        found = self.examine()
        assert found.wrong == [] and found.lost == 0, found
        return found

    def examine(self) -> Findings:
        delivered = [one for one in self.delivered() if one.to in (*self.addresses.values(), MASTER)]
        elsewhere = [
            Delivered(row["to"], f"Message-ID: {_name(row['key'])}\n\n".encode())
            for row in self.app.store.table("outbox").all()
            if row["status"] == "sent" and row["to"] not in PLAYERS
        ]
        return examine(self.app, self.written, delivered + elsewhere, len(self.site.inbox_files(JUDGE)), MASTER)

    # -- facts --------------------------------------------------------------------------------------------------------

    def due_in(self, seconds: float) -> datetime:
        """Move the deadline near."""
        due = (datetime.now(UTC) + self.clock.ahead + timedelta(seconds=seconds)).replace(microsecond=0)
        with self.app.store.batch():
            game = replace(self.game, deadline=iso(due))
            self.app.services.files.save_game(game)
            timers.set_for(self.app.services, game, due)
        return due


def _name(key: str) -> str:
    from judge.mail.outbound import message_id

    return message_id(key, "judge.test")
