"""A store that is held, damaged, foreign or cannot be written says so and loses nothing that was acknowledged."""

import os
import resource
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from judge.core.errors import SetupError, StoreFault
from judge.store import Store, open_store

TABLES = {"a": ("k",), "b": ()}


def filled(path: Path, rows: int = 200) -> None:
    store = open_store(path, TABLES)
    with store.batch():
        for number in range(rows):
            store.table("a").put(f"x{number}", {"k": number % 7, "pad": "p" * 500})
    store.close()


def complaint(path: Path) -> str:
    """What opening and checking a store has to say of it; "" if all is well. A fault must name the remedy."""
    try:
        store = open_store(path, TABLES)
    except StoreFault as fault:
        return str(fault) if "back-up" in str(fault) else ""
    try:
        return "; ".join(store.check())
    except StoreFault as fault:
        return str(fault) if "back-up" in str(fault) else ""
    finally:
        store.close()


def test_a_second_opener_is_refused_and_told_who_holds_it(path: Path) -> None:
    store = open_store(path, TABLES)
    with pytest.raises(StoreFault, match=f"process {os.getpid()}.*Stop that one first"):
        open_store(path, TABLES)
    store.close()
    open_store(path, TABLES).close()


def test_another_process_is_refused_too_and_let_in_when_the_holder_dies(path: Path) -> None:
    code = (
        "import sys, time; from judge.store import open_store; "
        f"store = open_store({str(path)!r}, {TABLES!r}); print('open', flush=True); time.sleep(60)"
    )
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE) as holder:
        assert holder.stdout is not None and holder.stdout.readline() == b"open\n"
        with pytest.raises(StoreFault, match=f"process {holder.pid}"):
            open_store(path, TABLES)
        holder.kill()
    open_store(path, TABLES).close()


def test_a_reader_beside_the_daemon_sees_commits_and_writes_nothing(path: Path) -> None:
    with pytest.raises(SetupError, match="no store"):
        open_store(path, TABLES, lock=False)
    daemon = open_store(path, TABLES)
    reader = open_store(path, TABLES, lock=False)
    daemon.table("a").put("x", {"k": 1})
    assert reader.table("a").find("k", 1)[0]["key"] == "x"
    with pytest.raises(StoreFault, match="reading only"):
        reader.table("a").put("y", {})
    reader.close()
    daemon.table("a").put("z", {})
    daemon.close()


def test_a_missing_folder_and_an_unknown_engine_name_the_remedy(tmp_path: Path) -> None:
    with pytest.raises(SetupError, match="judge init"):
        open_store(tmp_path / "none" / "judge.db")
    with pytest.raises(SetupError, match="no engine for mysql:// in this build"):
        open_store("mysql://host/judge")


def test_a_file_that_is_no_database_is_a_fault_with_a_remedy(path: Path) -> None:
    path.write_bytes(b"From: a letter\n" * 500)
    with pytest.raises(StoreFault, match="back-up"):
        open_store(path, TABLES)
    assert path.read_bytes().startswith(b"From: a letter")
    path.unlink()
    open_store(path, TABLES).close()


def test_a_foreign_database_is_left_alone(path: Path) -> None:
    other = sqlite3.connect(path)
    other.execute("create table theirs(x)")
    other.commit()
    other.close()
    with pytest.raises(SetupError, match="not a judge's store"):
        open_store(path, TABLES)


def test_a_store_of_a_newer_judge_is_left_alone(path: Path) -> None:
    filled(path, 1)
    later = sqlite3.connect(path)
    later.execute("update meta set value='99' where name='schema_version'")
    later.commit()
    later.close()
    with pytest.raises(SetupError, match="newer judge"):
        open_store(path, TABLES)


@pytest.mark.parametrize("offset", [20, 4096, 8192, 3 * 4096 + 50])
def test_a_damaged_page_is_a_fault_or_is_found_by_the_check(path: Path, offset: int) -> None:
    filled(path)
    with path.open("r+b") as file:
        file.seek(offset)
        file.write(b"\xff" * 3000)
    assert complaint(path)


def test_the_check_finds_an_index_that_differs_from_its_document(path: Path) -> None:
    filled(path, 3)
    other = sqlite3.connect(path)
    other.execute("update t_a set f_k=99 where body->>'key'='x1'")
    other.execute("update t_a set body='{broken' where body->>'key'='x2'")
    other.commit()
    other.close()
    store = open_store(path, TABLES)
    complaints = store.check()
    assert any("index differs" in one for one in complaints)
    assert any("damaged" in one for one in complaints)
    with pytest.raises(StoreFault, match="damaged"):
        store.table("a").fetch("x2")
    store.close()


def test_a_store_held_by_another_program_is_a_fault_that_says_so(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("judge.store.sqlite.BUSY_SECONDS", 0.05)
    store = open_store(path, TABLES)
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("begin immediate")
    with pytest.raises(StoreFault, match="Another program"):
        store.table("a").put("x", {})
    other.close()
    store.close()


class FailingEngine:
    """Passes everything to a real engine, but its next commits fail."""

    def __init__(self, engine: object, error: BaseException) -> None:
        self._engine, self._error = engine, error

    def __getattr__(self, name: str) -> object:
        return getattr(self._engine, name)

    def commit(self, changes: object, **options: object) -> None:
        raise self._error


@pytest.mark.parametrize("error", [OSError(28, "No space left"), StoreFault("fsync failed"), KeyboardInterrupt()])
def test_after_a_failed_commit_nothing_is_written_any_more(
    new_store: Callable[..., Store], error: BaseException
) -> None:
    store = new_store()
    table = store.table("a")
    table.put("kept", {"k": 1})
    real = store.storage.engine
    store.storage.engine = FailingEngine(real, error)  # type: ignore[assignment]
    expected = KeyboardInterrupt if isinstance(error, KeyboardInterrupt) else StoreFault
    with pytest.raises(expected), store.batch():
        table.put("lost", {"k": 1})
    store.storage.engine = real
    with pytest.raises(StoreFault, match="failed commit"):
        table.put("more", {})
    with pytest.raises(StoreFault, match="failed commit"), store.batch():
        raise AssertionError("a batch was opened")
    assert [doc["key"] for doc in table.find("k", 1)] == ["kept"]


FULL_DISK = """
import resource, signal, sys
from judge.core.errors import StoreFault
from judge.store import open_store
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
store = open_store(sys.argv[1], {"a": ("k",)})
resource.setrlimit(resource.RLIMIT_FSIZE, (400_000, 400_000))
number = 0
try:
    while number < 5000:
        with store.batch():
            for _ in range(3):
                store.table("a").put(f"x{number}", {"k": number // 3, "pad": "p" * 700})
                number += 1
        print(number, flush=True)
except StoreFault as fault:
    print("fault", fault, flush=True)
    sys.exit(3)
"""


def test_a_full_disk_is_a_fault_and_loses_nothing_acknowledged(path: Path) -> None:
    assert resource.getrlimit(resource.RLIMIT_FSIZE)[0] == resource.RLIM_INFINITY
    child = subprocess.run([sys.executable, "-c", FULL_DISK, str(path)], capture_output=True, text=True, check=False)
    *acknowledged, fault = child.stdout.splitlines()
    assert child.returncode == 3, child.stderr
    assert "could not be written" in fault
    store = open_store(path, {"a": ("k",)})
    assert len(store.table("a")) == int(acknowledged[-1])
    assert store.check() == []
    store.table("a").put("again", {"k": 1})
    store.close()


def test_the_store_and_its_companions_are_for_the_keeper_alone(path: Path) -> None:
    store = open_store(path, TABLES)
    store.table("a").put("x", {})
    store.backup(path.with_name("copy.db"))
    modes = {file.name: file.stat().st_mode & 0o777 for file in path.parent.iterdir()}
    assert modes == dict.fromkeys(modes, 0o600)
    assert {"judge.db", "judge.db-wal", "judge.db.lock", "copy.db"} <= set(modes)
    store.close()
