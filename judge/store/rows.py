"""Row storage: TinyDB's storage seam widened from "the whole database" to single rows and one durable commit."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import replace
from typing import Any

import msgspec
from tinydb.storages import Storage

from judge.core.errors import Conflict, StoreFault
from judge.store.codec import decode, encode
from judge.store.engine import Changes, Engine, Found, Listed, Lookup, Row, matches
from judge.store.layout import COUNTERS, KEYED, IndexValue, TableLayout, index_value, rowid, sort_key

_NOTHING: dict[int, Row | None] = {}
HOT, HOT_SIZE = 8192, 2048
"""How many rows are remembered where nobody else writes, and how long at most."""


class RowStorage(Storage):
    """One engine, and the overlay of the batch that is open over it.

    Outside a batch every write is a commit of its own. After a failed commit nothing is written any more: what the
    disk holds is then for the next start to find out.
    """

    def __init__(self, engine: Engine) -> None:
        super().__init__()
        self.engine = engine
        self.layout = engine.layout
        self.declared = tuple(name for name in sorted(self.layout) if name != COUNTERS)
        self.generation = 0
        """Grows whenever written rows were undone: what was derived from them is void."""
        self._overlay: Overlay | None = None
        self._loaded: dict[tuple[str, int], str | None] = {}
        self._looked_up: dict[tuple[str, Lookup], list[Found]] = {}
        """What a batch in a shared store has read: it sees one moment, and the way to the server is long."""
        self._hot: dict[tuple[str, int], str | None] = {}
        """What is on disk, as far as it was looked at lately; nothing where another process may write."""
        self._hot_of = 0  # the generation it belongs to
        self._moment = 0
        self._fault = ""

    @property
    def moment(self) -> int:
        """Stays the same as long as no other process can have changed what was read: for ever in a store of one
        process, for a batch in a shared one."""
        if self.engine.shared and self._overlay is None:
            self._moment += 1
        return self._moment

    # -- reading

    def load(self, table: str, row_id: int) -> str | None:
        """The body of one row, or None."""
        if self._overlay is not None:
            written = self._overlay.tables[table]
            if row_id in written:
                row = written[row_id]
                return None if row is None else row.body
            if self.engine.shared:
                if (table, row_id) not in self._loaded:
                    self._loaded[table, row_id] = self.engine.load(table, row_id)
                return self._loaded[table, row_id]
        if not self.engine.alone:
            return self.engine.load(table, row_id)
        hot = self._fresh()
        if (table, row_id) in hot:
            return hot[table, row_id]
        return self._remember(table, row_id, self.engine.load(table, row_id))

    def preload(self, table: str, row_ids: Sequence[int]) -> None:
        """These rows will be asked for one by one; where others may write, inside this batch."""
        if self.engine.shared and self._overlay is not None:
            found = self.engine.load_many(table, row_ids)
            self._loaded |= {(table, row_id): found.get(row_id) for row_id in row_ids}
        elif self.engine.alone:
            hot = self._fresh()
            missing = [row_id for row_id in row_ids if (table, row_id) not in hot]
            found = self.engine.load_many(table, missing)
            for row_id in missing:
                self._remember(table, row_id, found.get(row_id))

    def foresee(self, rows: Mapping[str, Sequence[int]], lists: Mapping[Listed, Sequence[IndexValue]]) -> None:
        """These will be asked for in this batch, where others may write: all on one way to the server. Elsewhere it
        changes nothing. Raises KeyError for a field without an index."""
        if self._overlay is None or not self.engine.shared:
            return
        wanted = {
            table: missing
            for table, ids in rows.items()
            if (missing := [row_id for row_id in ids if (table, row_id) not in self._loaded])
        }
        lists = {listed: values for listed, values in lists.items() if values}
        if not wanted and not lists:
            return
        found = self.engine.gather(wanted, lists)
        for table, ids in wanted.items():
            there = found.bodies.get(table, {})
            self._loaded |= {(table, row_id): there.get(row_id) for row_id in ids}
        for listed, by_value in found.lists.items():
            for value, several in by_value.items():
                self._looked_up[listed.table, Lookup((listed.field, value))] = several
                self._loaded |= {(listed.table, row_id): body for row_id, body in several}

    def _fresh(self) -> dict[tuple[str, int], str | None]:
        """What is remembered, if nothing was undone since."""
        if self._hot_of != self.generation:
            self._hot_of = self.generation
            self._hot.clear()
        return self._hot

    def _remember(self, table: str, row_id: int, body: str | None) -> str | None:
        if body is None or len(body) <= HOT_SIZE:
            while len(self._hot) >= HOT:
                del self._hot[next(iter(self._hot))]
            self._hot[table, row_id] = body
        return body

    def load_many(self, table: str, row_ids: Sequence[int]) -> dict[int, str]:
        """The documents of these rows, as far as they exist."""
        written = self._written(table)
        missing = [row_id for row_id in row_ids if row_id not in written]
        kept = self.engine.load_many(table, missing) if missing else {}
        return kept | {row_id: row.body for row_id in row_ids if (row := written.get(row_id)) is not None}

    def scan(self, table: str) -> Iterator[Found]:
        """All rows in the order of first writing; what is written meanwhile may or may not be seen."""
        written = dict(self._written(table))
        for found in self.engine.scan(table):
            if found.id not in written:
                yield found
                continue
            row = written.pop(found.id)
            if row is not None:
                yield Found(row.id, row.body)
        for row in written.values():
            if row is not None:
                yield Found(row.id, row.body)

    def find(self, table: str, lookup: Lookup) -> list[Found]:
        """The rows that answer a look-up. Raises KeyError if there is no index for it."""
        written = self._written(table)
        return self._merged(table, lookup, written) if written else self._on_disk(table, lookup)

    def _on_disk(self, table: str, lookup: Lookup) -> list[Found]:
        """What the engine says, which a batch in a shared store is told once."""
        if self._overlay is None or not self.engine.shared:
            return self.engine.find(table, lookup)
        if (table, lookup) not in self._looked_up:
            self._looked_up[table, lookup] = self.engine.find(table, lookup)
        return list(self._looked_up[table, lookup])

    def claim(self, table: str, lookup: Lookup) -> list[Found]:
        """As `find`, for rows that several workers take turns at: none is given to two of them. Ask before anything
        is written to the table. Raises RuntimeError outside a batch."""
        if self._overlay is None or self._written(table):
            raise RuntimeError("rows are claimed at the beginning of a batch")
        return self.engine.claim(table, lookup)

    def count(self, table: str, lookup: Lookup | None = None) -> int:
        """How many rows answer a look-up, or all of the table."""
        written = self._written(table)
        if not written:
            return self.engine.count(table, lookup)
        if lookup is not None:
            return len(self._merged(table, lookup, written))
        here = sum(row is not None for row in written.values())
        hidden = sum(self.engine.load(table, row_id) is not None for row_id in written)
        return self.engine.count(table) - hidden + here

    def last_id(self, table: str) -> int:
        """The highest id ever counted out in a table, even if its row is gone; 0 if there was none."""
        mark = self.load(COUNTERS, rowid(_mark(table)))
        removed = decode(mark)["n"] if mark is not None else 0
        counted = (row_id for row_id in self._written(table) if row_id < KEYED)
        return max(self.engine.last_id(table), removed, *counted)

    # -- writing

    def write_rows(self, table: str, changes: Mapping[int, Row | None]) -> None:
        """Put rows (None takes one away) into the open batch, or commit them at once if none is open.

        Raises StoreFault if the commit fails or an earlier one did, ValueError for two keys with one row number.
        """
        if self._overlay is None:
            self._commit({table: changes})
            return
        for row_id, row in changes.items():
            self._overlay.write(table, row_id, row)

    def make_row(self, table: TableLayout, row_id: int, doc: Mapping[str, Any], packed: bool = False) -> Row:
        """The row of a document; for `packed` see `encode`. Raises TypeError or ValueError for what JSON cannot hold,
        naming the table."""
        try:
            body = encode(doc, packed)
        except TypeError as error:
            raise TypeError(f"table {table.name}, row {doc.get('key', row_id)!r}: {error}") from error
        except (ValueError, msgspec.MsgspecError) as error:
            raise ValueError(f"table {table.name}, row {doc.get('key', row_id)!r}: {error}") from error
        return Row(row_id, doc["key"] if row_id >= KEYED else None, table.values_of(doc), body)

    def keep_mark(self, table: str, last: int) -> None:
        """Remember that ids up to `last` were given out: they are not used again, whatever is removed."""
        key = _mark(table)
        row = self.make_row(self.layout[COUNTERS], rowid(key), {"key": key, "n": last})
        self.write_rows(COUNTERS, {rowid(key): row})

    @contextmanager
    def batch(self, *, lasting: bool = True) -> Iterator[None]:
        """One durable commit at the end of the outermost batch; an exception undoes everything. Inside another
        batch it is a savepoint. For `lasting` see `Engine.commit`."""
        if self._overlay is not None:
            with self.savepoint():
                yield
            return
        self._refuse_after_fault()
        self._moment += self.engine.shared
        overlay = self._overlay = Overlay()
        with self.engine.snapshot():
            try:
                yield
            except BaseException:
                self.generation += 1
                raise
            finally:
                self._overlay = None
                self._loaded, self._looked_up = {}, {}
            changes = {table: rows for table, rows in overlay.tables.items() if rows}
            if changes:
                self._commit(changes, lasting)

    @contextmanager
    def savepoint(self) -> Iterator[None]:
        """An exception inside undoes what was written since, then goes on its way. Raises RuntimeError if no batch
        is open."""
        overlay = self._overlay
        if overlay is None:
            raise RuntimeError("a savepoint needs an open batch")
        mark = overlay.mark()
        try:
            yield
        except BaseException:
            overlay.undo(mark)
            self.generation += 1
            raise
        overlay.release()

    def whole(self) -> AbstractContextManager[None]:
        """For reading and then writing: a batch where another process could write in between, else nothing."""
        return self.batch() if self.engine.shared and self._overlay is None else nullcontext()

    # -- TinyDB's own seam: right, but as slow as it always was

    def read(self) -> dict[str, dict[str, Any]] | None:
        """All tables but the store's own, or None if they are empty."""
        data = {name: {str(row_id): decode(body) for row_id, body in self.scan(name)} for name in self.declared}
        return {name: rows for name, rows in data.items() if rows} or None

    def write(self, data: dict[str, dict[str, Any]]) -> None:
        """Make the database what `data` says, in one commit. Raises KeyError for a table that was not declared."""
        with self.batch():
            for name in sorted({*self.declared, *data}):
                table = self.layout[name]
                wanted = {int(row_id): doc for row_id, doc in data.get(name, {}).items()}
                gone: dict[int, Row | None] = {row_id: None for row_id, _ in self.scan(name) if row_id not in wanted}
                self.write_rows(name, gone)
                self.write_rows(name, {row_id: self.make_row(table, row_id, doc) for row_id, doc in wanted.items()})

    def close(self) -> None:
        self.engine.close()

    # -- inside

    def _written(self, table: str) -> dict[int, Row | None]:
        return _NOTHING if self._overlay is None else self._overlay.tables[table]

    def _merged(self, table: str, lookup: Lookup, written: dict[int, Row | None]) -> list[Found]:
        """A look-up over the engine's rows and the overlay's. Among equals those of the open batch come last."""
        table_layout = self.layout[table]
        # rows of the batch may hide as many of the engine's: ask for so many more
        wider = lookup if lookup.limit is None else replace(lookup, limit=lookup.limit + len(written))
        found = [row for row in self._on_disk(table, wider) if row.id not in written]
        if lookup.descending:
            found.reverse()
        fresh = [row for row in written.values() if row is not None and matches(table_layout, row, lookup)]
        found += [Found(row.id, row.body) for row in fresh]
        order = lookup.order
        if order is not None and fresh:
            found.sort(key=lambda row: sort_key(index_value(decode(row.body).get(order))))
        if lookup.descending:
            found.reverse()
        return found[: lookup.limit]

    def _commit(self, changes: Changes, lasting: bool = True) -> None:
        self._refuse_after_fault()
        try:
            self.engine.commit(changes, lasting=lasting)
            self._refresh(changes)
        except Conflict:
            self.generation += 1
            raise
        except BaseException as error:
            self.generation += 1
            self._fault = str(error) or type(error).__name__
            if isinstance(error, StoreFault) or not isinstance(error, Exception):
                raise
            raise StoreFault(f"A commit failed: {error}") from error

    def _refresh(self, changes: Changes) -> None:
        """What was remembered is now as it was written."""
        hot = self._fresh()
        if hot:
            for table, rows in changes.items():
                for row_id, row in rows.items():
                    if (table, row_id) in hot:
                        if row is not None and len(row.body) > HOT_SIZE:
                            del hot[table, row_id]
                        else:
                            hot[table, row_id] = None if row is None else row.body

    def _refuse_after_fault(self) -> None:
        if self._fault:
            raise StoreFault(f"Nothing is written after a failed commit ({self._fault}). Start the judge again.")


def _mark(table: str) -> str:
    return f"last_id:{table}"


# ---- what a batch has written, before it is committed ---------------------------------------------------------------


class Overlay:
    """Rows by table and id, to be changed by `write` alone; None stands for a row taken away. A savepoint is a mark in
    the log of what was there."""

    def __init__(self) -> None:
        self.tables: defaultdict[str, dict[int, Row | None]] = defaultdict(dict)
        self._log: list[tuple[str, int, Row | msgspec.UnsetType | None]] = []  # UNSET: there was nothing
        self._open_marks = 0

    def write(self, table: str, row_id: int, row: Row | None) -> None:
        """Raises ValueError for a row that has the number of another key's."""
        rows = self.tables[table]
        before = rows.get(row_id, msgspec.UNSET)
        if row is not None and isinstance(before, Row) and before.key != row.key:
            raise ValueError(f"keys {before.key!r} and {row.key!r} of table {table} have the same row number")
        if self._open_marks:
            self._log.append((table, row_id, before))
        rows[row_id] = row

    def mark(self) -> int:
        """Open a savepoint; hand the mark back to `release` or `undo`, last opened first."""
        self._open_marks += 1
        return len(self._log)

    def release(self) -> None:
        """Close the newest savepoint and keep what was written since."""
        self._open_marks -= 1
        if not self._open_marks:
            self._log.clear()

    def undo(self, mark: int) -> None:
        """Close the newest savepoint and put back what stood there when it was opened."""
        self._open_marks -= 1
        while len(self._log) > mark:
            table, row_id, before = self._log.pop()
            if before is msgspec.UNSET:
                del self.tables[table][row_id]
            else:
                self.tables[table][row_id] = before
