"""One of several judges of a home: `worker.py HOME [NOW]` ticks until nothing is left to do for anybody."""

from __future__ import annotations

import sys
import time
from datetime import datetime
from pathlib import Path

from judge.clock import SetClock, SystemClock
from judge.config import load
from judge.desk import timers
from judge.desk.keys import SlowHasher
from judge.house import House, open_house

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


def main() -> None:
    home = Path(sys.argv[1])
    clock = SetClock(datetime.fromisoformat(sys.argv[2])) if len(sys.argv) > 2 else SystemClock()
    house = open_house(load(home), clock=clock, hasher=SlowHasher(64, 1))
    for _ in range(PATIENCE):
        house.once(clock.now())
        if not left(house, home):
            break
        time.sleep(0.005)
    else:
        sys.exit("something is left that nobody deals with")
    house.close()


if __name__ == "__main__":
    main()
