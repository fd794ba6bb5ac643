"""One of several judges of a home."""

import os
import sys
import time
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

from judge.app import App, open_app
from judge.clock import SetClock, SystemClock
from judge.config import load
from judge.desk import timers
from judge.desk.cabinet import crash_guard
from judge.desk.cabinet.keys import SlowHasher
from tests.crash.child import DEAD

PATIENCE = 2000  # ticks


def left(app: App, home: Path) -> bool:
    """Whether letters lie in the mailbox or the store, letters are to be sent, or something is due."""
    now = app.clock.now()
    due = timers.next_due(app.services)
    return (
        bool(list((home / "var/mail/in/new").iterdir()))
        or bool(len(app.store.table("mailroom")))
        or app.outbox.waiting() > 0
        or (due is not None and due + app.config.settle <= now)
    )


def deadly(app: App, step: str) -> None:
    """Let such a letter end the process, where it is read in the mailbox or where it is handled."""
    crash_guard.PAUSE = 0.05
    room = app.timeline.room
    owner, name = (room, "_read_and_keep") if step == "reading" else (app.timeline, "handle")
    do: Callable[..., None] = getattr(owner, name)

    def done(what: object, *more: object) -> None:
        if "SELL 666 LIRA" in repr(what):
            os._exit(DEAD)
        do(what, *more)

    setattr(owner, name, done)


def work(home: Path, now: str = "", step: str = "") -> None:
    """Ticks until nothing is left to do for anybody, at that time or by the machine's clock. With a `step`, reading or
    handling, it dies over every letter that says SELL 666 LIRA."""
    clock = SetClock(datetime.fromisoformat(now)) if now else SystemClock()
    app = open_app(load(home), clock=clock, hasher=SlowHasher(64, 1))
    if step:
        deadly(app, step)
    for _ in range(PATIENCE):
        app.once(clock.now())
        if not left(app, home):
            break
        time.sleep(0.005)
    else:
        sys.exit("something is left that nobody deals with")
    app.close()
