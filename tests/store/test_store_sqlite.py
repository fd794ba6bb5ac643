"""What only the file engine has: its plans, its layout on disk, its back-ups."""

import os
import sqlite3
import threading
from contextlib import closing
from pathlib import Path

import pytest

from judge.core.errors import SetupError, StoreFault
from judge.store import open_store
from judge.store.codec import encode, plain
from judge.store.engine import Lookup
from judge.store.layout import KEYED
from judge.store.sqlite import SqliteEngine


def plan(engine: SqliteEngine, table: str, lookup: Lookup, monkeypatch: pytest.MonkeyPatch) -> str:
    """SQLite's own words on how it answers a look-up."""
    asked = []
    monkeypatch.setattr(engine, "ask", lambda statement, values: asked.append((statement, values)) or [])
    engine.find(table, lookup)
    monkeypatch.undo()
    return " / ".join(row[3] for row in engine._connection.execute("explain query plan " + asked[0][0], asked[0][1]))


@pytest.mark.parametrize(
    ("table", "lookup", "index"),
    [
        ("events", Lookup(("game", "g"), None, "seq"), "events:game+seq"),
        ("events", Lookup(("game", "g"), None, "seq", descending=True, limit=1), "events:game+seq"),
        ("events", Lookup(("game", "g"), ("seq", 3, 9), "seq"), "events:game+seq"),
        ("outbox", Lookup(("status", "queued"), ("due", None, "2026"), "due", limit=50), "outbox:status+due"),
        ("outbox", Lookup(("game", "g"), ("due", None, "2026"), "due", limit=50), "outbox:game+due"),
        ("deadlines", Lookup(None, ("due", None, "2026"), "due", limit=5), "deadlines:due"),
    ],
)
def test_a_look_up_uses_its_index_and_sorts_nothing(
    path: Path, table: str, lookup: Lookup, index: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = open_store(path)
    words = plan(store.storage.engine, table, lookup, monkeypatch)  # type: ignore[arg-type]
    assert f"USING INDEX i_{index} (" in words
    assert "TEMP B-TREE" not in words
    store.close()


def test_the_log_is_written_ahead_and_every_commit_is_synced(path: Path) -> None:
    store = open_store(path)
    ask = store.storage.engine._connection.execute  # type: ignore[attr-defined]
    assert ask("pragma journal_mode").fetchone() == ("wal",)
    assert ask("pragma synchronous").fetchone() == (2,)
    assert ask("pragma secure_delete").fetchone() == (2,)  # within a page alone: whole free pages are used again
    assert ask("pragma application_id").fetchone() == (0x4A554447,)
    store.close()


def test_indexes_can_be_added_changed_and_taken_away(path: Path) -> None:
    store = open_store(path, {"t": ("old",), "gone": ("x",)})
    store.table("t").put("a", {"old": 1, "new": 3, "seq": 2})
    store.table("gone").put("kept", {"x": 1})
    store.close()
    with pytest.raises(SetupError, match="other indexes"):
        open_store(path, {"t": ("new+seq",)}, lock=False)

    store = open_store(path, {"t": ("new+seq",), "fresh": ("x",)})
    assert [doc["key"] for doc in store.table("t").find("new", 3, order="seq")] == ["a"]
    with pytest.raises(KeyError):
        store.table("t").find("old", 1)
    assert store.check() == []
    store.close()

    store = open_store(path, {"t": ("old", "new"), "gone": ("x",)})
    assert store.table("t").find("old", 1) == store.table("t").find("new", 3) != []
    assert [doc["key"] for doc in store.table("gone").find("x", 1)] == ["kept"]
    assert store.check() == []
    store.close()


def of_schema_1(path: Path) -> None:
    """Give a file the form it had when keys stood in a column as well, and nothing was compressed."""
    old = sqlite3.connect(path, isolation_level=None)
    old.create_function("plain", 1, plain)
    for (name,) in old.execute("select name from sqlite_schema where name glob 't_*' and type='table'").fetchall():
        old.execute(f"alter table {name} add column key text")
        old.execute(f"update {name} set body=plain(body)")
        old.execute(f"update {name} set key=body->>'key' where id>={KEYED}")
    old.execute("update meta set value='1' where name='schema_version'")
    old.close()


def columns(path: Path) -> set[str]:
    with closing(sqlite3.connect(path)) as other:
        tables = other.execute("select name from sqlite_schema where name glob 't_*' and type='table'").fetchall()
        return {row[1] for (name,) in tables for row in other.execute(f"pragma table_info({name})")}


def test_a_file_of_the_first_schema_is_read_as_it_is_and_loses_its_second_keys_when_it_is_renewed(path: Path) -> None:
    store = open_store(path, {"a": ("k",), "gone": ()})
    with store.batch():
        for number in range(500):
            store.table("a").put(f"{number:064}", {"k": number % 3})
    store.table("a").append({"k": 7, "key": "a word of its own"})
    store.table("gone").put("kept", {})
    before = store.table("a").all()
    store.close()
    of_schema_1(path)
    size = path.stat().st_size

    reader = open_store(path, {"a": ("k",)}, lock=False)
    assert reader.engine.outdated and reader.table("a").all() == before and reader.check() == []
    reader.close()
    store = open_store(path, {"a": ("k",)})
    assert store.engine.outdated and "key" in columns(path)
    store.engine.renew()
    assert not store.engine.outdated and "key" not in columns(path)
    assert store.table("a").all() == before and store.check() == []
    assert [doc["key"] for doc in store.table("a").find("k", 7)] == ["a word of its own"]
    store.table("a").put(f"{0:064}", {"k": 1})
    store.close()
    assert path.stat().st_size < size * 0.9
    store = open_store(path, {"a": ("k",), "gone": ()})
    assert not store.engine.outdated and store.table("gone").fetch("kept") == {"key": "kept"}
    store.close()


def test_a_renewal_that_is_cut_off_leaves_the_file_as_it_was(path: Path) -> None:
    store = open_store(path, {"a": (), "b": ()})
    store.table("a").put("x", {})
    store.close()
    of_schema_1(path)
    store = open_store(path, {"a": (), "b": ()})
    connection = store.storage.engine._connection  # type: ignore[attr-defined]
    connection.execute("create trigger broken before update on meta begin select raise(abort, 'cut off'); end")
    with pytest.raises(StoreFault, match="brought on"):
        store.engine.renew()
    assert store.engine.outdated and "key" in columns(path)
    connection.execute("drop trigger broken")
    store.engine.renew()
    assert "key" not in columns(path) and store.check() == []
    store.close()


def test_a_reader_that_knows_fewer_tables_is_let_in(path: Path) -> None:
    store = open_store(path, {"t": ("x",), "u": ()})
    reader = open_store(path, {"t": ("x",)}, lock=False)
    reader.close()
    store.close()


def test_a_back_up_taken_while_writing_is_whole(path: Path) -> None:
    store = open_store(path, {"a": ("k",)})
    for number in range(40):
        store.table("a").put(f"x{number}", {"k": number % 3})
    copy = path.with_name("copy.db")
    with store.batch():
        store.table("a").put("open", {"k": 0})
        store.backup(copy)
    store.table("a").put("later", {"k": 0})
    restored = open_store(copy, {"a": ("k",)})
    assert len(restored.table("a")) == 40
    assert len(restored.table("a").find("k", 0)) == 14
    assert restored.check() == []
    restored.close()
    store.backup(copy)
    restored = open_store(copy, {"a": ("k",)})
    assert len(restored.table("a")) == 42
    restored.close()
    store.close()
    assert [file.name for file in path.parent.iterdir() if file.name.startswith(".")] == []


def test_a_back_up_is_durable_before_it_gets_its_name(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store, steps = open_store(path, {"a": ()}), []
    fsync, replace = os.fsync, os.replace
    monkeypatch.setattr("os.fsync", lambda handle: steps.append("sync") or fsync(handle))
    monkeypatch.setattr("os.replace", lambda old, new: steps.append("rename") or replace(old, new))
    store.backup(path.with_name("copy.db"))
    assert steps == ["sync", "rename", "sync"]
    store.close()


def test_a_back_up_that_fails_leaves_the_older_one(path: Path) -> None:
    store = open_store(path, {"a": ()})
    copy = path.with_name("copy.db")
    copy.mkdir()
    with pytest.raises(StoreFault, match="copy"):
        store.backup(copy)
    with pytest.raises(StoreFault, match="none"):
        store.backup(path.parent / "none" / "copy.db")
    with pytest.raises(SetupError, match="itself"):
        store.backup(path.parent / "." / "judge.db")
    assert sorted(file.name for file in path.parent.iterdir() if file.name.startswith(".")) == []
    store.close()


def test_a_store_belongs_to_one_thread(path: Path) -> None:
    store = open_store(path, {"a": ()})
    seen: list[BaseException] = []

    def use() -> None:
        try:
            store.table("a").fetch("x")
        except BaseException as error:
            seen.append(error)

    thread = threading.Thread(target=use)
    thread.start()
    thread.join()
    assert isinstance(seen[0], StoreFault)
    store.close()


@pytest.mark.parametrize("tables", [{"Events": ()}, {"events": ("Game",)}, {"events": ("game+",)}, {"a b": ()}])
def test_names_that_sql_could_misread_are_refused(tables: dict[str, tuple[str, ...]]) -> None:
    with pytest.raises(ValueError, match="lower-case"):
        open_store("memory:", tables)


LONG = {"game": "lira7", "seq": 1, "notices": [{"words": "Army Budapest, No Order Processed"}] * 300}


def lengths(path: Path, table: str) -> dict[str, int]:
    """Octets of each document as it lies in the file, by what it is stored as."""
    with closing(sqlite3.connect(path)) as other:
        return dict(other.execute(f"select typeof(body), sum(length(body)) from t_{table} group by 1"))


def test_long_documents_that_are_kept_for_years_are_compressed_and_read_as_they_were(path: Path) -> None:
    store = open_store(path, {"events": ("game+seq",), "a": ()})
    for table in ("events", "a"):
        store.table(table).put("lira7#1", LONG)
        store.table(table).put("lira7#head", {"game": "lira7", "seq": 1})
        store.table(table).put("lira7#1", {**LONG, "seq": 2})
    store.close()
    assert lengths(path, "events")["blob"] < 1_000 < lengths(path, "events")["blob"] + lengths(path, "a")["text"]
    assert "blob" not in lengths(path, "a")
    store = open_store(path, {"events": ("game+seq",), "a": ()})
    events, written = store.table("events"), {"key": "lira7#1", **LONG, "seq": 2}
    assert events.fetch("lira7#1") == written and written in events.all()
    assert written in events.find("game", "lira7")
    assert store.check() == []
    store.close()


def test_a_compressed_document_that_is_damaged_is_told_of(path: Path) -> None:
    store = open_store(path, {"events": ()})
    store.table("events").put("lira7#1", LONG)
    store.close()
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("update t_events set body=x'789c00'")
    store = open_store(path, {"events": ()})
    assert "is damaged" in store.check()[0]
    with pytest.raises(StoreFault, match="damaged"):
        store.table("events").fetch("lira7#1")
    store.close()


def test_a_file_of_the_second_schema_is_read_as_it_is_and_compressed_when_it_is_renewed(path: Path) -> None:
    with closing(open_store(path, {"events": ()})) as store:
        store.table("events").put("lira7#1", LONG)
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("update t_events set body=?", (encode({"key": "lira7#1", **LONG}),))
        other.execute("update meta set value='2' where name='schema_version'")
    with closing(open_store(path, {"events": ()})) as store:
        before = store.table("events").all()
        assert store.engine.outdated and store.check() == [] and "text" in lengths(path, "events")
        store.engine.renew()
        assert not store.engine.outdated and store.table("events").all() == before and store.check() == []
    assert list(lengths(path, "events")) == ["blob"]
