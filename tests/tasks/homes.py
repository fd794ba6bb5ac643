"""Homes with a daemon that runs beside the test."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing.context import ForkProcess
from pathlib import Path
from typing import Any

from click.testing import CliRunner, Result

from judge.cli.frame import _group
from tests.forked import forked
from tests.tasks.dying_daemon import live

SECONDS = 60.0


def call(home: Path, *words: str, text: str | None = None) -> Result:
    """A command as a keeper types it, by the machine's clock."""
    return CliRunner().invoke(_group, ["--home", str(home), *words], input=text)


def words(game: str, *more: str) -> tuple[str, ...]:
    return ("new", game, "--variant", "bourse", "--master", "gm@example.test", "--master-password", "gm-secret", *more)


def given(game: str) -> dict[str, Any]:
    """What `words` give to the task."""
    return {
        "game": game,
        "variant": "bourse",
        "settings": {},
        "master": "gm@example.test",
        "master_password": "gm-secret",
        "start": False,
    }


def until(true: Callable[[], bool], what: str) -> None:
    end = time.monotonic() + SECONDS
    while not true():
        assert time.monotonic() < end, what
        time.sleep(0.01)


@contextmanager
def running(home: Path, point: str = "") -> Iterator[ForkProcess]:
    """A daemon whose hatch is open."""
    before = home / "var/judge.sock"
    stale = before.stat().st_ino if before.exists() else 0
    process = forked(lambda: live(home, point), home / "log")
    try:
        until(lambda: before.exists() and before.stat().st_ino != stale, "its hatch stays shut")
        yield process
    finally:
        process.kill()
        process.join()
