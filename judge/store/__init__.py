"""The store: TinyDB's tables over single rows, durable batches, one daemon at a time.

    store = open_store("var/judge.db")
    with store.batch():
        store.table("inbox").put(letter_key, {"at": "2026-12-04T18:00:00+00:00"})

This package is the only one that knows TinyDB; what lies beneath it is an `Engine`.
"""

from judge.store.engine import Listener
from judge.store.layout import rowid
from judge.store.schema import INDEXES
from judge.store.store import Store, open_store
from judge.store.table import RowTable, unkeyed

__all__ = ["INDEXES", "Listener", "RowTable", "Store", "open_store", "rowid", "unkeyed"]
