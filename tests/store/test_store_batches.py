"""One batch is one commit; a savepoint undoes one letter."""

from contextlib import suppress
from pathlib import Path

import pytest

from judge.store import Store, open_store
from judge.store.rows import HOT, HOT_SIZE
from tests.stores import sqlite_only


class Undo(Exception):
    """Raised on purpose."""


def commits(store: Store) -> list[list[str]]:
    """Every later commit of the engine, as the names of the tables it writes."""
    seen: list[list[str]] = []
    engine, commit = store.storage.engine, store.storage.engine.commit

    def watched(changes, **options):  # type: ignore[no-untyped-def]
        seen.append(sorted(changes))
        commit(changes, **options)

    engine.commit = watched  # type: ignore[method-assign]
    return seen


def test_a_batch_over_several_tables_is_one_commit(store: Store) -> None:
    seen = commits(store)
    with store.batch():
        store.table("a").put("x", {"k": 1})
        store.table("b").append({})
        store.next_number("n")
        assert seen == []
    assert seen == [["a", "b", "counters"]]


def test_a_batch_that_only_reads_commits_nothing(store: Store) -> None:
    seen = commits(store)
    with store.batch():
        store.table("a").fetch("x")
        store.table("a").find("k", 1)
        store.table("a").update({"k": 2}, doc_ids=[5])
    assert seen == []


def test_an_update_that_changes_nothing_writes_nothing(store: Store) -> None:
    table = store.table("a")
    table.insert_multiple([{"k": 1}, {"k": 2}, {"k": 1}])
    written: list[set[int]] = []
    commit = store.storage.engine.commit
    store.storage.engine.commit = lambda changes, **_: written.append(set(changes["a"])) or commit(changes)  # type: ignore
    table.update({"k": 1})
    table.update({"k": 1})
    assert written == [{2}]


def test_a_batch_reads_what_it_wrote(store: Store) -> None:
    table = store.table("a")
    table.put("x", {"k": 1})
    table.put("y", {"k": 1})
    with store.batch():
        table.put("x", {"k": 2})
        table.drop("y")
        table.put("z", {"k": 2})
        assert table.fetch("y") is None
        assert len(table) == 2
        assert [doc["key"] for doc in table.find("k", 2)] == ["x", "z"]
        assert table.find("k", 1) == []
        assert table.tally("k", 2) == 2
        assert {doc["key"] for doc in table.all()} == {"x", "z"}


def test_an_exception_undoes_the_whole_batch(store: Store) -> None:
    table = store.table("a")
    table.put("x", {"k": 1})
    with suppress(Undo), store.batch():
        table.put("x", {"k": 2})
        table.append({"k": 3})
        raise Undo
    assert table.fetch("x") == {"key": "x", "k": 1}
    assert len(table) == 1
    assert table.append({}) == 1


def test_an_exception_in_a_savepoint_undoes_only_that_letter(store: Store) -> None:
    table = store.table("a")
    with store.batch():
        with store.savepoint():
            table.put("first", {"k": 1})
        with suppress(Undo), store.savepoint():
            table.put("first", {"k": 2})
            table.put("second", {"k": 2})
            table.append({"k": 2})
            store.next_number("letters")
            raise Undo
        with store.savepoint():
            table.put("third", {"k": 3})
            assert store.next_number("letters") == 1
            assert table.append({"k": 4}) == 1
    assert table.fetch("first") == {"key": "first", "k": 1}
    assert table.fetch("second") is None
    assert sorted(doc["k"] for doc in table) == [1, 3, 4]


def test_savepoints_nest(store: Store) -> None:
    table = store.table("a")
    with store.batch():
        with suppress(Undo), store.savepoint():
            table.put("x", {"k": 1})
            with store.savepoint():
                table.put("y", {"k": 1})
            with suppress(Undo), store.savepoint():
                table.drop("x")
                raise Undo
            assert table.fetch("x") is not None
            raise Undo
        assert len(table) == 0
        table.put("z", {})
    assert [doc["key"] for doc in table] == ["z"]


def test_a_savepoint_without_a_batch_is_refused(store: Store) -> None:
    with pytest.raises(RuntimeError, match="batch"), store.savepoint():
        pass


# What was read of a store that nobody else writes to is remembered, and is never other than what lies there.


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
