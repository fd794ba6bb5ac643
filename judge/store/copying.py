"""A copy of all rows of any engine as an SQLite file: a back-up that is a store by itself."""

from pathlib import Path

from judge.store.codec import decode
from judge.store.engine import Engine, Row
from judge.store.layout import KEYED, TableLayout
from judge.store.sqlite import SqliteEngine

_AT_ONCE = 2000


def copy_rows(engine: Engine, path: Path) -> None:
    """Write what the engine's reads show now into a new file, some rows at a time."""
    target = SqliteEngine(path, engine.layout)
    try:
        for name, table in engine.layout.items():
            rows: dict[int, Row | None] = {}
            for found in engine.scan(name):
                rows[found.id] = _row(table, found.id, found.body)
                if len(rows) == _AT_ONCE:
                    target.commit({name: rows})
                    rows = {}
            target.commit({name: rows})
    finally:
        target.close()


def _row(table: TableLayout, row_id: int, body: str) -> Row:
    doc = decode(body)
    return Row(row_id, doc["key"] if row_id >= KEYED else None, table.values_of(doc), body)
