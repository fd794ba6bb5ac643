"""A whole judge on a store of its own, between a small IMAP and a small SMTP server, with a breaking proxy before each.

Time stands still until it is set; what the judge leaves behind at a death is what a real death leaves: a life is a
forked process that ends itself (`die_at`) or is killed.
"""

import os
import re
import subprocess
import traceback
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Self

import pytest

from judge.app import App, open_app
from judge.clock import SetClock
from judge.config import Config, JudgeSettings, MailSettings
from judge.core.errors import StoreFault
from judge.desk.cabinet.keys import SlowHasher
from judge.desk.timers import Sent, Tally
from judge.entropy import SeededEntropy
from tests.faults.invariants import Delivered, Findings, Written, examine
from tests.harness import address_of, founded, password_of
from tests.mail.faultproxy import CLIENT, SERVER, FaultProxy, Rule
from tests.mail.imap_server import ImapServer
from tests.mail.smtp_server import MailServer, Taken
from tests.stores import home_store

START = datetime(2026, 1, 5, 12, tzinfo=UTC)
JUDGE, MASTER, GAME = "judge@judge.test", "gm@example.test", "lira7"
SEATS = ("Lupus", "Vulpes", "Corvus")
DEAD, DONE = 9, 0
__all__ = ["CLIENT", "DEAD", "DONE", "GAME", "JUDGE", "MASTER", "SEATS", "SERVER", "START", "Rig", "Rule", "lives"]


class Living:
    """A judge that is opened when somebody asks for it, and may be closed and opened again."""

    _app: App | None = None

    def __enter__(self) -> Self:
        return self

    @property
    def app(self) -> App:
        if self._app is None:
            self._app = self.open()
        return self._app

    def open(self) -> App:
        raise NotImplementedError

    def close(self) -> None:
        """The judge stopped in good order."""
        if self._app is not None:
            app, self._app = self._app, None
            app.close()

    @property
    def game(self) -> Any:
        game = self.app.services.files.game(GAME)
        assert game is not None
        return game


class Rig(Living):
    """`app` is the living judge; `into` and `out` are the proxies before its mailbox and its relay."""

    def __init__(
        self,
        folder: Path,
        *,
        settle: str = "0m",
        self_copy: str = "",
        seats: Sequence[str] = SEATS,
        timeout: int = 5,
        authentication: str = "warn",
        received_by: str = "",
    ) -> None:
        self.folder = folder
        self.clock = SetClock(START)
        self.imap = ImapServer()
        self.smtp = MailServer()
        self.smtp.handler.pass_on = self._pass_on
        self.seats = tuple(seats)
        self.written: list[Written] = []
        self.examined: Findings | None = None
        (folder / "var").mkdir(parents=True)
        self.smtp.__enter__()
        self.into = FaultProxy(("127.0.0.1", self.imap.port))
        self.out = FaultProxy(("127.0.0.1", self.smtp.port))
        mail = MailSettings(
            inbox=f"imap://judge%40judge.test@127.0.0.1:{self.into.port}/INBOX",
            outbox=f"smtp://127.0.0.1:{self.out.port}",
            settle=settle,
            self_copy=self_copy,
            timeout=timeout,
            received_by=received_by,
        )
        judge = JudgeSettings(
            store=home_store(),
            name="TEST",
            address=JUDGE,
            zone="UTC",
            digest="",
            html=False,  # drawing takes longer than everything else and proves nothing here
            authentication=authentication,
        )  # type: ignore[arg-type]
        self.config = Config(folder, judge, mail)
        self._found_game()

    def __exit__(self, *_: object) -> None:
        self.close()
        for one in (self.into, self.out, self.imap, self.smtp):
            one.__exit__()

    # -- the judge ----------------------------------------------------------------------------------------------------

    def open(self, crash: Callable[[str], None] = lambda point: None) -> App:
        """The judge started: the store taken, no server called yet."""
        app = open_app(
            self.config, clock=self.clock, entropy=SeededEntropy("faults"), hasher=SlowHasher(64, 1), crash=crash
        )
        app.environ = {"JUDGE_IMAP_PASSWORD": "secret"}
        app.relay._monotonic = self.clock.monotonic  # type: ignore[attr-defined]
        return app

    def tick(self, **later: float) -> tuple[Tally, Sent]:
        """One turn of the daemon, so much later."""
        self.clock.set(self.clock.now() + timedelta(**later))
        return self.app.once()

    def rest(self, turns: int = 40, **step: float) -> None:
        """Turns until mailbox and outbox are empty and nothing is at fault; some minutes pass between two."""
        for _ in range(turns):
            tally, sent = self.tick(**(step or {"minutes": 3}))
            if not tally.fault and not sent.waiting and not self.in_mailbox:
                return
        raise AssertionError(f"no rest: {tally}, {sent}, {self.in_mailbox} letters in the mailbox")

    def life(
        self, die_at: str = "", count: int = 1, prepare: Callable[[App], None] = lambda app: None, turns: int = 12
    ) -> int:
        """A judge in a process of its own that ends itself the `count`-th time it reaches a point; its exit code."""
        self.close()
        seen = 0

        def crash(reached: str) -> None:
            nonlocal seen
            seen += reached == die_at
            if seen == count and reached == die_at:
                os._exit(DEAD)

        def live() -> int:
            app = self.open(crash)
            prepare(app)
            for _ in range(turns):
                tally, sent = app.once()
                if not tally.letters and not sent.sent and not tally.fault:
                    break
            app.close()
            return DONE

        return lives(live)

    # -- letters ------------------------------------------------------------------------------------------------------

    def write(
        self,
        seat: str = "Lupus",
        text: str = "",
        *,
        at: datetime | None = None,
        answered: bool = True,
        filed: bool = True,
        headers: Sequence[str] = (),
        to: str = JUDGE,
        name: str = "",
        signed: bool = True,
        sender: str = "",
    ) -> Written:
        """A letter of a player's, into the mailbox; without `text` it orders an amount no other letter names."""
        number = 1001 + len(self.written)
        name = name or f"<{number}@mail.test>"
        letter = Written(name, seat, address_of(seat), 0 if text else number, answered, filed)
        self.written.append(letter)
        self.deliver(self.raw(seat, text or f"SELL {number} LIRA", name, headers, to, signed, sender), at)
        return letter

    def raw(
        self,
        seat: str,
        text: str,
        name: str,
        headers: Sequence[str] = (),
        to: str = JUDGE,
        signed: bool = True,
        sender: str = "",
    ) -> bytes:
        body = f"SIGNON {seat}@{GAME} {password_of(seat)}\n{text}\nSIGNOFF" if signed else text
        ident = [f"Message-ID: {name}"] if name != "none" else []
        head = [*headers, f"From: {sender or address_of(seat)}", f"To: {to}", "Subject: orders", *ident]
        return ("\n".join(head) + "\n\n" + body + "\n").replace("\n", "\r\n").encode("utf-8", "surrogateescape")

    def deliver(self, raw: bytes, at: datetime | None = None) -> int:
        return self.imap.deliver(raw, at or self.clock.now())

    def report(
        self, text: str = "RESULT F1901 CENTRES A 5 E 4 F 5 G 5 I 4 R 6 T 5", at: datetime | None = None
    ) -> None:
        """A letter of the master's."""
        name = f"<master{len(self.imap.commands)}@mail.test>"
        raw = f"From: {MASTER}\nTo: {JUDGE}\nMessage-ID: {name}\n\nMASTER {GAME} gm-secret\n{text}\nSIGNOFF\n"
        self.deliver(raw.replace("\n", "\r\n").encode(), at)

    @property
    def in_mailbox(self) -> int:
        return len(self.imap.inbox.mails)

    @property
    def delivered(self) -> list[Delivered]:
        """What lies in the mailboxes of players and master."""
        return [
            Delivered(to, taken.content)
            for taken in self.smtp.taken
            for to in taken.recipients
            if not to.startswith("judge+")
        ]

    def answers(self, letter: Written) -> list[Delivered]:
        return [one for one in self.delivered if one.mime.get("In-Reply-To") == letter.message_id]

    def to(self, address: str, subject: str = "") -> list[Delivered]:
        return [one for one in self.delivered if one.to == address and subject in str(one.mime["Subject"])]

    def check(self, doubled: int = 0) -> Findings:
        """Ask for all invariants. `doubled` copies of the same bytes are forgiven where the row says so."""
        found = examine(self.app, self.written, self.delivered, self.in_mailbox)
        self.examined = found
        assert found.wrong == []
        assert found.lost == 0
        assert found.doubled <= doubled
        return found

    # -- facts --------------------------------------------------------------------------------------------------------

    @property
    def deadline(self) -> datetime:
        return datetime.fromisoformat(self.game.deadline)

    def events(self, kind: str) -> list[dict[str, Any]]:
        journal = self.app.services.journal
        every = (journal.event(GAME, seq) for seq in range(1, journal.length(GAME) + 1))
        return [event for event in every if event["kind"] == kind]

    def filed(self, seat: str = "Lupus") -> list[int]:
        """The amounts on the sheets a seat has put on file, oldest first."""
        stored = (event for event in self.events("orders_stored") if event["data"]["seat"] == seat)
        return [int(amount) for event in stored for amount in re.findall(r"\b1\d{3}\b", str(event["data"]))]

    # -- inside -------------------------------------------------------------------------------------------------------

    def _found_game(self) -> None:
        """One Bourse, started; its first letters have gone out and are forgotten."""
        founded(self.app, GAME, self.seats)
        try:
            self.rest(minutes=0)
        except AssertionError:  # a busy machine was slower than the time-out, and the relay is given a rest
            self.rest(minutes=2)

    def _pass_on(self, taken: Taken) -> None:
        """The relay brings what is addressed to the judge back to its mailbox."""
        for recipient in taken.recipients:
            if recipient.startswith("judge"):
                top = f"Return-Path: <{taken.sender}>\r\nDelivered-To: {recipient}\r\n"
                self.imap.deliver(top.encode() + taken.content, self.clock.now())


def lives(live: Callable[[], int]) -> int:
    """Run in a forked process, which ends without any farewell; its exit code, 70 for an exception (told on stderr)."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # the servers' threads stay with the parent
        child = os.fork()
    if child:
        _, status = os.waitpid(child, 0)
        return os.waitstatus_to_exitcode(status)
    code = 70
    try:
        code = live()
    except StoreFault as fault:
        os.write(2, f"{fault}\n".encode())
        code = 74
    except BaseException:
        os.write(2, traceback.format_exc().encode())
    os._exit(code)


@contextmanager
def small_disk(place: Path, megabytes: int) -> Iterator[Callable[[], Path]]:
    """A file system of its own. Calling what is yielded fills it; the file that does."""
    place.mkdir()
    size = f"size={megabytes}m"
    if subprocess.run(["mount", "-t", "tmpfs", "-o", size, "tmpfs", str(place)], capture_output=True).returncode:
        pytest.skip("this machine does not let tests mount a file system")

    def fill() -> Path:
        filler = place / "filler"
        with filler.open("wb", buffering=0) as file, suppress(OSError):
            while file.write(b"x" * 4096):
                pass
        return filler

    try:
        yield fill
    finally:
        subprocess.run(["umount", str(place)], check=True)
