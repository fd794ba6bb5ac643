"""The composition root: puts the rooms of a home together, and runs them."""

from __future__ import annotations

import gc
import logging
import os
import signal
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import cached_property
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING

from judge import games
from judge.clock import Clock, SetClock, SystemClock
from judge.config import Config, load
from judge.core.errors import MailFault
from judge.core.variant import Variant
from judge.desk.keys import Hasher, Keys, SlowHasher, home_secret
from judge.desk.office import Office
from judge.desk.outbox import Outbox, Sent
from judge.desk.timeline import Tally, Timeline, next_wake
from judge.entropy import Entropy, SystemEntropy
from judge.mail.connect import Access, Inbox, open_door, open_mailbox, open_relay, password_from
from judge.mail.connect import Outbox as Relay
from judge.mail.reading import ReadingRules
from judge.parse import Reader
from judge.render import Pen
from judge.share import share
from judge.store import Store, open_store

if TYPE_CHECKING:
    from judge.mail.door import Door  # loads an SMTP server, which few commands need

log = logging.getLogger("judge")
LONGEST_SLEEP = timedelta(seconds=60)
TIDY_EVERY = timedelta(hours=6)


class Shelf(Mapping[str, Variant]):
    """The games by slug, each imported when it is first asked for."""

    def __getitem__(self, slug: str) -> Variant:
        found = games.variants().get(slug) if slug not in games.slugs() else games.variant(slug)
        if found is None:
            raise KeyError(slug)
        return found

    def __iter__(self) -> Iterator[str]:
        return iter(games.slugs())

    def __len__(self) -> int:
        return len(games.slugs())


@dataclass
class House:
    """A home opened: its office, and the mailbox and relay once they are wanted."""

    config: Config
    office: Office
    clock: Clock
    crash: Callable[[str], None] = lambda point: None
    environ: Mapping[str, str] = field(default_factory=lambda: os.environ)

    @property
    def store(self) -> Store:
        return self.office.store

    @cached_property
    def inbox(self) -> Inbox:
        return open_mailbox(
            self.config.mail.inbox, self.config.home, self._access("JUDGE_IMAP_PASSWORD"), self.clock.now
        )

    @cached_property
    def relay(self) -> Relay:
        mail = self.config.mail
        return open_relay(mail.outbox, self.config.home, self._access("JUDGE_SMTP_PASSWORD"), self._self_copy)

    @cached_property
    def timeline(self) -> Timeline:
        judge, mail = self.config.judge, self.config.mail
        rules = ReadingRules(judge.address, judge.trusted_authserv, judge.authentication, mail.received_by)
        return Timeline(
            self.office, self.inbox, rules, unreachable=not mail.inbox.startswith("maildir:"), crash=self.crash
        )

    @cached_property
    def outbox(self) -> Outbox:
        return Outbox(self.office, self.relay, self.crash)

    def _access(self, variable: str) -> Access:
        mail = self.config.mail
        file = self.config.home / mail.password_file if mail.password_file else None
        ca = self.config.home / mail.ca_file if mail.ca_file else None
        return Access(password_from(self.environ, variable, file), ca, float(mail.timeout))

    def _self_copy(self, key: str) -> str:
        """The secret address to which a copy of each letter goes, in the same transaction."""
        if self.config.mail.self_copy == "no":
            return ""
        local, _, domain = self.config.judge.address.rpartition("@")
        return f"{local}+copy.{key}.{self.office.keys.mac('copy', key)}@{domain}"

    def once(self, now: datetime | None = None) -> tuple[Tally, Sent]:
        """One tick as the daemon would at that time: fetch, merge, handle, send."""
        moment = now or self.clock.now()
        tally = self.timeline.tick(moment)
        return tally, self.outbox.flush(moment)

    def close(self) -> None:
        """Close what was opened; the store last."""
        for name in ("inbox", "relay"):
            if name in self.__dict__:
                self.__dict__[name].close()
        self.store.close()


def open_house(
    config: Config,
    *,
    now: datetime | None = None,
    lock: bool = True,
    clock: Clock | None = None,
    entropy: Entropy | None = None,
    hasher: Hasher | None = None,
    store: Store | None = None,
    crash: Callable[[str], None] = lambda point: None,
) -> House:
    """Put a home's rooms together. `now` stands in for the clock (rehearsals); the rest is for tests and demos."""
    clock = clock or (SetClock(now) if now else SystemClock())
    entropy = entropy or SystemEntropy()
    secrets = config.var / "secrets"
    secrets.mkdir(mode=0o700, parents=True, exist_ok=True)
    folder = share(config.share)
    keys = Keys(home_secret(secrets, entropy), hasher or SlowHasher(), entropy)
    office = Office(
        config,
        open_store(config.store_url, lock=lock) if store is None else store,
        Reader(folder, config.var / "cache"),
        Pen(folder, config.var / "templates", config.var / "cache" / "templates"),
        keys,
        clock,
        entropy,
        Shelf(),
        secrets,
    )
    return House(config, office, clock, crash)


class Daemon:
    """`judge run`: ticks until told to stop. SIGTERM finishes the letter in hand, SIGHUP re-reads settings."""

    def __init__(self, house: House, say: Callable[[str], None] = lambda text: None) -> None:
        self.house = house
        self._say = say
        self._stopping = False
        self._reload = False
        self._door: Door | None = None
        self._tidied = datetime(1970, 1, 1, tzinfo=UTC)

    def run(self) -> None:
        """Until SIGTERM or SIGINT. A mail server that is away is waited for; a store that fails ends the process."""
        signal.signal(signal.SIGTERM, self._stop)
        signal.signal(signal.SIGINT, self._stop)
        signal.signal(signal.SIGHUP, self._hup)
        self._open_door()
        quiet_collector()
        try:
            while not self._stopping:
                self._turn()
                if self._reload:
                    self._again()
        finally:
            if self._door is not None:
                self._door.stop()
            self.house.close()

    def _turn(self) -> None:
        house = self.house
        now = house.clock.now()
        tally, sent = house.once(now)
        if tally.letters or tally.resolved or sent.sent:
            log.info("handled %s; sent %d, waiting %d", tally.line(), sent.sent, sent.waiting)
        if tally.fault:
            log.warning("mailbox: %s", tally.fault)
        if now - self._tidied > TIDY_EVERY:
            house.outbox.tidy(now)
            house.store.tidy()
            self._tidied = now
        if self._stopping:
            return
        nap = next_wake(house.office, now, LONGEST_SLEEP).total_seconds()
        if tally.fault:
            nap = min(max(house.inbox.retry_after, 1.0), 60.0)
        try:
            house.inbox.wait(max(nap, 0.2))
        except MailFault as fault:
            log.warning("mailbox: %s", fault)

    def _open_door(self) -> None:
        mail = self.house.config.mail
        if not mail.door or not mail.inbox.startswith("maildir:"):
            return
        house = self.house
        self._door = open_door(mail.door, mail.inbox, house.config.home, house.config.judge.address, house.clock.now,
                               house.inbox.wake)  # fmt: skip
        self._door.start()
        self._say(f"The door is open: SMTP on {mail.door}.")

    def _stop(self, number: int, frame: FrameType | None) -> None:
        self._stopping = True
        if "inbox" in self.house.__dict__:
            self.house.inbox.wake()

    def _hup(self, number: int, frame: FrameType | None) -> None:
        self._reload = True

    def _again(self) -> None:
        """Read the settings anew; a home whose settings are broken goes on with the old ones."""
        self._reload = False
        old = self.house
        try:
            config = load(old.config.home)
        except Exception as fault:
            log.error("settings not read again: %s", fault)
            return
        if self._door is not None:
            self._door.stop()
            self._door = None
        old.close()
        self.house = open_house(config, clock=old.clock)
        self._open_door()
        log.info("settings read again")


def quiet_collector() -> None:
    """What a daemon loads at its start stays for good: keep the garbage collector from walking it again and again
    (a tenth of the time of a letter)."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 50, 100)


def find_home(given: str | None, environ: Mapping[str, str] = os.environ, start: Path | None = None) -> Path:
    """--home, JUDGE_HOME, or the folder with judge.toml at or above the working directory (else that itself)."""
    if given or environ.get("JUDGE_HOME"):
        return Path(given or environ["JUDGE_HOME"]).absolute()
    here = (start or Path.cwd()).absolute()
    for folder in (here, *here.parents):
        if (folder / "judge.toml").is_file():
            return folder
    return here
