"""The engine on which the tests' judges keep their books: SQLite, or with JUDGE_TEST_STORE=postgresql a server's."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

ON_SERVER = os.environ.get("JUDGE_TEST_STORE") == "postgresql"
SETTING = re.compile(r"^(?:# )?store = .*$", re.MULTILINE)


def sqlite_only(reason: str) -> pytest.MarkDecorator:
    """Marks what is about the store's file itself; `reason` says what of it."""
    return pytest.mark.skipif(ON_SERVER, reason=f"about the embedded store: {reason}")


def home_store() -> str:
    """The setting `store` of a fresh home. A place on the server is free for others when the test is over."""
    if not ON_SERVER:
        return "var/judge.db"
    from tests.pgserver import lend

    return lend()


def put_on(home: Path, store: str) -> None:
    """Let a home's judge.toml name this store."""
    path = home / "judge.toml"
    text, found = SETTING.subn(lambda _: f'store = "{store}"', path.read_text("utf-8"))
    assert found == 1
    path.write_text(text, "utf-8")


class ServerTemplate(str):
    """The default judge.toml of a home whose store is on the server."""

    def format(self, **values: str) -> str:  # type: ignore[override]
        return SETTING.sub(lambda _: f'store = "{home_store()}"', super().format(**values))
