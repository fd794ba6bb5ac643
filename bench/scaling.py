"""What a server and several judges cost and give: letters a second, and from arrival to answer.

    python bench/scaling.py [--letters 1500] [--games 40] [--rate 20] [--seconds 20]

One home with an embedded mailbox; SQLite with one judge, PostgreSQL (a private one that syncs) with 1, 2 and 4. The
first figure is a full mailbox emptied by judges that are up already, with the processor time of judges and server
a letter; the second is letters put in one by one.
"""

from __future__ import annotations

import argparse
import email
import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from judge.clock import SystemClock
from judge.config import load, write_default
from judge.desk import enrol, master
from judge.desk.keys import SlowHasher
from judge.house import open_house
from tests.pgserver import Server
from tests.stores import put_on

SEATS = 8
CHEAP = SlowHasher(64, 1)
WORKER = """
import sys, time
from pathlib import Path
from judge.config import load
from judge.daemon import Daemon, quiet_collector
from judge.house import open_house
from judge.desk.keys import SlowHasher
home = Path(sys.argv[1])
house = open_house(load(home), hasher=SlowHasher(64, 1))
house.once()
quiet_collector()
(home / f"ready{sys.argv[2]}").touch()
daemon = Daemon(house)
while not (home / "stop").exists():
    daemon._turn()
print(time.process_time())
house.close()
"""


def make_home(folder: Path, store: str, games: int) -> None:
    write_default(folder)
    text = (folder / "judge.toml").read_text().replace('door   = "127.0.0.1:8025"', "# no door")
    (folder / "judge.toml").write_text(text)
    put_on(folder, store)
    house = open_house(load(folder), hasher=CHEAP)
    now = SystemClock().now()
    with house.store.batch():
        for number in range(games):
            name = f"game{number}"
            game, _ = enrol.create(house.office, name, "bourse", {}, "gm@bench.test", "gm-secret", now, name)
            for seat in range(SEATS):
                address = f"p{number}x{seat}@bench.test"
                enrol.make_person(house.office, address, f"Player {seat}", "")
                game, _, _ = enrol.take_seat(house.office, game, f"Player {seat}", address, f"pass-{seat}", now,
                                             f"{name}/{seat}")  # fmt: skip
            master.start_game(house.office, game, now, name)
    house.outbox.flush(now)
    house.close()
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
    running = [
        subprocess.Popen([sys.executable, "-c", WORKER, str(folder), str(n)], stdout=subprocess.PIPE)
        for n in range(workers)
    ]
    while len(list(folder.glob("ready*"))) < workers:
        time.sleep(0.05)
    return running


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


def server_seconds(server: Server) -> float:
    """Processor time of the server's own processes that are alive, and of those that have ended."""
    pid, ticks = server._process.pid, 0
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(stat.parent.name) == pid:
            ticks += sum(map(int, fields[11:15]))
        elif int(fields[1]) == pid:
            ticks += sum(map(int, fields[11:13]))
    return ticks / os.sysconf("SC_CLK_TCK")


def measure(label: str, store: str, workers: int, asked: argparse.Namespace, server: Server) -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        make_home(folder, store, asked.games)
        running = start(folder, workers)
        cpu, begin = server_seconds(server), time.perf_counter()
        for number in range(asked.letters):
            post(folder, number, asked.games)
        posted = time.perf_counter() - begin
        while answers(folder) < asked.letters:
            time.sleep(0.02)
        took = time.perf_counter() - begin
        server_cpu = server_seconds(server) - cpu
        times = latencies(folder, asked.letters, int(asked.rate * asked.seconds), asked.games, asked.rate)
        (folder / "stop").touch()
        post(folder, 9_000_000, asked.games)  # ends their wait
        total = sum(float(one.communicate()[0]) for one in running) / (asked.letters + len(times))
        print(
            f"{label:>12} x{workers}: {asked.letters / took:6.0f} letters/s (posting took {posted:.1f} s); judges "
            f"{1000 * total:.2f} ms CPU a letter, server {1000 * server_cpu / asked.letters:.2f}; at {asked.rate:g}/s "
            f"p50 {1000 * times[len(times) // 2]:.0f} ms, p99 {1000 * times[int(len(times) * 0.99)]:.0f} ms",
            flush=True,
        )


def main() -> None:
    words = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    words.add_argument("--letters", type=int, default=1500)
    words.add_argument("--games", type=int, default=40)
    words.add_argument("--rate", type=float, default=20)
    words.add_argument("--seconds", type=float, default=20)
    asked = words.parse_args()
    server = Server(settings=())
    print(f"load of this machine {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors")
    measure("SQLite", "var/judge.db", 1, asked, server)
    for workers in (1, 2, 4):
        measure("PostgreSQL", server.url(), workers, asked, server)
    print(f"peak of this process {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024} MB")
    server.stop()


if __name__ == "__main__":
    main()
