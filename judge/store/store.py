"""The store: one database, its tables, and the batch that makes a handful of letters one durable commit."""

import os
from collections.abc import Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any, cast

from tinydb import TinyDB
from tinydb.table import Table

from judge.core.errors import SetupError, StoreFault
from judge.durable import sync
from judge.optional import wanted
from judge.store.engine import Engine, Listed, StoreLock
from judge.store.layout import COUNTERS, IndexValue, build_layout, rowid
from judge.store.rows import RowStorage
from judge.store.schema import INDEXES
from judge.store.sqlite import MEMORY, SqliteEngine
from judge.store.table import RowTable

_WORKERS = "workers"  # each that has signed in shares this name


class Store(TinyDB):
    """A TinyDB whose tables are declared, whose rows are written singly, and whose batches are durable.

    Use it from the thread that opened it. Unlike stock TinyDB it has a default table only if "_default" was declared.
    """

    table_class: type[Table] = RowTable
    _storage: RowStorage

    def __init__(self, engine: Engine, lock: StoreLock | None = None) -> None:
        super().__init__(engine, storage=RowStorage)
        self._lock = lock

    @property
    def storage(self) -> RowStorage:
        """The rows under the tables."""
        return self._storage

    @property
    def engine(self) -> Engine:
        """Where the rows lie, and what else there is to ask of it: its other workers, its care."""
        return self._storage.engine

    def __repr__(self) -> str:
        return f"<Store {getattr(self.engine, 'path', 'in memory')}>"

    # -- tables

    def table(self, name: str, **options: Any) -> RowTable:
        """The table of this name, always the same object. Raises KeyError if it was not declared."""
        return cast(RowTable, super().table(name, **options))

    def tables(self) -> set[str]:
        """The names of the declared tables, whether or not they hold anything."""
        return set(self.storage.declared)

    def drop_table(self, name: str) -> None:
        """Remove all rows of a table."""
        if name in self.storage.declared:
            self.table(name).truncate()

    def drop_tables(self) -> None:
        """Remove all rows of all tables, in one commit. Counters go on from where they were."""
        with self.batch():
            for name in self.storage.declared:
                self.table(name).truncate()

    # -- transactions

    def batch(self, *, lasting: bool = True) -> AbstractContextManager[None]:
        """Collect all writes and commit them once, durably, at the end; an exception undoes everything. What is not
        `lasting` need only outlive this process, not the machine.

        A batch inside a batch is a savepoint. Raises StoreFault if the commit fails: end the process then.
        """
        return self.storage.batch(lasting=lasting)

    def savepoint(self) -> AbstractContextManager[None]:
        """Inside a batch: an exception undoes only what was written since, and goes on its way. Raises RuntimeError
        outside a batch."""
        return self.storage.savepoint()

    def next_number(self, name: str) -> int:
        """Count up a persistent counter and return it, from 1. Part of the batch: what is undone is not counted."""
        table = self.table(COUNTERS)
        doc = table.fetch(name) or {"n": 0}
        doc["n"] += 1
        table.put(name, doc)
        return cast(int, doc["n"])

    def foresee(
        self, rows: Mapping[str, Iterable[str]], lists: Mapping[tuple[str, str], Iterable[IndexValue]] | None = None
    ) -> None:
        """Inside a batch: these keys of these tables will be fetched, and of (table, field) the rows of these values
        found. Where the store is shared they come on one way; a store of one process has them at hand.

        Raises KeyError for a field without an index.
        """
        if self.shared:
            self.storage.foresee(
                {table: [rowid(key) for key in dict.fromkeys(keys)] for table, keys in rows.items()},
                {Listed(*name): list(dict.fromkeys(values)) for name, values in (lists or {}).items()},
            )

    # -- other workers

    @property
    def shared(self) -> bool:
        """Whether other processes may write to it as well."""
        return self.engine.shared

    @property
    def moment(self) -> tuple[int, int]:
        """Changes whenever something that was read may no longer be so: writes were undone, or, in a shared store,
        another batch has begun. The first number counts the undoing alone."""
        rows = self._storage
        return rows.generation, rows.moment

    def sign_in(self) -> None:
        """Let the other workers see, by its session, whether this process lives, and be counted as one of them."""
        self.engine.hold([_life(self.engine.session)])
        self.engine.hold([_WORKERS], shared=True)

    def workers(self, *, without: str = "") -> int:
        """How many processes that live have signed in. `without` is a name that this one holds, perhaps with others:
        then these others are not counted."""
        if not without:
            return max(self.engine.holders([_WORKERS])[0], 1)
        signed_in, holding = self.engine.holders([_WORKERS, without])
        return max(signed_in - holding + 1, 1)

    def lives(self, session: str) -> bool:
        """Whether the process of a session that has signed in still lives."""
        if not self.engine.hold([_life(session)], shared=True):
            return True
        self.engine.let_go([_life(session)], shared=True)
        return session == self.engine.session

    # -- care

    def backup(self, path: str | Path) -> None:
        """Write a whole, consistent copy of the last commit; letters may go on being handled by others meanwhile.

        The copy appears under its name only when it is complete and durable. Raises StoreFault if it cannot be
        written, SetupError if `path` is the store itself.
        """
        write_copy(self.engine, Path(path))

    def check(self) -> list[str]:
        """Read everything and compare it with its indexes; complaints in words, empty if all is well."""
        return self.engine.check()

    def sound(self) -> None:
        """Look through the pages of its file, quicker than `check`. Raises StoreFault with the remedy."""
        if damage := self.engine.damage():
            raise StoreFault(damage)

    def close(self) -> None:
        """Close the engine, then let the next process in. Idempotent; an open batch is lost."""
        super().close()
        if self._lock is not None:
            self._lock.release()

    # -- inside

    def __getattr__(self, name: str) -> Any:
        """TinyDB hands unknown names to its default table; without one they are simply unknown."""
        if name.startswith("_") or self.default_table_name not in self.storage.declared:
            raise AttributeError(f"a store has no {name!r}")
        return getattr(self.table(self.default_table_name), name)


def open_store(url: str | Path, tables: Mapping[str, Sequence[str]] = INDEXES, lock: bool = True) -> Store:
    """Open a store, making it if there is none.

    url      "memory:", the path of an SQLite file (its folder must exist), or "postgresql://user@host/database", with
             "?schema=name" for one of several stores in that database
    tables   by name the indexes of each: "field", or "field+order" to keep the rows of one value sorted
    lock     False opens an existing store for reading only, beside a running daemon

    Raises StoreFault if another process holds it or it is damaged, SetupError if it cannot be opened otherwise.
    """
    layout = build_layout(tables)
    address = os.fspath(url)
    if address == "memory:":
        return Store(SqliteEngine(Path(MEMORY), layout))
    if address.startswith(("postgresql://", "postgres://")):
        return Store(wanted("postgres.engine").PostgresEngine(address, layout, read_only=not lock))
    if "://" in address:
        raise SetupError(f"There is no engine for {address.partition('://')[0]}:// in this build.", "Name a file.")
    path = Path(address)
    if not path.parent.is_dir():
        raise SetupError(f"The folder {path.parent} of the store does not exist.", "`judge init` makes it.")
    held = StoreLock(path) if lock else None
    try:
        return Store(SqliteEngine(path, layout, read_only=not lock), held)
    except BaseException:
        if held is not None:
            held.release()
        raise


def _life(session: str) -> str:
    return f"life of {session}"


def write_copy(engine: Engine, path: Path) -> None:
    """Let an engine write a copy, make it durable, and only then give it its name."""
    own = getattr(engine, "path", None)
    if path == own or (path.exists() and isinstance(own, Path) and own.exists() and path.samefile(own)):
        raise SetupError(f"{path} is the store itself.", "Name another file for the back-up.")
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        os.close(os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        engine.backup(part)
        sync(part)
        os.replace(part, path)
        sync(path.parent)
    except OSError as error:
        raise StoreFault(f"The back-up {path} could not be written: {error}.") from error
    finally:
        part.unlink(missing_ok=True)
