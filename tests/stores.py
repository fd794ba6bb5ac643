"""The engine on which the tests' judges keep their books: SQLite, or with JUDGE_TEST_STORE=postgresql a server's."""

import os
import re
import shutil
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest

from judge.config import Config, load
from judge.store import Store, open_store
from judge.store.codec import decode
from judge.store.layout import build_layout
from judge.store.schema import INDEXES
from tests.memory_engine import MemoryEngine

ON_SERVER = os.environ.get("JUDGE_TEST_STORE") == "postgresql"
SETTING = re.compile(r"^(?:# )?store = .*$", re.MULTILINE)


def sqlite_only(reason: str) -> pytest.MarkDecorator:
    """Marks what is about the store's file itself; `reason` says what of it."""
    return pytest.mark.skipif(ON_SERVER, reason=f"about the embedded store: {reason}")


def memory_store(tables: Mapping[str, Sequence[str]] = INDEXES) -> Store:
    """An empty store in the dictionaries of this process."""
    return Store(MemoryEngine(build_layout(tables)))


def home_store() -> str:
    """The setting `store` of a fresh home. A place on the server is free for others when the test is over."""
    if not ON_SERVER:
        return "var/judge.db"
    from tests.pgserver import lend

    return lend()


@contextmanager
def for_good() -> Iterator[None]:
    """Places on the server that are lent meanwhile are not taken back when the test is over."""
    if not ON_SERVER:
        yield
        return
    from tests.pgserver import lent

    before = len(lent)
    yield
    del lent[before:]


def put_on(home: Path, store: str) -> None:
    """Let a home's judge.toml name this store."""
    path = home / "judge.toml"
    text, found = SETTING.subn(lambda _: f'store = "{store}"', path.read_text("utf-8"))
    assert found == 1
    path.write_text(text, "utf-8")


def copy_home(source: Path, target: Path) -> None:
    """A home like another, on a store of its own."""
    shutil.copytree(source, target)
    if ON_SERVER:
        put_on(target, home_store())
        copy_store(load(source), load(target))


def copy_store(source: Config, target: Config) -> None:
    """Bring what stands on the server along; a file comes with its folder."""
    if ON_SERVER:
        old, new = open_store(source.store_url), open_store(target.store_url)
        for name, layout in new.storage.layout.items():
            rows = {id_: new.storage.make_row(layout, id_, decode(body)) for id_, body in old.storage.scan(name)}
            new.storage.write_rows(name, rows)
        old.close()
        new.close()


def rows_of(store: Store) -> list[tuple[str, int, str]]:
    """Everything that stands in a store: table, number, document."""
    return [(name, *found) for name in sorted(store.storage.layout) for found in store.storage.scan(name)]


class ServerTemplate(str):
    """The default judge.toml of a home whose store is on the server."""

    def format(self, **values: str) -> str:  # type: ignore[override]
        return SETTING.sub(lambda _: f'store = "{home_store()}"', super().format(**values))
