"""Equality, order and ranges by index, inside and outside a batch."""

from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tinydb import where

from judge.store import Store, open_store
from judge.store.codec import decode
from judge.store.engine import Listed
from judge.store.layout import rowid
from tests.counts import drawn
from tests.stores import memory_store


def keys(docs: list) -> list[str]:  # type: ignore[type-arg]
    return [doc["key"] for doc in docs]


@pytest.fixture
def events(store: Store):  # type: ignore[no-untyped-def]
    """Events 1, 3, 5, 7, 9 of two games are committed; 0, 2, 4, 6, 8 can be added by a test's batch."""
    table = store.table("events")
    with store.batch():
        for seq in (5, 1, 9, 3, 7):
            for game in ("lira7", "mark2"):
                table.put(f"{game}/{seq}", {"game": game, "seq": seq, "note": f"n{9 - seq}"})
    return table


def test_equal_rows_come_in_the_order_of_first_writing(events) -> None:  # type: ignore[no-untyped-def]
    events.put("lira7/5", {"game": "lira7", "seq": 5, "changed": True})
    assert keys(events.find("game", "lira7")) == ["lira7/5", "lira7/1", "lira7/9", "lira7/3", "lira7/7"]
    assert keys(events.find("game", "lira7", limit=2)) == ["lira7/5", "lira7/1"]
    assert events.find("game", "none") == []


def test_rows_are_sorted_by_an_indexed_field(events) -> None:  # type: ignore[no-untyped-def]
    assert keys(events.find("game", "lira7", order="seq", limit=2)) == ["lira7/1", "lira7/3"]
    assert keys(events.find("game", "lira7", order="-seq", limit=2)) == ["lira7/9", "lira7/7"]
    with pytest.raises(KeyError, match="note"):
        events.find("game", "lira7", order="note")


def test_an_open_batch_is_merged_in_order(store: Store, events) -> None:  # type: ignore[no-untyped-def]
    with store.batch():
        for seq in (6, 2, 8):
            events.put(f"lira7/{seq}", {"game": "lira7", "seq": seq})
        events.drop("lira7/1")
        events.put("lira7/9", {"game": "mark2", "seq": 9})
        before = [
            keys(events.find("game", "lira7", order="seq", limit=3)),
            keys(events.find("game", "lira7", order="-seq", limit=3)),
            keys(events.range("seq", 3, 7, within=("game", "lira7"))),
            keys(events.range("seq", 3, None, 2, within=("game", "lira7"), descending=True)),
        ]
        assert before == [
            ["lira7/2", "lira7/3", "lira7/5"],
            ["lira7/8", "lira7/7", "lira7/6"],
            ["lira7/3", "lira7/5", "lira7/6", "lira7/7"],
            ["lira7/8", "lira7/7"],
        ]
    assert before == [
        keys(events.find("game", "lira7", order="seq", limit=3)),
        keys(events.find("game", "lira7", order="-seq", limit=3)),
        keys(events.range("seq", 3, 7, within=("game", "lira7"))),
        keys(events.range("seq", 3, None, 2, within=("game", "lira7"), descending=True)),
    ]


def test_a_range_holds_both_ends_and_leaves_out_rows_without_the_field(new_store: Callable[..., Store]) -> None:
    table = new_store({"deadlines": ("due",)}).table("deadlines")
    for hour in ("18", "06", "12"):
        table.put(hour, {"due": f"2026-12-04T{hour}:00:00+00:00"})
    table.put("paused", {"due": None})
    table.put("open", {})
    noon = "2026-12-04T12:00:00+00:00"
    assert keys(table.range("due", None, noon)) == ["06", "12"]
    assert keys(table.range("due", noon, None)) == ["12", "18"]
    assert keys(table.range("due", None, None)) == ["06", "12", "18"]
    assert keys(table.range("due", None, None, 1, descending=True)) == ["18"]
    assert table.range("due", noon, "2026") == []


def test_rows_and_lists_gathered_at_once_are_those_asked_for_one_by_one(store: Store, events) -> None:  # type: ignore[no-untyped-def]
    store.table("b").put("x", {"n": 1})
    there, missing, other = rowid("lira7/5"), rowid("none"), rowid("x")
    wanted = Listed("events", "game")
    found = store.storage.engine.gather({"events": [there, missing], "b": [other]}, {wanted: ["mark2", "none"]})
    assert {table: list(rows) for table, rows in found.bodies.items()} == {"events": [there], "b": [other]}
    assert decode(found.bodies["events"][there])["key"] == "lira7/5"
    assert [decode(row.body)["key"] for row in found.lists[wanted]["mark2"]] == keys(events.find("game", "mark2"))
    assert found.lists[wanted]["none"] == []
    with pytest.raises(KeyError, match="note"):
        store.storage.engine.gather({}, {Listed("events", "note"): ["n4"]})


def test_a_field_without_an_index_is_refused(store: Store) -> None:
    table = store.table("events")
    with pytest.raises(KeyError, match="note"):
        table.find("note", "n1")
    with pytest.raises(KeyError, match="seq"):
        table.find("seq", 1)
    with pytest.raises(KeyError, match="seq"):
        table.range("seq", 1, 2)
    with pytest.raises(KeyError, match="due"):
        table.range("due", 1, 2, within=("game", "lira7"))


def test_a_value_no_index_can_hold_is_refused_by_find_and_walked_for_by_search(store: Store) -> None:
    table = store.table("a")
    table.append({"k": None})
    table.append({"k": [1]})
    table.append({"k": 2**70})
    for value in (None, [1], 2**70):
        with pytest.raises(ValueError, match="index"):
            table.find("k", value)
        assert len(table.search(where("k") == value)) == 1


def test_a_text_that_cannot_be_stored_is_simply_not_found(store: Store) -> None:
    assert store.table("a").find("k", "\ud800") == []
    assert store.table("a").fetch("\ud800") is None
    assert store.table("a").tally("k", "\ud800") == 0


def test_texts_with_nulls_and_numbers_are_told_apart(store: Store) -> None:
    table = store.table("a")
    for key, value in {"a": "1", "b": 1, "c": "1\x00", "d": "", "e": "É", "f": "e\u0301"}.items():
        table.put(key, {"k": value})
    assert [keys(table.find("k", value)) for value in ("1", 1, "1\x00", "", "É")] == [["a"], ["b"], ["c"], ["d"], ["e"]]


values = st.none() | st.integers(-3, 3) | st.sampled_from(["", "a", "b", "B", "é"]) | st.sampled_from([0.5, -1.0])
rows = st.lists(st.tuples(st.integers(0, 15), st.sampled_from("xy"), values), max_size=25)


@drawn(20)
@given(rows, rows, values, values, st.booleans(), st.none() | st.integers(0, 5))
def test_both_engines_agree_inside_and_outside_a_batch(committed, written, low, high, descending, limit) -> None:  # type: ignore[no-untyped-def]
    with TemporaryDirectory() as folder:
        work = (committed, written, low, high, descending, limit)
        assert _both_ways("memory:", *work) == _both_ways(folder, *work)


def _both_ways(url, committed, written, low, high, descending, limit):  # type: ignore[no-untyped-def]
    """The answers after a batch, which must have been the same inside it."""
    tables = {"t": ("g+v", "v")}
    store = memory_store(tables) if url == "memory:" else open_store(Path(url) / "judge.db", tables)
    table = store.table("t")
    for number, group, value in committed:
        table.put(str(number), {"g": group, "v": value})
    with store.batch():
        for number, group, value in written:
            table.put(str(number), {"g": group, "v": value})
        inside = _ask(table, low, high, descending, limit)
    outside = _ask(table, low, high, descending, limit)
    store.close()
    assert _values(inside) == _values(outside)
    return outside


def _ask(table, low, high, descending, limit):  # type: ignore[no-untyped-def]
    return [
        table.range("v", low, high, limit, descending=descending),
        table.range("v", low, high, limit, within=("g", "x"), descending=descending),
        table.find("g", "x", order="-v" if descending else "v", limit=limit),
    ]


def _values(answers):  # type: ignore[no-untyped-def]
    return [[doc["v"] for doc in docs] for docs in answers]
