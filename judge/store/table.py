"""A TinyDB table over row storage: every public method of TinyDB's, and a few quicker ones of our own.

TinyDB's methods all go through three inner ones (`_read_table`, `_update_table`, `_get_next_id`); these are
replaced, the rest is inherited. TinyDB's queries walk the table; `find`, `range` and `tally` ask the indexes.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, MutableMapping
from typing import Any, cast

from tinydb.table import Document, Table

from judge.store.codec import decode
from judge.store.engine import Found, Lookup, Row
from judge.store.layout import KEYED, IndexValue, TableLayout, index_value, rowid
from judge.store.rows import RowStorage

Doc = dict[str, Any]


def unkeyed(row: Mapping[str, Any]) -> Doc:
    """A row that was fetched, as it was put: without its key."""
    return {name: value for name, value in row.items() if name != "key"}


class RowTable(Table):
    """Rows with a text key (`put`, `fetch`, `drop`) and counted rows (`append`, TinyDB's `insert`)."""

    _next_id: int | None  # type: ignore[assignment]  # TinyDB leaves it without a type

    def __init__(self, storage: RowStorage, name: str, **options: Any) -> None:
        """Raises KeyError for a table that was not declared."""
        if name not in storage.layout:
            raise KeyError(f"no table {name!r} was declared when the store was opened")
        self._layout = storage.layout[name]
        self._rows = storage
        self._mark = (storage.generation, storage.moment)
        # a table exists as soon as it is declared, so there is nothing to persist while it is empty
        options.pop("persist_empty", None)
        super().__init__(storage, name, **options, cache_size=0)  # documents are always the caller's own

    def __repr__(self) -> str:
        return f"<RowTable {self.name}>"  # TinyDB's would count the rows

    # -- rows with a key

    def put(self, key: str, doc: Mapping[str, Any], *, packed: bool = False) -> None:
        """Write the document of a key, in place of any it had; it keeps its key under "key". For `packed` see `encode`.

        Raises ValueError for an empty key, a document that names another, or what JSON cannot hold (TypeError if
        it is the type that is wrong).
        """
        if doc.get("key", key) != key or not key:
            raise ValueError(f"table {self.name}: a document of key {doc.get('key')!r} cannot be put under {key!r}")
        row_id = rowid(key)
        row = self._rows.make_row(self._layout, row_id, {"key": key, **doc}, packed)
        self._rows.write_rows(self._layout.name, {row_id: row})

    def put_record(self, key: str, record: object) -> None:
        """`put` of a frozen dataclass of plain values that has no field `key`."""
        self.put(key, vars(record), packed=True)

    def fetch(self, key: str) -> Doc | None:
        """The document of a key, the caller's own copy, or None. Raises ValueError if the key's row number is
        taken by another key."""
        body = self._rows.load(self._layout.name, rowid(key))
        if body is None:
            return None
        doc = decode(body)
        if doc.get("key") != key:
            raise ValueError(f"keys {doc.get('key')!r} and {key!r} of table {self.name} have the same row number")
        return doc

    def fetch_many(self, keys: Iterable[str]) -> dict[str, Doc]:
        """The documents of these keys, by their keys, as far as they exist."""
        found = self._rows.load_many(self._layout.name, [rowid(key) for key in keys])
        return {str(doc["key"]): doc for doc in map(decode, found.values())}

    def preload(self, keys: Iterable[str]) -> None:
        """Inside a batch: documents that `fetch` will be asked for; it saves a shared store the way to each."""
        self._rows.preload(self._layout.name, [rowid(key) for key in keys])

    def drop(self, key: str) -> bool:
        """Take the row of a key away; whether there was one."""
        if self.fetch(key) is None:
            return False
        self._rows.write_rows(self._layout.name, {rowid(key): None})
        return True

    def discard(self, key: str) -> None:
        """Take the row of a key away without looking whether there is one."""
        self._rows.write_rows(self._layout.name, {rowid(key): None})

    def append(self, doc: Mapping[str, Any]) -> int:
        """Write a document under the next counted id and return it. Ids ascend and are never given twice."""
        return self.insert(dict(doc))

    def insert(self, document: Mapping[str, Any]) -> int:
        """As TinyDB's."""
        with self._rows.whole():
            return super().insert(document)

    def upsert(self, document: Mapping[str, Any], cond: Any = None) -> list[int]:
        """As TinyDB's."""
        with self._rows.whole():
            return super().upsert(document, cond)

    def claim(self, field: str, value: IndexValue, *, order: str, until: IndexValue, limit: int) -> list[Document]:
        """The first rows with field == value and order <= until, which no other worker is given as long as this batch
        is open. The index "field+order" is needed; claim before anything is written to the table in this batch."""
        self._need_index(field, order)
        lookup = Lookup((field, self._bound(value)), (order, None, self._bound(until)), order, limit=limit)
        return [_document(found) for found in self._rows.claim(self.name, lookup)]

    # -- look-ups by index

    def find(
        self, field: str, value: IndexValue, *, order: str | None = None, limit: int | None = None
    ) -> list[Document]:
        """The documents whose indexed `field` equals `value`, in the order of first writing, the open batch's last.

        `order` names an indexed field to sort by, "-seq" from the highest down; with an index "field+seq" nothing else
        is read. Raises KeyError for a field without an index, ValueError for what none can hold.
        """
        self._need_index(field)
        order_field, descending = (order.removeprefix("-"), order.startswith("-")) if order else (None, False)
        return self._documents(Lookup((field, self._bound(value)), None, order_field, descending, limit))

    def range(
        self,
        field: str,
        low: IndexValue | None,
        high: IndexValue | None,
        limit: int | None = None,
        *,
        within: tuple[str, IndexValue] | None = None,
        descending: bool = False,
    ) -> list[Document]:
        """The documents with low <= field <= high, sorted by the field; None leaves an end open.

        Documents without the field are never among them. `within=("status", "queued")` looks only at those, by an
        index "status+due". Raises KeyError if there is no index for it, ValueError for bounds none can hold.
        """
        if within is None:
            self._need_index(field)
        else:
            self._need_index(within[0], field)
        bounds = (field, *(None if end is None else self._bound(end) for end in (low, high)))
        equal = None if within is None else (within[0], self._bound(within[1]))
        return self._documents(Lookup(equal, cast(Any, bounds), field, descending, limit))

    def tally(self, field: str, value: IndexValue) -> int:
        """How many documents `find` would return, without reading them."""
        self._need_index(field)
        return self._rows.count(self.name, Lookup((field, self._bound(value))))

    # -- TinyDB's inner seam

    def _read_table(self) -> Any:
        return ReadView(self._rows, self.name)

    def _update_table(self, updater: Callable[[Any], None]) -> None:
        with self._rows.whole():
            self._update(updater)

    def _update(self, updater: Callable[[Any], None]) -> None:
        view = ChangeView(self._rows, self._layout)
        try:
            updater(view)
            changes = view.changes()
        except BaseException:
            self._next_id = None
            raise
        if not changes:
            return
        counted = [row_id for row_id in changes if row_id < KEYED]
        removed = [row_id for row_id in counted if changes[row_id] is None]
        if removed:
            with self._rows.batch():
                if max(removed) >= self._rows.last_id(self.name):
                    self._rows.keep_mark(self.name, max(removed))
                self._rows.write_rows(self.name, changes)
        else:
            self._rows.write_rows(self.name, changes)
        if self._next_id is not None and counted:
            self._next_id = max(self._next_id, max(counted) + 1)

    def _get_next_id(self) -> int:
        mark = (self._rows.generation, self._rows.moment)
        if self._next_id is None or self._mark != mark:
            self._mark = mark
            self._next_id = self._rows.last_id(self.name) + 1
        given = self._next_id
        self._next_id = given + 1
        return given

    # -- inside

    def _documents(self, lookup: Lookup) -> list[Document]:
        return [_document(found) for found in self._rows.find(self.name, lookup)]

    def _need_index(self, field: str, order: str | None = None) -> None:
        for index in self._layout.indexes:
            if index.field == field and (order is None or index.order == order):
                return
        spec = field if order is None else f"{field}+{order}"
        raise KeyError(f"table {self.name!r} has no index {spec!r}")

    def _bound(self, value: object) -> IndexValue:
        bound = index_value(value)
        if bound is None:
            raise ValueError(f"table {self.name}: no index can hold {value!r}")
        return bound


def _document(found: Found) -> Document:
    return Document(decode(found.body), found.id)


# ---- a table as TinyDB's own code expects it: a mapping to read, and a mapping to change -----------------------------


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
