"""Killed at every step of the crash table, and at random: nothing lost, nothing twice."""

import email
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from judge.app import App, open_app
from judge.audit import broken_links
from judge.config import load
from judge.config_file import write_default
from judge.desk.cabinet.keys import SlowHasher
from tests.counts import SOAK
from tests.crash.child import DEAD, life
from tests.harness import address_of, founded, password_of, share_cache

SEATS = ("Lupus", "Vulpes", "Corvus", "Ursus")


def make_home(folder: Path) -> Path:
    write_default(folder)
    text = (folder / "judge.toml").read_text().replace('door   = "127.0.0.1:8025"', "# no door")
    text = text.replace(
        "# html = true ", "html = false "
    )  # drawing takes longer than everything else and proves nothing here
    (folder / "judge.toml").write_text(text)
    share_cache(folder)
    app = opened(folder)
    founded(app, "lira7", SEATS)
    app.outbox.flush(app.clock.now())
    app.close()
    for path in (folder / "var/mail/out/new").iterdir():
        path.unlink()
    (folder / "var/mail/in/new").mkdir(parents=True, exist_ok=True)
    return folder


def opened(folder: Path) -> App:
    return open_app(load(folder), hasher=SlowHasher(64, 1))


def post(folder: Path, number: int) -> None:
    """Letter `number`: a sheet of one line that no other letter holds."""
    seat = SEATS[number % len(SEATS)]
    head = f"From: {address_of(seat)}\nTo: judge@localhost\nSubject: {number}\nMessage-ID: <{number}@mail.test>\n\n"
    text = f"{head}SIGNON {seat}@lira7 {password_of(seat)}\nSELL {100 + number} LIRA\nSIGNOFF\n"
    temporary = folder / f"var/mail/in/{number}.tmp"
    temporary.write_text(text)
    temporary.rename(folder / f"var/mail/in/new/{number:05d}")


def answers(folder: Path) -> dict[str, list[bytes]]:
    """Confirmations by the letter they answer."""
    found: dict[str, list[bytes]] = {}
    for path in sorted((folder / "var/mail/out/new").iterdir()):
        raw = path.read_bytes()
        found.setdefault(str(email.message_from_bytes(raw)["In-Reply-To"]), []).append(raw)
    return found


def check(folder: Path, letters: int) -> None:
    """Every letter confirmed once, every sheet filed once, the journal whole, the mailbox empty."""
    found = answers(folder)
    for number in range(letters):
        assert len(found[f"<{number}@mail.test>"]) == 1, number
    assert len(found) == letters
    app = opened(folder)
    stored = [
        event
        for seq in range(1, app.services.journal.length("lira7") + 1)
        if (event := app.services.journal.event("lira7", seq))["kind"] == "orders_stored"
    ]
    assert len({event["cause"] for event in stored}) == len(stored) == letters
    assert broken_links(app.services.journal, "lira7") == []
    for seat in SEATS:
        mine = [event for event in stored if event["data"]["seat"] == seat]
        assert [event["data"]["version"] for event in mine] == list(range(1, len(mine) + 1))
    assert not list((folder / "var/mail/in/new").iterdir())
    app.close()


@pytest.mark.slow
@pytest.mark.parametrize("point", ["fetched", "handled", "committed", "settled", "sent"])
def test_a_death_at_each_step_of_the_crash_table_loses_and_doubles_nothing(point: str, tmp_path: Path) -> None:
    folder = make_home(tmp_path / "home")
    for number in range(10):
        post(folder, number)
    assert life(folder, point) == DEAD
    for number in range(10, 14):
        post(folder, number)
    assert life(folder, "never") == 0
    check(folder, 14)


@pytest.mark.slow
def test_kill_9_of_the_real_daemon_at_random_under_load_loses_and_doubles_nothing(tmp_path: Path) -> None:
    folder = make_home(tmp_path / "home")
    chance = random.Random(1901)
    kills, letters = (60, 600) if SOAK else (4, 40)
    number = 0
    for _ in range(kills):
        daemon = subprocess.Popen(
            [sys.executable, "-m", "judge", "--home", str(folder), "run", "--quiet"],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        for _ in range(letters // kills):
            post(folder, number)
            number += 1
            time.sleep(chance.random() * 0.02)
        time.sleep(chance.random() * 0.5)
        daemon.send_signal(signal.SIGKILL)
        daemon.wait()
    assert life(folder, "never") == 0
    check(folder, number)
