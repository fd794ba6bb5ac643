"""The engine of unit tests: rows in dictionaries, gone with the process, and quicker than any file."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path

from judge.core.errors import StoreFault
from judge.store.engine import Changes, Engine, Found, Lookup, Row, matches
from judge.store.layout import KEYED, IndexValue, Layout, sort_key
from judge.store.sqlite import copy_rows


class MemoryEngine(Engine):
    """Rows in memory. A dictionary keeps the order of first writing, another finds the rows of equal values."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self._rows: dict[str, dict[int, Row]] = {name: {} for name in layout}
        self._places: dict[str, dict[int, int]] = {name: {} for name in layout}
        self._equal: dict[tuple[str, str, IndexValue], set[int]] = {}
        self._written = 0

    def stand_as(self, other: MemoryEngine) -> None:
        """Hold what another holds. Rows never change, they are replaced: so the dictionaries are all that is copied."""
        self._rows = {name: dict(rows) for name, rows in other._rows.items()}
        self._places = {name: dict(places) for name, places in other._places.items()}
        self._equal = {value: set(ids) for value, ids in other._equal.items()}
        self._written = other._written

    def load(self, table: str, row_id: int) -> str | None:
        row = self._rows[table].get(row_id)
        return None if row is None else row.body

    def scan(self, table: str) -> Iterator[Found]:
        for row in list(self._rows[table].values()):
            yield Found(row.id, row.body)

    def find(self, table: str, lookup: Lookup) -> list[Found]:
        rows = self._matching(table, lookup)
        if lookup.order is not None:
            place = self.layout[table].column(lookup.order)
            rows.sort(key=lambda row: sort_key(row.values[place]))
        if lookup.descending:
            rows.reverse()
        return [Found(row.id, row.body) for row in rows[: lookup.limit]]

    def claim(self, table: str, lookup: Lookup) -> list[Found]:
        return self.find(table, lookup)

    def count(self, table: str, lookup: Lookup | None = None) -> int:
        return len(self._rows[table]) if lookup is None else len(self._matching(table, lookup))

    def last_id(self, table: str) -> int:
        return max((row_id for row_id in self._rows[table] if row_id < KEYED), default=0)

    def commit(self, changes: Changes, *, lasting: bool = True) -> None:
        for table, rows in changes.items():
            for row_id, row in rows.items():
                old = self._rows[table].get(row_id)
                if row is not None and old is not None and old.key != row.key:
                    raise StoreFault(f"keys {old.key!r} and {row.key!r} of table {table} have the same row number")
        for table, rows in changes.items():
            for row_id, row in rows.items():
                self._replace(table, row_id, row)

    def snapshot(self) -> AbstractContextManager[None]:
        return nullcontext()

    def check(self) -> list[str]:
        return []

    def tidy(self) -> None:
        """Nothing to do."""

    def backup(self, path: Path) -> None:
        copy_rows(self, path)

    def close(self) -> None:
        """Nothing to let go of."""

    def _matching(self, table: str, lookup: Lookup) -> list[Row]:
        layout, rows = self.layout[table], self._rows[table]
        if lookup.equal is None:
            return [row for row in rows.values() if matches(layout, row, lookup)]
        field, value = lookup.equal
        layout.column(field)  # a KeyError for a field that is not indexed
        ids = sorted(self._equal.get((table, field, value), ()), key=self._places[table].__getitem__)
        return [rows[row_id] for row_id in ids if matches(layout, rows[row_id], lookup)]

    def _replace(self, table: str, row_id: int, row: Row | None) -> None:
        """Put a row, or take it away, and keep the look-up by value in step."""
        columns, old = self.layout[table].columns, self._rows[table].get(row_id)
        for field, value in zip(columns, old.values if old else (), strict=False):
            if value is not None:
                self._equal[table, field, value].discard(row_id)
        for field, value in zip(columns, row.values if row else (), strict=False):
            if value is not None:
                self._equal.setdefault((table, field, value), set()).add(row_id)
        if row is None:
            self._rows[table].pop(row_id, None)
            self._places[table].pop(row_id, None)
        else:
            self._rows[table][row_id] = row
            self._written += 1
            self._places[table].setdefault(row_id, self._written)
