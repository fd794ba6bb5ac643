"""Stores of older judges brought on: numbered steps over the documents, each one durable commit.

The engine looks after its own files and indexes; this is about what the documents say. The number stands in the store
(row `data_version` of `counters`); a store without it is of version 1. A step takes the store from the version before
to its own, inside one batch together with the number, so that a crash leaves whole steps behind.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from judge.core.errors import SetupError
from judge.store import Store

CURRENT = 1
STEPS: Mapping[int, Callable[[Store], None]] = {}
"""Version -> the step to it, in words of its docstring. A step never computes a game anew: it renames and reshapes."""

_ROW = "data_version"


def version_of(store: Store) -> int:
    row = store.table("counters").fetch(_ROW)
    if row is not None:
        return int(row["n"])
    return CURRENT if CURRENT == 1 or _empty(store) else 1


def _empty(store: Store) -> bool:
    return not any(True for table in ("games", "players", "inbox") for _ in store.storage.scan(table))


def check_version(store: Store, *, writable: bool) -> None:
    """SetupError when the store is older or newer than this judge. A new store is marked where the mark matters."""
    found = version_of(store)
    if found > CURRENT:
        raise SetupError(
            f"The store was written by a newer judge (data {found}; this one knows {CURRENT}).", "Install that one."
        )
    if found < CURRENT:
        raise SetupError(
            f"The store was written by an older judge (data {found}; this one needs {CURRENT}).",
            "judge backup FILE, then judge migrate --rehearse, then judge migrate.",
        )
    if writable and CURRENT > 1 and store.table("counters").fetch(_ROW) is None:
        store.table("counters").put(_ROW, {"n": CURRENT})


def migrate(store: Store) -> list[str]:
    """Bring a store to this judge's version; returns what was done, a line a step."""
    done = []
    for number in range(version_of(store) + 1, CURRENT + 1):
        with store.batch():
            STEPS[number](store)
            store.table("counters").put(_ROW, {"n": number})
        done.append(f"data {number}: {(STEPS[number].__doc__ or STEPS[number].__name__).strip()}")
    return done
