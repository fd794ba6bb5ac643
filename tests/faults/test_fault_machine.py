"""Rows 41 to 45: the machine under the judge; 72 and 73: letters and signals that end it."""

import os
import resource
import signal
import sqlite3
import subprocess
import sys
import time
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from judge.app import App, open_app
from judge.audit import replay_game
from judge.config import load
from judge.core.errors import StoreFault
from judge.daemon import Daemon
from judge.desk.cabinet import crash_guard
from judge.desk.cabinet.crash_guard import Suspects
from judge.mail import disk
from tests.crash.test_crashes import answers, make_home, post
from tests.faults.rig import DEAD, SEATS, Rig, lives, small_disk
from tests.faults.table import fault
from tests.stores import sqlite_only

ENDED = 74  # a StoreFault told and left


class Disk:
    """A connection to the store whose disk fails while `failing`."""

    def __init__(self, app: App, error: str) -> None:
        self._engine = app.store.storage.engine
        self._real = self._engine._connection  # type: ignore[attr-defined]
        self._error = error
        self._engine._connection = self  # type: ignore[attr-defined]

    def execute(self, statement: str, *values: object) -> object:
        if statement == "commit":
            raise sqlite3.OperationalError(self._error)
        return self._real.execute(statement, *values)

    def __getattr__(self, name: str) -> object:
        return getattr(self._real, name)


@fault(41)
@sqlite_only("a server has a disk of its own")
def test_on_a_full_disk_nothing_is_accepted_and_nothing_sent_until_there_is_room(rig: Rig) -> None:
    """The system's own limit on the size of a file stands for the full disk: every write beyond it fails."""
    letter = rig.write()
    rig.app.store.engine.tidy()
    rig.close()
    size = (rig.folder / "var" / "judge.db").stat().st_size

    def fill_the_disk(app: App) -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (min(size, 4096), resource.RLIM_INFINITY))

    for _ in range(3):
        assert rig.life(prepare=fill_the_disk) == ENDED
        assert rig.in_mailbox == 1
        assert rig.answers(letter) == []
    rig.rest()
    rig.check()


@fault(41)
@sqlite_only("a server has a disk of its own")
@pytest.mark.skipif(os.geteuid() != 0, reason="a small file system of its own needs root")
def test_a_home_on_a_full_file_system_heals_when_there_is_room(tmp_path: Path) -> None:
    with small_disk(tmp_path / "small", 3) as fill:
        home = make_home(tmp_path / "small" / "home")
        for number in range(10):
            post(home, number)
        filler = fill()
        for _ in range(3):
            words = [sys.executable, "-m", "judge", "--home", str(home), "once"]
            done = subprocess.run(words, capture_output=True, text=True, timeout=60)
            assert done.returncode != 0 and "Traceback" not in done.stderr
        assert len(list((home / "var/mail/in/new").iterdir())) == 10
        assert answers(home) == {}
        filler.unlink()
        subprocess.run(words, check=True, capture_output=True, timeout=60)
        assert {name: len(raws) for name, raws in answers(home).items()} == {
            f"<{number}@mail.test>": 1 for number in range(10)
        }


@fault(42)
def test_a_full_disk_under_the_mail_folders_leaves_no_half_letters(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = make_home(tmp_path / "home")
    for number in range(10):
        post(home, number)
    app = open_app(load(home))
    with monkeypatch.context() as full:
        full.setattr(disk.os, "write", lambda handle, data: _no_room())
        _, sent = app.once()
        assert (sent.sent, sent.waiting) == (0, 10)
        assert answers(home) == {} and not list((home / "var/mail/out/tmp").iterdir())
    app.outbox.flush(app.clock.now() + timedelta(hours=1))
    app.close()
    assert {len(raws) for raws in answers(home).values()} == {1} and len(answers(home)) == 10


def _no_room() -> int:
    raise OSError(28, "No space left on device")


@fault(43)
@sqlite_only("a server has a disk of its own")
def test_a_judge_whose_disk_fails_to_sync_ends_and_has_sent_nothing(rig: Rig) -> None:
    letter = rig.write()
    assert rig.life(prepare=lambda app: Disk(app, "disk I/O error")) == ENDED  # type: ignore[func-returns-value]
    assert rig.answers(letter) == []
    rig.rest()
    rig.check()


@fault(44)
@sqlite_only("a server has a disk of its own")
def test_a_store_that_cannot_be_written_ends_the_judge_with_the_reason(rig: Rig, capfd: pytest.CaptureFixture) -> None:  # type: ignore[type-arg]
    letter = rig.write()
    failed = rig.life(prepare=lambda app: Disk(app, "attempt to write a readonly database"))  # type: ignore[func-returns-value]
    assert failed == ENDED
    assert "readonly" in capfd.readouterr().err
    assert rig.answers(letter) == [] and rig.in_mailbox == 1
    rig.rest()
    rig.check()


@fault(44)
def test_too_few_open_files_lose_nothing(rig: Rig) -> None:
    rig.write()

    def no_more_files(app: App) -> None:
        resource.setrlimit(resource.RLIMIT_NOFILE, (len(os.listdir("/proc/self/fd")), resource.RLIM_INFINITY))

    rig.life(prepare=no_more_files)
    rig.rest()
    rig.check()


@fault(45)
@sqlite_only("a server has a disk of its own")
@pytest.mark.parametrize("damage", ["cut", "head"])
def test_a_damaged_store_is_not_opened_and_the_remedy_is_told(rig: Rig, damage: str) -> None:
    rig.write()
    rig.rest()
    rig.check()
    rig.app.store.engine.tidy()
    rig.close()
    path = rig.folder / "var" / "judge.db"
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) // 2 - 100] if damage == "cut" else whole[:20] + b"\xff" * 80 + whole[100:])
    with pytest.raises(StoreFault, match="back-up"):
        rig.open()
    path.write_bytes(whole)


@fault(45)
def test_a_flipped_bit_in_a_journal_is_named_by_the_replay(rig: Rig) -> None:
    rig.write()
    rig.rest()
    rig.clock.set(rig.deadline)
    rig.rest(minutes=0)
    rig.check()
    events = rig.app.store.table("events")
    event = next(dict(row) for row in events.all() if row.get("kind") == "phase_resolved")
    event["data"]["state"] = event["data"]["state"][::-1]
    events.put(event.pop("key"), event)
    rig.close()
    assert any("S1901M" in said for said in replay_game(rig.app.services, rig.game).differences)


@fault(72)
def test_a_letter_that_kills_the_judge_is_set_aside_after_three_deaths_and_the_others_go_on(
    rig: Rig, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(crash_guard, "PAUSE", 0.05)
    rig.close()
    rig.config = replace(rig.config, judge=replace(rig.config.judge, keeper="keeper@example.test"))
    rig.write("Vulpes")
    rig.write("Lupus", text="SELL 666 LIRA", answered=False, filed=False)
    rig.write("Corvus")

    def deadly(app: App) -> None:
        handle = app.timeline.handle

        def handled(message: object, raw: bytes) -> None:
            if any("666" in line.text for line in message.lines):  # type: ignore[attr-defined]
                os._exit(DEAD)
            handle(message, raw)  # type: ignore[arg-type]

        app.timeline.handle = handled  # type: ignore[assignment]

    deaths = 0
    while rig.life(prepare=deadly) == DEAD:
        deaths += 1
        assert deaths < 10
    assert deaths == 4  # once with all in hand, three times alone
    (kept,) = (rig.folder / "var" / "shunt").glob("*.eml")
    assert b"SELL 666 LIRA" in kept.read_bytes()
    rig.rest()
    (told,) = rig.to("keeper@example.test")
    assert kept.name in told.text
    rig.check()


@fault(72)
def test_a_letter_in_hand_when_the_judge_is_killed_for_other_reasons_is_not_blamed(tmp_path: Path) -> None:
    """Two lives end over the letter; the next is killed in the pause before it: that clears it."""
    note, letter = tmp_path / "in-hand", b"SELL 1 LIRA"
    for expected in (1, 2):
        pid = os.fork()
        if pid == 0:
            with Suspects(note, lambda seconds: None).holding([letter]):
                os._exit(DEAD)
        os.waitpid(pid, 0)
        assert Suspects(note)._deaths == expected
    pid = os.fork()
    if pid == 0:
        with Suspects(note, lambda seconds: os._exit(DEAD)).holding([letter]):
            os._exit(1)
    os.waitpid(pid, 0)
    after = Suspects(note)
    assert not after.suspected(letter) and not after.condemned(letter)


@fault(73)
def test_sigterm_finishes_the_letters_in_hand_and_leaves_the_rest_for_the_next_life(rig: Rig) -> None:
    for number in range(60):
        rig.write(SEATS[number % 3])
    rig.close()

    def live() -> int:
        app = rig.open()
        daemon = Daemon(app)
        send = app.relay.send
        sent = []

        def send_and_be_asked_to_stop(*letter: object) -> object:
            sent.append(send(*letter))  # type: ignore[arg-type]
            if len(sent) == 5:
                os.kill(os.getpid(), signal.SIGTERM)
            return sent[-1]

        app.relay.send = send_and_be_asked_to_stop  # type: ignore[method-assign, assignment]
        daemon.run()
        return 0

    assert lives(live) == 0
    stored = {row["key"]: row["raw"] for row in rig.app.store.table("octets").all()}
    assert stored  # an outbox is handed on, as to a new version
    rig.rest()
    sent = {one.raw.decode("ascii") for one in rig.delivered}
    assert set(stored.values()) <= sent
    rig.check()


@fault(73)
def test_sighup_in_the_middle_of_the_work_loses_nothing(tmp_path: Path) -> None:
    home = make_home(tmp_path / "home")
    daemon = subprocess.Popen(
        [sys.executable, "-m", "judge", "--home", str(home), "run", "--quiet"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        post(home, 0)
        _wait_for(home, 1)
        for number in range(1, 21):
            post(home, number)
            if number % 7 == 0:
                daemon.send_signal(signal.SIGHUP)
        _wait_for(home, 21)
    finally:
        daemon.send_signal(signal.SIGTERM)
        assert daemon.wait(20) == 0
    assert {len(raws) for raws in answers(home).values()} == {1}


def _wait_for(home: Path, count: int) -> None:
    for _ in range(1000):
        if len(answers(home)) >= count:
            return
        time.sleep(0.02)
    raise AssertionError(f"{len(answers(home))} answers, not {count}")
