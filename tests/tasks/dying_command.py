"""A command that makes a game as `judge new` does, and kills itself at a point of the way."""

import os
import signal
from pathlib import Path

from judge.config import load
from judge.tasks.asking import settled
from judge.tasks.wire import Request
from tests.tasks.homes import given


def new(home: Path, point: str, name: str, game: str) -> None:
    config = load(home)

    def step(reached: str) -> None:
        if reached == point:
            os.kill(os.getpid(), signal.SIGKILL)

    def closed() -> object:
        raise AssertionError("the daemon is there")

    settled(config, Request(name, "new", given(game), config.store_url), closed, step=step)  # type: ignore[arg-type]
