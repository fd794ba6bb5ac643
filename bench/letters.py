"""The whole path of a letter, durably: Maildir in, read, parse, judge, confirm, commit, Maildir out.

    python bench/letters.py [letters] [games]

Prints letters/s and CPU a letter beside the floor of the same disk operations in the same run, the latency at 100
letters/s, what a game's age and the number of games change, deadlines with 12, 100 and 1 000 players, start-up, memory.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
import time
from datetime import timedelta
from pathlib import Path

from judge.app import App, open_app
from judge.clock import SetClock
from judge.config import Config, JudgeSettings, MailSettings
from judge.daemon import quiet_collector
from judge.desk.cabinet.keys import Keys, SlowHasher
from judge.desk.cabinet.records import Cause, instant
from judge.desk.words import addresses, creating, enrol
from judge.entropy import SeededEntropy
from tests.harness import START

CHEAP = SlowHasher(64, 1)


def home(folder: Path, hasher: SlowHasher = CHEAP) -> App:
    for sub in ("in/new", "in/tmp", "in/cur"):
        (folder / "var/mail" / sub).mkdir(parents=True, exist_ok=True)
    judge = JudgeSettings(
        name="BENCH", address="judge@bench.test", list="results@bench.test", letters_per_hour=1_000_000
    )
    config = Config(folder, judge, MailSettings(settle="0m"))
    return open_app(config, clock=SetClock(START), entropy=SeededEntropy("bench"), hasher=hasher)


def fill(app: App, games: int, seats: int) -> list[tuple[str, str, str]]:
    """Games with seats; returns (game, seat, password)."""
    out = []
    with app.store.batch():
        for g in range(games):
            name = f"game{g}"
            game, _ = creating.create(
                app.services, name, "bourse", {}, "gm@bench.test", "gm-secret", Cause(START, "bench")
            )
            for s in range(seats):
                seat, address = f"Player {s}", f"p{s}@bench.test"
                addresses.make_person(app.services, address, seat, "")
                game, _, _ = enrol.take_seat(app.services, game, seat, address, f"pass-{s}", Cause(START, f"{g}/{s}"))
                out.append((name, seat, f"pass-{s}"))
            creating.start_game(app.services, game, Cause(START, "bench"))
    app.outbox.flush(START)
    return out


BODY = (
    "SIGNON {seat}@{game} {password}\nHello judge,\n"
    "SELL 300 LIRA, 200 CROWNS\nBUY 115 MARKS\nBUY FRANCS WITH REST\nSIGNOFF\n"
)
HEAD = (
    "Return-Path: <{sender}>\nDelivered-To: judge@bench.test\n"
    "Received: from mx by bench.test; Mon, 5 Jan 2026 12:00:00 +0000\n"
    "From: Somebody <{sender}>\nTo: judge@bench.test\nSubject: my orders\nMessage-ID: <{n}@bench.test>\n"
    "Date: Mon, 5 Jan 2026 12:00:00 +0000\nMIME-Version: 1.0\nContent-Type: text/plain; charset=utf-8\n\n"
)
_count = 0


def post(folder: Path, who: tuple[str, str, str], at: float) -> None:
    global _count
    _count += 1
    game, seat, password = who
    sender = f"p{seat.split()[-1]}@bench.test"
    text = HEAD.format(sender=sender, n=_count) + BODY.format(game=game, seat=seat, password=password)
    path = folder / "var/mail/in/new" / f"{_count:08d}"
    path.write_text(text)
    os.utime(path, (at, at))


def floor(folder: Path, count: int) -> float:
    """The same disk operations without a judge: read, rename, write + fsync + rename an answer, a commit for 64."""
    for sub in ("a", "b", "c"):
        (folder / sub).mkdir()
    for n in range(count):
        (folder / "a" / str(n)).write_bytes(b"x" * 700)
    log = os.open(folder / "log", os.O_CREAT | os.O_WRONLY)
    start = time.perf_counter()
    for n in range(count):
        data = (folder / "a" / str(n)).read_bytes()
        os.write(log, data * 6)
        if n % 64 == 63:
            os.fdatasync(log)
        handle = os.open(folder / "b" / str(n), os.O_CREAT | os.O_WRONLY)
        os.write(handle, b"y" * 3500)
        os.fsync(handle)
        os.close(handle)
        os.rename(folder / "b" / str(n), folder / "c" / str(n))
        os.rename(folder / "a" / str(n), folder / "b" / f"done{n}")
    return count / (time.perf_counter() - start)


def throughput(folder: Path, app: App, seats: list[tuple[str, str, str]], count: int) -> tuple[float, float]:
    for n in range(count):
        post(folder, seats[n % len(seats)], START.timestamp() + 1 + n / 1000)
    now = START + timedelta(hours=1)
    app.clock.set(now)  # type: ignore[attr-defined]
    cpu, wall = time.process_time(), time.perf_counter()
    tally, sent = app.once(now)
    cpu, wall = time.process_time() - cpu, time.perf_counter() - wall
    if tally.shunted:
        print(next((folder / "var/shunt").glob("*.txt")).read_text())
    assert tally.letters == count and tally.shunted == 0 and sent.waiting == 0, (tally, sent)
    return count / wall, cpu / count * 1000


def latency(folder: Path, app: App, seats: list[tuple[str, str, str]], count: int = 500) -> list[float]:
    """Letters at 100 a second, one tick each time one is there; milliseconds from arrival to confirmation."""
    now = START + timedelta(hours=2)
    app.clock.set(now)  # type: ignore[attr-defined]
    took = []
    begin = time.perf_counter()
    for n in range(count):
        while time.perf_counter() < begin + n / 100:
            time.sleep(0.0005)
        post(folder, seats[n % len(seats)], now.timestamp() - 60 + n / 100)
        start = time.perf_counter()
        app.once(now)
        took.append((time.perf_counter() - start) * 1000)
    return sorted(took)


def deadline(players: int) -> tuple[float, int]:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        app = home(folder)
        seats = fill(app, 1, players)
        for n, seat in enumerate(seats):
            post(folder, seat, START.timestamp() + 1 + n / 1000)
        app.once(START + timedelta(hours=1))
        game = app.services.files.game("game0")
        assert game is not None
        due = instant(game.deadline)
        app.clock.set(due)  # type: ignore[attr-defined]
        start = time.perf_counter()
        tally = app.timeline.tick(due)
        took = time.perf_counter() - start
        assert tally.resolved == 1
        waiting = app.outbox.waiting()
        app.close()
        return took * 1000, waiting


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 2000
    games = int(sys.argv[2]) if len(sys.argv) > 2 else 10
    with tempfile.TemporaryDirectory() as name:
        print(f"floor of the same disk operations: {floor(Path(name), count):8.0f} letters/s")
    for g in sorted({games, 1000}):
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            app = home(folder)
            seats = fill(app, g, 8)
            throughput(folder, app, seats[:200], 200)
            quiet_collector()  # as `judge run` does
            rate, cpu = throughput(folder, app, seats, count)
            took = latency(folder, app, seats[:80])
            print(
                f"{g:5d} games: {rate:8.0f} letters/s, {cpu:.3f} ms CPU a letter; at 100/s p50 "
                f"{took[len(took) // 2]:.1f} ms, p99 {took[int(len(took) * 0.99)]:.1f} ms; "
                f"peak {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024} MB"
            )
            app.close()
            start = time.perf_counter()
            subprocess.run([sys.executable, "-m", "judge", "--version"], check=True, capture_output=True)
            print(f"      start-up of the command line {1000 * (time.perf_counter() - start):.0f} ms")
    for players in (12, 100, 1000):
        took_ms, letters = deadline(players)
        print(f"deadline with {players:4d} players: {took_ms:8.1f} ms, {letters} letters queued")
    slow = SlowHasher()
    for label, password in (("first or wrong", "x"), ("remembered", "right")):
        keys = Keys(b"k" * 32, slow, SeededEntropy("p"))
        stored = keys.hash("right")
        keys.right(stored, "right")
        start = time.perf_counter()
        keys.right(stored, password)
        print(f"password, {label}: {1000 * (time.perf_counter() - start):.2f} ms")


if __name__ == "__main__":
    main()
