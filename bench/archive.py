"""The archive of many games: seconds and bytes of the first run, of one after a single deadline, and of an idle one.

python bench/archive.py [games] [phases]
"""

from __future__ import annotations

import sys
import tempfile
import time
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

from judge.app import App, open_app
from judge.clock import SetClock
from judge.config import load
from judge.config_file import write_default
from judge.desk.cabinet.keys import SlowHasher
from judge.desk.cabinet.records import Cause, Status, instant
from judge.desk.phases import resolving
from judge.desk.words import addresses, creating, enrol
from judge.entropy import SeededEntropy
from judge.extras.demo import START
from judge.extras.site import Archive
from judge.kits.board.standard import standard_map


def grown(app: App, name: str, phases: int) -> None:
    """A game of Diplomacy in which nothing is ordered: boards, tables and charts like any other's."""
    services = app.services
    with services.store.batch():
        game, _ = creating.create(services, name, "diplomacy", {}, "gm@bench.test", "master-word", Cause(START, name))
        for number, seat in enumerate(sorted(standard_map().powers)):
            address = f"player{number}@bench.test"
            if services.files.person(address) is None:
                addresses.make_person(services, address, f"Player {number}", "UTC")
            game, _, _ = enrol.take_seat(services, game, seat, address, "pass-word", Cause(START, f"{name}{number}"))
        game = creating.start_game(services, game, Cause(START, name))
        for _ in range(phases):
            if game.status is Status.ACTIVE:
                game = resolving.resolve(services, game, Cause(instant(game.deadline)), by="JUDGE")


def timed(name: str, archive: Archive) -> None:
    start = time.process_time()
    done = archive.refresh()
    spent = time.process_time() - start
    print(f"{name:<28} {spent:8.2f} s   {len(done.written):6d} files written   {done.games} games")


def main(games: int, phases: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder) / "home"
        write_default(home, name="BENCH", address="judge@bench.test", list="", door="")
        config = load(home)
        config = replace(config, judge=replace(config.judge, html=False))
        app = open_app(config, clock=SetClock(START), entropy=SeededEntropy("bench"), hasher=SlowHasher(64, 1))
        for number in range(games):
            grown(app, f"game{number:03d}", phases)
        archive = Archive(app.services, Path(folder) / "site")
        timed(f"first, {games} x {phases}", archive)
        timed("idle", archive)
        game = app.services.files.games()[0]
        with app.store.batch():
            resolving.resolve(app.services, game, Cause(instant(game.deadline) + timedelta(minutes=1)), by="JUDGE")
        timed("after one deadline", archive)
        total = sum(path.stat().st_size for path in archive.folder.rglob("*") if path.is_file())
        print(f"{total / 1e6:.0f} MB in {sum(1 for _ in archive.folder.rglob('*'))} files")
        app.close()


if __name__ == "__main__":
    numbers = [int(word) for word in sys.argv[1:]] + [8, 20][len(sys.argv) - 1 :]
    main(*numbers)
