"""Every engine passes the same tests: take `new_store` and the test runs once for each."""

from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from judge.store import Store, open_store
from tests.pgserver import server
from tests.stores import memory_store

NewStore = Callable[..., Store]
TABLES = {"a": ("k",), "b": (), "events": ("game+seq",), "outbox": ("status+due", "game"), "games": ("status",)}


@pytest.fixture(params=["memory", "sqlite", "postgresql"])
def engine(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def new_url(engine: str, tmp_path: Path) -> Callable[[], str]:
    """Names a place for another store of one engine."""
    numbers = count()

    def make() -> str:
        if engine == "postgresql":
            return server().url()
        return "memory:" if engine == "memory" else str(tmp_path / f"store{next(numbers)}.db")

    return make


@pytest.fixture
def new_store(engine: str, new_url: Callable[[], str]) -> Iterator[NewStore]:
    """Makes empty stores of one engine; `tables` may be named."""
    made: list[Store] = []

    def make(tables: Any = TABLES) -> Store:
        made.append(memory_store(tables) if engine == "memory" else open_store(new_url(), tables))
        return made[-1]

    yield make
    for store in made:
        store.close()


@pytest.fixture
def store(new_store: NewStore) -> Store:
    return new_store()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "judge.db"
