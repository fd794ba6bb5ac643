"""What the store costs a letter, beside the raw floor of the disk.

    python bench/store.py [--rows 100000] [--batches 60] [--letters 64] [--folder DIR]

A letter writes an inbox row (300 B), an order sheet (1.5 kB), an event (600 B) and an outbox row (3 kB), and reads
three rows by key. Figures: CPU and wall time a letter inside batches of 64, the slowest batch, the floor (the same
bytes appended to a file and one fdatasync a batch), and the time to open the file again.
"""

from __future__ import annotations

import argparse
import os
import statistics
import tempfile
import time
from pathlib import Path

from judge.store import Store, open_store

GAMES = 1000
AT = "2026-12-04T18:00:00+00:00"


def letter(store: Store, number: int) -> None:
    """One letter's share of a batch."""
    game = f"game{number % GAMES}"
    seat = f"{game}/seat{number // GAMES % 16}"
    inbox, orders = store.table("inbox"), store.table("orders")
    inbox.fetch(f"letter-{number:032x}")
    store.table("games").fetch(game)
    orders.fetch(f"{seat}/{number - GAMES * 16}")
    inbox.put(f"letter-{number:032x}", {"at": AT, "from": f"p{number}@example.org", "pad": "x" * 180})
    orders.put(
        f"{seat}/{number}", {"game": game, "seat": seat, "lines": ["BUY 12 LIRA AT 1.25"] * 55, "pad": "x" * 180}
    )
    store.table("events").put(f"{game}/{number}", {"game": game, "seq": number, "kind": "orders", "pad": "x" * 520})
    reply = {"status": "queued", "due": AT, "game": game, "to": f"p{number}@example.org", "text": "word " * 570}
    store.table("outbox").put(f"reply-{number:032x}", reply)


def fill(store: Store, rows: int) -> None:
    """A store that has handled `rows / 4` letters, with a live game of 28 kB each."""
    with store.batch():
        for game in range(GAMES):
            store.table("games").put(f"game{game}", {"status": "active", "pad": "x" * 2800})
    for start in range(0, rows // 4, 2000):
        with store.batch():
            for number in range(start, min(start + 2000, rows // 4)):
                letter(store, number)


def handle(store: Store, first: int, batches: int, letters: int) -> None:
    cpu, wall = [], []
    for number in range(first, first + batches * letters, letters):
        started, at = time.process_time(), time.perf_counter()
        with store.batch():
            for one in range(number, number + letters):
                letter(store, one)
        cpu.append(time.process_time() - started)
        wall.append(time.perf_counter() - at)
    each = 1000 / letters
    print(f"  cpu a letter   mean {statistics.mean(cpu) * each:.3f} ms, median {statistics.median(cpu) * each:.3f} ms")
    print(f"  wall a letter  mean {statistics.mean(wall) * each:.3f} ms, slowest batch {max(wall) * 1000:.1f} ms")


def floor(folder: Path, batches: int, letters: int) -> None:
    """The same bytes, appended and synced once a batch."""
    data = b"x" * (5400 * letters)
    handle_ = os.open(folder / "floor", os.O_CREAT | os.O_WRONLY | os.O_APPEND)
    started, at = time.process_time(), time.perf_counter()
    for _ in range(batches):
        os.write(handle_, data)
        os.fdatasync(handle_)
    count = batches * letters
    cpu, wall = time.process_time() - started, time.perf_counter() - at
    os.close(handle_)
    print(f"  raw floor      cpu {cpu / count * 1000:.3f} ms, wall {wall / count * 1000:.3f} ms a letter")


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    words.add_argument("--rows", type=int, default=100_000)
    words.add_argument("--batches", type=int, default=60)
    words.add_argument("--letters", type=int, default=64)
    words.add_argument("--folder", type=Path, default=None)
    asked = words.parse_args()
    with tempfile.TemporaryDirectory(dir=asked.folder) as name:
        path = Path(name) / "judge.db"
        store = open_store(path)
        started = time.perf_counter()
        fill(store, asked.rows)
        print(f"store of {asked.rows} rows, filled in {time.perf_counter() - started:.1f} s")
        handle(store, asked.rows // 4, asked.batches, asked.letters)
        floor(Path(name), asked.batches, asked.letters)
        store.close()
        print(f"  file           {path.stat().st_size / 1e6:.0f} MB")
        opened = []
        for _ in range(7):
            at = time.perf_counter()
            again = open_store(path)
            opened.append(time.perf_counter() - at)
            again.close()
        print(f"  open again     median {statistics.median(opened) * 1000:.1f} ms")


if __name__ == "__main__":
    main()
