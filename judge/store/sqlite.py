"""The embedded engine: one SQLite file in WAL mode, synchronous FULL, one connection.

A row's place in its table is the order of first writing, not its id: new rows fill the last page instead of
touching a page each, which is what a commit costs. The id has a unique index, each declared index one of its own.
"""

import os
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from judge.core.errors import NoStore, SetupError, StoreFault
from judge.store.codec import compressed, decode, plain
from judge.store.engine import Changes, Engine, Row, SqlEngine
from judge.store.layout import KEYED, Layout, quoted
from judge.store.schema import FOR_YEARS, SQLITE, bring_up, outdated, plain_body, renew, upsert_statement

BUSY_SECONDS = 10.0
CHECKPOINT_PAGES = 2000
CACHE_KIB = 4 * 1024
STATEMENTS = 256
MEMORY = ":memory:"  # in place of a file's path: rows that are gone with the process
_AT_ONCE = 500  # rows asked for in one statement

RESTORE = (
    "Stop the judge, keep the file for a look and put the newest back-up in its place: judge restore --force FILE.tar"
)


class SqliteEngine(SqlEngine):
    """Rows in an SQLite file. Belongs to the thread that made it.

    Raises StoreFault if the file is damaged, SetupError if it is missing (NoStore), foreign or made by a newer judge.
    """

    dialect = SQLITE
    text = staticmethod(plain)

    def __init__(self, path: Path, layout: Layout, *, read_only: bool = False) -> None:
        self.layout = layout
        self.path = path
        self._read_only = read_only
        self.alone = not read_only
        self._connection = _connect(path, read_only)
        try:
            self.layout = layout = bring_up(self._connection, path, layout, read_only)
            self.outdated = outdated(self._connection)
        except sqlite3.Error as error:
            self._connection.close()
            raise self._fault("cannot be opened", error) from error
        except BaseException:
            self._connection.close()
            raise
        self._upsert = {name: upsert_statement(layout[name]) for name in layout}
        self._delete = {name: f"delete from {quoted(name)} where id=?" for name in layout}

    # -- reading

    def load_many(self, table: str, row_ids: Sequence[int]) -> dict[int, str]:
        """The bodies of those of these rows that are there."""
        found: dict[int, str] = {}
        for at in range(0, len(row_ids), _AT_ONCE):
            some = tuple(row_ids[at : at + _AT_ONCE])
            places = ",".join("?" * len(some))
            rows = self.ask(f"select id, body from {quoted(table)} where id in ({places})", some)
            found.update((row_id, plain(body)) for row_id, body in rows)
        return found

    @contextmanager
    def snapshot(self) -> Iterator[None]:
        if self._connection.in_transaction:
            yield
            return
        self.ask("begin", ())
        try:
            yield
        finally:
            self._connection.rollback()

    # -- writing

    def commit(self, changes: Changes, *, lasting: bool = True) -> None:
        if self._read_only:
            raise StoreFault(f"{self.path} was opened for reading only: nothing is written.")
        connection = self._connection
        try:
            if connection.in_transaction:
                connection.execute("rollback")  # the snapshot's: this file has one writer, so nothing changed since
            if not lasting:  # the next commit that lasts waits for the disk with this one before it
                connection.execute("pragma synchronous=normal")
            connection.execute("begin immediate")
            try:
                for table, rows in changes.items():
                    self._write(table, rows.values())
                    gone = [(row_id,) for row_id, row in rows.items() if row is None]
                    if gone:
                        connection.executemany(self._delete[table], gone)
                connection.execute("commit")
            except BaseException:
                if connection.in_transaction:
                    connection.execute("rollback")
                raise
            finally:
                if not lasting:
                    connection.execute("pragma synchronous=full")
        except sqlite3.Error as error:
            raise self._fault("could not be written", error) from error

    def _write(self, table: str, rows: Iterable[Row | None]) -> None:
        kept = [row for row in rows if row is not None]
        if not kept:
            return
        form = compressed if table in FOR_YEARS else str
        batch = [(row.id, form(row.body), *row.values) for row in kept]
        if self._connection.executemany(self._upsert[table], batch).rowcount != len(batch):
            raise StoreFault(f"Two keys of table {table} have the same row number: {self._clashes(table, kept)}.")

    def _clashes(self, table: str, rows: list[Row]) -> str:
        key = f"{plain_body(table)}->>'key'"
        statement = f"select {key} from {quoted(table)} where id=? and {key} is not ?"
        found = [(row.key, self.ask(statement, (row.id, row.key))) for row in rows]
        return ", ".join(f"{mine!r} and {theirs[0][0]!r}" for mine, theirs in found if theirs)

    # -- care

    def check(self) -> list[str]:
        pages = [row[0] for row in self.ask("pragma integrity_check", ()) if row[0] != "ok"]
        return [*pages, *super().check()]

    def damage(self) -> str:
        found = str(self.ask("pragma quick_check(1)", ())[0][0])
        return "" if found == "ok" else f"The store {self.path} is damaged: {found}. {RESTORE}"

    def tidy(self) -> None:
        """Move the write-ahead log into the main file now rather than inside some later commit."""
        if not self._read_only:
            self.ask("pragma wal_checkpoint(passive)", ())

    def renew(self) -> None:
        try:
            renew(self._connection)
        except sqlite3.Error as error:
            raise self._fault("could not be brought on", error) from error
        self.outdated = False

    def backup(self, path: Path) -> None:
        with closing(sqlite3.connect(path)) as target:
            try:
                self._connection.backup(target)
            except sqlite3.Error as error:
                raise StoreFault(f"The back-up {path} could not be written: {error}.") from error

    def close(self) -> None:
        self._connection.close()

    # -- inside

    def ask(self, statement: str, values: Sequence[Any]) -> list[Any]:
        try:
            return self._connection.execute(statement, values).fetchall()
        except UnicodeEncodeError:
            return []  # an unpaired surrogate: no stored text holds one
        except sqlite3.Error as error:
            raise self._fault("cannot be read", error) from error

    def _fault(self, what: str, error: sqlite3.Error) -> StoreFault:
        return StoreFault(f"The store {self.path} {what}: {error}. {_remedy(error)}")


def _remedy(error: sqlite3.Error) -> str:
    """The way out, by SQLite's primary result code."""
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
        return RESTORE
    if code == sqlite3.SQLITE_FULL:
        return "Make room on the disk and start the judge again; what was acknowledged is kept."
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return "Another program holds it: end that program and start the judge again."
    if code in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM):
        return "Check the permissions of the file and its folder."
    return "See whether the disk is full or fails, then start the judge again; what was acknowledged is kept."


def _connect(path: Path, read_only: bool) -> sqlite3.Connection:
    """An open connection with its settings. A new file gets mode 0600, which SQLite gives to its log as well."""
    if read_only and not path.exists():
        raise NoStore(f"There is no store at {path}.", "Run the judge once, or check the home.")
    try:
        if not read_only and str(path) != MEMORY:
            os.close(os.open(path, os.O_CREAT | os.O_RDWR | os.O_CLOEXEC, 0o600))
        connection = sqlite3.connect(path, timeout=BUSY_SECONDS, isolation_level=None, cached_statements=STATEMENTS)
    except (OSError, sqlite3.Error) as error:
        raise SetupError(
            f"The store {path} cannot be opened: {error}.", "Check the folder and its permissions."
        ) from error
    try:
        for function in (plain, compressed):  # for statements
            connection.create_function(function.__name__, 1, function, deterministic=True)
        if not read_only:
            connection.execute("pragma journal_mode=wal").fetchone()
        connection.execute("pragma synchronous=full")
        # many builds write zeros over every page that is freed: each letter frees what it consisted of once it is sent
        connection.execute("pragma secure_delete=fast")
        connection.execute(f"pragma cache_size=-{CACHE_KIB}")
        connection.execute(f"pragma wal_autocheckpoint={CHECKPOINT_PAGES}")
        connection.execute(f"pragma query_only={int(read_only)}")
    except sqlite3.Error as error:
        connection.close()
        raise StoreFault(f"The store {path} cannot be opened: {error}. {_remedy(error)}") from error
    return connection


# ---- a copy of the rows of any engine: a back-up that is a store by itself ------------------------------------------


_COPIED_AT_ONCE = 2000


def copy_rows(engine: Engine, path: Path) -> None:
    """Write what the engine's reads show now into a new file, some rows at a time."""
    with closing(SqliteEngine(path, engine.layout)) as target:
        for name, table in engine.layout.items():
            rows: dict[int, Row | None] = {}
            for row_id, body in engine.scan(name):
                doc = decode(body)
                rows[row_id] = Row(row_id, doc["key"] if row_id >= KEYED else None, table.values_of(doc), body)
                if len(rows) == _COPIED_AT_ONCE:
                    target.commit({name: rows})
                    rows = {}
            target.commit({name: rows})
