"""A daemon that dies at a chosen point."""

import os
import time
from pathlib import Path

from judge.app import open_app
from judge.config import load
from judge.desk.cabinet.keys import SlowHasher
from tests.forked import ended, forked

DEAD = 9


def life(home: Path, point: str, count: int = 1) -> int:
    """How a process ends that kills itself the `count`-th time that it reaches a point."""
    return ended(forked(lambda: _live(home, point, count)))


def _live(home: Path, point: str, count: int) -> None:
    seen = 0

    def crash(reached: str) -> None:
        nonlocal seen
        if reached == point:
            seen += 1
            if seen >= count:
                os._exit(DEAD)

    app = open_app(load(home), hasher=SlowHasher(64, 1), crash=crash)
    for _ in range(400):
        tally, sent = app.once()
        if not tally.letters and not sent.sent and not sent.waiting and not list((home / "var/mail/in/new").iterdir()):
            break
        time.sleep(0.002)
    app.close()
