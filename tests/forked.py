"""Processes that begin where a test stands. They are true ones and die as others do; only their imports are not paid
again, which take a Python that begins anew longer than most tests."""

import gc
import logging
import sys
from collections.abc import Callable
from multiprocessing import get_context
from multiprocessing.context import ForkProcess
from pathlib import Path


def forked(do: Callable[[], object], log: Path | None = None) -> ForkProcess:
    """A process that does this and ends, with 1 where an exception ends it; what it logs goes to the end of a file."""
    process = get_context("fork").Process(target=_live, args=(do, log), daemon=True)
    process.start()
    return process


def ended(process: ForkProcess, seconds: float = 120) -> int:
    """Its exit code, when it has ended; the signal that killed it, below nought."""
    process.join(seconds)
    assert process.exitcode is not None, "the process goes on and on"
    return process.exitcode


def _live(do: Callable[[], object], log: Path | None) -> None:
    gc.freeze()  # whoever looks for garbage in what the test has made copies all of it
    logging.getLogger().handlers.clear()  # the test's own
    if log is not None:
        sys.stderr = log.open("a", buffering=1)
    do()
