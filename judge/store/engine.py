"""The floor under the tables: what a storage engine must do, and the plain data that passes to it.

An engine knows rows of text, not documents. It need not know batches either: `commit` takes everything that one
batch changed and makes it durable, all or nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple, Protocol

from judge.store.layout import IndexValue, Layout, TableLayout, sort_key


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


@dataclass(frozen=True)
class Lookup:
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


class Engine(Protocol):
    """Where rows are kept. Reads see the last commit. Every method may raise `StoreFault`."""

    layout: Layout

    def load(self, table: str, row_id: int) -> str | None:
        """The body of one row, or None."""

    def scan(self, table: str) -> Iterator[Found]:
        """All rows in the order of their first writing; writing meanwhile is allowed."""

    def find(self, table: str, lookup: Lookup) -> list[Found]:
        """The rows that answer a look-up, by index. Raises KeyError for a field without one."""

    def count(self, table: str, lookup: Lookup | None = None) -> int:
        """How many rows answer a look-up (its limit is ignored), or all of the table."""

    def last_id(self, table: str) -> int:
        """The highest id of the counted rows, 0 if there is none."""

    def commit(self, changes: Changes) -> None:
        """Make all changes durable or none."""

    def snapshot(self) -> AbstractContextManager[None]:
        """While it is open, all reads see one moment, whatever another process commits. Do not commit inside."""

    def check(self) -> list[str]:
        """Complaints about the stored bytes and indexes, in words; empty if all is well. Reads everything."""

    def tidy(self) -> None:
        """Do pending house-keeping now, at an idle moment. Never needed for correctness."""

    def backup(self, path: Path) -> None:
        """Write a whole copy of the last commit to a new file. The caller makes it durable and names it."""

    def close(self) -> None:
        """Let go of everything. Idempotent."""


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
