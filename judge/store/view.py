"""A table as TinyDB's own code expects it: a mapping to read, and a mapping to change."""

from collections.abc import Iterator, Mapping, MutableMapping
from typing import Any, cast

from judge.store.codec import decode
from judge.store.engine import Row
from judge.store.layout import KEYED, TableLayout, rowid
from judge.store.rows import RowStorage


class ReadView(Mapping[str, dict[str, Any]]):
    """Documents by id as text. Nothing is read before it is asked for, and every answer is a fresh copy."""

    def __init__(self, storage: RowStorage, table: str) -> None:
        self._storage = storage
        self._table = table

    def __getitem__(self, row_id: str) -> dict[str, Any]:
        body = self._storage.load(self._table, int(row_id))
        if body is None:
            raise KeyError(row_id)
        return decode(body)

    def __iter__(self) -> Iterator[str]:
        return (str(found.id) for found in self._storage.scan(self._table))

    def __len__(self) -> int:
        return self._storage.count(self._table)

    def items(self) -> Any:  # Mapping's own would look up every id again
        return ((str(found.id), decode(found.body)) for found in self._storage.scan(self._table))

    def values(self) -> Any:
        return (decode(found.body) for found in self._storage.scan(self._table))


class ChangeView(MutableMapping[int, dict[str, Any]]):
    """Documents by id, to be changed in place. Only documents that were touched are decoded and compared."""

    def __init__(self, storage: RowStorage, table: TableLayout) -> None:
        self._storage = storage
        self._table = table
        self._open: dict[int, dict[str, Any]] = {}
        self._before: dict[int, str] = {}
        self._gone: set[int] = set()

    def __getitem__(self, row_id: int) -> dict[str, Any]:
        if row_id in self._gone:
            raise KeyError(row_id)
        if row_id not in self._open:
            body = self._storage.load(self._table.name, row_id)
            if body is None:
                raise KeyError(row_id)
            self._before[row_id] = body
            self._open[row_id] = decode(body)
        return self._open[row_id]

    def __setitem__(self, row_id: int, doc: dict[str, Any]) -> None:
        self._open[row_id] = doc
        self._gone.discard(row_id)

    def __delitem__(self, row_id: int) -> None:
        if row_id not in self:
            raise KeyError(row_id)
        self._open.pop(row_id, None)
        self._gone.add(row_id)

    def __contains__(self, row_id: object) -> bool:
        if row_id in self._open:
            return True
        return row_id not in self._gone and self._storage.load(self._table.name, cast(int, row_id)) is not None

    def __iter__(self) -> Iterator[int]:
        seen = set()
        for found in self._storage.scan(self._table.name):
            seen.add(found.id)
            if found.id not in self._gone:
                yield found.id
        yield from [row_id for row_id in self._open if row_id not in seen]

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def clear(self) -> None:
        """Take every document away (MutableMapping's own would start a new walk for each)."""
        self._gone.update(list(self))
        self._open.clear()

    def changes(self) -> dict[int, Row | None]:
        """What is to be written. Raises TypeError or ValueError for what JSON cannot hold, and ValueError for a
        keyed row whose document no longer has its key."""
        changed: dict[int, Row | None] = {}
        for row_id, doc in self._open.items():
            if row_id >= KEYED and (not isinstance(doc.get("key"), str) or rowid(doc["key"]) != row_id):
                raise ValueError(f"table {self._table.name}, row {row_id}: the key of a row cannot be changed")
            row = self._storage.make_row(self._table, row_id, doc)
            if row.body != self._before.get(row_id):
                changed[row_id] = row
        for row_id in sorted(self._gone):
            changed[row_id] = None
        return changed
