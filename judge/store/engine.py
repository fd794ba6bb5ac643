"""The floor under the tables: what a storage engine must do, and the plain data that passes to it.

An engine knows rows of text, not documents. It need not know batches either: `commit` takes everything that one
batch changed and makes it durable, all or nothing.
"""

import fcntl
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from datetime import datetime
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from judge.core.errors import SetupError, StoreFault, StoreInUse
from judge.core.values import Value
from judge.store.codec import decode
from judge.store.layout import KEYED, IndexValue, Layout, TableLayout, indexed_column, quoted, rowid, sort_key
from judge.store.schema import Dialect

_SCAN_PAGE = 500


class Row(NamedTuple):
    """One row as it is written. `key` is None for counted rows; `values` follow the table's `columns`."""

    id: int
    key: str | None
    values: tuple[IndexValue | None, ...]
    body: str


class Found(NamedTuple):
    """One row as it is read."""

    id: int
    body: str


Changes = Mapping[str, Mapping[int, Row | None]]
"""By table and id: the row as it shall be, or None if it shall be gone."""


class Lookup(Value):
    """A question an index can answer.

    equal       (field, value), or None
    between     (field, low, high), both ends included, None for an open end; rows without the field never match
    order       field to sort by, ties by first writing; None for the order of first writing alone
    limit       at most so many rows, or None for all
    """

    equal: tuple[str, IndexValue] | None = None
    between: tuple[str, IndexValue | None, IndexValue | None] | None = None
    order: str | None = None
    descending: bool = False
    limit: int | None = None


class Listed(NamedTuple):
    """The rows of a table by the value of an indexed field, in the order of first writing."""

    table: str
    field: str


class Gathered(NamedTuple):
    """The answers to many questions: bodies by table and id, as far as they exist, and rows by value."""

    bodies: Mapping[str, Mapping[int, str]]
    lists: Mapping[Listed, Mapping[IndexValue, list[Found]]]


class Listener(Protocol):
    """Hears of what others write, until closed."""

    def close(self) -> None: ...


class Engine(Protocol):
    """Where rows are kept. Reads see the last commit. Every method may raise `StoreFault`. What is written out here is
    what an engine says of other workers when there are none.

    shared      other processes may write to it as well: what was read outside a batch may have changed since
    alone       nobody else writes to it as long as it is open here
    session     tells this process from all that ever shared the store; "" where there are no others
    outdated    the form of its rows is that of an older judge, until `renew`
    """

    layout: Layout
    shared: bool = False
    alone: bool = True
    session: str = ""
    outdated: bool = False

    def load(self, table: str, row_id: int) -> str | None:
        """The body of one row, or None."""

    def load_many(self, table: str, row_ids: Sequence[int]) -> dict[int, str]:
        """The bodies of those of these rows that are there, in one question."""
        return {row_id: body for row_id in row_ids if (body := self.load(table, row_id)) is not None}

    def gather(self, rows: Mapping[str, Sequence[int]], lists: Mapping[Listed, Sequence[IndexValue]]) -> Gathered:
        """Rows by table and id, and lists of rows, all on one way to the server and back. Raises KeyError for a field
        without an index."""
        return Gathered(
            {table: self.load_many(table, ids) for table, ids in rows.items()},
            {
                listed: {value: self.find(listed.table, Lookup((listed.field, value))) for value in values}
                for listed, values in lists.items()
            },
        )

    def scan(self, table: str) -> Iterator[Found]:
        """All rows in the order of their first writing; writing meanwhile is allowed."""

    def find(self, table: str, lookup: Lookup) -> list[Found]:
        """The rows that answer a look-up, by index. Raises KeyError for a field without one."""

    def count(self, table: str, lookup: Lookup | None = None) -> int:
        """How many rows answer a look-up (its limit is ignored), or all of the table."""

    def last_id(self, table: str) -> int:
        """The highest id of the counted rows, 0 if there is none."""

    def claim(self, table: str, lookup: Lookup) -> list[Found]:
        """As `find`, inside a snapshot; rows that another worker has claimed are passed over, and these are kept from
        others until the snapshot ends."""
        return self.find(table, lookup)

    def commit(self, changes: Changes, *, lasting: bool = True) -> None:
        """Make all changes durable or none; it ends an open snapshot. What is not `lasting` outlives this process, but
        perhaps not the machine.

        Raises Conflict if another process changed one of these rows since the snapshot began: nothing is written.
        """

    def snapshot(self) -> AbstractContextManager[None]:
        """While it is open, all reads see one moment, whatever another process commits."""

    def hold(self, names: Iterable[str], *, shared: bool = False, wait: bool = False) -> frozenset[str]:
        """Try to lock these names (or wait for all of them) and tell which are held now: until `let_go`, or the end of
        the process however it dies. Several may hold a name `shared`, if nobody holds it otherwise."""
        return frozenset(names)

    def let_go(self, names: Iterable[str], *, shared: bool = False) -> None:
        """Free names that `hold` gave."""
        return

    def holders(self, names: Sequence[str]) -> Sequence[int]:
        """How many processes hold each of these names, this one among them."""
        return [1] * len(names)

    def announce(self) -> None:
        """Let the next commit wake the other workers."""
        return

    def server(self, now: datetime) -> list[tuple[bool, str, str]]:
        """What there is to say of its server: (good, what was found, remedy)."""
        return []

    def listen(self, call: Callable[[], None]) -> Listener | None:
        """Call back, from another thread, whenever another process announces; None if there are no others."""
        return None

    def check(self) -> list[str]:
        """Complaints about the stored bytes and indexes, in words; empty if all is well. Reads everything."""

    def damage(self) -> str:
        """What is wrong with the pages of its file, looked through without its indexes; "" for nothing, or no file."""
        return ""

    def renew(self) -> None:
        """Bring the form of its rows to that of this judge, durably, as a whole; again, if it was cut off."""
        return

    def tidy(self) -> None:
        """Do pending house-keeping now, at an idle moment. Never needed for correctness."""
        return

    def backup(self, path: Path) -> None:
        """Write a whole copy of the last commit to a new file. The caller makes it durable and names it."""

    def close(self) -> None:
        """Let go of everything. Idempotent."""


class SqlEngine(Engine):
    """What engines have in common that are asked in SQL.

    dialect  how the SQL of its server differs
    ways     how rows are sorted by a field, ascending and descending
    text     makes the document of what is stored as a row's body
    key      the column with the key beside the body
    """

    dialect: Dialect
    ways = ("asc", "desc")
    key = "null"
    text: Callable[[Any], str]

    def ask(self, statement: str, values: Sequence[Any]) -> list[Any]:
        """The rows that answer a question."""
        raise NotImplementedError

    def all(self, table: str, columns: str) -> Iterator[Any]:
        """These columns of all rows, `seq` the first of them, some rows at a time."""
        mark = self.dialect.mark
        statement = f"select {columns} from {quoted(table)} where seq>{mark} order by seq limit {_SCAN_PAGE}"
        last = -1
        while page := self.ask(statement, (last,)):
            last = page[-1][0]
            yield from page

    def load(self, table: str, row_id: int) -> str | None:
        found = self.ask(f"select body from {quoted(table)} where id={self.dialect.mark}", (row_id,))
        return self.text(found[0][0]) if found else None

    def scan(self, table: str) -> Iterator[Found]:
        for _, row_id, body in self.all(table, "seq, id, body"):
            yield Found(row_id, self.text(body))

    def find(self, table: str, lookup: Lookup, tail: str = "") -> list[Found]:
        """`tail` stands behind the question in SQL."""
        where, values = self.where(table, lookup)
        way = "desc" if lookup.descending else "asc"
        order, limit = "", "" if lookup.limit is None else f" limit {int(lookup.limit)}"
        if lookup.order is not None:
            order = f"{indexed_column(self.layout, table, lookup.order)} {self.ways[lookup.descending]}, "
        statement = f"select id, body from {quoted(table)}{where} order by {order}seq {way}{limit}{tail}"
        return [Found(row_id, self.text(body)) for row_id, body in self.ask(statement, values)]

    def count(self, table: str, lookup: Lookup | None = None) -> int:
        where, values = self.where(table, lookup) if lookup else ("", ())
        found = self.ask(f"select count(*) from {quoted(table)}{where}", values)
        return int(found[0][0]) if found else 0

    def last_id(self, table: str) -> int:
        found = self.ask(f"select max(id) from {quoted(table)} where id<{KEYED}", ())
        return found[0][0] or 0

    def where(self, table: str, lookup: Lookup) -> tuple[str, tuple[Any, ...]]:
        """The `where` of a question in SQL, with a mark for each of its values; "" where it is about all rows."""
        mark = self.dialect.mark
        terms: list[str] = []
        values: list[IndexValue] = []
        if lookup.equal is not None:
            terms.append(f"{indexed_column(self.layout, table, lookup.equal[0])}={mark}")
            values.append(lookup.equal[1])
        if lookup.between is not None:
            field, low, high = lookup.between
            column = indexed_column(self.layout, table, field)
            terms.append(f"{column} is not null")
            for sign, bound in ((">=", low), ("<=", high)):
                if bound is not None:
                    terms.append(f"{column}{sign}{mark}")
                    values.append(bound)
        return (" where " + " and ".join(terms) if terms else "", tuple(map(self.dialect.form, values)))

    def check(self) -> list[str]:
        complaints = []
        for name, table in self.layout.items():
            columns = "".join(f", {indexed_column(self.layout, name, field)}" for field in table.columns)
            for _, row_id, key, body, *values in self.all(name, f"seq, id, {self.key}, body{columns}"):
                place = f"table {name}, row {row_id}"
                try:
                    doc = decode(self.text(body))
                except StoreFault as error:
                    complaints.append(f"{place}: {error}")
                    continue
                told = doc.get("key")
                if row_id >= KEYED and (rowid(str(told)) != row_id or (key is not None and key.decode() != told)):
                    complaints.append(f"{place}: it is not that of the key {told!r}")
                if tuple(map(self.dialect.form, table.values_of(doc))) != tuple(values):
                    complaints.append(f"{place}: its index differs from its document")
        return complaints


def matches(table: TableLayout, row: Row, lookup: Lookup) -> bool:
    """Whether a row that is still in memory answers a look-up, exactly as the engine would judge it."""
    if lookup.equal is not None:
        field, wanted = lookup.equal
        if row.values[table.column(field)] != wanted:
            return False
    if lookup.between is not None:
        field, low, high = lookup.between
        value = row.values[table.column(field)]
        if value is None:
            return False
        if low is not None and sort_key(value) < sort_key(low):
            return False
        if high is not None and sort_key(value) > sort_key(high):
            return False
    return True


class StoreLock:
    """Held from construction to `release`. The kernel lets go of it when the process dies, however it dies.

    The file names the holder's process id for people to read; it is never removed, for a lock on a removed file
    would keep nobody out. Raises StoreInUse if another holds it, SetupError if the file cannot be made.
    """

    def __init__(self, store: Path) -> None:
        self.path = store.with_name(store.name + ".lock")
        try:
            self._handle = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        except OSError as error:
            remedy = f"The folder {store.parent} must exist and be writable; `judge init` makes it."
            raise SetupError(f"The lock {self.path} cannot be made: {error.strerror}.", remedy) from error
        try:
            fcntl.flock(self._handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            holder = os.pread(self._handle, 32, 0).decode("ascii", "replace").strip()
            os.close(self._handle)
            who = f"process {holder}" if holder.isdigit() else "another process"
            raise StoreInUse(
                f"The store {store} is in use by {who}: one judge a store. "
                "Stop that one first, or give this one another home."
            ) from error
        os.ftruncate(self._handle, 0)
        os.pwrite(self._handle, b"%d\n" % os.getpid(), 0)

    def release(self) -> None:
        """Let the next one in. Idempotent."""
        if self._handle >= 0:
            os.close(self._handle)
            self._handle = -1
