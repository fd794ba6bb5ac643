"""Rows as JSON lines, for people, back-ups and moving a game or a store elsewhere.

One object a line: {"table", "key", "doc"} for keyed rows; counted rows have a null key and their "id".
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import IO, Any

import msgspec
from tinydb.table import Document

from judge.core.errors import InputError
from judge.store.codec import decode, encode
from judge.store.layout import COUNTERS, KEYED
from judge.store.store import Store

Where = Callable[[str, Mapping[str, Any]], bool]
"""Decides by table name and document whether a row is exported."""


class _Line(msgspec.Struct):
    table: str
    doc: dict[str, Any]
    key: str | None = None
    id: int | None = None


_read_line = msgspec.json.Decoder(_Line).decode


def export_rows(store: Store, tables: Iterable[str] | None = None, where: Where | None = None) -> Iterator[str]:
    """The rows of these tables (all, counters included, if None) as lines: by table name, then in order of writing.

    All lines show one moment, even if another process writes meanwhile. Raises KeyError for an unknown table.
    """
    rows = store.storage
    with rows.engine.snapshot():
        for name in sorted(rows.layout if tables is None else {store.table(name).name for name in tables}):
            for found in rows.scan(name):
                doc = decode(found.body)
                if where is None or where(name, doc):
                    yield _line(name, found.id, doc)


def export_game(store: Store, game: str, fp: IO[str]) -> int:
    """Write every row whose document has "game" == game, and the row of that key in "games", as JSON lines.

    Returns the number of rows. Tables with an index on "game" are asked by it; the others are not walked.
    """
    rows = store.storage
    lines = 0
    with rows.engine.snapshot():
        for name in sorted(rows.layout):
            table = store.table(name)
            found = table.find("game", game) if rows.layout[name].has_index("game") else []
            if name == "games" and not any(doc.get("key") == game for doc in found):
                own = table.fetch(game)
                found += [Document(own, KEYED)] if own is not None else []
            for doc in found:
                fp.write(_line(name, doc.doc_id, dict(doc)))
                lines += 1
    return lines


def import_rows(store: Store, lines: Iterable[str], *, replace: bool = False) -> int:
    """Write the rows of JSON lines in one batch: all or none. Returns how many were new or changed.

    A row that is there already, word for word, is passed over, so that importing twice does nothing. A key that is
    there with another document is refused unless `replace`; a counter keeps the higher number. A counted row keeps
    its id if it is free, else it gets the next one. Raises InputError naming the line.
    """
    written = 0
    with store.batch():
        for number, text in enumerate(lines, 1):
            if text.strip():
                written += _import_line(store, text, f"line {number}", replace)
    return written


def _line(table: str, row_id: int, doc: dict[str, Any]) -> str:
    if row_id >= KEYED:
        return encode({"table": table, "key": doc.pop("key"), "doc": doc}) + "\n"
    return encode({"table": table, "key": None, "id": row_id, "doc": doc}) + "\n"


def _import_line(store: Store, text: str, where: str, replace: bool) -> bool:
    try:
        line = _read_line(text)
    except (msgspec.MsgspecError, UnicodeError) as error:
        raise InputError(f"not a row of an export: {error}", where) from error
    if line.table not in store.storage.layout:
        raise InputError(f"there is no table {line.table!r} in this store", where)
    try:
        if line.key is None:
            return _import_counted(store, line)
        return _import_keyed(store, line.table, line.key, line.doc, where, replace)
    except (TypeError, ValueError) as error:
        raise InputError(str(error), where) from error


def _import_keyed(store: Store, name: str, key: str, doc: dict[str, Any], where: str, replace: bool) -> bool:
    table = store.table(name)
    there = table.fetch(key)
    wanted = {"key": key, **doc}
    if there == wanted:
        return False
    if there is not None and name == COUNTERS:
        wanted["n"] = max(there["n"], wanted["n"])
        if there == wanted:
            return False
    elif there is not None and not replace:
        raise InputError(f"{name} has another row of key {key!r}", where, "Ask for replacement to overwrite it.")
    table.put(key, wanted)
    return True


def _import_counted(store: Store, line: _Line) -> bool:
    table = store.table(line.table)
    if line.id is None or not 0 < line.id < KEYED:
        table.append(line.doc)
        return True
    there = table.get(doc_id=line.id)
    if there is None:
        table.insert(Document(line.doc, line.id))
    elif dict(there) != line.doc:
        table.append(line.doc)
    return there is None or dict(there) != line.doc
