"""What was read of a store that nobody else writes to is remembered, and is never other than what lies there."""

from contextlib import suppress
from pathlib import Path

from judge.store import open_store
from judge.store.rows import HOT, HOT_SIZE
from tests.stores import sqlite_only

pytestmark = sqlite_only("a store of one process")
TABLES = {"a": ("kind",)}


def test_what_is_remembered_is_what_was_written_last_and_what_was_undone_is_not(tmp_path: Path) -> None:
    store = open_store(tmp_path / "x.db", TABLES)
    table = store.table("a")
    table.put("one", {"n": 1})
    assert table.fetch("one") == {"key": "one", "n": 1}
    with suppress(KeyError), store.batch():
        table.put("one", {"n": 2})
        assert table.fetch("one") == {"key": "one", "n": 2}
        raise KeyError
    assert table.fetch("one") == {"key": "one", "n": 1}
    with store.batch():
        table.put("one", {"n": 3})
        with suppress(KeyError), store.savepoint():
            table.put("one", {"n": 4})
            raise KeyError
        assert table.fetch_many(["one", "two"]) == {"one": {"key": "one", "n": 3}}
        table.preload(["one", "two"])
    assert table.fetch_many(["one", "two"]) == {"one": {"key": "one", "n": 3}}
    table.put("two", {"n": "x" * HOT_SIZE})
    assert len(table.fetch("two")["n"]) == HOT_SIZE  # type: ignore[index]
    table.put("two", {"n": 5})
    assert table.drop("one")
    assert (table.fetch("one"), table.fetch("two")) == (None, {"key": "two", "n": 5})
    store.close()


def test_no_more_is_remembered_than_has_room(tmp_path: Path) -> None:
    store = open_store(tmp_path / "x.db", TABLES)
    store.table("a").preload([f"row {number}" for number in range(HOT + 10)])
    assert len(store.storage._hot) == HOT
    store.close()
