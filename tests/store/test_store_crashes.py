"""kill -9 at random moments: nothing acknowledged is lost, and the tables always agree."""

import os
import random
import runpy
import subprocess
import sys
import time
from pathlib import Path

import pytest

from judge.store import Store, open_store

KILLS = 150 if os.environ.get("JUDGE_SOAK") else 10
WRITER = Path(__file__).with_name("crashing_writer.py")
TABLES = runpy.run_path(str(WRITER))["TABLES"]


def killed_writer(path: Path, seed: int, seconds: float) -> int:
    """Let a writer work for a moment and kill it; the last batch it acknowledged (0 if none)."""
    command = [sys.executable, str(WRITER), str(path), str(seed)]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as writer:
        assert writer.stdout is not None
        assert writer.stdout.readline() == "open\n"
        time.sleep(seconds)
        writer.kill()
        lines = writer.stdout.read().splitlines()
    return int(lines[-1]) if lines else 0


def last_batch(store: Store) -> int:
    """The newest batch the store holds; fails if any table tells another story."""
    game = store.table("games").fetch("lira7")
    last: int = game["n"] if game else 0
    expected = {str(number) for number in range(1, last + 1)}
    assert {doc["key"] for doc in store.table("inbox")} == expected
    assert {doc["key"] for doc in store.table("outbox")} == {str(n) for n in range(max(1, last - 4), last + 1)}
    events = store.table("events")
    assert [doc["seq"] for doc in events.find("game", "lira7", order="seq")] == list(range(1, last + 1))
    assert [doc["counted"] for doc in events if "counted" in doc] == list(range(1, last + 1))
    assert game is None or game["status"] == "active"
    assert (store.table("counters").fetch("letters") or {"n": 0})["n"] == last
    return last


@pytest.mark.slow
def test_a_killed_writer_loses_nothing_acknowledged_and_leaves_no_half_batch(tmp_path: Path) -> None:
    path, chance, acknowledged = tmp_path / "judge.db", random.Random(7), 0
    for kill in range(KILLS):
        acknowledged = max(acknowledged, killed_writer(path, kill, chance.random() * 0.06))
        store = open_store(path, TABLES)
        last = last_batch(store)
        assert last >= acknowledged
        if kill % 10 == 9:
            assert store.check() == []
        store.close()
    assert acknowledged > KILLS, "the writers did hardly anything"


@pytest.mark.slow
def test_a_writer_killed_while_it_makes_the_file_leaves_one_that_opens(tmp_path: Path) -> None:
    chance = random.Random(3)
    for kill in range(5):
        path = tmp_path / f"judge{kill}.db"
        command = [sys.executable, str(WRITER), str(path), "0"]
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
        with subprocess.Popen(command, stdout=subprocess.DEVNULL, env=environment) as writer:
            for _ in range(2000):
                if path.exists():
                    break
                time.sleep(0.001)
            time.sleep(chance.random() * 0.004)
            writer.kill()
        store = open_store(path, TABLES)
        last_batch(store)
        store.close()
