"""`dying.py backup|restore HOME FILE N`: kills itself at the Nth step it reaches; N = 0 never."""

from __future__ import annotations

import os
import signal
import sys
from datetime import UTC, datetime
from pathlib import Path

from judge.config import load
from judge.keeper.backup import write_backup
from judge.keeper.restore import restore


def main() -> None:
    what, home, file, wanted = sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3]), int(sys.argv[4])
    seen = 0

    def step(reached: str) -> None:
        nonlocal seen
        seen += 1
        if seen == wanted:
            os.kill(os.getpid(), signal.SIGKILL)

    if what == "backup":
        write_backup(load(home), file, datetime(2026, 11, 22, tzinfo=UTC), step)
    else:
        restore(file, home, force=True, now=datetime(2026, 11, 22, tzinfo=UTC), step=step)
    print(seen)


if __name__ == "__main__":
    main()
