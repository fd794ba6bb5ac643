"""`dying_command.py HOME POINT ID GAME`: makes a game as `judge new` does, and kills itself at POINT of the way."""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

from judge.config import load
from judge.tasks.asking import settled
from judge.tasks.wire import Request
from tests.tasks.homes import given


def main() -> None:
    home, point, name, game = Path(sys.argv[1]), sys.argv[2], sys.argv[3], sys.argv[4]
    config = load(home)

    def step(reached: str) -> None:
        if reached == point:
            os.kill(os.getpid(), signal.SIGKILL)

    def closed() -> object:
        raise AssertionError("the daemon is there")

    settled(config, Request(name, "new", given(game), config.store_url), closed, step=step)  # type: ignore[arg-type]


if __name__ == "__main__":
    main()
