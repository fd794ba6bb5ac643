"""`judge run`: the loop around a house, its signals, and what a quiet hour is good for."""

import contextlib
import gc
import signal
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from types import FrameType
from typing import TYPE_CHECKING

from judge.app import App, open_app, proved
from judge.clock import ClockWatch
from judge.config import load
from judge.core.errors import Conflict, JudgeError, MailFault
from judge.desk.timers import next_wake
from judge.keeper.watch import Watch, clock_jumped, hold_unknown, notify, prune
from judge.loglines import Log
from judge.mail.connect import open_door
from judge.tasks.control_socket import ControlSocket
from judge.tasks.registry import finish

if TYPE_CHECKING:
    from judge.mail.door import Door  # loads an SMTP server, which few commands need

log = Log("judge")
LONGEST_SLEEP = timedelta(seconds=60)
TIDY_EVERY = timedelta(hours=6)
HELD_UP = 1.0  # seconds until another look at what another judge is busy with
DRAWING = 1.0  # seconds until another look at what is being drawn; what is done wakes the judge itself
ASIDE = 0.02  # seconds, doubled up to 0.64 s


class Daemon:
    """`judge run`: ticks until told to stop. SIGTERM ends it within the letter in hand, of which nothing counts until
    it is read at the next start; SIGHUP re-reads settings."""

    def __init__(self, app: App, say: Callable[[str], None] = lambda text: None, *, hatch: bool = True) -> None:
        """`hatch`: keeper's commands are taken in; not by a dry run, nor where several judges share a store and
        commands write to it themselves."""
        self.app = app
        self._hatch = ControlSocket(app.config.var, self._wake) if hatch and not app.store.shared else None
        self._say = say
        self._stopping = False
        self._reload = False
        self._door: Door | None = None
        self._vain = 0
        self._tidied = datetime(1970, 1, 1, tzinfo=UTC)
        self._watch = Watch()
        self._counting = ClockWatch(app.clock)
        self._warned = False

    def run(self) -> None:
        """Until SIGTERM or SIGINT. A mail server that is away is waited for; a store that fails ends the process."""
        signal.signal(signal.SIGTERM, self._stop)
        signal.signal(signal.SIGINT, self._stop)
        signal.signal(signal.SIGHUP, self._hup)
        self.app.inbox, self.app.relay  # noqa: B018  (settings that cannot be used end it here, not in the first turn)
        self.app.store.sound()
        self._open_door()
        self._watched(self.app)
        with contextlib.suppress(Conflict):  # another judge is at it
            hold_unknown(self.app.services, self.app.clock.now())
            finish(self.app.services)
        quiet_collector()
        if self._hatch is not None:
            self._hatch.open()
        notify("READY=1")
        try:
            while not self._stopping:
                self._turn()
                if self._reload:
                    self._again()
        finally:
            notify("STOPPING=1")
            if self._hatch is not None:
                self._hatch.close()
            if self._door is not None:
                self._door.stop()
            self._watch.closed()
            self.app.close()

    def _turn(self) -> None:
        app = self.app
        jumped = self._clock_jumped()
        now = app.clock.now()
        tally, sent = app.turn(now, deadlines=not jumped)
        self._watch.turn(app, now, tally, sent)
        served = self._hatch is not None and self._hatch.serve(app, drained=True)
        if now - self._tidied > TIDY_EVERY:
            app.outbox.tidy(now)
            with contextlib.suppress(Conflict), app.store.batch():  # another judge tidies just now
                app.services.limits.tidy(now)
            app.store.engine.tidy()
            prune(app.services, now)
            self._tidied = now
        if self._stopping or self._reload or served or tally.more:  # what was served may have letters to send
            return
        nap = next_wake(app.services, now, LONGEST_SLEEP).total_seconds()
        if app.store.shared:
            nap = min(nap, self._stand_aside(bool(tally.letters or tally.resolved or sent.sent), tally.held_up))
        if app.caretaker is not None and app.caretaker.more:
            nap = 0.0
        if "studio" in app.__dict__ and app.studio.busy:
            nap = min(nap, DRAWING)
        if tally.fault:
            nap = min(max(app.inbox.retry_after, 1.0), 60.0)
        try:
            app.inbox.wait(max(nap, 0.2))
        except MailFault as fault:
            log.warning("mailbox: %s", fault)

    def _between(self) -> None:
        """After each batch of letters."""
        notify("WATCHDOG=1")
        if self._hatch is not None and not self._stopping:
            self._hatch.serve(self.app, drained=False)

    def _stand_aside(self, useful: bool, held_up: bool) -> float:
        """Every judge of a store is woken by every letter, and one deals with it: the others sleep a little before
        they look again, longer each time that they were woken in vain. Returns the longest nap after that."""
        self.app.listener  # noqa: B018  (listens from now on, and ends the nap)
        self._vain = 0 if useful else min(self._vain + 1, 5)
        if self._vain:
            time.sleep(ASIDE * 2**self._vain)
        return HELD_UP if held_up else LONGEST_SLEEP.total_seconds()

    def _clock_jumped(self) -> bool:
        """A clock that was set ahead would close deadlines early, so they wait until it is explained or right."""
        jumped = self._counting.look()
        if jumped and not self._warned:
            ahead = str(self._counting.ahead).partition(".")[0]
            log.error("clock_jumped", ahead=ahead, deadlines="wait")
            clock_jumped(self.app.services, ahead, self.app.clock.now())
        self._warned = jumped
        return jumped

    def _open_door(self) -> None:
        mail = self.app.config.mail
        if not mail.door or not mail.inbox.startswith("maildir:"):
            return
        app = self.app
        self._door = open_door(
            mail.door, mail.inbox, app.config.home, app.config.addressing, app.clock.now, app.inbox.wake
        )
        self._door.start()
        self._say(f"The door is open: SMTP on {mail.door}.")

    def _stop(self, number: int, frame: FrameType | None) -> None:
        self._stopping = self.app.stopping = True
        self._wake()

    def _hup(self, number: int, frame: FrameType | None) -> None:
        self._reload = True
        self._wake()

    def _wake(self) -> None:
        if "inbox" in self.app.__dict__:
            self.app.inbox.wake()

    def _again(self) -> None:
        """Read the settings anew; settings that cannot be used are refused and the old ones stay."""
        self._reload = False
        old = self.app
        try:
            config = proved(load(old.config.home))
        except JudgeError as fault:
            log.error("settings_refused", reason=fault)
            return
        if self._door is not None:
            self._door.stop()
            self._door = None
        self._watch.closed()
        old.close()
        try:
            self._enter(open_app(config, clock=old.clock))
            log.info("settings_read")
        except JudgeError as fault:
            log.error("settings_refused", reason=fault)
            self.app.close()
            self._enter(open_app(old.config, clock=old.clock))

    def _enter(self, app: App) -> None:
        self.app = app
        self._counting = ClockWatch(app.clock)  # who asked for this has looked at the clock
        self._open_door()
        self._watched(app)

    def _watched(self, app: App) -> None:
        self._watch.opened(app)
        app.progress = self._between
        app.beside = True


def quiet_collector() -> None:
    """What a daemon loads at its start stays for good: keep the garbage collector from walking it again and again
    (a tenth of the time of a letter)."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 50, 100)
