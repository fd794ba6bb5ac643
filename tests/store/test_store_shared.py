"""What only a store on PostgreSQL promises: several processes on one store."""

import builtins
import sqlite3
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest

from judge.core.errors import Conflict, SetupError, StoreFault
from judge.extras.postgres.schema import sortable
from judge.extras.postgres.server import Address
from judge.store import Store, open_store
from judge.store.layout import rowid, sort_key
from tests.pgserver import server
from tests.stores import rows_of

TABLES = {"a": ("k+n",), "b": ()}


@pytest.fixture
def url() -> str:
    return server().url()


@pytest.fixture
def pair(url: str) -> Iterator[tuple[Store, Store]]:
    """Two processes' views of one store (two sessions with the server)."""
    stores = open_store(url, TABLES), open_store(url, TABLES)
    yield stores
    for store in stores:
        store.close()


def in_batch(store: Store) -> Callable[[Callable[[], None]], Callable[[], None]]:
    """The function as one batch."""

    def wrap(work: Callable[[], None]) -> Callable[[], None]:
        def batch() -> None:
            with store.batch():
                work()

        return batch

    return wrap


# ---- batches ----------------------------------------------------------------------------------------------------


def test_of_two_batches_that_change_one_row_the_first_to_commit_wins_and_the_other_writes_nothing(
    pair: tuple[Store, Store],
) -> None:
    one, two = pair
    one.table("a").put("x", {"k": 1})

    @in_batch(two)
    def slower() -> None:
        two.table("b").put("with it", {})
        assert two.table("a").fetch("x") == {"key": "x", "k": 1}
        with one.batch():
            one.table("a").put("x", {"k": 2})
        two.table("a").put("x", {"k": 3})

    with pytest.raises(Conflict):
        slower()
    assert one.table("a").fetch("x") == {"key": "x", "k": 2}
    assert one.table("b").fetch("with it") is None
    with two.batch():  # a conflict is no fault: the batch is done again
        two.table("a").put("x", {"k": 4})
    assert one.table("a").fetch("x") == {"key": "x", "k": 4}


def test_a_batch_asks_the_server_once_for_a_row_and_the_next_batch_asks_anew(pair: tuple[Store, Store]) -> None:
    one, two = pair
    one.table("a").put("x", {"k": 1})
    asked: list[int] = []
    engine = two.storage.engine
    load, load_many = engine.load, engine.load_many
    engine.load = lambda table, row_id: asked.append(row_id) or load(table, row_id)  # type: ignore[func-returns-value, method-assign]
    engine.load_many = lambda table, ids: asked.append(0) or load_many(table, ids)  # type: ignore[func-returns-value, method-assign]
    with two.batch():
        two.table("a").preload(["x", "y"])
        assert two.table("a").fetch("x") == {"key": "x", "k": 1}
        assert two.table("a").fetch("y") is None
        one.table("a").put("y", {"k": 2})
        assert two.table("a").fetch("y") is None
        two.table("a").put("x", {"k": 3})
        assert two.table("a").fetch("x") == {"key": "x", "k": 3}
        assert two.table("b").fetch("z") is None
        assert two.table("b").fetch("z") is None
    assert asked == [0, rowid("z")]
    with two.batch():
        assert two.table("a").fetch("y") == {"key": "y", "k": 2}


def trips(store: Store) -> int:
    """How often it has gone to the server and back."""
    return int(store.storage.engine.trips)  # type: ignore[attr-defined]


def test_what_a_batch_foresees_comes_on_one_way_and_is_at_hand_from_then_on(pair: tuple[Store, Store]) -> None:
    one, two = pair
    for n in range(4):
        one.table("a").put(f"x{n}", {"k": n % 2, "n": n})
    one.table("b").put("y", {})
    with two.batch():
        before = trips(two)
        two.foresee({"a": ["x0", "none"], "b": ["y"]}, {("a", "k"): [1, 7]})
        assert trips(two) == before + 1
        assert two.table("a").fetch("x0") == {"key": "x0", "k": 0, "n": 0}
        assert two.table("a").fetch("none") is None
        assert two.table("b").fetch("y") == {"key": "y"}
        assert [doc["n"] for doc in two.table("a").find("k", 1)] == [1, 3]
        assert two.table("a").find("k", 7) == []
        assert two.table("a").fetch("x3") == {"key": "x3", "k": 1, "n": 3}
        two.table("a").put("x5", {"k": 1, "n": 5})
        two.table("a").put("x1", {"k": 0, "n": 1})
        assert [doc["n"] for doc in two.table("a").find("k", 1)] == [3, 5]
        assert trips(two) == before + 1
    with two.batch():
        one.table("a").put("x0", {"k": 8, "n": 0})
        assert two.table("a").fetch("x0") == {"key": "x0", "k": 8, "n": 0}  # the next batch asks anew


def test_all_that_a_batch_writes_goes_on_one_way(pair: tuple[Store, Store]) -> None:
    one, two = pair
    one.table("a").put("gone", {"k": 0})
    before = trips(one)
    with one.batch():
        for n in range(50):
            one.table("a").put(f"x{n}", {"k": "é" if n % 2 else None, "n": n})
            one.table("b").put(f"y{n}", {"text": '"{},\\ NULL'})
        one.table("a").discard("gone")
    assert trips(one) == before + 1
    assert [doc["n"] for doc in two.table("a").find("k", "é", order="n")] == list(range(1, 50, 2))
    assert two.table("b").fetch("y7") == {"key": "y7", "text": '"{},\\ NULL'}
    assert two.table("a").fetch("gone") is None
    assert two.check() == []


def test_a_lock_taken_at_the_beginning_of_a_batch_is_taken_before_its_moment(pair: tuple[Store, Store]) -> None:
    one, two = pair
    assert one.engine.hold(["lira7"])
    with two.batch():
        assert two.engine.hold(["lira7"]) == set()
        one.table("a").put("x", {"k": 1})
        one.engine.let_go(["lira7"])
        assert two.engine.hold(["lira7"]) == {"lira7"}
        assert two.table("a").fetch("x") == {"key": "x", "k": 1}  # what it guards is seen as it was left


def test_a_batch_sees_one_moment_whatever_others_commit(pair: tuple[Store, Store]) -> None:
    one, two = pair
    with two.batch():
        assert two.table("a").fetch("x") is None
        one.table("a").put("x", {"k": 1})
        assert two.table("a").fetch("x") is None
        assert two.table("a").find("k", 1) == []
    assert two.table("a").fetch("x") is not None


def test_counted_rows_of_two_processes_never_share_a_number(pair: tuple[Store, Store]) -> None:
    one, two = pair
    numbers = [store.table("a").append({"k": n}) for n, store in enumerate((one, two, one, one, two))]
    assert numbers == [1, 2, 3, 4, 5]

    @in_batch(two)
    def slower() -> None:
        two.table("a").append({"k": "two"})
        one.table("a").append({"k": "one"})

    with pytest.raises(Conflict):
        slower()
    assert [doc["k"] for doc in one.table("a")] == [0, 1, 2, 3, 4, "one"]
    assert two.table("a").append({"k": "again"}) == 7


# ---- claims and locks -------------------------------------------------------------------------------------------


def test_rows_claimed_by_one_are_passed_over_by_the_other(pair: tuple[Store, Store]) -> None:
    one, two = pair
    for n in range(5):
        one.table("a").put(str(n), {"k": "queued", "n": n})

    def take(store: Store, limit: int) -> list[int]:
        return [doc["n"] for doc in store.table("a").claim("k", "queued", order="n", until=3, limit=limit)]

    with one.batch(), two.batch():
        assert take(one, 2) == [0, 1]
        assert take(two, 9) == [2, 3]
    with two.batch():
        assert take(two, 9) == [0, 1, 2, 3]


def test_a_name_is_held_by_one_and_free_when_its_session_ends(url: str, pair: tuple[Store, Store]) -> None:
    one, two = pair
    assert one.engine.hold(["lira7", "mark2"]) == {"lira7", "mark2"}
    assert two.engine.hold(["mark2", "franc3"]) == {"franc3"}
    assert two.engine.hold(["lira7"], shared=True) == set()
    one.storage.engine._connection.close()  # type: ignore[attr-defined]  # as a kill does
    for _ in range(200):
        if two.engine.hold(["lira7"]):
            return
    raise AssertionError("the name stays locked")


def test_a_name_may_be_shared_by_several_or_belong_to_one(pair: tuple[Store, Store]) -> None:
    one, two = pair
    assert one.engine.hold(["house"], shared=True) == two.engine.hold(["house"], shared=True) == {"house"}
    assert one.engine.hold(["house"]) == set()
    two.engine.let_go(["house"], shared=True)
    assert one.engine.hold(["house"]) == {"house"}


def test_those_who_signed_in_and_live_are_counted_all_or_without_those_who_hold_a_name(
    url: str, pair: tuple[Store, Store]
) -> None:
    one, two = pair
    assert one.workers() == 1  # itself, whatever it has said
    for store in (one, two, two):
        store.sign_in()
    assert one.workers() == two.workers() == 2
    one.engine.hold(["house"], shared=True)
    assert one.workers(without="house") == 2
    two.engine.hold(["house"], shared=True)
    assert one.workers(without="house") == two.workers(without="house") == 1
    two.storage.engine._connection.close()  # type: ignore[attr-defined]  # as a kill does
    for _ in range(200):
        if one.workers() == 1:
            return
    raise AssertionError("the dead are counted")


def test_an_announced_commit_wakes_the_others_and_not_oneself(pair: tuple[Store, Store]) -> None:
    one, two = pair
    woken, own = threading.Event(), threading.Event()
    listeners = two.engine.listen(woken.set), one.engine.listen(own.set)
    one.table("a").put("quiet", {})
    with one.batch():
        one.engine.announce()
        one.table("a").put("x", {})
        assert not woken.is_set()
    assert woken.wait(10)
    assert not own.is_set()
    for listener in listeners:
        assert listener is not None
        listener.close()


# ---- opening ----------------------------------------------------------------------------------------------------


def test_a_server_that_cannot_be_reached_is_named_with_the_remedy_and_without_the_password() -> None:
    with pytest.raises(SetupError) as caught:
        open_store("postgresql://judge:hush@127.0.0.1:1/judge?connect_timeout=1")
    assert "127.0.0.1" in str(caught.value) and "Check that the server runs" in str(caught.value)
    assert "hush" not in str(caught.value)


def test_a_database_that_is_not_there_names_createdb(url: str) -> None:
    with pytest.raises(SetupError, match="createdb"):
        open_store(url.replace("/postgres?", "/nothing?"))


def test_without_psycopg_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    real = builtins.__import__

    def without(name: str, *rest: Any, **more: Any) -> Any:
        if name == "psycopg":
            raise ImportError("no module named psycopg")
        return real(name, *rest, **more)

    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(SetupError, match=r"pip install 'psycopg\[binary\]>=3.2,<4'"):
        open_store("postgresql://judge@localhost/judge")


def test_a_schema_of_somebody_else_or_of_a_newer_judge_is_left_alone(url: str) -> None:
    address = Address.parse(url)
    with psycopg.connect(address.libpq, autocommit=True) as connection:
        connection.execute(f"create schema {address.schema}")
        connection.execute(f"create table {address.schema}.theirs(x int)")
        with pytest.raises(SetupError, match="not a judge's store"):
            open_store(url)
        connection.execute(f"drop table {address.schema}.theirs")
        open_store(url).close()
        connection.execute(f"update {address.schema}.meta set value='99' where name='schema_version'")
    with pytest.raises(SetupError, match="newer judge"):
        open_store(url)


@pytest.mark.parametrize("schema", ["No", "a b", "a;drop", ""])
def test_a_schema_that_sql_could_misread_is_refused(schema: str) -> None:
    with pytest.raises(SetupError, match="lower-case"):
        open_store(f"postgresql://judge@localhost/judge?schema={schema}")


def test_a_store_opened_for_reading_writes_nothing_and_makes_nothing(url: str) -> None:
    with pytest.raises(SetupError, match="has no store"):
        open_store(url, TABLES, lock=False)
    writer = open_store(url, TABLES)
    reader = open_store(url, TABLES, lock=False)
    writer.table("a").put("x", {"k": 1})
    assert reader.table("a").fetch("x") == {"key": "x", "k": 1}
    with pytest.raises(StoreFault, match="for reading only"):
        reader.table("a").put("y", {})
    writer.close()
    reader.close()


def test_indexes_may_change_between_two_starts(url: str) -> None:
    store = open_store(url, {"a": ("k",), "gone": ()})
    store.table("a").put("x", {"k": 1, "n": 7})
    store.close()
    store = open_store(url, {"a": ("n", "k+n"), "new": ()})
    assert [doc["key"] for doc in store.table("a").find("n", 7)] == ["x"]
    assert [doc["key"] for doc in store.table("a").find("k", 1, order="n")] == ["x"]
    assert store.check() == []
    store.close()
    store = open_store(url, {"a": ("n",)})
    assert store.check() == []
    store.close()


# ---- what an index holds ----------------------------------------------------------------------------------------


def test_octets_in_an_index_sort_as_the_values_do() -> None:
    values = [
        0,
        1,
        -1,
        1.5,
        -1.5,
        2**53,
        2**53 + 1,
        float(2**53),
        -(2**63),
        2**63 - 1,
        2**62 + 1,
        1e300,
        -1e300,
        5e-324,
        "",
        "a",
        "B",
        "a\0",
        "é",
        "z",
        "\U0001f600",
        "￿",
        "10",
        "9",
    ]
    by_value = sorted(values, key=sort_key)
    by_octets = sorted(values, key=lambda value: sortable(value) or b"")
    assert [sort_key(value) for value in by_value] == [sort_key(value) for value in by_octets]
    assert sortable(1) == sortable(1.0) == sortable(True)
    assert sortable(0.0) == sortable(-0.0)
    assert len({sortable(value) for value in (2**53, 2**53 + 1, 2**62, 2**62 + 1)}) == 4


def test_texts_too_long_for_an_index_of_the_server_are_found_all_the_same(url: str) -> None:
    store = open_store(url, TABLES)
    for end in "ab":
        store.table("a").put(end, {"k": "long " * 2000 + end})
    assert [doc["key"] for doc in store.table("a").find("k", "long " * 2000 + "b")] == ["b"]
    assert store.check() == []
    store.close()


# ---- copies -----------------------------------------------------------------------------------------------------


def test_a_backup_of_a_server_is_a_store_in_one_file(url: str, tmp_path: Path) -> None:
    store = open_store(url, TABLES)
    for n in range(5):
        store.table("a").put(str(n), {"k": n % 2, "n": n})
        store.table("b").append({"n": n})
    store.backup(tmp_path / "copy.db")
    copy = open_store(tmp_path / "copy.db", TABLES)
    assert copy.check() == []
    assert [doc["n"] for doc in copy.table("a").find("k", 1, order="-n")] == [3, 1]
    assert rows_of(copy) == rows_of(store)
    copy.close()
    store.close()
    assert sqlite3.connect(tmp_path / "copy.db").execute("select count(*) from t_b").fetchone() == (5,)
