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

from judge.core.errors import NoStore, SetupError
from judge.store.layout import IndexValue, Layout, TableLayout, column_name, quoted
from judge.store.schema import Dialect, change, described, readable, refuse_newer

if TYPE_CHECKING:
    import psycopg

SCHEMA_VERSION = 1
LONGEST = 1000  # octets of a text in an index; the server takes no more than about 2 700


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


DIALECT = Dialect(
    "%s",
    "seq bigint generated always as identity primary key, id bigint not null unique, key bytea, body text not null",
    " bytea",
    " nulls first",
    "select column_name from information_schema.columns "
    "where table_schema=current_schema() and table_name=%s and column_name like 'f\\_%%'",
    sortable,
)


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
    stored = _meta(connection, schema)
    if stored.get("layout") == described(layout):
        return layout
    if read_only and not stored:
        raise NoStore(f"The schema {schema} has no store.", "Run the judge once, or check the home.")
    if read_only:
        return readable(f"The store in schema {schema}", layout, stored.get("layout", "{}"))
    with connection.transaction():
        connection.execute("select pg_advisory_xact_lock(hashtext(%s))", (f"judge:{schema}",))
        connection.execute(f"create schema if not exists {schema}")
        stored = _meta(connection, schema)
        if not stored:
            connection.execute("create table meta(name text primary key, value text not null)")
            connection.execute(
                "insert into meta values('schema_version', %s), ('layout', '{}')", (str(SCHEMA_VERSION),)
            )
        change(connection, DIALECT, layout, stored.get("layout", "{}"))
    return layout


def _meta(connection: psycopg.Connection[Any], schema: str) -> dict[str, str]:
    """The store's own notes, {} if there is no store yet. SetupError for a schema that is foreign or newer."""
    there = connection.execute("select tablename from pg_tables where schemaname=%s", (schema,)).fetchall()
    if not there:
        return {}
    if ("meta",) not in there:
        raise SetupError(
            f"The schema {schema} holds tables, but not a judge's store.", "Name another: ...?schema=judge."
        )
    stored = dict(connection.execute(f"select name, value from {schema}.meta").fetchall())
    refuse_newer(f"The schema {schema}", int(stored.get("schema_version", SCHEMA_VERSION)), SCHEMA_VERSION)
    return stored
