"""Runs a target over many inputs: few and always the same in the short form, very many under JUDGE_SOAK=1.

A target is a function of a `random.Random`: it makes an input, tries it, and raises if the answer is wrong. In the
short form Hypothesis holds the die, and shrinks what fails. The soak throws plain dice with numbered seeds on all
cores, measures each input's processor time and the process's memory, and prints a line a target.
"""

from __future__ import annotations

import gc
import multiprocessing
import os
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from random import Random

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

SOAK = os.environ.get("JUDGE_SOAK") == "1"
LIMIT = 0.1  # seconds of processor time that one input may take
GROWTH = 48  # MB that a process may still grow by after a fifth of its inputs
Trial = Callable[[Random], None]


@dataclass(frozen=True)
class Found:
    """What one process saw."""

    slowest: float
    seed: str
    growth: int
    cpu: float


def explore(name: str, trial: Trial, short: int, soak: int) -> None:
    """Try a target: `short` inputs drawn by Hypothesis, or `soak` inputs with numbered seeds."""
    if SOAK:
        _soak(name, trial, soak)
        return

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


def _soak(name: str, trial: Trial, count: int) -> None:
    started = time.perf_counter()
    cores = os.cpu_count() or 1
    context = multiprocessing.get_context("fork")  # a target may be a closure over what a test has built
    pipes = []
    for part in range(cores):
        ours, theirs = context.Pipe(duplex=False)
        process = context.Process(target=_part, args=(theirs, name, trial, range(part, count, cores)))
        process.start()
        theirs.close()
        pipes.append((ours, process))
    found = []
    for ours, process in pipes:
        answer = ours.recv()
        process.join()
        assert isinstance(answer, Found), answer
        found.append(answer)
    worst = max(found, key=lambda one: one.slowest)
    growth = max(one.growth for one in found)
    each = sum(one.cpu for one in found) / count * 1e6
    print(f"\n  {name:34}{count:9,} inputs {time.perf_counter() - started:6.1f} s {each:7.0f} us each, "
          f"slowest {1000 * worst.slowest:5.1f} ms ({worst.seed}), grown {growth} MB", flush=True)  # fmt: skip
    assert worst.slowest < LIMIT, f"{worst.seed} takes {1000 * worst.slowest:.0f} ms"
    assert growth < GROWTH


def _part(pipe: object, name: str, trial: Trial, numbers: range) -> None:
    slowest, seed, base = 0.0, "", 0
    before = time.process_time()
    try:
        for done, number in enumerate(numbers):
            r = Random(f"{name}:{number}")
            began = time.process_time()
            trial(r)
            took = time.process_time() - began
            if took > max(slowest, LIMIT / 10):
                took = min(took, *(_timed(trial, name, number) for _ in range(2)))
            if took > slowest:
                slowest, seed = took, f"{name}:{number}"
            if done == len(numbers) // 5:
                gc.collect()
                base = _resident()
        gc.collect()
        answer: object = Found(slowest, seed, _resident() - base, time.process_time() - before)
    except BaseException as fault:
        import traceback

        answer = f"{name}:{number} raised {fault!r}\n{traceback.format_exc()}"
    pipe.send(answer)  # type: ignore[attr-defined]


def _timed(trial: Trial, name: str, number: int) -> float:
    began = time.process_time()
    again(trial, name, number)
    return time.process_time() - began


def _resident() -> int:
    """MB of memory that this process holds."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") // 1_000_000
