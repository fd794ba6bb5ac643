"""A command's side of the hatch: a running judge is asked; where none runs, the command does it itself.

Both ways are tried in turn until one is open, so that it does not matter whether a judge is just starting, stopping or
dying: the request keeps its id, and what was carried out once is not carried out again.
"""

import os
import socket
import time
from collections.abc import Callable
from contextlib import AbstractContextManager

from judge.app import App
from judge.config import Config
from judge.core.errors import InputError, SetupError, StoreInUse, Unanswered
from judge.tasks.carrying import here
from judge.tasks.wire import LINE, NAME, Answer, Request, answer_of, read_line, within_reach

PATIENCE = 120.0  # seconds for an answer
LONG = {"import": 900.0, "unshelve": 900.0, "once": 900.0}
STARTING = 10.0  # seconds in which a judge that holds the store opens its hatch, or another command ends
PAUSE = 0.05


class Nobody(Exception):
    """No judge runs here, or it broke off before it answered."""


def settled(
    config: Config,
    request: Request,
    open_home: Callable[[], AbstractContextManager[App]],
    step: Callable[[str], None] = lambda reached: None,
) -> Answer:
    """Have it done, by the judge that runs on this home or here. StoreInUse when the store stays taken by somebody who
    answers nothing, Unanswered when a judge takes too long. `step` is called at the points of the way (tests only)."""
    patience = _patience(request)
    until = time.monotonic() + min(STARTING, patience)
    while True:
        if not config.store_url.startswith(("postgresql:", "postgres:")):  # many judges write there side by side
            try:
                answer = _ask(config, request, patience, step)
                if not answer.elsewhere:
                    return answer
            except Nobody:
                pass
        try:
            return here(open_home, request)
        except StoreInUse:
            if time.monotonic() > until:
                raise
        time.sleep(PAUSE)


def _patience(request: Request) -> float:
    try:
        return float(os.environ.get("JUDGE_PATIENCE", "")) or PATIENCE
    except ValueError:
        return LONG.get(request.task, PATIENCE)


def _ask(config: Config, request: Request, patience: float, step: Callable[[str], None]) -> Answer:
    line = request.line()
    if len(line) > LINE:
        raise InputError("That is too long to hand to a running judge.", hint="Stop it first, then do it again.")
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as wire:
        wire.settimeout(patience)
        try:
            with within_reach(config.var / NAME) as address:
                wire.connect(address)
            step("called")
            wire.sendall(line)
            step("asked")
            told = read_line(wire)
            step("answered")
        except TimeoutError:
            raise Unanswered(
                f"The judge that runs on {config.home} did not answer within {patience:.0f} seconds. What it has "
                f"begun it still ends; what it has not, it leaves. To hear which, and to have it done if it was not, "
                f"give the same command again with:  judge --request {request.id} ..."
            ) from None
        except PermissionError:
            raise SetupError(
                f"The judge on {config.home} runs as another user.", "Give this command as that user, or as root."
            ) from None
        except OSError:
            raise Nobody from None
    if not told.endswith(b"\n"):
        raise Nobody
    return answer_of(told)
