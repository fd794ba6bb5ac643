"""Migrations of the store: numbered steps over the documents of older judges, each one durable commit.

The engine looks after its own files and indexes, and is asked to bring on the form of its rows; the rest of this is
about what the documents say. The number stands in the store (row `data_version` of `counters`); a store without it is
of version 1. A step takes the store from the version before to its own, inside one batch together with the number, so
that a crash leaves whole steps behind.
"""

from collections.abc import Callable, Mapping
from typing import Any

from judge.core.errors import SetupError
from judge.store import INDEXES, Store

CURRENT = 3

_PREFIXES = {"signed": "signatures", "held": "held", "bundle": "bundles", "proposal": "proposals", "shunt": "set_aside"}
"""What keys of the inbox began with in version 1 -> where such rows are now."""


def _one_meaning_each(store: Store) -> None:
    """what waits, was proposed, was seen or set aside has left the inbox, and what letters share the outbox"""
    inbox, outbox, bodies = (store.table(name) for name in ("inbox", "outbox", "bodies"))
    rows = {str(row["key"]): dict(row) for row in inbox.all() if ":" in row["key"]}
    order = rows.pop("shunt:index", {"references": []})["references"]
    inbox.drop("shunt:index")
    for key in (*(f"shunt:{reference}" for reference in order), *rows):
        prefix, _, name = key.partition(":")
        row = rows.pop(key, None) if prefix in _PREFIXES else None
        if row is not None:
            store.table(_PREFIXES[prefix]).put(name, _without(row, "key"))
            inbox.drop(key)
    for letter in map(dict, outbox.all()):
        if letter["status"] == "body":
            bodies.put(_digest(letter["key"]), _without(letter, "key", "status"))
            outbox.drop(letter["key"])
        elif letter.get("body"):
            outbox.put(letter["key"], {**letter, "body": _digest(letter["body"])})


def _octets_apart(store: Store) -> None:
    """what letters that have not gone out consist of has left the outbox"""
    outbox, octets = store.table("outbox"), store.table("octets")
    for letter in map(dict, outbox.all()):
        if letter.get("raw"):
            octets.put(letter["key"], {name: letter[name] for name in ("raw", "own") if letter.get(name)})
            outbox.put(letter["key"], {**_without(letter, "key", "own"), "raw": ""})


def _digest(key: str) -> str:
    return key.removeprefix("body:")


def _without(row: Mapping[str, Any], *fields: str) -> dict[str, Any]:
    return {name: value for name, value in row.items() if name not in fields}


STEPS: Mapping[int, Callable[[Store], None]] = {2: _one_meaning_each, 3: _octets_apart}
"""Version -> the step to it, in words of its docstring. A step never computes a game anew: it renames and reshapes."""

_ROW = "data_version"


def version_of(store: Store) -> int:
    row = store.table("counters").fetch(_ROW)
    if row is not None:
        return int(row["n"])
    empty = not any(True for table in ("games", "players", "inbox") for _ in store.storage.scan(table))
    return CURRENT if empty else 1


def check_version(store: Store, *, writable: bool) -> None:
    """SetupError when the store is older or newer than this judge. A new store is marked where the mark matters."""
    found = version_of(store)
    if found > CURRENT:
        raise SetupError(
            f"The store was written by a newer judge (data {found}; this one knows {CURRENT}).", "Install that one."
        )
    if found < CURRENT or store.engine.outdated:
        what = f"data {found}; this one needs {CURRENT}" if found < CURRENT else "its rows have an older form"
        raise SetupError(
            f"The store was written by an older judge ({what}).",
            "judge backup FILE, then judge migrate --rehearse, then judge migrate.",
        )
    if not set(INDEXES) <= store.tables():
        raise SetupError("The store lacks tables that this judge needs.", "Run the judge once.")
    if writable and store.table("counters").fetch(_ROW) is None:
        store.table("counters").put(_ROW, {"n": CURRENT})


def migrate(store: Store) -> list[str]:
    """Bring a store to this judge's version; returns what was done, a line a step."""
    done = []
    if store.engine.outdated:
        store.engine.renew()
        done.append("rows: each has its key once")
    for number in range(version_of(store) + 1, CURRENT + 1):
        with store.batch():
            STEPS[number](store)
            store.table("counters").put(_ROW, {"n": number})
        done.append(f"data {number}: {(STEPS[number].__doc__ or STEPS[number].__name__).strip()}")
    return done
