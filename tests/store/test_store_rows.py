"""Keyed and counted rows, one by one."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tinydb.table import Document

from judge.core.errors import StoreFault
from judge.store import Store, open_store, rowid
from tests.counts import drawn

json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**63), 2**63 - 1)
    | st.text()
    | st.floats(allow_nan=False, allow_infinity=False),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)
documents = st.dictionaries(st.text().filter(lambda name: name != "key"), json_values, max_size=5)


def test_a_row_number_is_the_same_for_ever() -> None:
    assert rowid("lira7/000001") == 4624156403946822701
    assert rowid("") != rowid("a")


def test_a_document_that_names_another_key_is_refused(store: Store) -> None:
    with pytest.raises(ValueError, match="lira8"):
        store.table("games").put("lira7", {"key": "lira8"})
    with pytest.raises(ValueError, match="games"):
        store.table("games").put("", {})


def test_the_key_of_a_row_cannot_be_changed_through_tinydb(store: Store) -> None:
    table = store.table("games")
    table.put("lira7", {"status": "active"})
    with pytest.raises(ValueError, match="key"):
        table.update({"key": "lira8"}, doc_ids=[rowid("lira7")])
    table.update({"status": "ended"}, doc_ids=[rowid("lira7")])
    assert table.fetch("lira7") == {"key": "lira7", "status": "ended"}


def test_ids_ascend_and_a_removed_newest_one_is_not_given_again(store: Store) -> None:
    table = store.table("b")
    assert [table.append({}), table.append({})] == [1, 2]
    table.remove(doc_ids=[2])
    assert table.append({}) == 3
    table.truncate()
    assert table.append({}) == 4


def test_an_id_of_ones_own_is_not_run_into_later(store: Store) -> None:
    table = store.table("b")
    assert table.insert({}) == 1
    assert table.insert_multiple([{}, Document({}, 3)]) == [2, 3]
    assert table.insert({}) == 4
    assert table.insert(Document({}, 9)) == 9
    assert table.insert({}) == 10


def test_two_keys_with_one_row_number_are_noticed(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    table = store.table("games")
    table.put("lira7", {"status": "active"})
    taken = rowid("lira7")
    monkeypatch.setattr("judge.store.table.rowid", lambda key: taken)
    with pytest.raises(ValueError, match="same row number"):
        table.fetch("lira8")
    with pytest.raises(ValueError, match="same row number"):
        table.drop("lira8")
    with store.batch():
        table.put("lira7", {"status": "active", "n": 2})
        with pytest.raises(ValueError, match="same row number"):
            table.put("lira8", {"status": "active"})
    assert table.fetch("lira7") == {"key": "lira7", "status": "active", "n": 2}


def test_a_key_that_would_overwrite_anothers_row_fails_the_commit(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    store.table("games").put("lira7", {"status": "active"})
    taken = rowid("lira7")
    monkeypatch.setattr("judge.store.table.rowid", lambda key: taken)
    with pytest.raises(StoreFault, match="'lira8'"):
        store.table("games").put("lira8", {"status": "active"})
    assert store.table("games").fetch("lira7") == {"key": "lira7", "status": "active"}


def test_a_table_that_was_not_declared_is_an_error_not_a_new_table(store: Store) -> None:
    with pytest.raises(KeyError, match="evnets"):
        store.table("evnets")


def test_a_misspelt_method_is_an_attribute_error(store: Store) -> None:
    with pytest.raises(AttributeError, match="bacth"):
        store.bacth()


def test_the_default_table_works_where_it_is_declared() -> None:
    store = open_store("memory:", {"_default": ("k",)})
    assert store.insert({"k": 1}) == 1
    assert [dict(doc) for doc in store] == [{"k": 1}]
    assert len(store) == 1


def test_all_declared_tables_are_named_and_can_be_emptied(store: Store) -> None:
    store.table("a").append({"k": 1})
    store.table("b").append({})
    assert store.tables() == {"a", "b", "events", "outbox", "games"}
    store.drop_table("a")
    assert (len(store.table("a")), len(store.table("b"))) == (0, 1)
    store.drop_tables()
    assert len(store.table("b")) == 0


def test_a_number_is_never_drawn_twice(store: Store) -> None:
    assert [store.next_number("letters"), store.next_number("letters"), store.next_number("other")] == [1, 2, 1]
    with suppress(ZeroDivisionError), store.batch():
        assert store.next_number("letters") == 3
        raise ZeroDivisionError
    assert store.next_number("letters") == 3


@drawn(20)
@given(documents)
def test_every_json_document_comes_back_as_it_was_put(doc: dict[str, object]) -> None:
    store = open_store("memory:", {"a": ("k",)})
    store.table("a").put("x", doc)
    assert store.table("a").fetch("x") == {"key": "x", **doc}
    with store.batch():
        store.table("a").put("x", doc)
        assert store.table("a").fetch("x") == {"key": "x", **doc}
