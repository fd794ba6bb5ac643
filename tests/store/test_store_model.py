"""The same random work on our tables and on stock TinyDB gives the same answers."""

import copy
import random
from collections.abc import Callable
from typing import Any

import pytest
from tinydb import TinyDB, where
from tinydb.operations import delete, increment
from tinydb.storages import MemoryStorage
from tinydb.table import Document, Table

from judge.store import Store, open_store
from tests.counts import SOAK

TABLES = {"a": ("k",), "b": ()}
STEPS = 300


class Undo(Exception):
    """Raised on purpose to leave a batch."""


class Reference:
    """Stock TinyDB in memory. It forgets the ids of removed documents in some ways we do not: keep those given."""

    def __init__(self) -> None:
        self.db = TinyDB(storage=MemoryStorage)
        self.given = dict.fromkeys(TABLES, 0)

    def table(self, name: str) -> Table:
        table = self.db.table(name)
        self.given[name] = max([self.given[name], *(doc.doc_id for doc in table)])
        table._next_id = self.given[name] + 1  # type: ignore[assignment]
        table.clear_cache()
        return table

    def remember(self) -> Any:
        return copy.deepcopy((self.db.storage.read(), self.given))

    def put_back(self, memory: Any) -> None:
        data, self.given = memory
        self.db.storage.write(data or {})


def plain(found: Any) -> Any:
    """An answer in a form that compares: documents with their ids, lists without their order."""
    if isinstance(found, Document):
        return (found.doc_id, sorted(found.items(), key=str))
    if isinstance(found, list):
        return sorted((plain(one) for one in found), key=str)
    return found


def operation(chance: random.Random, step: int) -> Callable[[Table], Any]:
    """One random use of a table's public methods, to be done on both sides."""
    k, at, several = chance.randrange(12), where("k") == chance.randrange(12), [chance.randrange(1, 40) for _ in "abc"]
    some = (where("k") > k) & (where("step") < step)
    return chance.choice(
        [
            lambda t: t.insert({"k": k, "v": [step], "step": step}),
            lambda t: t.insert({"k": k, "v": [step], "step": step}),
            lambda t: t.insert({"k": str(k), "none": None, "step": step}),
            lambda t: t.insert_multiple({"k": (k + n) % 12, "v": [step], "step": step} for n in range(3)),
            lambda t: t.insert(Document({"k": k, "own": True, "step": step}, 1000 + step)),
            lambda t: t.upsert({"k": k, "u": step, "step": step}, at),
            lambda t: t.upsert(Document({"k": k, "step": step}, several[0])),
            lambda t: t.update({"v": [step]}, at),
            lambda t: t.update({"k": k}, at),
            lambda t: t.update(increment("step"), some),
            lambda t: t.update({"w": step}, doc_ids=several),
            lambda t: t.update_multiple([({"m": step}, at), (delete("m"), where("m") == step - 1)]),
            lambda t: t.update({"every": step}) and None,
            lambda t: t.remove(at),
            lambda t: t.remove(some & (where("k") == k)),
            lambda t: t.remove(doc_ids=several),
            lambda t: t.search(at),
            lambda t: t.search(where("k") == str(k)),
            lambda t: t.search(where("k") == True),  # noqa: E712 (equal to 1 for TinyDB, so for us)
            lambda t: t.search(some | at),
            lambda t: t.search(~at),
            lambda t: t.search(where("v").any([step - 1, step - 2])),
            lambda t: (t.get(at) is None, t.contains(at), t.count(at), len(t), bool(t.all())),
            lambda t: t.get(doc_id=several[0]),
            lambda t: t.get(doc_ids=several),
            lambda t: t.contains(doc_id=several[1]),
            lambda t: t.truncate() if step % 9 == 0 else None,
        ]
    )


def outcome(work: Callable[[Table], Any], table: Table) -> Any:
    try:
        return plain(work(table))
    except (ValueError, KeyError, TypeError) as error:
        return type(error)


def compare(store: Store, reference: Reference) -> None:
    for name in TABLES:
        assert plain(store.table(name).all()) == plain(reference.db.table(name).all())


def in_undone_batch(store: Store, reference: Reference, chance: random.Random, step: int) -> None:
    """A few operations in a batch with a savepoint inside; savepoint, batch or neither is undone on both sides."""
    undo_inner, undo_outer = chance.random() < 0.5, chance.random() < 0.5
    before = reference.remember()
    try:
        with store.batch():
            both(store, reference, chance, step)
            middle = reference.remember()
            try:
                with store.savepoint():
                    both(store, reference, chance, step)
                    both(store, reference, chance, step)
                    if undo_inner:
                        raise Undo
            except Undo:
                reference.put_back(middle)
            compare(store, reference)
            both(store, reference, chance, step)
            if undo_outer:
                raise Undo
    except Undo:
        reference.put_back(before)
    compare(store, reference)


def both(store: Store, reference: Reference, chance: random.Random, step: int) -> None:
    name, work = chance.choice("ab"), operation(chance, step)
    before = reference.remember()
    expected = outcome(work, reference.table(name))
    if isinstance(expected, type):
        reference.put_back(before)  # stock TinyDB keeps what was changed before an exception; we do not
    reference.table(name)
    assert outcome(work, store.table(name)) == expected, (name, step)


@pytest.mark.parametrize("seed", range(6 if SOAK else 2))
def test_random_work_on_a_table_gives_what_stock_tinydb_gives(
    seed: int, engine: str, new_url: Callable[[], str]
) -> None:
    chance, reference = random.Random(seed), Reference()
    url = new_url()
    store = open_store(url, TABLES)
    for step in range(STEPS):
        if step % 10 == 7:
            in_undone_batch(store, reference, chance, step)
        else:
            both(store, reference, chance, step)
        if step % 25 == 0:
            compare(store, reference)
        if step % 100 == 99 and engine != "memory":
            store.close()
            store = open_store(url, TABLES)
    compare(store, reference)
    assert store.check() == []
    store.close()
