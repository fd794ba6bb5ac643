"""Stores of older judges brought on: numbered steps over the documents, each one durable commit.

The engine looks after its own files and indexes; this is about what the documents say. The number stands in the store
(row `data_version` of `counters`); a store without it is of version 1. A step takes the store from the version before
to its own, inside one batch together with the number, so that a crash leaves whole steps behind.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

from judge.config import Config
from judge.core.errors import SetupError
from judge.store import Store, open_store

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


def rehearse(config: Config) -> tuple[list[str], list[str]]:
    """The same on a copy, every game replayed there: what would be done, and what would be wrong."""
    from judge.audit import replay_game
    from judge.daemon import open_house
    from judge.keeper.backup import file_store

    with tempfile.TemporaryDirectory(prefix="judge-migration-") as name:
        home = Path(name)
        (home / "var").mkdir()
        source = open_store(file_store(config), lock=False)
        try:
            source.backup(home / "var" / "judge.db")
        finally:
            source.close()
        copy = open_store(home / "var" / "judge.db")
        try:
            done = migrate(copy)
            wrong = copy.check()
        finally:
            copy.close()
        share = str(config.share) if config.share else ""
        house = open_house(replace(config, home=home, judge=replace(config.judge, store="var/judge.db", share=share)))
        try:
            for game in house.office.files.games():
                played = replay_game(house.office, game)
                done.append(f"{game.key}: {played.phases} phases, {'; '.join(played.differences) or 'all equal'}")
                wrong += [f"{game.key}: {text}" for text in played.differences]
        finally:
            house.close()
    return done, wrong
