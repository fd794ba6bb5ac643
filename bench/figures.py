"""The figures that `docs/scaling.md` has, one JSON line each, with the floor of the machine in the same run.

    python bench/figures.py [name ...] [--rounds 5]

A line is `{"figure", "value", "unit", "floor"}`: the best of the rounds, since whatever else the machine does only adds
to it. Times are of the processor, not of the clock, but for `letters_a_second` and `first_answer`. `floor` is what
the machine does just then: nanoseconds for a turn of an empty loop, milliseconds for 4 kB and a sync, megabytes a
second copied. It uses what older checkouts have too, so that bench/compare.py can run it on them.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import resource
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any

from bench.letters import BODY, CHEAP, HEAD, fill, home
from judge.app import App, open_app
from judge.clock import SetClock
from judge.config import Config, JudgeSettings, MailSettings
from judge.daemon import quiet_collector
from judge.desk.cabinet.records import Cause, instant
from judge.desk.phases import resolving
from judge.desk.words import addresses, creating, enrol
from judge.entropy import SeededEntropy
from tests.harness import START

SEATS = 8
MEMORY = "/dev/shm"
FULL = 10_000  # letters that wait
ORDERS = (
    "SELL 300 LIRA, 200 CROWNS\nBUY 115 MARKS\nBUY FRANCS WITH REST\n",
    "SELL {a} LIRA\nBUY MARKS WITH REST\n",
    "SELL {a} CROWNS, {b} LIRA\nBUY {c} FRANCS\nBUY ROUBLES WITH REST\n",
    "BUY {c} POUNDS\nSELL ALL LIRA\n",
)
"""Four kinds of letters in turn, with other figures in each: no line is read a second time for nothing."""
TALK = Path(__file__).parents[1] / "tests/reading/clauses/prose.txt"


def floor(folder: Path) -> dict[str, float]:
    """What the machine does just now."""
    turns, started = 1_000_000, time.process_time()
    for _ in range(turns):
        pass
    loop = (time.process_time() - started) / turns * 1e9
    handle = os.open(folder / "floor", os.O_CREAT | os.O_WRONLY)
    started = time.perf_counter()
    for _ in range(20):
        os.write(handle, b"x" * 4096)
        os.fdatasync(handle)
    sync = (time.perf_counter() - started) / 20 * 1e3
    os.close(handle)
    block = bytes(8_000_000)
    started = time.process_time()
    for _ in range(5):
        bytearray(block)
    copied = 40 / max(time.process_time() - started, 1e-6)
    return {"loop_ns": round(loop, 1), "sync_ms": round(sync, 3), "copy_mb_s": round(copied)}


@contextmanager
def scratch(within: str = "") -> Iterator[Path]:
    """A folder for one measurement, `within` a folder, or BENCH_FOLDER. Who sets BENCH_KEEP removes it later: where
    ext4 has no journal it looks past the places of files deleted in the last minutes one by one, and the next
    measurement would pay for what this one has deleted."""
    folder = within or os.environ.get("BENCH_FOLDER")
    if os.environ.get("BENCH_KEEP") and not within:
        yield Path(tempfile.mkdtemp(dir=folder))
        return
    with tempfile.TemporaryDirectory(dir=folder) as name:
        yield Path(name)


# ---- letters --------------------------------------------------------------------------------------------------------


class Desk:
    """A home with twenty Bourses of eight, and letters for it."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.app, self.number = folder, home(folder), 0
        self.seats = fill(self.app, 20, SEATS)
        self.handle(len(self.seats))
        quiet_collector()  # as `judge run` does

    def post(self, count: int, orders: tuple[str, ...] = ORDERS) -> None:
        for _ in range(count):
            self.number += 1
            n = self.number
            game, seat, password = self.seats[n % len(self.seats)]
            text = BODY.partition("SELL")[0] + orders[n % len(orders)] + "SIGNOFF\n"
            text = text.format(
                seat=seat, game=game, password=password, a=1 + n % 300, b=1 + n * 7 % 200, c=1 + n * 3 % 90
            )
            path = self.folder / "var/mail/in/new" / f"{n:08d}"
            path.write_text(HEAD.format(sender=f"p{seat.split()[-1]}@bench.test", n=n) + text)
            at = START.timestamp() + 1 + n / 1000
            os.utime(path, (at, at))

    def handle(self, count: int, orders: tuple[str, ...] = ORDERS) -> tuple[float, float]:
        """Processor time and clock time for so many letters, in seconds."""
        self.post(count, orders)
        now = START + timedelta(hours=1, seconds=self.number)
        self.app.clock.set(now)  # type: ignore[attr-defined]
        cpu, wall = _cpu(), time.perf_counter()
        tally, sent = self.app.once(now)
        cpu, wall = _cpu() - cpu, time.perf_counter() - wall
        assert tally.letters == count and not tally.shunted and not sent.waiting, (tally, sent)
        return cpu, wall


def _cpu() -> float:
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


@contextmanager
def desk(within: str = "") -> Iterator[Desk]:
    with scratch(within) as folder:
        made = Desk(folder)
        yield made
        made.app.close()


def letters(rounds: int) -> Iterator[tuple[str, float, str]]:
    with desk() as at:
        rows = [at.handle(128) for _ in range(rounds * 3)]
        yield "letter", min(cpu for cpu, _ in rows) / 128 * 1e3, "ms"
        wall = [at.handle(512)[1] for _ in range(rounds)]
        yield "letters_a_second", 512 / min(wall), "letters"
        before = _store_size(at)
        at.handle(1_024)
        yield "store_a_letter", (_store_size(at) - before) / 1_024, "octets"


def letters_in_memory(rounds: int) -> Iterator[tuple[str, float, str]]:
    """The same with home and mail folders where no disk is."""
    if not os.access(MEMORY, os.W_OK):
        return
    with desk(MEMORY) as at:
        yield "letter_in_memory", min(at.handle(128)[0] for _ in range(rounds * 3)) / 128 * 1e3, "ms"


def prose(rounds: int) -> Iterator[tuple[str, float, str]]:
    """A letter with some sixty lines of talk above its orders, none of which was read before."""
    chance = random.Random(1995)
    with desk() as at:
        took = [at.handle(4, tuple(_talk(chance) + one for one in ORDERS))[0] / 4 for _ in range(rounds * 2 + 1)]
        yield "prose", min(took[1:]) * 1e3, "ms"


def _talk(chance: random.Random) -> str:
    """The talk, a word of each line changed for another."""
    text = TALK.read_text("utf-8")
    known, rows = [word for word in text.split() if word.isalpha()], []
    for row in text.splitlines():
        words = row.split(" ")
        words[chance.randrange(len(words))] = chance.choice(known) if row else ""
        rows.append(" ".join(words))
    return "\n".join(rows) + "\n\n"


def _store_size(at: Desk) -> int:
    at.app.store.engine.tidy()
    return sum(path.stat().st_size for path in (at.folder / "var").glob("judge.db"))


def first_answer(rounds: int) -> Iterator[tuple[str, float, str]]:
    """From the start of a tick to the first answer on disk, while a full mailbox waits."""
    with desk() as at:
        at.post(FULL)
        now = START + timedelta(hours=1, seconds=at.number)
        at.app.clock.set(now)  # type: ignore[attr-defined]
        flush, seen = at.app.outbox.flush, []

        def note(*given: Any) -> Any:
            sent = flush(*given)
            if sent.sent:
                seen.append(time.perf_counter())
                at.app.stopping = True
            return sent

        at.app.outbox.flush = note  # type: ignore[method-assign]
        took = []
        for _ in range(rounds):  # each takes some letters of the thousands away, no more
            seen.clear()
            at.app.stopping, started = False, time.perf_counter()
            at.app.once(now)
            took.append(seen[0] - started)
        yield "first_answer", min(took) * 1e3, "ms"


# ---- deadlines ------------------------------------------------------------------------------------------------------


def deadlines(rounds: int) -> Iterator[tuple[str, float, str]]:
    for html, name in ((False, "deadline_words"), (True, "deadline_pages")):
        with scratch() as folder:
            app = _bourses(folder, rounds + 2, html)
            before = _pages_of(app)
            took = [_resolve(app, f"game{number}") for number in range(rounds + 2)][2:]
            yield name, min(took) * 1e3, "ms"
            if html and "drawings" in app.store.tables():
                yield "pictures_behind", _drawn(app) * 1e3, "ms"
            if not html:
                app.outbox.flush(app.clock.now())
                yield "store_a_game_turn", (_pages_of(app) - before) / (rounds + 2), "octets"
            app.close()


def _drawn(app: App) -> float:
    """Processor time for the pictures of one deadline that letters wait for, the best of all."""
    from judge.desk.news import drawings
    from judge.render.drawing import draw

    tasks = list(drawings.tasks(app.services))
    return min(_best(lambda task=task: drawings.finish(app.services, draw(task)), 1) for task in tasks)


def _pages_of(app: App) -> int:
    """Octets in the store's documents."""
    return sum(len(found.body) for table in app.store.storage.declared for found in app.store.storage.scan(table))


def _bourses(folder: Path, games: int, html: bool) -> App:
    (folder / "var/mail/in/new").mkdir(parents=True)
    judge = JudgeSettings(name="BENCH", address="judge@bench.test", list="results@bench.test", html=html)
    config = Config(folder, judge, MailSettings(settle="0m"))
    app = open_app(config, clock=SetClock(START), entropy=SeededEntropy("bench"), hasher=CHEAP)
    with app.store.batch():
        for number in range(games):
            name = f"game{number}"
            game, _ = creating.create(
                app.services, name, "bourse", {}, "gm@bench.test", "gm-secret", Cause(START, "bench")
            )
            for seat in range(SEATS):
                who, address = f"Player {seat}", f"p{seat}@bench.test"
                addresses.make_person(app.services, address, who, "")
                game, _, _ = enrol.take_seat(
                    app.services, game, who, address, "password", Cause(START, f"{number}/{seat}")
                )
            creating.start_game(app.services, game, Cause(START, "bench"))
    app.outbox.flush(START)
    return app


def _resolve(app: App, name: str) -> float:
    game = app.services.files.game(name)
    assert game is not None
    due = instant(game.deadline)
    app.clock.set(due)  # type: ignore[attr-defined]
    started = time.process_time()
    with app.store.batch():
        resolving.due(app.services, game, due)
    return time.process_time() - started


# ---- letters while deadlines are resolved ---------------------------------------------------------------------------


def storm(rounds: int) -> Iterator[tuple[str, float, str]]:
    """STORM games (100; 1000 for the whole) are due at one moment, with pages and boards, and letters come in all the
    while, ten in a second of the judge's own processor time. How long each waits for its answer, by the clock, and by
    that processor time (what a machine that does nothing else takes). It runs as `judge run` does."""
    with scratch() as folder:
        app = _bourses(folder, int(os.environ.get("STORM", "100")), True)
        yield from _storm(app, folder)
        app.close()


def _storm(app: App, folder: Path) -> Iterator[tuple[str, float, str]]:
    games = app.services.files.games()
    due, begun = max(instant(game.deadline) for game in games), time.perf_counter()
    came: dict[str, tuple[float, float]] = {}
    took: list[tuple[float, float]] = []
    results: list[float] = []
    send = app.relay.send_many

    def note(parcels: Any) -> Any:
        receipts, now = send(parcels), time.perf_counter()
        for parcel in parcels:
            head = parcel.raw.partition(b"\r\n\r\n")[0].decode("ascii")
            answered = next((ident for ident in list(came) if f"<{ident}>" in head), "")
            if answered:
                clock, processor = came.pop(answered)
                took.append((now - clock, _cpu() - processor))
            else:
                results.append(now - begun)
        return receipts

    app.relay.send_many = note  # type: ignore[method-assign]
    app.beside = True
    done, number = threading.Event(), 0

    def write() -> None:
        nonlocal number
        start = _cpu()
        while not done.wait(0.005):
            if _cpu() < start + number / 10:  # of the judge's own time, so that what else the machine does is left out
                continue
            number += 1
            game, seat, ident = games[number * 7 % len(games)].key, number % SEATS, f"storm{number}@bench.test"
            text = HEAD.format(sender=f"p{seat}@bench.test", n=f"storm{number}") + BODY.format(
                game=game, seat=f"Player {seat}", password="password"
            )
            came[ident] = time.perf_counter(), _cpu()
            path = folder / "var/mail/in/new" / f"storm{number:06d}"
            path.with_suffix(".part").write_text(text)
            at = (due + timedelta(seconds=1 + time.perf_counter() - begun)).timestamp()
            os.utime(path.with_suffix(".part"), (at, at))
            path.with_suffix(".part").rename(path)

    quiet_collector()
    threading.Thread(target=write, daemon=True).start()
    cpu, resolved = _cpu(), 0
    while resolved < len(games) or app.store.table("outbox").tally("status", "queued"):
        app.clock.set(due + timedelta(seconds=1 + time.perf_counter() - begun))  # type: ignore[attr-defined]
        tally, _ = app.turn(app.clock.now())
        resolved += tally.resolved
        if resolved >= len(games):
            cpu = cpu if done.is_set() else _cpu() - cpu
            done.set()
            time.sleep(0.005)
    for name, waits in (("", sorted(clock for clock, _ in took)), ("_cpu", sorted(used for _, used in took))):
        yield f"storm{name}_p50", waits[len(waits) // 2] * 1e3, "ms"
        yield f"storm{name}_p99", waits[int(len(waits) * 0.99)] * 1e3, "ms"
    yield "storm_a_deadline", cpu / len(games) * 1e3, "ms"
    yield "storm_last_result", max(results), "s"


# ---- pictures -------------------------------------------------------------------------------------------------------


def boards(rounds: int) -> Iterator[tuple[str, float, str]]:
    from judge.render.board import jpeg
    from tests.render.test_board_drawing import busy, opening

    for name, board in (("board_opening", opening()), ("board_busy", busy())):
        jpeg(board, width=900)
        yield name, _best(lambda board=board: jpeg(board, width=900), rounds) * 1e3, "ms"


def _best(work: Callable[[], Any], rounds: int) -> float:
    took = []
    for _ in range(rounds):
        started = time.process_time()
        work()
        took.append(time.process_time() - started)
    return min(took)


# ---- rules ----------------------------------------------------------------------------------------------------------


def adjudications(rounds: int) -> Iterator[tuple[str, float, str]]:
    """The positions of the tests by class; PEERS may name a Python that has the packages to hold against."""
    from adjudicator import figures  # beside this file, whatever checkout is measured

    return figures(rounds + 2, os.environ.get("PEERS", ""))


def payola(rounds: int) -> Iterator[tuple[str, float, str]]:
    """Heavy sheets of bribes: read, screened and decided by a reader that has seen none of them."""
    from bench.payola import BOARD as MAP
    from bench.payola import Notation, judged, made_up, read, welcomes
    from judge.kits.bribes.decide import decide

    case = made_up("heavy", random.Random(1995))
    quiet_collector()  # as `judge run` does

    def whole() -> None:
        decide(case["units"], judged(case, read(case, Notation(MAP))), welcomes(case))

    yield "payola_heavy", _best(whole, rounds * 3) * 1e3, "ms"


# ---- commands -------------------------------------------------------------------------------------------------------


def once(rounds: int) -> Iterator[tuple[str, float, str]]:
    """`judge once` in a home where nothing is to be done, from start to end of the process."""
    with scratch() as home_folder:
        folder = str(home_folder)
        env = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[1]), "PYTHONDONTWRITEBYTECODE": ""}
        env["PYTHONPATH"] = os.environ.get("BENCH_CHECKOUT", env["PYTHONPATH"])
        judge = [sys.executable, "-m", "judge"]
        subprocess.run([*judge, "init", folder], env=env, cwd=env["PYTHONPATH"], check=True, capture_output=True)
        took = []
        for _ in range(rounds + 2):
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            command = [*judge, "--home", folder, "once"]
            subprocess.run(command, env=env, cwd=env["PYTHONPATH"], check=True, capture_output=True)
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            took.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
        yield "once_idle", min(took) * 1e3, "ms"


FIGURES: dict[str, Callable[[int], Iterator[tuple[str, float, str]]]] = {
    one.__name__: one
    for one in (letters, letters_in_memory, prose, first_answer, deadlines, storm, boards, adjudications, payola, once)
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", help=f"of {', '.join(FIGURES)}; all if none is given")
    parser.add_argument("--rounds", type=int, default=5)
    given = parser.parse_args()
    for name in given.names or FIGURES:
        with scratch() as folder:
            ground = floor(folder)
        for figure, value, unit in FIGURES[name](given.rounds):
            line = {"figure": figure, "value": round(value, 3), "unit": unit, "floor": ground}
            print(json.dumps(line), flush=True)


if __name__ == "__main__":
    main()
