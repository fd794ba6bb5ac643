"""A judge under load: a real daemon on a home of many games, letters fed while it works, then everybody's deadline.

    python bench/load.py [--letters N] [--games N] [--seats N] [--variant GAME] [--real | --judges N] [--plain]
        [--folder DIR] [--profile FILE]

Everybody writes what a robot of the judge would write in his place (judge/robots), in Bourses or, with `--variant all`,
in each of its games in turn.
Embedded: letters come as files into the Maildir, answers go out as files. `--real`: letters come by SMTP to Postfix
and Dovecot, the daemon fetches by IMAP and answers by submission (needs root and both servers). Printed: start-up with
all games, letters a second, the time from a letter's arrival to its confirmation (when one comes at a time, and when
they come as fast as they are taken), memory at every tenth, and the evening on which every game is due at once: until
the last results are queued, and until the last is sent. `--profile` writes what that evening's time went to.
`--judges N`: so many over one store on a PostgreSQL server of the run's own, which syncs.
"""

from __future__ import annotations

import argparse
import cProfile
import gc
import os
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import count
from pathlib import Path

from bench.load_mail import Files, Player, Post, Servers
from judge.app import App, open_app
from judge.config import load
from judge.core.variant import Role
from judge.daemon import quiet_collector
from judge.desk.cabinet.keys import SlowHasher
from judge.desk.cabinet.records import Cause, instant
from judge.desk.words import addresses, creating, enrol
from judge.extras.robots import table
from judge.extras.robots.plays import play
from judge.games import slugs
from judge.kits.board.standard import standard_map
from tests.pgserver import Server

CHEAP = SlowHasher(64, 1)  # passwords are proved once a player; half of the letters bring one
WAITING = 512  # letters that lie in the mailbox at most: feeders wait above it
CALM = 50  # letters a second of the calm part
GREETING = "Hello judge,\n"
_ANSWERS = re.compile(rb"^In-Reply-To: <load\.(\d+)@", re.MULTILINE)
_CONFIRMS = re.compile(rb"^Subject: \[OK\]", re.MULTILINE)


@dataclass
class Figures:
    """What one run measured."""

    letters: int = 0
    confirmed: int = 0
    wall: float = 0.0
    waits: list[float] = field(default_factory=list)
    memory: list[int] = field(default_factory=list)
    start_up: float = 0.0
    cpu: float = 0.0

    def quantile(self, share: float) -> float:
        """Seconds within which this share of the letters was confirmed."""
        waits = sorted(self.waits)
        return waits[min(len(waits) - 1, int(len(waits) * share))] if waits else float("nan")


# ---- a home with games --------------------------------------------------------------------------------------------


def make_home(folder: Path, mail: str, address: str, html: bool, store: str) -> None:
    (folder / "var" / "cache").mkdir(parents=True, exist_ok=True)
    for box in ("in", "out"):
        for sub in ("tmp", "new", "cur"):
            (folder / "var" / "mail" / box / sub).mkdir(parents=True, exist_ok=True)
    (folder / "judge.toml").write_text(
        f'[judge]\nname = "LOAD"\naddress = "{address}"\nlist = ""\nzone = "UTC"\ndigest = ""\n'
        f"letters_per_hour = 10000000\nreplies_per_hour = 10000000\nhtml = {str(html).lower()}\n"
        f'store = "{store}"\n[mail]\n{mail}',
        "utf-8",
    )


def names_of(app: App, slug: str, seats: int) -> list[str]:
    """Who joins: so many players, or everybody the board has."""
    info = app.services.variants[slug].info
    if set(info.roles) & {Role.TRADER, Role.INVESTOR}:
        return [f"Seat {number}" for number in range(min(seats, info.players[1] or seats))]
    return sorted(standard_map().powers)


def fill(
    app: App, games: int, seats: int, address_of: Callable[[int, int], str], slugs: Sequence[str] = ("bourse",)
) -> list[Player]:
    """Running games; the letters of their starts are thrown away, others have measured them."""
    players = []
    now, services = app.clock.now(), app.services
    local, _, domain = app.config.judge.address.rpartition("@")
    for g in range(games):
        name, slug = f"game{g}", slugs[g % len(slugs)]
        with app.store.batch():
            game, _ = creating.create(services, name, slug, {}, "gm@load.test", "gm-secret", Cause(now, "load"))
            for s, called in enumerate(names_of(app, slug, seats)):
                address = address_of(g, s)
                addresses.make_person(services, address, f"Player {s}", "")
                game, _, _ = enrol.take_seat(services, game, called, address, f"pass-{s}", Cause(now, f"{g}/{s}"))
            game = creating.start_game(services, game, Cause(now, "load"))
            for seat in sorted(services.files.seats(name).values(), key=lambda seat: seat.number):
                token = f"{local}+{services.letters.token(game, seat)}@{domain}"
                signon = f'SIGNON "{seat.name}"@{name} pass-{seat.number - 1}'
                orders = table.words_of(services, game, seat, play(slug)) or "STATUS"
                players.append(Player(seat.address, token, signon, f"{orders}\n"))
            outbox = app.store.table("outbox")
            for row in outbox.all():
                outbox.drop(str(row["key"]))
    return players


def letter(number: int, player: Player, address: str) -> tuple[bytes, str]:
    """Bytes of one letter and whom it goes to: half answer a letter of the judge, half sign on."""
    to = player.token if number % 2 else address
    orders = GREETING + player.orders
    body = orders if number % 2 else f"{player.signon}\n{orders}SIGNOFF\n"
    head = (
        f"From: Somebody <{player.address}>\nTo: {to}\nSubject: my orders\nMessage-ID: <load.{number}@load.test>\n"
        f"Date: {datetime.now(UTC):%a, %d %b %Y %H:%M:%S} +0000\nMIME-Version: 1.0\n"
        "Content-Type: text/plain; charset=utf-8\n\n"
    )
    return (head + body).encode(), to


# ---- the daemon ---------------------------------------------------------------------------------------------------


@contextmanager
def daemons(home: Path, environ: dict[str, str], judges: int) -> Iterator[list[int]]:
    """Their process ids."""
    with open(home / "log", "ab") as log:
        words = [sys.executable, "-m", "judge", "--home", str(home), "run"]
        running = [subprocess.Popen(words, stdout=log, stderr=log, env=os.environ | environ) for _ in range(judges)]
    try:
        yield [one.pid for one in running]
    finally:
        for one in running:
            one.send_signal(signal.SIGTERM)
        for one in running:
            one.wait(120)


def resident(pids: list[int]) -> int:
    """MB that processes hold."""
    pages = sum(int(Path(f"/proc/{pid}/statm").read_text().split()[1]) for pid in pids)
    return pages * os.sysconf("SC_PAGE_SIZE") // 1_000_000


def processor(pids: list[int]) -> float:
    """Seconds of processor time that processes have used."""
    fields = [Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split() for pid in pids]
    return sum(int(one[11]) + int(one[12]) for one in fields) / os.sysconf("SC_CLK_TCK")


def until(done: Callable[[], bool], what: str, seconds: float = 900, pause: float = 0.01) -> None:
    end = time.monotonic() + seconds
    while not done():
        if time.monotonic() > end:
            raise TimeoutError(what)
        time.sleep(pause)


# ---- the run ------------------------------------------------------------------------------------------------------


@dataclass
class Load:
    """One run: who writes, to whom, by which post."""

    home: Path
    address: str
    players: list[Player]
    post: Post
    environ: dict[str, str] = field(default_factory=dict)
    feeders: int = 1
    judges: int = 1
    sent: dict[int, float] = field(default_factory=dict)

    def write(self, number: int) -> None:
        player = self.players[number * 7919 % len(self.players)]
        raw, to = letter(number, player, self.address)
        self.sent[number] = time.time()
        self.post.send(number, player, raw, to)

    def run(self, letters: int) -> tuple[Figures, Figures]:
        """A calm part, one letter at a time, and the flood."""
        calm = Figures(letters=min(500, max(20, letters // 20)))
        flood = Figures(letters=letters - calm.letters)
        started = time.perf_counter()
        with daemons(self.home, self.environ, self.judges) as pids:
            self.write(0)
            until(lambda: self._confirmed(1), "the first letter")
            calm.start_up = time.perf_counter() - started
            begun = time.perf_counter()
            for number in range(1, calm.letters):
                time.sleep(max(0.0, begun + number / CALM - time.perf_counter()))
                self.write(number)
            until(lambda: self._confirmed(calm.letters), "the calm letters")
            self._flood(flood, calm.letters, letters, pids)
        self._collect(calm, range(1, calm.letters))
        self._collect(flood, range(calm.letters, letters))
        return calm, flood

    def _flood(self, figures: Figures, first: int, last: int, pids: list[int]) -> None:
        numbers = count(first)
        step = max(1, figures.letters // 10)
        lock = threading.Lock()
        begun, used = time.perf_counter(), processor(pids)

        def feed() -> None:
            while True:
                with lock:
                    number = next(numbers)
                if number >= last:
                    return
                if number % 32 == 0:
                    until(lambda: self.post.waiting() < WAITING, "room in the mailbox")
                self.write(number)
                if (number - first) % step == step - 1:
                    figures.memory.append(resident(pids))
                    done, took = number - first + 1, time.perf_counter() - begun
                    print(f"    {done:7} sent, {done / took:6.0f} /s, judges {resident(pids)} MB", flush=True)

        threads = [threading.Thread(target=feed) for _ in range(self.feeders)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        until(lambda: self._confirmed(last), "the last letters", pause=0.2)  # a look at all answers takes long
        figures.wall = time.perf_counter() - begun
        figures.memory.append(resident(pids))
        figures.cpu = processor(pids) - used

    def _confirmed(self, count_: int) -> bool:
        return self.post.waiting() == 0 and sum(1 for _ in self.post.answers()) >= count_

    def _collect(self, figures: Figures, numbers: range) -> None:
        """The wait of each letter, from its sending to its answer's arrival. An answer's file tells its own time."""
        for path in self.post.answers():
            head = path.read_bytes()[:3000]
            found = _ANSWERS.search(head)
            if found and int(found[1]) in numbers:
                figures.waits.append(path.stat().st_mtime - self.sent[int(found[1])])
                figures.confirmed += bool(_CONFIRMS.search(head))


@dataclass(frozen=True)
class Peak:
    """All games due at once. Seconds are those since the deadline; `memory` is MB at its end."""

    resolved: int
    queued: int
    sent: int
    queued_after: float
    sent_after: float
    cpu: float
    memory: int


def peak(home: Path, profile: Path | None) -> Peak:
    """One tick of a judge of its own at the deadline of all games."""
    app = open_app(load(home), hasher=CHEAP)
    phases = {game.key: game.phase for game in app.services.files.games()}
    due = max(instant(game.deadline) for game in app.services.files.games())
    app.close()
    gc.collect()
    app = open_app(load(home), hasher=CHEAP, now=due)
    quiet_collector()
    with cProfile.Profile() if profile else nullcontext() as watching:
        began, used = time.perf_counter(), time.process_time()
        app.timeline.tick(due)
        queued, queued_after = app.outbox.waiting(), time.perf_counter() - began
        sent = app.outbox.flush(due)
        sent_after, cpu = time.perf_counter() - began, time.process_time() - used
    if profile and watching:
        watching.dump_stats(profile)
    resolved = sum(phases[game.key] != game.phase for game in app.services.files.games())
    app.close()
    return Peak(resolved, queued, sent.sent, queued_after, sent_after, cpu, resident([os.getpid()]))


def tell(calm: Figures, flood: Figures) -> None:
    print(f"  start-up to the first confirmation     {calm.start_up:8.2f} s")
    for name, figures in ((f"calm, {CALM} letters a second", calm), ("flood", flood)):
        print(
            f"  {name:38} {figures.letters:7} letters, {len(figures.waits)} answered; arrival to confirmation "
            f"p50 {1000 * figures.quantile(0.5):.0f} ms, p99 {1000 * figures.quantile(0.99):.0f} ms"
        )
    print(f"  letters a second                       {flood.letters / flood.wall:8.0f}")
    print(f"  processor time of the judges           {1000 * flood.cpu / flood.letters:8.2f} ms a letter")
    tenth, half, end = flood.memory[0], flood.memory[len(flood.memory) // 2 - 1], flood.memory[-1]
    print(f"  memory at 10 %, 50 % and the end       {tenth}, {half}, {end} MB", flush=True)


def tell_peak(evening: Peak) -> None:
    print(
        f"  the same deadline for all              {evening.resolved} games resolved; {evening.queued} letters "
        f"queued after {evening.queued_after:.1f} s, {evening.sent} sent after {evening.sent_after:.1f} s; "
        f"{evening.cpu:.1f} s of processor time, {evening.memory} MB",
        flush=True,
    )


def embedded(
    folder: Path,
    letters: int,
    games: int,
    seats: int,
    html: bool,
    profile: Path | None = None,
    wanted: Sequence[str] = ("bourse",),
    store: str = "var/judge.db",
    judges: int = 1,
) -> tuple[Figures, Figures]:
    mail = 'inbox = "maildir:var/mail/in"\noutbox = "maildir:var/mail/out"\nsettle = "0m"\n'
    make_home(folder, mail, "judge@load.test", html, store)
    app = open_app(load(folder), hasher=CHEAP)
    players = fill(app, games, seats, lambda g, s: f"p{g}x{s}@load.test", wanted)
    app.close()
    print(f"embedded mailbox, {judges} judges: {games} games, {len(players)} players, {letters} letters", flush=True)
    figures = Load(folder, "judge@load.test", players, Files(folder), judges=judges).run(letters)
    tell(*figures)
    tell_peak(peak(folder, profile))
    return figures


def real(
    folder: Path,
    letters: int,
    games: int,
    seats: int,
    html: bool,
    profile: Path | None = None,
    wanted: Sequence[str] = ("bourse",),
) -> tuple[Figures, Figures]:
    from tests.mailserver.site import JUDGE, Site, free_base

    root = Path(tempfile.mkdtemp(prefix="judge-mailsite-"))
    root.chmod(0o755)
    site = Site(root, free_base())
    try:
        site.run("start")
        mail = (
            f'inbox = "imaps://{JUDGE}@localhost:{site.port(993)}/INBOX"\n'
            f'outbox = "smtps://{JUDGE}@localhost:{site.port(465)}"\nca_file = "{root / "tls" / "ca.pem"}"\n'
            'settle = "0m"\n'
        )
        make_home(folder, mail, JUDGE, html, "var/judge.db")
        app = open_app(load(folder), hasher=CHEAP)
        players = fill(app, games, seats, lambda g, s: f"{('ann', 'bob')[s % 2]}+{g}x{s}@players.test", wanted)
        app.close()
        print(
            f"Postfix, Dovecot, IMAP, submission: {games} games, {len(players)} players, {letters} letters", flush=True
        )
        secrets = {"JUDGE_IMAP_PASSWORD": "secret", "JUDGE_SMTP_PASSWORD": "secret"}
        figures = Load(folder, JUDGE, players, Servers(root, site.port(25)), secrets, feeders=2).run(letters)
        tell(*figures)
        os.environ.update(secrets)
        tell_peak(peak(folder, profile))
        return figures
    finally:
        site.run("stop")
        subprocess.run(["rm", "-rf", str(root)], check=False)


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    words.add_argument("--letters", type=int, default=1500)
    words.add_argument("--games", type=int, default=20)
    words.add_argument("--seats", type=int, default=20)
    words.add_argument("--variant", default="bourse", help="a game, or all")
    words.add_argument("--real", action="store_true", help="through Postfix and Dovecot")
    words.add_argument("--plain", action="store_true", help="results without pages and charts")
    words.add_argument("--folder", type=Path, default=None)
    words.add_argument("--profile", type=Path, default=None, help="file for the profile of the deadline")
    words.add_argument("--judges", type=int, default=0, help="so many on a PostgreSQL server")
    asked = words.parse_args()
    size = asked.letters, asked.games, asked.seats, not asked.plain, asked.profile
    wanted = tuple(slugs()) if asked.variant == "all" else (asked.variant,)
    with tempfile.TemporaryDirectory(dir=asked.folder) as name:
        if asked.real:
            real(Path(name), *size, wanted)
        elif asked.judges:
            server = Server(settings=())
            embedded(Path(name), *size, wanted, store=server.url(), judges=asked.judges)
            server.stop()
        else:
            embedded(Path(name), *size, wanted)


if __name__ == "__main__":
    main()
