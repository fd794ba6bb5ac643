"""What a server and several judges cost and give; prints the table of docs/scaling.md.

    PYTHONPATH=. python bench/scaling.py [--letters 3000] [--games 40] [--rate 20] [--seconds 20] [--judges 1 2 4]
                                             [--folder DIR]

One home with an embedded mailbox; SQLite with one judge, PostgreSQL (a private one that syncs) with 1, 2 and 4. First
a full mailbox: it is filled while the judges, which are up, are halted; then they are let go, and what judges and
server use of the processors until the last answer lies there is theirs alone, start-up not counted. Then letters one
by one, and the time from each to its answer. Round trips and commits are counted where the judge asks the server. The
folder ought to be on the disk the judge would have: where syncing is free, commits are.
"""

from __future__ import annotations

import argparse
import email
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

import psycopg

from judge.app import open_app
from judge.clock import SystemClock
from judge.config import load
from judge.config_file import write_default
from judge.desk.cabinet.keys import SlowHasher
from judge.desk.cabinet.records import Cause
from judge.desk.words import addresses, creating, enrol
from tests.pgserver import Server
from tests.stores import put_on

SEATS = 8
WARM, FIRST_WARM = 120, 5_000_000
CHEAP = SlowHasher(64, 1)
WORKER = """
import json, signal, sys
from pathlib import Path
from judge.config import load
from judge.daemon import Daemon, quiet_collector
from judge.app import open_app
from judge.desk.cabinet.keys import SlowHasher
home, number = Path(sys.argv[1]), sys.argv[2]
app = open_app(load(home), hasher=SlowHasher(64, 1))
app.once()
quiet_collector()
engine, commits = app.store.storage.engine, []
commit = engine.commit
engine.commit = lambda *words, **named: (commits.append(1), commit(*words, **named))
def told(*_):
    asked = {"trips": getattr(engine, "trips", 0), "commits": len(commits)}
    (home / f"asked{number}").write_text(json.dumps(asked))
signal.signal(signal.SIGUSR1, told)
(home / f"ready{number}").touch()
daemon = Daemon(app)
while not (home / "stop").exists():
    daemon._turn()
app.close()
"""
HEADINGS = (
    "engine",
    "judges",
    "letters/s",
    "judges' CPU a letter",
    "server's CPU",
    "round trips a letter",
    "letters a commit",
    "p50, p99",
)


@dataclass(frozen=True)
class Used:
    """Processor seconds of judges and server, and what the judges asked the server, up to some moment."""

    judges: float
    server: float
    trips: int
    commits: int

    def since(self, before: Used) -> Used:
        return Used(
            self.judges - before.judges,
            self.server - before.server,
            self.trips - before.trips,
            self.commits - before.commits,
        )


def make_home(folder: Path, store: str, games: int) -> None:
    write_default(folder)
    text = (folder / "judge.toml").read_text().replace('door   = "127.0.0.1:8025"', "# no door")
    (folder / "judge.toml").write_text(text)
    put_on(folder, store)
    app = open_app(load(folder), hasher=CHEAP)
    now = SystemClock().now()
    with app.store.batch():
        for number in range(games):
            name = f"game{number}"
            game, _ = creating.create(app.services, name, "bourse", {}, "gm@bench.test", "gm-secret", Cause(now, name))
            for seat in range(SEATS):
                address = f"p{number}x{seat}@bench.test"
                addresses.make_person(app.services, address, f"Player {seat}", "")
                game, _, _ = enrol.take_seat(
                    app.services, game, f"Player {seat}", address, f"pass-{seat}", Cause(now, f"{name}/{seat}")
                )
            creating.start_game(app.services, game, Cause(now, name))
    app.outbox.flush(now)
    app.close()
    for path in (folder / "var/mail/out/new").iterdir():
        path.unlink()


def post(folder: Path, number: int, games: int) -> None:
    game, seat = number % games, number // games % SEATS
    text = (
        f"From: p{game}x{seat}@bench.test\nTo: judge@localhost\nSubject: orders\nMessage-ID: <{number}@bench.test>\n\n"
        f"SIGNON Player {seat}@game{game} pass-{seat}\nHello judge,\nSELL {1 + number % 300} LIRA, 200 CROWNS\n"
        "BUY 115 MARKS\nBUY FRANCS WITH REST\nSIGNOFF\n"
    )
    path = folder / f"var/mail/in/tmp/{number}"
    path.write_text(text)
    path.rename(folder / f"var/mail/in/new/{number:07d}")


def start(folder: Path, workers: int) -> list[subprocess.Popen[bytes]]:
    running = [subprocess.Popen([sys.executable, "-c", WORKER, str(folder), str(n)]) for n in range(workers)]
    while len(list(folder.glob("ready*"))) < workers:
        time.sleep(0.05)
    time.sleep(1)  # each has looked and waits
    return running


def warm_up(folder: Path, running: list[subprocess.Popen[bytes]], games: int) -> None:
    """Each judge in turn deals with letters alone, so that all have read what the first letters make them read."""
    for one in running:
        one.send_signal(signal.SIGSTOP)
    for place, one in enumerate(running):
        one.send_signal(signal.SIGCONT)
        for number in range(place * WARM, (place + 1) * WARM):
            post(folder, FIRST_WARM + number, games)
        while answers(folder) < (place + 1) * WARM:
            time.sleep(0.05)
        time.sleep(0.2)  # it waits again, with nothing in hand
        one.send_signal(signal.SIGSTOP)
    for path in (folder / "var/mail/out/new").iterdir():
        path.unlink()
    for one in running:
        one.send_signal(signal.SIGCONT)
    time.sleep(1)


def answers(folder: Path) -> int:
    return len(os.listdir(folder / "var/mail/out/new"))


def latencies(folder: Path, first: int, count: int, games: int, rate: float) -> list[float]:
    """Seconds from a letter's arrival to the file of its answer."""
    put: dict[str, float] = {}
    begin = time.time()
    for number in range(first, first + count):
        time.sleep(max(0.0, begin + (number - first) / rate - time.time()))
        put[f"<{number}@bench.test>"] = time.time()
        post(folder, number, games)
    while answers(folder) < first + count:
        time.sleep(0.05)
    took = []
    for path in (folder / "var/mail/out/new").iterdir():
        ref = str(email.message_from_bytes(path.read_bytes())["In-Reply-To"])
        if ref in put:
            took.append(path.stat().st_mtime - put[ref])
    return sorted(took)


def seconds(pid: int) -> float:
    """Processor time of a process, its own and that of children that have ended."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")


def children(pid: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def used(folder: Path, running: list[subprocess.Popen[bytes]], server: Server) -> Used:
    pid = server._process.pid
    spent = sum(seconds(one.pid) for one in running), seconds(pid) + sum(map(seconds, children(pid)))
    for one in running:
        one.send_signal(signal.SIGUSR1)
    time.sleep(1)
    asked = [json.loads(path.read_text()) for path in folder.glob("asked*")]
    return Used(
        *spent,
        sum(one["trips"] for one in asked),
        sum(one["commits"] for one in asked),
    )


def measure(label: str, store: str, workers: int, asked: argparse.Namespace, server: Server) -> None:
    with tempfile.TemporaryDirectory(dir=asked.folder) as name:
        folder = Path(name)
        make_home(folder, store, asked.games)
        running = start(folder, workers)
        warm_up(folder, running, asked.games)
        before = used(folder, running, server)
        for one in running:
            one.send_signal(signal.SIGSTOP)
        for number in range(asked.letters):
            post(folder, number, asked.games)
        begin = time.perf_counter()
        for one in running:
            one.send_signal(signal.SIGCONT)
        while answers(folder) < asked.letters:
            time.sleep(0.05)
        took = time.perf_counter() - begin
        flood = used(folder, running, server).since(before)
        times = latencies(folder, asked.letters, int(asked.rate * asked.seconds), asked.games, asked.rate)
        (folder / "stop").touch()
        post(folder, 9_000_000, asked.games)  # ends their wait
        for one in running:
            one.wait()
    shared = label != "SQLite"
    print(
        "| "
        + " | ".join(
            (
                label,
                str(workers),
                f"{asked.letters / took:.0f}",
                f"{1000 * flood.judges / asked.letters:.2f} ms",
                f"{1000 * flood.server / asked.letters:.2f} ms" if shared else "-",
                f"{flood.trips / asked.letters:.1f}" if shared else "-",
                f"{asked.letters / max(flood.commits, 1):.0f}",
                f"{1000 * times[len(times) // 2]:.0f}, {1000 * times[int(len(times) * 0.99)]:.0f} ms",
            )
        )
        + " |",
        flush=True,
    )


def floor(server: Server) -> str:
    """What the server takes for next to nothing: a question, and a commit of one row."""
    with psycopg.connect(server.database, autocommit=True) as connection:
        connection.execute("create table bare(n int)")
        connection.execute("insert into bare values(0)")

        def best(statement: str, times: int) -> tuple[float, float]:
            took, spent = [], []
            for _ in range(times):
                wall, own = time.perf_counter(), time.process_time()
                connection.execute(statement, prepare=True)
                took.append(time.perf_counter() - wall)
                spent.append(time.process_time() - own)
            return sorted(took)[times // 2], sorted(spent)[times // 2]

        asked, commit = best("select 1", 1000), best("update bare set n=n+1", 200)
    words = "A bare question takes {:.2f} ms, {:.2f} ms of them our processor's; a bare commit {:.1f} ms (medians)."
    return words.format(1000 * asked[0], 1000 * asked[1], 1000 * commit[0])


def main() -> None:
    words = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    words.add_argument("--letters", type=int, default=3000)
    words.add_argument("--games", type=int, default=40)
    words.add_argument("--rate", type=float, default=20)
    words.add_argument("--seconds", type=float, default=20)
    words.add_argument("--folder", type=Path, default=None)
    words.add_argument("--judges", type=int, nargs="*", default=(1, 2, 4))
    asked = words.parse_args()
    server = Server(settings=())
    print(f"Load of this machine {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors; {asked.letters} letters.")
    print(f"{floor(server)}\n")
    print(f"| {' | '.join(HEADINGS)} |\n|{' --- |' * len(HEADINGS)}")
    measure("SQLite", "var/judge.db", 1, asked, server)
    for workers in asked.judges:
        measure("PostgreSQL", server.url(), workers, asked, server)
    server.stop()


if __name__ == "__main__":
    main()
