"""A home opened: its services, with its mailbox and relay once they are wanted."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any

from judge.clock import Clock
from judge.config import Config
from judge.core.errors import SetupError
from judge.desk import timers
from judge.desk.cabinet.records import iso
from judge.desk.services import Services
from judge.desk.timers import Sent, Tally
from judge.mail.connect import Access, Inbox, open_mailbox, open_relay
from judge.mail.connect import Outbox as Relay
from judge.mail.maildir import MaildirBox
from judge.mail.server import password_from, said_by
from judge.optional import wanted
from judge.post import Signatures
from judge.store import Listener, Store

if TYPE_CHECKING:  # loaded when there is something to do
    from judge.app.studio import Studio
    from judge.desk.mailroom.outbox import Outbox
    from judge.desk.timeline import Timeline


@dataclass
class App:
    """A home opened: its services, and the mailbox and relay once they are wanted."""

    config: Config
    services: Services
    clock: Clock
    crash: Callable[[str], None] = lambda point: None
    environ: Mapping[str, str] = field(default_factory=lambda: os.environ)
    progress: Callable[[], None] = lambda: None
    stopping: bool = False  # SIGTERM came: the letter in hand and what is queued wait for the next life
    beside: bool = False  # pictures are drawn in a process beside this one
    _tick: datetime | None = None  # the moment of the tick under way
    _early: Sent = field(default_factory=Sent)

    @property
    def store(self) -> Store:
        return self.services.store

    @cached_property
    def inbox(self) -> Inbox:
        config, shown = self.config, access(self.config, "JUDGE_IMAP_PASSWORD", self.environ)
        return open_mailbox(config.mail.inbox, config.home, shown, lambda: self.clock.now())

    @cached_property
    def relay(self) -> Relay:
        config, shown = self.config, access(self.config, "JUDGE_SMTP_PASSWORD", self.environ)
        return open_relay(config.mail.outbox, config.home, shown, self._self_copy, config.judge.address)

    @cached_property
    def timeline(self) -> Timeline:
        from judge.desk.timeline import Timeline

        return Timeline(
            self.services,
            self.inbox,
            self.config.reading,
            unreachable=not self.config.mail.inbox.startswith("maildir:"),
            crash=self.crash,
            signatures=self._signatures,
            progress=lambda tally: self._shift_over(),
            stopping=lambda: self.stopping,
        )

    @cached_property
    def _signatures(self) -> Signatures | None:
        """What checks DKIM signatures, where the settings want it."""
        if self.config.judge.dkim != "verify":
            return None
        from judge.mail.dkim_check import SignatureCheck, ask_dns

        return SignatureCheck(ask_dns)

    @cached_property
    def outbox(self) -> Outbox:
        from judge.desk.mailroom.outbox import Outbox

        copies = not self.relay.safe_to_repeat and self.config.mail.self_copy != "no"
        searched = (lambda: self.inbox.last_search) if copies else None
        return Outbox(self.services, self.relay, self.crash, searched, lambda: self.stopping)

    @cached_property
    def caretaker(self) -> Any:
        """Keeps the archive of public results, where the settings want one (site/archive.py); else None."""
        if self.config.archive is None:
            return None
        site = wanted("site")  # draws; a judge without an archive starts faster
        press = wanted("zine.paper").Press(self.inbox.wake) if self.beside else None
        return site.Caretaker(site.Archive(self.services, self.config.archive, press))

    @cached_property
    def studio(self) -> Studio:
        """Draws what letters wait for, beside this process."""
        from judge.app.studio import Studio

        return Studio(self.services, self.inbox.wake)

    @cached_property
    def announcements(self) -> Any:
        """Posts public news elsewhere, where the settings want it (extras/announcements.py); else None."""
        return wanted("announcements").Announcements(self.services) if self.config.notify.posts else None

    @cached_property
    def listener(self) -> Listener | None:
        """Ends the wait for letters when another judge of the same store has something to do."""
        return self.store.engine.listen(self.inbox.wake)

    def _self_copy(self, key: str) -> str:
        """The secret address to which a copy of each letter goes, in the same transaction."""
        if self.config.mail.self_copy == "no":
            return ""
        return self.config.addressing.with_key(f"copy.{key}.{self.services.keys.mac('copy', key)}")

    @property
    def leave(self) -> str:
        """Why the judge has no leave to use its mailbox, where it needs one; "" where nothing is wrong."""
        if self.config.mail.oauth is None:
            return ""
        try:
            return str(wanted("oauth").token_file(self.config).trouble())
        except SetupError as fault:
            return fault.message

    def once(self, now: datetime | None = None, deadlines: bool = True) -> tuple[Tally, Sent]:
        """Everything that is to be done at that time, pictures last. Without `deadlines` none is resolved."""
        moment = now or self.clock.now()
        tally, sent = self.turn(moment, deadlines)
        while tally.more and not self.stopping:
            further, later = self.turn(moment, deadlines)
            further.add(tally)
            tally, sent = further, sent.and_then(later)
        if not self.beside and self._to_draw():
            from judge.desk.news import drawings

            if drawings.draw_all(self.services, lambda: self.stopping):
                sent = sent.and_then(self.outbox.flush(moment))
        return tally, sent

    def _to_draw(self) -> bool:
        """Whether pictures wait. Asked every turn: what draws them is loaded only then."""
        return bool(self.store.table("drawings").range("due", None, None, 1))

    def turn(self, moment: datetime, deadlines: bool = True) -> tuple[Tally, Sent]:
        """One tick: fetch, merge, handle, send. The tally says if there may be more to do at once."""
        if self._nothing(moment):
            return Tally(), Sent()
        self._tick, self._early = moment, Sent()
        tally = self.timeline.tick(moment, deadlines)
        self._tick = None
        if self.beside and ("studio" in self.__dict__ or self._to_draw()):
            self.studio.turn()
        sent = self._early.and_then(self.outbox.flush(moment))
        if self.caretaker is not None:
            happened = bool(tally.letters or tally.resolved or tally.reminders or tally.regular)
            resolved = bool(tally.resolved or tally.regular)
            self.caretaker.after(moment, happened=happened, resolved=resolved, busy=tally.more)
        if self.announcements is not None:
            self.announcements.turn(moment)
        return tally, sent

    def _nothing(self, moment: datetime) -> bool:
        """Whether a first look shows that there is nothing to do: no letter lies there, nothing is due, nothing waits
        to be sent. Then no more of the judge need be loaded. After the first turn that found something it is not
        asked any more: letters may wait in memory."""
        if {"timeline", "outbox"} & self.__dict__.keys() or self.store.shared or self.config.archive is not None:
            return False
        if not isinstance(self.inbox, MaildirBox) or not self.inbox.empty():
            return False
        timers.ensure_regular(self.services, moment)
        due = timers.next_due(self.services)
        if due is not None and due <= moment:
            return False
        self.relay  # noqa: B018  (a folder that cannot be used is told at once)
        outbox = self.store.table("outbox")
        if any(outbox.tally("status", status) for status in ("queued", "trying")) or self._to_draw():
            return False
        return self.announcements is None or not self.store.table("notices").range("due", "", iso(moment), 1)

    def _shift_over(self) -> None:
        """A shift is committed: its answers leave before the next is read. A relay that kept something back is left
        alone until the end of the tick."""
        self.progress()
        if self._tick is not None and not self._early.kept_back:
            self._early = self._early.and_then(self.outbox.flush(self._tick))

    def close(self) -> None:
        """Close what was opened; the store last."""
        for name in ("studio", "announcements", "listener", "inbox", "relay"):
            if self.__dict__.get(name) is not None:
                self.__dict__[name].close()
        self.store.close()


def access(config: Config, variable: str, environ: Mapping[str, str]) -> Access:
    """What the mail server wants to know: the password (from the environment or its file), the CA, the patience."""
    mail = config.mail
    file = config.home / mail.password_file if mail.password_file else None
    ca = config.home / mail.ca_file if mail.ca_file else None
    token: Callable[[bool], str] | None = None
    if mail.oauth is not None:
        token = wanted("oauth").token_file(config).access
    elif mail.token_command:
        token = partial(_told, mail.token_command)
    password = "" if token else password_from(environ, variable, file, mail.password_command)
    return Access(password, ca, float(mail.timeout), token)


def _told(command: str, refused: bool) -> str:
    return said_by(command, "token_command")
