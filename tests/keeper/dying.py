"""Back-ups and restores that kill themselves at a step of the way."""

import os
import signal
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from judge.config import load
from judge.keeper.backup import write_backup
from judge.keeper.restore import restore
from tests.forked import ended, forked

NOW = datetime(2026, 11, 22, tzinfo=UTC)
Work = Callable[[Path, Path, Callable[[str], None]], object]


def backing_up(home: Path, file: Path, step: Callable[[str], None]) -> None:
    write_backup(load(home), file, NOW, step)


def restoring(home: Path, file: Path, step: Callable[[str], None]) -> None:
    restore(file, home, force=True, now=NOW, step=step)


def steps_of(work: Work, home: Path, file: Path) -> int:
    """How many steps it takes when nothing kills it."""
    reached: list[str] = []
    work(home, file, reached.append)
    return len(reached)


def killed(work: Work, home: Path, file: Path, wanted: int) -> None:
    """Kill it at this step, the first being 1."""
    reached: list[str] = []

    def step(name: str) -> None:
        reached.append(name)
        if len(reached) == wanted:
            os.kill(os.getpid(), signal.SIGKILL)

    assert ended(forked(lambda: work(home, file, step))) == -signal.SIGKILL
