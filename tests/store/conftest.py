"""Every engine passes the same tests: take `new_store` and the test runs once for each."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from judge.store import Store, open_store

NewStore = Callable[..., Store]
TABLES = {"a": ("k",), "b": (), "events": ("game+seq",), "outbox": ("status+due", "game"), "games": ("status",)}


@pytest.fixture(params=["memory", "sqlite"])
def engine(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def new_store(engine: str, tmp_path: Path) -> Iterator[NewStore]:
    """Makes empty stores of one engine; `tables` may be named."""
    made: list[Store] = []

    def make(tables: Any = TABLES) -> Store:
        url = "memory:" if engine == "memory" else tmp_path / f"store{len(made)}.db"
        made.append(open_store(url, tables))
        return made[-1]

    yield make
    for store in made:
        store.close()


@pytest.fixture
def store(new_store: NewStore) -> Store:
    return new_store()
