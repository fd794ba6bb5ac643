"""The engine for several judges on one store: a PostgreSQL server, reached by `postgresql://user@host/database`.

A batch is one REPEATABLE READ transaction from its first read to its commit, so the first of two workers that change
the same row wins and the other is told with `Conflict`: it does its batch again. Locks are the server's advisory
locks, held by this session and gone with it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from judge.core.errors import Conflict, StoreFault
from judge.extras.postgres.schema import DIALECT, bring_up, key_bytes, sortable, upsert_statement
from judge.extras.postgres.server import Address, PostgresListener, connect, findings, remedy
from judge.store.engine import Changes, Found, Gathered, Listed, Listener, Lookup, Row, SqlEngine
from judge.store.layout import IndexValue, Layout, indexed_column, quoted
from judge.store.sqlite import copy_rows

if TYPE_CHECKING:
    import psycopg

BEGIN = "begin isolation level repeatable read"
_HOLDERS = (
    "select count(distinct pid) from unnest(%s::bigint[]) with ordinality as wanted(number, place) "
    "left join pg_locks on locktype='advisory' and objsubid=1 and granted "
    "and classid::bigint<<32|objid::bigint=number "
    "and database=(select oid from pg_database where datname=current_database()) group by place order by place"
)
_ROWS = "select id, body from {} where id=any(%b::bigint[])"


class PostgresEngine(SqlEngine):
    """Rows in one schema of a PostgreSQL database. Belongs to the thread that made it.

    Raises SetupError if psycopg is missing, the server cannot be reached, or the schema is foreign or newer;
    StoreFault once the connection is lost: end the process then, its locks are gone.
    """

    dialect = DIALECT
    key = "key"
    ways = ("asc nulls first", "desc nulls last")
    text = staticmethod(str)
    shared = True
    alone = False
    trips: int
    """How often it went to the server and back."""

    def __init__(self, url: str, layout: Layout, *, read_only: bool = False) -> None:
        self.layout = layout
        self.address = Address.parse(url)
        self._read_only = read_only
        self._connection = connect(self.address)
        self._announce = False
        self.trips = 0
        self._open = False  # whether a snapshot is wanted; the server knows from the first question on
        try:
            self.layout = layout = bring_up(self._connection, self.address.schema, layout, read_only)
        except BaseException:
            self._connection.close()
            raise
        (found,) = self.ask(
            "select pid, extract(epoch from backend_start) from pg_stat_activity where pid=%s",
            (self._connection.info.backend_pid,),
        )
        self.session = f"{found[0]}.{found[1]}"
        self._upsert = {name: upsert_statement(layout[name]) for name in layout}
        self._delete = {name: f"delete from {quoted(name)} where id=any(%b::bigint[])" for name in layout}

    @property
    def path(self) -> str:
        """What a person may see of the address: no password."""
        return str(self.address)

    # -- reading

    def load_many(self, table: str, row_ids: Sequence[int]) -> dict[int, str]:
        return dict(self.ask(_ROWS.format(quoted(table)), (list(row_ids),)))

    def gather(self, rows: Mapping[str, Sequence[int]], lists: Mapping[Listed, Sequence[IndexValue]]) -> Gathered:
        import psycopg

        bodies: dict[str, dict[int, str]] = {}
        found: dict[Listed, dict[IndexValue, list[Found]]] = {}
        self.trips += 1
        try:
            with self._connection.pipeline():
                self._begin()
                loads = [(table, self._ask(_ROWS.format(quoted(table)), (list(ids),))) for table, ids in rows.items()]
                finds = [(listed, self._ask_list(listed, values)) for listed, values in lists.items()]
            for table, cursor in loads:
                bodies[table] = dict(cursor.fetchall())
            for listed, cursor in finds:
                by_octets = {sortable(value): value for value in lists[listed]}
                found[listed] = {value: [] for value in lists[listed]}
                for octets, row_id, body in cursor.fetchall():
                    found[listed][by_octets[octets]].append(Found(row_id, body))
        except psycopg.Error as error:
            raise self._fault("cannot be read", error) from error
        return Gathered(bodies, found)

    def _ask_list(self, listed: Listed, values: Sequence[IndexValue]) -> psycopg.Cursor[Any]:
        """The column must be said to be there: the server does not see that its index serves otherwise."""
        column = indexed_column(self.layout, listed.table, listed.field)
        where = f"{column}=any(%b::bytea[]) and {column} is not null"
        statement = f"select {column}, id, body from {quoted(listed.table)} where {where} order by seq"
        return self._ask(statement, ([sortable(value) for value in values],))

    def claim(self, table: str, lookup: Lookup) -> list[Found]:
        return self.find(table, lookup, " for update skip locked")

    @contextmanager
    def snapshot(self) -> Iterator[None]:
        """The server is told with the first question: until then it has no moment to show."""
        if self._open:
            yield
            return
        self._open = True
        try:
            yield
        finally:
            self._roll_back()

    # -- writing

    def commit(self, changes: Changes, *, lasting: bool = True) -> None:
        if self._read_only:
            raise StoreFault(f"{self.address} was opened for reading only: nothing is written.")
        import psycopg

        self.trips += 1
        try:
            with self._connection.pipeline(), self._connection.cursor() as cursor:
                if not self._in_transaction():
                    cursor.execute(BEGIN)
                if not lasting:
                    cursor.execute("set local synchronous_commit=off")
                self._write(cursor, changes)
                if self._announce:
                    cursor.execute("select pg_notify(%s, '')", (self.address.channel,))
                cursor.execute("commit")
            self._announce = self._open = False
        except psycopg.errors.NotNullViolation as error:
            self._roll_back()
            raise StoreFault(f"Two keys have the same row number: {self._clashes(changes)}.") from error
        except psycopg.Error as error:
            self._roll_back()
            raise self._fault("could not be written", error) from error
        except BaseException:
            self._roll_back()
            raise

    def _write(self, cursor: psycopg.Cursor[Any], changes: Changes) -> None:
        """Tables in one order for every worker, so that two of them rather wait than lock each other out; rows as
        they were first written."""
        for table in sorted(changes):
            rows = [self._values(row) for row in changes[table].values() if row is not None]
            gone = [row_id for row_id, row in changes[table].items() if row is None]
            if rows:
                cursor.execute(self._upsert[table], [list(column) for column in zip(*rows, strict=True)])
            if gone:
                cursor.execute(self._delete[table], [gone])

    def _values(self, row: Row) -> tuple[Any, ...]:
        return (row.id, key_bytes(row.key), row.body, *map(sortable, row.values))

    def _clashes(self, changes: Changes) -> str:
        clashes = []
        for table, rows in sorted(changes.items()):
            statement = f"select key from {quoted(table)} where id=%s and key is distinct from %s"
            for row in filter(None, rows.values()):
                for (theirs,) in self.ask(statement, (row.id, key_bytes(row.key))):
                    clashes.append(f"{row.key!r} and {bytes(theirs or b'').decode()!r} of table {table}")
        return ", ".join(clashes)

    # -- other workers

    def hold(self, names: Iterable[str], *, shared: bool = False, wait: bool = False) -> frozenset[str]:
        way = "_shared" if shared else ""
        numbers = {self._lock_number(name): name for name in names}
        call = f"pg_advisory_lock{way}(n) is not null" if wait else f"pg_try_advisory_lock{way}(n)"
        found = self._now(f"select n, {call} from unnest(%s::bigint[]) n", (sorted(numbers),))
        return frozenset(numbers[number] for number, held in found if held)

    def let_go(self, names: Iterable[str], *, shared: bool = False) -> None:
        way = "_shared" if shared else ""
        numbers = sorted(map(self._lock_number, names))
        self._now(f"select pg_advisory_unlock{way}(n) from unnest(%s::bigint[]) n", (numbers,))

    def holders(self, names: Sequence[str]) -> Sequence[int]:
        numbers = [self._lock_number(name) for name in names]
        return [held for (held,) in self._now(_HOLDERS, (numbers,))]

    def announce(self) -> None:
        self._announce = True

    def server(self, now: datetime) -> list[tuple[bool, str, str]]:
        return findings(self._connection, self.address, now)

    def listen(self, call: Callable[[], None]) -> Listener:
        return PostgresListener(self.address, self._connection.info.backend_pid, call)

    def _lock_number(self, name: str) -> int:
        digest = hashlib.blake2b(f"{self.address.schema}\0{name}".encode(), digest_size=8).digest()
        return int.from_bytes(digest, signed=True)

    # -- care: its server looks after its pages, and after itself (autovacuum)

    def backup(self, path: Path) -> None:
        with self.snapshot():
            copy_rows(self, path)

    def close(self) -> None:
        self._connection.close()

    # -- inside

    def _in_transaction(self) -> bool:
        return self._connection.info.transaction_status != 0  # psycopg.pq.TransactionStatus.IDLE

    def _begin(self) -> None:
        """Inside a pipeline: before the first question of a snapshot."""
        if self._open and not self._in_transaction():
            self._connection.execute(BEGIN)

    def _roll_back(self) -> None:
        self._announce = self._open = False
        if not self._connection.closed and self._in_transaction():
            self.ask("rollback", ())

    def ask(self, statement: str, values: Sequence[object]) -> list[Any]:
        if not self._open or self._in_transaction():
            return self._now(statement, values)
        import psycopg

        self.trips += 1
        try:
            with self._connection.pipeline():
                self._begin()
                cursor = self._ask(statement, values)
            return cursor.fetchall()
        except psycopg.Error as error:
            raise self._fault("cannot be read", error) from error

    def _now(self, statement: str, values: Sequence[object]) -> list[Any]:
        """Ask without beginning the snapshot that is wanted: a lock is taken before it is looked what it guards."""
        import psycopg

        self.trips += 1
        try:
            cursor = self._ask(statement, values)
            return cursor.fetchall() if cursor.description is not None else []
        except psycopg.Error as error:
            raise self._fault("cannot be read", error) from error

    def _ask(self, statement: str, values: Sequence[object]) -> psycopg.Cursor[Any]:
        return self._connection.execute(statement, values, prepare=bool(values) or None)

    def _fault(self, what: str, error: psycopg.Error) -> StoreFault | Conflict:
        if error.sqlstate in ("40001", "40P01", "23505"):
            return Conflict("Another worker changed the same rows at this moment. Do it again.")
        return StoreFault(f"The store {self.address} {what}: {str(error).strip()}. {remedy(error)}")
