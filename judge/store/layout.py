"""How rows are numbered and which of their fields are indexed.

A row has a 63-bit id (TinyDB's `doc_id`). Rows with a text key take the upper half of the numbers, a digest of
the key; rows without one count upwards from 1 in the lower half. The two can share a table and never meet.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from judge.core.values import Value

KEYED = 1 << 62
"""The first id of keyed rows; every smaller id was counted."""

IndexValue = str | int | float
"""What can stand in an index. `True` counts as 1, as it does for TinyDB's `==`."""

COUNTERS = "counters"
"""The store's own table: persistent counters and the highest ids ever given."""

_NAME = re.compile(r"[a-z_][a-z0-9_]*")
_INT64 = 1 << 63


@lru_cache(8192)  # a row is looked for, read and written
def rowid(key: str) -> int:
    """The id of the row with this text key: 62 bits of BLAKE2b, in [2**62, 2**63).

    Two keys meet with a chance of about 1e-7 in a million rows; `RowTable.fetch` and the engines notice it.
    """
    digest = hashlib.blake2b(key.encode("utf-8", "surrogatepass"), digest_size=8).digest()
    return int.from_bytes(digest) >> 2 | KEYED


def index_value(value: object) -> IndexValue | None:
    """What an index keeps of a field's value, or None if it cannot be looked up (null, lists, huge numbers)."""
    if isinstance(value, str):
        return value
    if isinstance(value, int):
        return int(value) if -_INT64 <= value < _INT64 else None
    if isinstance(value, float):
        return value
    return None


def sort_key(value: object) -> tuple[int, Any]:
    """Total order of index values, the same on every engine: nothing, then numbers, then texts by code point."""
    if isinstance(value, str):
        return (2, value)
    if isinstance(value, int | float):
        return (1, value)
    return (0, 0)


class Index(Value):
    """Equality on `field`; with `order`, rows of one value are kept sorted by that second field."""

    field: str
    order: str | None = None

    @classmethod
    def parse(cls, spec: str) -> Index:
        """Read "game" or "game+seq". Raises ValueError for names that are not plain lower-case words."""
        field, _, order = spec.partition("+")
        for name in (field, order) if "+" in spec else (field,):
            if not _NAME.fullmatch(name):
                raise ValueError(f"index {spec!r}: {name!r} is not a lower-case field name")
        return cls(field, order or None)

    @property
    def spec(self) -> str:
        return f"{self.field}+{self.order}" if self.order else self.field


class TableLayout(Value):
    """One table: its indexes, and the fields they need, each once and in a fixed order."""

    name: str
    indexes: tuple[Index, ...]
    columns: tuple[str, ...]

    def values_of(self, doc: Mapping[str, Any]) -> tuple[IndexValue | None, ...]:
        """The indexed fields of a document, in the order of `columns`."""
        return tuple(map(index_value, map(doc.get, self.columns)))

    @property
    def specs(self) -> list[str]:
        """Its indexes in words."""
        return [index.spec for index in self.indexes]

    def column(self, field: str) -> int:
        """The place of a field in a row's values. Raises KeyError if the field is not indexed."""
        try:
            return self.columns.index(field)
        except ValueError:
            raise KeyError(f"table {self.name!r} has no index on {field!r}") from None


Layout = Mapping[str, TableLayout]


def build_layout(tables: Mapping[str, Sequence[str]]) -> dict[str, TableLayout]:
    """Check the declared tables and add the store's own. Raises ValueError for a name or an index it cannot use."""
    layout = {}
    for name, specs in sorted({**tables, COUNTERS: ("game",)}.items()):
        if not _NAME.fullmatch(name):
            raise ValueError(f"table {name!r}: not a lower-case name")
        indexes = tuple(Index.parse(spec) for spec in specs)
        columns = dict.fromkeys(part for index in indexes for part in (index.field, index.order) if part)
        layout[name] = TableLayout(name, indexes, tuple(columns))
    return layout


def quoted(table: str) -> str:
    """The stored name of a table: prefixed, so that no declared name is a word of SQL. Names are checked words."""
    return f"t_{table}"


def column_name(field: str) -> str:
    return f"f_{field}"


def indexed_column(layout: Layout, table: str, field: str) -> str:
    """The column of an indexed field. KeyError for a field that is not indexed."""
    layout[table].column(field)
    return column_name(field)
