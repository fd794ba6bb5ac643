"""What an open batch has written and not yet committed, with savepoints."""

from __future__ import annotations

from enum import Enum

from judge.store.engine import Row


class _Absent(Enum):
    ABSENT = 0


_ABSENT = _Absent.ABSENT


class Overlay:
    """Rows by table and id; None stands for a row taken away. A savepoint is a mark in the log of what was there."""

    def __init__(self) -> None:
        self.tables: dict[str, dict[int, Row | None]] = {}
        self._log: list[tuple[str, int, Row | _Absent | None]] = []
        self._open_marks = 0

    def rows(self, table: str) -> dict[int, Row | None]:
        """The written rows of one table. Not to be changed but by `write`."""
        rows = self.tables.get(table)
        if rows is None:
            rows = self.tables[table] = {}
        return rows

    def write(self, table: str, row_id: int, row: Row | None) -> None:
        rows = self.rows(table)
        if self._open_marks:
            self._log.append((table, row_id, rows.get(row_id, _ABSENT)))
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
            if before is _ABSENT:
                del self.tables[table][row_id]
            else:
                self.tables[table][row_id] = before
