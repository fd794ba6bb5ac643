"""What people feel of a judge's speed, measured from outside: `judge once` as a process, on homes of started Bourses.

    python bench/felt.py CHECKOUT [figure ...]

Prints a JSON line a figure: `{"figure", "value", "floor"}`. It needs nothing of a checkout but its commands, its
Maildirs and a way to make a home (`make`), so bench/compare.py can hold any two against one another. Times are of the
processor and of the whole process, an idle `once` taken off, so first letters of a process, a game and a seat count;
`letters_a_second` is by the clock. `floor` is what the same disk operations take without a judge.
"""

from __future__ import annotations

import json
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path
from typing import Any

START = datetime(2026, 1, 5, 12, tzinfo=UTC)
LATER = START + timedelta(hours=1)
SEATS, LETTERS = 8, 1_500
ORDERS = (
    "SELL 300 LIRA, 200 CROWNS\nBUY 115 MARKS\nBUY FRANCS WITH REST\n",
    "SELL {a} LIRA\nBUY MARKS WITH REST\n",
    "SELL {a} CROWNS, {b} LIRA\nBUY {c} FRANCS\nBUY ROUBLES WITH REST\n",
    "BUY {c} POUNDS\nSELL ALL LIRA\n",
)
LETTER = (
    "Return-Path: <{sender}>\nDelivered-To: judge@bench.test\n"
    "Received: from mx by bench.test; Mon, 5 Jan 2026 12:00:00 +0000\n"
    "From: Somebody <{sender}>\nTo: judge@bench.test\nSubject: my orders\nMessage-ID: <{n}@bench.test>\n"
    "Date: Mon, 5 Jan 2026 12:00:00 +0000\nMIME-Version: 1.0\nContent-Type: text/plain; charset=utf-8\n\n"
    "SIGNON Player {seat}@game{game} pass-{seat}\nHello judge,\n{orders}SIGNOFF\n"
)
SETTINGS = """[judge]
name = "BENCH"
address = "judge@bench.test"
list = "results@bench.test"
letters_per_hour = 1000000
html = {html}
[mail]
inbox = "maildir:var/mail/in"
outbox = "maildir:var/mail/out"
settle = "0m"
"""


def make(folder: Path, html: bool, games: int) -> None:
    """A home of started games. Runs inside the checkout that is measured; the oldest has its functions elsewhere."""
    from bench.letters import CHEAP
    from judge.clock import SetClock
    from judge.config import load
    from judge.entropy import SeededEntropy

    try:
        from judge.app import open_app
    except ImportError:
        from judge.house import open_house as open_app  # type: ignore[import-not-found,no-redef]
    try:
        from judge.desk.words import addresses, creating, enrol

        create, person, seat_of, start = (
            creating.create,
            addresses.make_person,
            enrol.take_seat,
            creating.start_game,
        )
    except ImportError:
        from judge.desk import enrol, master  # type: ignore[attr-defined,no-redef]

        create, person, seat_of, start = enrol.create, enrol.make_person, enrol.take_seat, master.start_game  # type: ignore[attr-defined]
    try:
        from judge.desk.cabinet.records import Cause
    except ImportError:
        Cause = None  # type: ignore[assignment,misc]

    def caused(key: str) -> tuple[Any, ...]:
        """What a game is told of why and when; an older judge takes the two apart."""
        return (START, key) if Cause is None else (Cause(START, key),)

    for sub in ("new", "tmp", "cur"):
        (folder / "var/mail/in" / sub).mkdir(parents=True)
    (folder / "judge.toml").write_text(SETTINGS.format(html=str(html).lower()))
    app = open_app(load(folder), clock=SetClock(START), entropy=SeededEntropy("bench"), hasher=CHEAP)
    services = app.services if hasattr(app, "services") else app.office
    with app.store.batch():
        for number in range(games):
            game, _ = create(services, f"game{number}", "bourse", {}, "gm@bench.test", "gm-secret", *caused("bench"))
            for seat in range(SEATS):
                address = f"p{number}x{seat}@bench.test"
                person(services, address, f"Player {seat}", "")
                game, _, _ = seat_of(
                    services, game, f"Player {seat}", address, f"pass-{seat}", *caused(f"{number}/{seat}")
                )
            start(services, game, *caused("bench"))
    app.outbox.flush(START)
    app.close()


def run(checkout: Path, *words: str) -> tuple[float, float, str]:
    """A Python process of a checkout: its processor time, the time by the clock, and what it printed."""
    env = {**os.environ, "PYTHONPATH": str(checkout), "PYTHONDONTWRITEBYTECODE": ""}
    before, started = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    ran = subprocess.run([sys.executable, *words], env=env, cwd=checkout, capture_output=True, text=True, check=True)
    wall, after = time.perf_counter() - started, resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, wall, ran.stdout


def judge(checkout: Path, folder: Path, at: datetime, *words: str) -> tuple[float, float, str]:
    return run(checkout, "-m", "judge", "--home", str(folder), "--now", at.isoformat(), *words)


@cache
def _made(checkout: Path, html: bool, games: int) -> Path:
    """A home to be copied, made once."""
    folder = Path(tempfile.mkdtemp(dir=os.environ.get("BENCH_FOLDER"))) / "home"
    run(checkout, str(Path(__file__).resolve()), "--make", str(folder), str(int(html)), str(games))
    return folder


@contextmanager
def home(checkout: Path, html: bool = False, games: int = 20) -> Iterator[Path]:
    with tempfile.TemporaryDirectory(dir=os.environ.get("BENCH_FOLDER")) as name:
        yield Path(shutil.copytree(_made(checkout, html, games), Path(name) / "home"))


def post(folder: Path, first: int, count: int, games: int = 20, at: datetime = START) -> None:
    """Order letters of all seats in turn, no two alike."""
    for n in range(first, first + count):
        game, seat = n % games, n // games % SEATS
        orders = ORDERS[n % 4].format(a=1 + n % 300, b=1 + n * 7 % 200, c=1 + n * 3 % 90)
        path = folder / "var/mail/in/new" / f"{n:08d}"
        path.write_text(LETTER.format(sender=f"p{game}x{seat}@bench.test", n=n, seat=seat, game=game, orders=orders))
        os.utime(path, (at.timestamp() + 1 + n / 1000,) * 2)


def letters(checkout: Path) -> Iterator[tuple[str, float]]:
    with home(checkout) as folder:
        judge(checkout, folder, START, "once")
        before = _store(folder)
        post(folder, 1, LETTERS)
        cpu, wall, _ = judge(checkout, folder, LATER, "once")
        idle = judge(checkout, folder, LATER, "once")[0]
        yield "letter", (cpu - idle) / LETTERS * 1e3
        yield "letters_a_second", LETTERS / wall
        yield "store_a_letter", (_store(folder) - before) / LETTERS / 1e3


def _store(folder: Path) -> int:
    return sum(path.stat().st_size for path in (folder / "var").glob("judge.db*"))


def deadlines(checkout: Path) -> Iterator[tuple[str, float]]:
    for html, name in ((False, "deadline_words"), (True, "deadline_pages")):
        with home(checkout, html, 10) as folder:
            post(folder, 1, 10 * SEATS, 10)
            judge(checkout, folder, LATER, "once")
            due = datetime.fromisoformat(json.loads(judge(checkout, folder, LATER, "list", "--json")[2])[0]["deadline"])
            cpu = judge(checkout, folder, due, "once")[0]
            yield name, cpu - judge(checkout, folder, due, "once")[0]


def starts(checkout: Path) -> Iterator[tuple[str, float]]:
    with home(checkout) as folder:
        judge(checkout, folder, START, "once")
        yield "once_idle", min(judge(checkout, folder, START, "once")[0] for _ in range(3)) * 1e3
        took = []
        for number in range(1, 5):
            post(folder, number, 1)
            took.append(judge(checkout, folder, LATER, "once")[0])
        yield "once_one_letter", min(took[1:]) * 1e3


FIGURES: dict[str, Callable[[Path], Iterator[tuple[str, float]]]] = {
    one.__name__: one for one in (letters, deadlines, starts)
}


def floor() -> float:
    """Letters a second if nothing were done with them: the same reads, writes, renames and waits for the disk."""
    from bench.letters import floor

    with tempfile.TemporaryDirectory(dir=os.environ.get("BENCH_FOLDER")) as name:
        return floor(Path(name), LETTERS)


def main() -> None:
    if sys.argv[1] == "--make":
        make(Path(sys.argv[2]), sys.argv[3] == "1", int(sys.argv[4]))
        return
    checkout = Path(sys.argv[1]).resolve()
    for name in sys.argv[2:] or FIGURES:
        for figure, value in FIGURES[name](checkout):
            print(json.dumps({"figure": figure, "value": value}), flush=True)


if __name__ == "__main__":
    main()
