"""Runs a target over many inputs: few and always the same in the short form, very many under JUDGE_SOAK=1.

A target is a function of a `random.Random`: it makes an input, tries it, and raises if the answer is wrong. In the
short form Hypothesis holds the die, and shrinks what fails. The soak throws plain dice with numbered seeds on all
cores, measures each input's processor time and the process's memory, and prints a line a target.

JUDGE_SOAK_FROM is the number of the first input (other numbers are other inputs), JUDGE_SOAK_SHARE the share of the
inputs that is tried, such as 0.1.
"""

import gc
import multiprocessing
import os
import time
import traceback
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from random import Random

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

SOAK = os.environ.get("JUDGE_SOAK") == "1"
FIRST = int(os.environ.get("JUDGE_SOAK_FROM") or 0)
SHARE = float(os.environ.get("JUDGE_SOAK_SHARE") or 1)
LIMIT = 0.1  # seconds of processor time that one input may take
GROWTH = 48  # MB that a process may still grow by after a fifth of its inputs
Trial = Callable[[Random], None]
Opened = Callable[[], AbstractContextManager[Trial]]


@dataclass(frozen=True)
class Found:
    """What one process saw."""

    slowest: float
    seed: str
    growth: int
    cpu: float


def explore(name: str, trial: Trial, short: int, soak: int, limit: float = LIMIT) -> None:
    """Try a target: `short` inputs drawn by Hypothesis, or `soak` inputs with numbered seeds, none of which may take
    longer than `limit` in the soak."""
    explore_opened(name, lambda: nullcontext(trial), short, soak, limit)


def explore_opened(name: str, opened: Opened, short: int, soak: int, limit: float = LIMIT) -> None:
    """The same for a target that each process must open for itself, because threads of its own serve it."""
    if SOAK:
        soaked(name, opened, range(FIRST, FIRST + max(1, round(soak * SHARE))), limit)
        return
    with opened() as trial:

        @settings(
            max_examples=short, deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck)
        )
        @given(st.randoms(use_true_random=False))
        def short_form(r: Random) -> None:
            trial(r)

        short_form()


def again(trial: Trial, name: str, number: int) -> None:
    """One input of the soak once more, by the number that a failure names."""
    trial(Random(f"{name}:{number}"))


def soaked(name: str, opened: Opened, numbers: range, limit: float = LIMIT) -> None:
    """Every input of these numbers, shared out over the cores. Raises on the first that is answered wrongly, on one
    that is slow each time it is tried, and where memory grows on."""
    started = time.perf_counter()
    cores = min(os.cpu_count() or 1, len(numbers))
    context = multiprocessing.get_context("fork")  # a target may be a closure over what a test has built
    parts = []
    for part in range(cores):
        ours, theirs = context.Pipe(duplex=False)
        process = context.Process(target=_part, args=(theirs, name, opened, numbers[part::cores], limit))
        process.start()
        theirs.close()
        parts.append((ours, process))
    found = [_told(name, ours) for ours, _ in parts]
    for _, process in parts:
        process.join()
    for answer in found:
        assert isinstance(answer, Found), answer
    worst = max(found, key=lambda one: one.slowest)
    growth = max(one.growth for one in found)
    each = sum(one.cpu for one in found) / len(numbers) * 1e6
    print(
        f"\n  {name:34}{len(numbers):9,} inputs {time.perf_counter() - started:6.1f} s {each:7.0f} us each, "
        f"slowest {1000 * worst.slowest:5.1f} ms ({worst.seed}), grown {growth} MB",
        flush=True,
    )
    assert worst.slowest < limit, f"{worst.seed} takes {1000 * worst.slowest:.0f} ms"
    assert growth < GROWTH, f"{name} grows by {growth} MB"


def _told(name: str, pipe: Connection) -> Found | str:
    try:
        answer = pipe.recv()
    except EOFError:
        return f"{name}: a process ended without a word"
    assert isinstance(answer, Found | str)
    return answer


def _part(pipe: Connection, name: str, opened: Opened, numbers: range, limit: float) -> None:
    gc.freeze()  # what the parent has made is not looked at again and again, and its pages stay shared
    slowest, seed, base, number = 0.0, "", 0, -1
    before = time.process_time()
    try:
        with opened() as trial:
            for done, number in enumerate(numbers):
                took = _timed(trial, name, number)
                if took > max(slowest, LIMIT / 10):
                    took = min(took, *(_timed(trial, name, number) for _ in range(2)))
                if took > limit:  # others on the machine make processor time longer too
                    took = min(took, *(_timed(trial, name, number) for _ in range(8)))
                if took > slowest:
                    slowest, seed = took, f"{name}:{number}"
                if done == len(numbers) // 5:
                    gc.collect()
                    base = _resident()
            gc.collect()
            answer: Found | str = Found(slowest, seed, _resident() - base, time.process_time() - before)
    except BaseException as fault:
        answer = f"{name}:{number} raised {fault!r}\n{traceback.format_exc()}"
    pipe.send(answer)


def _timed(trial: Trial, name: str, number: int) -> float:
    began = time.process_time()
    again(trial, name, number)
    return time.process_time() - began


def _resident() -> int:
    """MB of memory that this process holds."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") // 1_000_000
