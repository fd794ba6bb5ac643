"""No room for a moment, on the disk or in memory: nothing is lost, nothing is set aside, and everybody hears words."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import argon2
import pytest
from argon2.low_level import error_to_str
from click.testing import CliRunner

from judge.cli.frame import _group
from judge.core.errors import NoRoom
from judge.desk.cabinet.keys import SlowHasher
from tests.faults.rig import Rig, small_disk
from tests.faults.table import fault
from tests.keeper.homes import DEADLINE, bourse_home, run

NO_MEMORY = error_to_str(-22)


@pytest.mark.parametrize(
    ("hashing", "checking"),
    [(argon2.exceptions.HashingError(NO_MEMORY), argon2.exceptions.VerificationError(NO_MEMORY)), 2 * (MemoryError(),)],
    ids=("argon2", "Python"),
)
def test_a_hash_without_memory_is_no_wrong_password(
    monkeypatch: pytest.MonkeyPatch, hashing: Exception, checking: Exception
) -> None:
    hasher = SlowHasher(64, 1)
    stored = hasher.hash("ann-pass")
    assert not hasher.verify(stored, "other") and not hasher.verify("$argon2id$broken", "ann-pass")
    with monkeypatch.context() as full:
        full.setattr(argon2.PasswordHasher, "hash", _raises(hashing))
        full.setattr(argon2.PasswordHasher, "verify", _raises(checking))
        with pytest.raises(NoRoom):
            hasher.hash("ann-pass")
        with pytest.raises(NoRoom):
            hasher.verify(stored, "ann-pass")


@fault(41)
def test_a_letter_whose_password_finds_no_memory_is_handled_at_a_later_tick(
    rig: Rig, monkeypatch: pytest.MonkeyPatch
) -> None:
    letter = rig.write()
    with monkeypatch.context() as full:
        full.setattr(argon2.PasswordHasher, "verify", _raises(MemoryError()))
        tally, _ = rig.tick(minutes=1)
        assert "memory" in tally.fault and tally.shunted == 0
        assert rig.in_mailbox == 1 and rig.answers(letter) == [] and rig.app.services.shunt.listing() == []
    rig.rest()
    rig.check()
    assert len(rig.answers(letter)) == 1


@fault(41)
def test_a_deadline_on_a_full_disk_waits_and_holds_no_game(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    rig.write()
    rig.rest()
    rig.clock.set(rig.deadline)
    with monkeypatch.context() as full:
        full.setattr("judge.desk.phases.resolving.due", _raises(OSError(28, "No space left on device")))
        tally, _ = rig.tick(minutes=1)
        assert "disk" in tally.fault and tally.resolved == 0 and rig.game.status == "active"
    rig.rest()
    assert rig.game.phase != "S1901M"
    rig.check()


def test_a_command_on_a_full_disk_says_so_in_words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home = bourse_home(tmp_path / "home")
    monkeypatch.setattr(Path, "write_text", _raises(OSError(28, "No space left on device")))
    done = CliRunner().invoke(_group, ["--home", str(home), "write", "ann@example.test"], input="HELP\n")
    assert done.exit_code == 75 and "disk is full" in done.output and "Make room" in done.output


def test_letters_are_written_where_the_cache_of_templates_cannot_be(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = bourse_home(tmp_path / "home")
    shutil.rmtree(home / "var" / "cache")
    monkeypatch.setattr("judge.app.opening.compiled", lambda folder, cache: cache)
    monkeypatch.setattr("jinja2.FileSystemBytecodeCache.dump_bytecode", _raises(OSError(28, "No space left on device")))
    assert run(home, "once", now=DEADLINE).exit_code == 0
    assert " active " in run(home, "list").output


@pytest.mark.skipif(os.geteuid() != 0, reason="a small file system of its own needs root")
def test_no_command_on_a_full_file_system_ends_with_a_traceback(tmp_path: Path) -> None:
    with small_disk(tmp_path / "small", 4) as fill:
        home = bourse_home(tmp_path / "small" / "home")
        shutil.rmtree(home / "var" / "cache")
        (home / "var" / "cache").mkdir(0o700)
        filler = fill()
        os.truncate(filler, filler.stat().st_size - 60_000)
        for words in (["--now", DEADLINE, "once"], ["doctor"], ["write", "ann@example.test"], ["show", "lira7"]):
            command = [sys.executable, "-m", "judge", "--home", str(home), *words]
            done = subprocess.run(command, capture_output=True, text=True, timeout=60, input="HELP\n")
            assert "Traceback" not in done.stderr, words


def _raises(fault: Exception):  # type: ignore[no-untyped-def]
    def call(*_: object, **__: object) -> None:
        raise fault

    return call
