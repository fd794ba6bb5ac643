"""The SQLite file's own shape: how it is recognised, made, and brought to the declared indexes.

Each table `t` is stored as

    seq   integer primary key     order of first writing
    id    integer unique          TinyDB's doc_id
    body  text                    the document as JSON; that of a keyed row has its key. A blob: a long one of what is
                                  kept for years, compressed
    f_*                           the indexed fields, null where there is nothing to look up

In schema 1 the key stood in a column `key` as well, which was a fifth of what a letter left behind; in schema 2 nothing
was compressed.
"""

import sqlite3
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import msgspec

from judge.core.errors import SetupError, StoreFault
from judge.core.values import Value
from judge.store.codec import decode, plain
from judge.store.layout import KEYED, IndexValue, Layout, TableLayout, column_name, quoted

APPLICATION_ID = 0x4A554447  # "JUDG"; `file judge.db` and SQLite's own tools show it
SCHEMA_VERSION = 3
FOR_YEARS = frozenset({"events", "snapshots"})
"""Tables of which nothing is ever deleted: their long documents are compressed."""
_FILL_PAGE = 1000


def upsert_statement(table: TableLayout) -> str:
    """Write one row: id, body, then its indexed values. A row of another key under this id stays untouched."""
    columns = ["id", "body", *map(column_name, table.columns)]
    news = ", ".join(f"{name}=excluded.{name}" for name in columns[1:])
    mine, theirs = (plain_body(table.name, row) for row in (f"{quoted(table.name)}.", "excluded."))
    same = f"excluded.id<{KEYED} or {mine}->>'key' is {theirs}->>'key'"
    return (
        f"insert into {quoted(table.name)}({', '.join(columns)}) values({', '.join('?' * len(columns))}) "
        f"on conflict(id) do update set {news} where {same}"
    )


def plain_body(table: str, row: str = "") -> str:
    """The document of a row as text, in SQL."""
    return f"plain({row}body)" if table in FOR_YEARS else f"{row}body"


def bring_up(connection: sqlite3.Connection, path: Path, layout: Layout, read_only: bool) -> Layout:
    """Recognise the file, make what is missing; gives the tables there are, which for reading only may be fewer. Raises
    SetupError for a foreign or newer file, or one that would have to be changed although it was opened for reading."""
    application = connection.execute("pragma application_id").fetchone()[0]
    if application == 0 and not connection.execute("select 1 from sqlite_schema limit 1").fetchone():
        if read_only:
            raise SetupError(f"{path} is an empty store.", "Run the judge once.")
        with _whole(connection):
            connection.execute(f"pragma application_id={APPLICATION_ID}")
            connection.execute("create table meta(name text primary key, value text not null) without rowid")
            connection.execute(f"insert into meta values('schema_version', '{SCHEMA_VERSION}'), ('layout', '{{}}')")
            change(connection, SQLITE, layout, "{}")
        return layout
    if application != APPLICATION_ID:
        raise SetupError(f"{path} is an SQLite file, but not a judge's store.", "Name another path for the store.")
    meta = dict(connection.execute("select name, value from meta").fetchall())
    version = int(meta.get("schema_version", "0"))
    refuse_newer(str(path), version, SCHEMA_VERSION)
    if version < 1:
        raise StoreFault(f"{path} names no schema version: it is damaged. Put the newest back-up in its place.")
    stored = meta.get("layout", "{}")
    if stored == described(layout):
        return layout
    if not read_only:
        with _whole(connection):
            change(connection, SQLITE, layout, stored)
        return layout
    return readable(str(path), layout, stored)


def outdated(connection: sqlite3.Connection) -> bool:
    """Whether a file that was brought up is of an older schema. It can be read and written as it is; an older judge
    could no longer tell the keys of what is written then."""
    (version,) = connection.execute("select value from meta where name='schema_version'").fetchone()
    return int(version) < SCHEMA_VERSION


def renew(connection: sqlite3.Connection) -> None:
    """Bring a file of an older schema to this one, in one transaction, and give back the room that this frees."""
    with _whole(connection):
        tables = connection.execute("select name from sqlite_schema where type='table' and name glob 't_*'").fetchall()
        for (name,) in tables:
            columns = connection.execute(f"pragma table_info({name})").fetchall()
            if any(column[1] == "key" for column in columns):
                connection.execute(f"alter table {name} drop column key")
            if name in map(quoted, FOR_YEARS):
                connection.execute(f"update {name} set body=compressed(body) where typeof(body)='text'")
        connection.execute("update meta set value=? where name='schema_version'", (str(SCHEMA_VERSION),))
    with suppress(sqlite3.Error):  # no room for a second copy: the file stays as long as it was, and is filled again
        connection.execute("vacuum")


@contextmanager
def _whole(connection: sqlite3.Connection) -> Iterator[None]:
    """One transaction: all of what is written inside, or nothing."""
    connection.execute("begin immediate")
    try:
        yield
        connection.execute("commit")
    except BaseException:
        connection.execute("rollback")
        raise


# ---- what is the same wherever SQL is spoken ------------------------------------------------------------------------


class Dialect(Value):
    """Where the SQL of one server differs from that of another.

    mark     stands for a value in a statement
    head     the columns that every table has
    kind     the type of an indexed field, behind its name
    last     what stands in an index behind the field that sorts rows of one value
    columns  asks for the columns of indexed fields that a table has
    form     makes of an index value what is stored
    """

    mark: str
    head: str
    kind: str
    last: str
    columns: str
    form: Callable[[IndexValue | None], object]


SQLITE = Dialect(
    "?",
    "seq integer primary key, id integer not null unique, body text not null",
    "",  # without a type: SQLite then compares values as they were given
    "",
    "select name from pragma_table_info(?) where name glob 'f_*'",
    lambda value: value,
)


def described(layout: Layout) -> str:
    """The indexes of each table, as a store keeps them beside its rows."""
    return msgspec.json.encode({name: table.specs for name, table in sorted(layout.items())}).decode()


def refuse_newer(store: str, version: int, known: int) -> None:
    """SetupError for a store of a judge that knows more than this one."""
    if version > known:
        told = f"{store} was written by a newer judge (schema {version}, this one knows {known})."
        raise SetupError(told, "Install the newer judge.")


def readable(store: str, layout: Layout, stored: str) -> Layout:
    """The tables that a store has which is only read. SetupError where they have other indexes than these."""
    known = decode(stored)
    there = {name: table for name, table in layout.items() if name in known}
    if any(table.specs != known[name] for name, table in there.items()):
        raise SetupError(f"{store} has other indexes than this judge needs.", "Run the judge once.")
    return there


def change(connection: Any, dialect: Dialect, layout: Layout, stored: str) -> None:
    """Bring a store to other indexes, inside a transaction. Tables that are no longer declared keep their rows and are
    left alone."""
    known: dict[str, list[str]] = decode(stored)
    for name, table in layout.items():
        if name not in known:
            fields = "".join(f", {column_name(field)}{dialect.kind}" for field in table.columns)
            connection.execute(f"create table {quoted(name)}({dialect.head}{fields})")
            _make_indexes(connection, dialect, table)
        elif known[name] != table.specs:
            _change_table(connection, dialect, table, known[name])
    kept = {**known, **{name: table.specs for name, table in layout.items()}}
    told = msgspec.json.encode(dict(sorted(kept.items()))).decode()
    connection.execute(f"update meta set value={dialect.mark} where name='layout'", (told,))


def _make_indexes(connection: Any, dialect: Dialect, table: TableLayout) -> None:
    for index in table.indexes:
        columns = column_name(index.field) + (f", {column_name(index.order)}{dialect.last}" if index.order else "")
        connection.execute(
            f"create index {_index_name(table.name, index.spec)} on {quoted(table.name)}({columns}) "
            f"where {column_name(index.field)} is not null"
        )


def _index_name(table: str, spec: str) -> str:
    return f'"i_{table}:{spec}"'


def _change_table(connection: Any, dialect: Dialect, table: TableLayout, specs: list[str]) -> None:
    name = quoted(table.name)
    for spec in specs:
        connection.execute(f"drop index if exists {_index_name(table.name, spec)}")
    there = {column for (column,) in connection.execute(dialect.columns, (name,)).fetchall()}
    wanted = {column_name(field) for field in table.columns}
    for column in sorted(there - wanted):
        connection.execute(f"alter table {name} drop column {column}")
    for column in sorted(wanted - there):
        connection.execute(f"alter table {name} add column {column}{dialect.kind}")
    if wanted - there:
        _fill(connection, dialect, table)
    _make_indexes(connection, dialect, table)


def _fill(connection: Any, dialect: Dialect, table: TableLayout) -> None:
    """Read the indexed fields of all rows from their documents."""
    name, mark, seq = quoted(table.name), dialect.mark, -1
    sets = ", ".join(f"{column_name(field)}={mark}" for field in table.columns)
    while page := connection.execute(
        f"select seq, body from {name} where seq>{mark} order by seq limit {_FILL_PAGE}", (seq,)
    ).fetchall():
        rows = [(*map(dialect.form, table.values_of(decode(plain(body)))), at) for at, body in page]
        connection.cursor().executemany(f"update {name} set {sets} where seq={mark}", rows)
        seq = page[-1][0]


INDEXES: Mapping[str, tuple[str, ...]] = {
    "aliases": ("address",),  # further addresses of people
    "asks": ("game",),  # what is put to the players of a game
    "bodies": ("due", "game"),  # the common rest of a letter to many, by its digest
    "bundles": (),  # answers that wait to be sent together, by the reader's name
    "calendars": ("address",),  # whose deadlines lie under a secret address
    "column": ("address", "state"),  # letters to the zine's column, by their numbers
    "deadlines": ("game", "due"),
    "drawings": ("due", "game+due"),  # pictures to be drawn, and the letters that wait for them
    "events": ("game+seq",),
    "games": ("status", "board_from"),
    "held": (),  # letters and words that wait for their sender's answer, by its token
    "house": (),
    "inbox": (),  # letters that were dealt with, by their keys
    "issues": (),  # issues of the zine, by their numbers, and the number of the last
    "limits": ("at",),
    "lists": ("game",),
    "mailroom": ("at",),  # letters that were not dealt with yet, where judges share a store
    "doors": ("game", "address"),  # whom a master lets in, or not
    "notices": ("due",),  # public news that is to be posted elsewhere
    "octets": (),  # what letters of ours that have not gone out consist of, by their keys
    "orders": ("game",),
    "outbox": ("status+due", "game+due"),  # letters of ours, by their keys
    "players": ("address",),
    "press": ("game",),
    "proposals": (),  # what YES to a letter of ours would do, by that letter's key
    "records": ("address", "game"),  # how reliable somebody was in a game
    "seats": ("game", "address"),
    "set_aside": (),  # letters that could not be handled, by their references
    "signatures": (),  # DKIM signatures that were seen, by their digests
    "snapshots": ("game+seq",),
    "standby": ("address",),  # who would take over a seat
    "waiting": ("game", "address"),  # who would join a game, when there is room or its master agrees
}
