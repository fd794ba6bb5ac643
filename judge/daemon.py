"""The composition root: puts the rooms of a home together, and runs them."""

from __future__ import annotations

import contextlib
import gc
import logging
import os
import signal
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import cached_property
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING

from judge import games
from judge.clock import Clock, ClockWatch, SetClock, SystemClock
from judge.config import Config, load
from judge.core.errors import Conflict, InputError, JudgeError, MailFault, SetupError
from judge.core.variant import Variant
from judge.desk import health
from judge.desk.keys import Hasher, Keys, SlowHasher, home_secret
from judge.desk.office import Office
from judge.desk.outbox import Outbox, Sent
from judge.desk.timeline import Tally, Timeline, next_wake
from judge.entropy import Entropy, SystemEntropy
from judge.keeper import pending
from judge.keeper.migrate import check_version
from judge.keeper.pins import hold_unknown
from judge.keeper.retention import prune
from judge.keeper.watch import Watch
from judge.loglines import entry
from judge.mail.connect import Access, Inbox, open_door, open_mailbox, open_relay, password_from
from judge.mail.connect import Outbox as Relay
from judge.mail.dkim_check import SignatureCheck, ask_dns
from judge.mail.reading import ReadingRules
from judge.parse import Reader
from judge.render import Pen
from judge.share import share
from judge.store import Ear, Store, open_store

if TYPE_CHECKING:
    from judge.mail.door import Door  # loads an SMTP server, which few commands need
    from judge.site import Caretaker

log = logging.getLogger("judge")
LONGEST_SLEEP = timedelta(seconds=60)
TIDY_EVERY = timedelta(hours=6)
HELD_UP = 1.0  # seconds until another look at what another judge is busy with
ASIDE = 0.02  # seconds, doubled up to 0.64 s


class Shelf(Mapping[str, Variant]):
    """The games by slug, each imported when it is first asked for; those that cannot be imported are not there."""

    def __getitem__(self, slug: str) -> Variant:
        try:
            return games.variant(slug)
        except InputError:
            raise KeyError(slug) from None

    def __iter__(self) -> Iterator[str]:
        return iter(games.variants())

    def __len__(self) -> int:
        return len(games.variants())


@dataclass
class House:
    """A home opened: its office, and the mailbox and relay once they are wanted."""

    config: Config
    office: Office
    clock: Clock
    crash: Callable[[str], None] = lambda point: None
    environ: Mapping[str, str] = field(default_factory=lambda: os.environ)
    progress: Callable[[], None] = lambda: None
    stopping: bool = False  # SIGTERM came: what is queued waits for the next life

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
            self.office, self.inbox, rules, unreachable=not mail.inbox.startswith("maildir:"), crash=self.crash,
            signatures=SignatureCheck(ask_dns) if judge.dkim == "verify" else None,
            progress=lambda tally: self.progress(),
        )  # fmt: skip

    @cached_property
    def outbox(self) -> Outbox:
        copies = not self.relay.safe_to_repeat and self.config.mail.self_copy != "no"
        searched = (lambda: self.inbox.last_search) if copies else None
        return Outbox(self.office, self.relay, self.crash, searched, lambda: self.stopping)

    @cached_property
    def caretaker(self) -> Caretaker | None:
        """Keeps the archive of public results, where the settings want one."""
        if self.config.archive is None:
            return None
        from judge.site import Archive, Caretaker  # draws; a judge without an archive starts faster

        return Caretaker(Archive(self.office, self.config.archive))

    @cached_property
    def ear(self) -> Ear | None:
        """Ends the wait for letters when another judge of the same store has something to do."""
        return self.store.listen(self.inbox.wake)

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

    def once(self, now: datetime | None = None, deadlines: bool = True) -> tuple[Tally, Sent]:
        """One tick as the daemon would at that time: fetch, merge, handle, send. Without `deadlines` none is
        resolved."""
        moment = now or self.clock.now()
        tally = self.timeline.tick(moment, deadlines)
        sent = self.outbox.flush(moment)
        if self.caretaker is not None:
            happened = bool(tally.letters or tally.resolved or tally.reminders)
            self.caretaker.after(moment, happened=happened, resolved=bool(tally.resolved))
        return tally, sent

    def close(self) -> None:
        """Close what was opened; the store last."""
        for name in ("ear", "inbox", "relay"):
            if self.__dict__.get(name) is not None:
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
    reader: Reader | None = None,
    pen: Pen | None = None,
    crash: Callable[[str], None] = lambda point: None,
) -> House:
    """Put a home's rooms together. `now` stands in for the clock (rehearsals); the rest is for tests and demos."""
    clock = clock or (SetClock(now) if now else SystemClock())
    entropy = entropy or SystemEntropy()
    pending.finish(config.var)
    secrets = config.var / "secrets"
    secrets.mkdir(mode=0o700, parents=True, exist_ok=True)
    folder = share(config.share)
    keys = Keys(home_secret(secrets, entropy), hasher or SlowHasher(), entropy)
    store = open_store(config.store_url, lock=lock) if store is None else store
    try:
        check_version(store, writable=lock)
    except BaseException:
        store.close()
        raise
    office = Office(
        config,
        store,
        reader or Reader(folder, config.var / "cache"),
        pen or Pen(folder, config.var / "templates", config.var / "cache" / "templates"),
        keys,
        clock,
        entropy,
        Shelf(),
        secrets,
        games.edition,
    )
    if office.store.shared and lock:
        same_secrets(office)
    return House(config, office, clock, crash)


def same_secrets(office: Office) -> None:
    """Judges that share a store must share their secrets: another key would refuse every reply token of the first."""
    house, mine = office.store.table("house"), {"digest": office.keys.mac("house")}
    known = house.fetch("secrets")
    if known is None:
        with contextlib.suppress(Conflict):
            house.put("secrets", mine)
        known = house.fetch("secrets")
    if known is None or known["digest"] != mine["digest"]:
        remedy = "Give all judges of a store one var/secrets: share the folder, or copy it before the first start."
        raise SetupError(f"{office.secrets} is not the one this store was made with.", remedy)


class Daemon:
    """`judge run`: ticks until told to stop. SIGTERM finishes the letter in hand, SIGHUP re-reads settings."""

    def __init__(self, house: House, say: Callable[[str], None] = lambda text: None) -> None:
        self.house = house
        self._say = say
        self._stopping = False
        self._reload = False
        self._door: Door | None = None
        self._vain = 0
        self._tidied = datetime(1970, 1, 1, tzinfo=UTC)
        self._watch = Watch()
        self._counting = ClockWatch(house.clock)
        self._warned = False

    def run(self) -> None:
        """Until SIGTERM or SIGINT. A mail server that is away is waited for; a store that fails ends the process."""
        signal.signal(signal.SIGTERM, self._stop)
        signal.signal(signal.SIGINT, self._stop)
        signal.signal(signal.SIGHUP, self._hup)
        self._open_door()
        self._watch.opened(self.house)
        with contextlib.suppress(Conflict):  # another judge is at it
            hold_unknown(self.house.office, self.house.clock.now())
        quiet_collector()
        self._watch.ready()
        try:
            while not self._stopping:
                self._turn()
                if self._reload:
                    self._again()
        finally:
            self._watch.stopping()
            if self._door is not None:
                self._door.stop()
            self._watch.closed()
            self.house.close()

    def _turn(self) -> None:
        house = self.house
        jumped = self._clock_jumped()
        now = house.clock.now()
        tally, sent = house.once(now, deadlines=not jumped)
        self._watch.turn(house, now, tally, sent)
        if now - self._tidied > TIDY_EVERY:
            house.outbox.tidy(now)
            with contextlib.suppress(Conflict), house.store.batch():  # another judge tidies just now
                house.office.limits.tidy(now)
            house.store.tidy()
            prune(house.office, now)
            self._tidied = now
        if self._stopping or self._reload:
            return
        nap = next_wake(house.office, now, LONGEST_SLEEP).total_seconds()
        if house.store.shared:
            nap = min(nap, self._stand_aside(bool(tally.letters or tally.resolved or sent.sent), tally.held_up))
        if house.caretaker is not None and house.caretaker.more:
            nap = 0.0
        if tally.fault:
            nap = min(max(house.inbox.retry_after, 1.0), 60.0)
        try:
            house.inbox.wait(max(nap, 0.2))
        except MailFault as fault:
            log.warning("mailbox: %s", fault)

    def _stand_aside(self, useful: bool, held_up: bool) -> float:
        """Every judge of a store is woken by every letter, and one deals with it: the others sleep a little before
        they look again, longer each time that they were woken in vain. Returns the longest nap after that."""
        self.house.ear  # noqa: B018  (listens from now on, and ends the nap)
        self._vain = 0 if useful else min(self._vain + 1, 5)
        if self._vain:
            time.sleep(ASIDE * 2**self._vain)
        return HELD_UP if held_up else LONGEST_SLEEP.total_seconds()

    def _clock_jumped(self) -> bool:
        """A clock that was set ahead would close deadlines early: they wait until it is explained."""
        jumped = self._counting.look()
        if jumped and not self._warned:
            ahead = str(self._counting.ahead).partition(".")[0]
            log.error("%s", entry("clock_jumped", ahead=ahead, deadlines="wait"))
            health.clock_jumped(self.house.office, ahead, self.house.clock.now())
        self._warned = jumped
        return jumped

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
        self._stopping = self.house.stopping = True
        self._wake()

    def _hup(self, number: int, frame: FrameType | None) -> None:
        self._reload = True
        self._wake()

    def _wake(self) -> None:
        if "inbox" in self.house.__dict__:
            self.house.inbox.wake()

    def _again(self) -> None:
        """Read the settings anew; settings that cannot be used are refused and the old ones stay."""
        self._reload = False
        old = self.house
        try:
            config = proved(load(old.config.home))
        except JudgeError as fault:
            log.error("%s", entry("settings_refused", reason=fault))
            return
        if self._door is not None:
            self._door.stop()
            self._door = None
        self._watch.closed()
        old.close()
        try:
            self._enter(open_house(config, clock=old.clock))
            log.info("settings_read")
        except JudgeError as fault:
            log.error("%s", entry("settings_refused", reason=fault))
            self.house.close()
            self._enter(open_house(old.config, clock=old.clock))

    def _enter(self, house: House) -> None:
        self.house = house
        self._counting = ClockWatch(house.clock)  # who asked for this has looked at the clock
        self._open_door()
        self._watch.opened(house)


def proved(config: Config) -> Config:
    """The settings, if mailbox, relay and words can be opened with them (servers are not called); else SetupError."""
    mail = config.mail
    file = config.home / mail.password_file if mail.password_file else None
    ca = config.home / mail.ca_file if mail.ca_file else None
    for url, variable, open_it in (
        (mail.inbox, "JUDGE_IMAP_PASSWORD", open_mailbox),
        (mail.outbox, "JUDGE_SMTP_PASSWORD", open_relay),
    ):
        open_it(url, config.home, Access(password_from(os.environ, variable, file), ca, float(mail.timeout)))
    share(config.share)
    return config


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
