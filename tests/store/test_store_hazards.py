"""What goes wrong with TinyDB's own storages, and does not here."""

from collections.abc import Callable
from datetime import UTC, datetime
from decimal import Decimal

import pytest
from tinydb import where

from judge.store import Store


def test_a_returned_document_is_the_readers_own(store: Store) -> None:
    table = store.table("a")
    table.put("x", {"k": 1, "list": [1]})
    for read in (
        lambda: table.fetch("x"),
        lambda: table.search(where("k") == 1)[0],
        lambda: table.search(where("k") < 2)[0],
        lambda: table.find("k", 1)[0],
        lambda: table.all()[0],
    ):
        read()["list"].append(2)
        assert read()["list"] == [1]
    with store.batch():
        table.put("y", {"list": [1]})
        table.fetch("y")["list"].append(2)  # type: ignore[index]
        assert table.fetch("y")["list"] == [1]  # type: ignore[index]


def test_a_document_given_to_the_store_stays_the_givers_own(store: Store) -> None:
    table, doc = store.table("a"), {"list": [1]}
    with store.batch():
        table.put("x", doc)
        row = table.append(doc)
        doc["list"].append(2)
    assert doc == {"list": [1, 2]}
    assert table.fetch("x") == {"key": "x", "list": [1]}
    assert table.get(doc_id=row) == {"list": [1]}


def test_an_exception_inside_an_update_leaves_every_document_as_it_was(store: Store) -> None:
    table = store.table("a")
    table.insert_multiple([{"k": 1}, {"k": 2}, {"k": "x"}, {"k": 4}])

    def add(doc) -> None:  # type: ignore[no-untyped-def]
        doc["k"] += 1

    with pytest.raises(TypeError):
        table.update(add)
    assert [doc["k"] for doc in table] == [1, 2, "x", 4]


def test_the_query_cache_never_answers(store: Store) -> None:
    table = store.table("a")
    table.insert({"k": 1})
    found = table.search(where("k") < 5)
    found[0]["k"] = 99
    assert table.search(where("k") < 5)[0]["k"] == 1


@pytest.mark.parametrize("value", [float("nan"), float("inf"), -float("inf")])
def test_a_number_that_json_does_not_know_is_refused(store: Store, value: float) -> None:
    table = store.table("a")
    for doc in ({"v": value}, {"deep": [{"er": (value, None)}]}):
        with pytest.raises(ValueError, match="table a"):
            table.put("x", doc)
        with pytest.raises(ValueError, match="table a"):
            table.insert(doc)
    table.put("x", {"v": None, "deep": [None]})
    assert len(table) == 1


def test_what_json_cannot_hold_is_refused_with_the_table_and_the_key(store: Store) -> None:
    table = store.table("a")
    with pytest.raises(TypeError, match="table a, row 'x'"):
        table.put("x", {"v": object()})
    with pytest.raises(ValueError, match="table a, row 'x'"):
        table.put("x", {"v": "\ud800"})
    assert len(table) == 0


@pytest.mark.parametrize("value", [Decimal("1.10"), {1, 2}, b"raw", datetime(2026, 12, 4, tzinfo=UTC)])
def test_what_json_has_no_word_for_is_refused_rather_than_turned_into_text(store: Store, value: object) -> None:
    with pytest.raises(TypeError, match="table a"):
        store.table("a").put("x", {"deep": [{"value": value}]})


def test_rows_written_while_a_table_is_walked_do_not_disturb_the_walk(new_store: Callable[..., Store]) -> None:
    store = new_store()
    table = store.table("a")
    table.insert_multiple({"k": k} for k in range(1200))
    seen = 0
    for doc in table:
        seen += 1
        if doc["k"] % 100 == 0 and doc["k"] < 1200:
            table.update({"k": doc["k"] + 5000}, doc_ids=[doc.doc_id])
            table.remove(doc_ids=[doc.doc_id])
    assert seen == 1200
    assert len(table) == 1188


def test_tinydbs_own_seam_reads_and_writes_the_whole_database(store: Store) -> None:
    store.table("a").insert({"k": 1})
    assert store.storage.read() == {"a": {"1": {"k": 1}}}
    store.storage.write({"a": {"1": {"k": 2}, "7": {"k": 3}}, "b": {"2": {}}})
    assert [dict(doc) for doc in store.table("a").find("k", 3)] == [{"k": 3}]
    assert len(store.table("b")) == 1
    store.storage.write({})
    assert store.storage.read() is None
