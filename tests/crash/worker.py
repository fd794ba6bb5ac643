"""One of several judges of a home."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

from judge.clock import SetClock, SystemClock
from judge.config import load
from judge.desk import timers
from judge.desk.cabinet import crash_guard
from judge.desk.cabinet.keys import SlowHasher
from judge.house import House, open_house
from tests.crash.child import DEAD

PATIENCE = 2000  # ticks


def left(house: House, home: Path) -> bool:
    """Whether letters lie in the mailbox or the store, letters are to be sent, or something is due."""
    now = house.clock.now()
    due = timers.next_due(house.office)
    return (
        bool(list((home / "var/mail/in/new").iterdir()))
        or bool(len(house.store.table("mailroom")))
        or house.outbox.waiting() > 0
        or (due is not None and due + house.config.settle <= now)
    )


def deadly(house: House, step: str) -> None:
    """Let such a letter end the process, where it is read in the mailbox or where it is handled."""
    crash_guard.PAUSE = 0.05
    room = house.timeline.room
    owner, name = (room, "_read_and_keep") if step == "reading" else (house.timeline, "handle")
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
    house = open_house(load(home), clock=clock, hasher=SlowHasher(64, 1))
    if step:
        deadly(house, step)
    for _ in range(PATIENCE):
        house.once(clock.now())
        if not left(house, home):
            break
        time.sleep(0.005)
    else:
        sys.exit("something is left that nobody deals with")
    house.close()
