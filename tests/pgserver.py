"""Debian's own PostgreSQL server on a private socket in a temporary directory, one for a test run.

It is started when the first store is asked for and ends with the process; it does not sync, since only its clients
are killed here. Skipped where no server is installed; REQUIRE_ALL=1 makes that a failure.
"""

import atexit
import gc
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Sequence
from contextlib import suppress
from functools import cache, cached_property
from pathlib import Path
from typing import Any

import psycopg

from judge.extras.postgres.server import Address
from judge.store import Store, open_store
from tests.required import required

QUICK = ("fsync=off", "synchronous_commit=off", "full_page_writes=off")
SETTINGS = ("max_connections=300", "shared_buffers=64MB", "listen_addresses=", "log_min_messages=panic")


def binaries() -> Path | None:
    """The folder of the newest server installed, or None."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/postgres"), key=lambda path: int(path.parts[-3]))
    if found:
        return found[-1].parent
    beside = shutil.which("postgres")
    return Path(beside).parent if beside else None


class Server:
    """A running server. `url` names a fresh schema at every call."""

    def __init__(self, settings: Sequence[str] = QUICK) -> None:
        tools = binaries()
        assert tools is not None
        self.folder = Path(tempfile.mkdtemp(prefix="judge-pg."))
        self._made = 0
        owner = self._owner()
        if owner is not None:
            os.chown(self.folder, owner, -1)
        command = [
            str(tools / "initdb"),
            "-D",
            str(self.folder / "data"),
            "-U",
            "judge",
            "-A",
            "trust",
            "-N",
            "-E",
            "UTF8",
            "--locale=C",
        ]
        subprocess.run(command, user=owner, cwd=self.folder, check=True, stdout=subprocess.DEVNULL)
        words = [word for setting in (*SETTINGS, *settings) for word in ("-c", setting)]
        command = [str(tools / "postgres"), "-D", str(self.folder / "data"), "-k", str(self.folder), *words]
        self._process = subprocess.Popen(
            command, user=owner, cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        atexit.register(self.stop)
        self._wait()

    @staticmethod
    def _owner() -> int | None:
        """The server refuses to run as root."""
        if os.geteuid() != 0:
            return None
        names = {entry.pw_name: entry.pw_uid for entry in pwd.getpwall()}
        return names.get("postgres", names.get("nobody"))

    def _wait(self) -> None:
        for _ in range(300):
            try:
                psycopg.connect(self.database, autocommit=True).close()
                return
            except psycopg.OperationalError:
                time.sleep(0.05)
        raise RuntimeError("the PostgreSQL server of the tests does not start")

    @cached_property
    def keeper(self) -> psycopg.Connection[Any]:
        """For what the tests do to their own server."""
        return psycopg.connect(self.database, autocommit=True, options="-c lock_timeout=5s")

    @property
    def database(self) -> str:
        return f"postgresql://judge@/postgres?host={self.folder}"

    def url(self) -> str:
        self._made += 1
        return f"{self.database}&schema=s{os.getpid()}_{self._made}"

    def stop(self) -> None:
        if self._process.poll() is None:
            self._process.send_signal(signal.SIGQUIT)
            self._process.wait(30)
        shutil.rmtree(self.folder, ignore_errors=True)


@cache
def _server() -> Server:
    return Server()


def server() -> Server:
    """The server of this test run."""
    required(binaries(), "PostgreSQL's server")
    return _server()


_free: list[str] = []  # places for a store that others have left
lent: list[str] = []


def lend() -> str:
    """An empty place for a store, until `take_back`."""
    lent.append(_empty_place())
    return lent[-1]


def take_back(first: int) -> None:
    """What was lent from that one on is free again."""
    _free.extend(lent[first:])
    del lent[first:]


def lend_store() -> tuple[Store, str]:
    """An empty store for whoever gives it back himself."""
    if not _free:
        gc.collect()  # judges of tests that are over give theirs back
    url = _empty_place()
    return open_store(url), url


def give_back(store: Store, url: str) -> None:
    store.close()
    _free.append(url)


def _empty_place() -> str:
    """Making tables takes ten times as long as emptying them."""
    while _free:
        url = _free.pop()
        with suppress(psycopg.errors.LockNotAvailable):
            _empty(Address.parse(url).schema)
            return url
    return server().url()


def _empty(schema: str) -> None:
    """Whoever is still connected there belongs to a test that is over."""
    keeper = server().keeper
    keeper.execute(
        "select pg_terminate_backend(pid) from pg_stat_activity where application_name=%s", (f"judge {schema}",)
    )
    tables = keeper.execute(
        "select tablename from pg_tables where schemaname=%s and tablename like 't\\_%%'", (schema,)
    ).fetchall()
    keeper.execute("; ".join(f"delete from {schema}.{name}" for (name,) in tables) or "select")
