"""A daemon that dies at a chosen point: `child.py HOME POINT COUNT` ends itself the COUNT-th time POINT is reached."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

from judge.config import load
from judge.desk.cabinet.keys import SlowHasher
from judge.house import open_house


def main() -> None:
    home, point, count = Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])
    seen = 0

    def crash(reached: str) -> None:
        nonlocal seen
        if reached == point:
            seen += 1
            if seen >= count:
                os._exit(9)

    house = open_house(load(home), hasher=SlowHasher(64, 1), crash=crash)
    for _ in range(400):
        tally, sent = house.once()
        if not tally.letters and not sent.sent and not sent.waiting and not list((home / "var/mail/in/new").iterdir()):
            break
        time.sleep(0.002)
    house.close()


if __name__ == "__main__":
    main()
