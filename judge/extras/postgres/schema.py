"""The shape of a store in a PostgreSQL schema: how it is recognised, made, and brought to the declared indexes.

Each table `t` is stored as

    seq   bigint, identity        order of first writing
    id    bigint unique           TinyDB's doc_id
    key   bytea                   UTF-8; null for counted rows
    body  text                    the document as JSON
    f_*   bytea                   the indexed fields as `sortable` bytes, null where there is nothing to look up
"""

from __future__ import annotations

import hashlib
import struct
from typing import TYPE_CHECKING, Any

import msgspec

from judge.core.errors import NoStore, SetupError
from judge.store.codec import decode
from judge.store.layout import IndexValue, Layout, TableLayout, column_name, quoted

if TYPE_CHECKING:
    import psycopg

SCHEMA_VERSION = 1
LONGEST = 1000  # octets of a text in an index; the server takes no more than about 2 700
_FILL_PAGE = 500


def sortable(value: IndexValue | None) -> bytes | None:
    """An index value as octets whose order is that of `layout.sort_key`: numbers before texts, texts by code point.

    A number is its nearest double, made to sort, and what the double leaves of an integer. Texts of one beginning
    of more than 1 000 octets are told apart but not sorted.
    """
    if value is None:
        return None
    if isinstance(value, str):
        text = value.encode("utf-8", "surrogatepass")
        if len(text) > LONGEST:
            text = text[:LONGEST] + b"\xff" + hashlib.sha256(text).digest()
        return b"\x02" + text
    double = float(value) + 0.0  # minus nought is nought
    rest = value - int(double) if isinstance(value, int) else 0
    (bits,) = struct.unpack(">Q", struct.pack(">d", double))
    bits = bits ^ 0xFFFF_FFFF_FFFF_FFFF if bits >> 63 else bits | 1 << 63
    return struct.pack(">BQH", 1, bits, rest + (1 << 15))


def key_bytes(key: str | None) -> bytes | None:
    return None if key is None else key.encode("utf-8", "surrogatepass")


def upsert_statement(table: TableLayout) -> str:
    """Write any number of rows at once: an array of each column, id, key and body first, then the indexed values. A
    row of another key under an id would get no body, which the table refuses: a NotNullViolation."""
    name, columns = quoted(table.name), ["id", "key", "body", *map(column_name, table.columns)]
    kinds = ["bigint", "bytea", "text", *["bytea"] * len(table.columns)]
    news = [f"{column}=excluded.{column}" for column in columns[3:]]
    body = f"body=case when {name}.key is not distinct from excluded.key then excluded.body end"
    return (
        f"insert into {name}({', '.join(columns)}) "
        f"select * from unnest({', '.join(f'%b::{kind}[]' for kind in kinds)}) "
        f"on conflict(id) do update set {', '.join([body, *news])}"
    )


def bring_up(connection: psycopg.Connection[Any], schema: str, layout: Layout, read_only: bool) -> Layout:
    """Make what is missing, one worker at a time; gives the tables there are, fewer perhaps where it is only read.
    Raises SetupError for a foreign or newer schema, or one that was opened for reading and would have to be changed.
    """
    wanted = _describe(layout)
    stored = _meta(connection, schema)
    _refuse(schema, stored)
    if stored is not None and stored.get("layout") == wanted:
        return layout
    if read_only and stored is None:
        raise NoStore(f"The schema {schema} has no store.", "Run the judge once, or check the home.")
    if read_only:
        known = decode((stored or {}).get("layout", "{}"))
        there = {name: table for name, table in layout.items() if name in known}
        if any([index.spec for index in table.indexes] != known[name] for name, table in there.items()):
            raise SetupError(f"The store in schema {schema} has other indexes than this judge needs.", "Run the judge.")
        return there
    with connection.transaction():
        connection.execute("select pg_advisory_xact_lock(hashtext(%s))", (f"judge:{schema}",))
        connection.execute(f"create schema if not exists {schema}")
        stored = _meta(connection, schema)
        _refuse(schema, stored)
        if stored is None:
            connection.execute("create table meta(name text primary key, value text not null)")
            connection.execute(
                "insert into meta values('schema_version', %s), ('layout', '{}')", (str(SCHEMA_VERSION),)
            )
        _change(connection, layout, wanted, (stored or {}).get("layout", "{}"))
    return layout


def _meta(connection: psycopg.Connection[Any], schema: str) -> dict[str, str] | None:
    """The store's own notes, or None if there is no store yet."""
    there = connection.execute("select tablename from pg_tables where schemaname=%s", (schema,)).fetchall()
    if not there:
        return None
    if ("meta",) not in there:
        raise SetupError(
            f"The schema {schema} holds tables, but not a judge's store.", "Name another: ...?schema=judge."
        )
    return dict(connection.execute(f"select name, value from {schema}.meta").fetchall())


def _refuse(schema: str, stored: dict[str, str] | None) -> None:
    version = int((stored or {}).get("schema_version", SCHEMA_VERSION))
    if version > SCHEMA_VERSION:
        raise SetupError(
            f"The schema {schema} was written by a newer judge (schema {version}, this one knows {SCHEMA_VERSION}).",
            "Install the newer judge.",
        )


def _describe(layout: Layout) -> str:
    tables = {name: [index.spec for index in table.indexes] for name, table in sorted(layout.items())}
    return msgspec.json.encode(tables).decode()


def _change(connection: psycopg.Connection[Any], layout: Layout, wanted: str, stored: str) -> None:
    """Bring a schema to other indexes. Tables that are no longer declared keep their rows and are left alone."""
    known: dict[str, list[str]] = decode(stored)
    for name, table in layout.items():
        if name not in known:
            fields = "".join(f", {column_name(field)} bytea" for field in table.columns)
            connection.execute(
                f"create table {quoted(name)}(seq bigint generated always as identity primary key, "
                f"id bigint not null unique, key bytea, body text not null{fields})"
            )
            _make_indexes(connection, table)
        elif known[name] != [index.spec for index in table.indexes]:
            _change_table(connection, table, known[name])
    kept = msgspec.json.encode(dict(sorted({**known, **decode(wanted)}.items()))).decode()
    connection.execute("update meta set value=%s where name='layout'", (kept,))


def _make_indexes(connection: psycopg.Connection[Any], table: TableLayout) -> None:
    for index in table.indexes:
        columns = column_name(index.field) + (f", {column_name(index.order)} nulls first" if index.order else "")
        connection.execute(
            f"create index {_index_name(table.name, index.spec)} on {quoted(table.name)}({columns}) "
            f"where {column_name(index.field)} is not null"
        )


def _index_name(table: str, spec: str) -> str:
    return f'"i_{table}:{spec}"'


def _change_table(connection: psycopg.Connection[Any], table: TableLayout, specs: list[str]) -> None:
    name = quoted(table.name)
    for spec in specs:
        connection.execute(f"drop index if exists {_index_name(table.name, spec)}")
    found = connection.execute(
        "select column_name from information_schema.columns "
        "where table_schema=current_schema() and table_name=%s and column_name like 'f\\_%%'",
        (name,),
    )
    there, wanted = {row[0] for row in found.fetchall()}, {column_name(field) for field in table.columns}
    for column in sorted(there - wanted):
        connection.execute(f"alter table {name} drop column {column}")
    for column in sorted(wanted - there):
        connection.execute(f"alter table {name} add column {column} bytea")
    if wanted - there:
        _fill(connection, table)
    _make_indexes(connection, table)


def _fill(connection: psycopg.Connection[Any], table: TableLayout) -> None:
    """Read the indexed fields of all rows from their documents."""
    name, seq = quoted(table.name), -1
    sets = ", ".join(f"{column_name(field)}=%s" for field in table.columns)
    while page := connection.execute(
        f"select seq, body from {name} where seq>%s order by seq limit {_FILL_PAGE}", (seq,)
    ).fetchall():
        with connection.cursor() as cursor:
            rows = [(*map(sortable, table.values_of(decode(body))), at) for at, body in page]
            cursor.executemany(f"update {name} set {sets} where seq=%s", rows)
        seq = page[-1][0]
