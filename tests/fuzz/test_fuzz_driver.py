"""The soak finds what it is there to find."""

import os
import time
from contextlib import nullcontext
from random import Random

import pytest

from tests.fuzz.fuzz_driver import GROWTH, LIMIT, Trial, soaked

KEPT: list[bytes] = []


def run(trial: Trial, limit: float = LIMIT) -> None:
    soaked("a target", lambda: nullcontext(trial), range(5, 45), limit)


def test_a_soak_without_faults_passes() -> None:
    run(lambda r: None)


def test_a_wrong_answer_is_named_with_its_number() -> None:
    wanted = Random("a target:17").random()

    def wrong(r: Random) -> None:
        assert r.random() != wanted

    with pytest.raises(AssertionError, match="a target:17 raised"):
        run(wrong)


def test_an_input_that_is_slow_each_time_is_named() -> None:
    wanted = Random("a target:18").random()

    def slow(r: Random) -> None:
        began = time.process_time()
        if r.random() == wanted:
            while time.process_time() - began < LIMIT / 2:
                pass

    with pytest.raises(AssertionError, match="a target:18 takes"):
        run(slow, LIMIT / 3)


def test_memory_that_grows_on_is_noticed() -> None:
    def hoard(r: Random) -> None:
        KEPT.append(b"x" * (GROWTH * 1_000_000 // 8))

    with pytest.raises(AssertionError, match="grows"):
        run(hoard)


def test_a_process_that_dies_is_noticed() -> None:
    def die(r: Random) -> None:
        os._exit(3)

    with pytest.raises(AssertionError, match="without a word"):
        run(die)
