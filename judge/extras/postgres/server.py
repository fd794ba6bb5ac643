"""Reaching a PostgreSQL server: addresses, connections, and what to do when there is none."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable
from datetime import datetime
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

from judge.core.errors import SetupError
from judge.core.values import Value

if TYPE_CHECKING:
    import psycopg

OLDEST = 130000
CONNECT_SECONDS = 10
MOST_SKEW = 2.0  # seconds
_SCHEMA = re.compile(r"[a-z_][a-z0-9_]{0,40}")


class Address(Value):
    """Where a store is: what libpq is given, and the schema in that database (`?schema=judge`)."""

    libpq: str
    schema: str = "judge"

    @classmethod
    def parse(cls, url: str) -> Address:
        """Take `schema` out of the URL's parameters; the rest is libpq's. Raises SetupError for a bad name."""
        parts = urlsplit(url)
        words = parse_qsl(parts.query, keep_blank_values=True)
        schema = dict(words).get("schema", "judge")
        if not _SCHEMA.fullmatch(schema):
            raise SetupError(f"The store's schema {schema!r} is no lower-case word.", "Write ...?schema=judge.")
        rest = urlencode([(name, value) for name, value in words if name != "schema"])
        return cls(urlunsplit(parts._replace(query=rest)), schema)

    @property
    def channel(self) -> str:
        """The channel on which workers tell each other that there is something to do."""
        return f"judge_{self.schema}"

    def __str__(self) -> str:
        parts = urlsplit(self.libpq)
        user, _, host = parts.netloc.rpartition("@")
        shown = f"{user.partition(':')[0]}@{host}" if user else host
        return f"postgresql://{shown}{parts.path} (schema {self.schema})"


def driver() -> Any:
    """psycopg, which only those need who have a server."""
    try:
        import psycopg
    except ImportError as error:
        raise SetupError(
            f"A store on PostgreSQL needs psycopg, which cannot be loaded ({error}).",
            "Run: pip install 'psycopg[binary]>=3.2,<4'",
        ) from None
    return psycopg


def connect(address: Address) -> psycopg.Connection[Any]:
    """A connection in autocommit with the store's schema in its path. SetupError with the remedy if there is none.

    A host that vanishes without a word is noticed by the server within a minute: then its locks are free again.
    """
    module = driver()
    try:
        connection: psycopg.Connection[Any] = module.connect(
            address.libpq,
            autocommit=True,
            application_name=f"judge {address.schema}",
            connect_timeout=CONNECT_SECONDS,
            keepalives_idle=30,
            keepalives_interval=10,
            keepalives_count=3,
        )
    except module.Error as error:
        raise SetupError(f"The store {address} cannot be reached: {str(error).strip()}.", remedy(error)) from None
    if connection.info.server_version < OLDEST:
        found = connection.info.parameter_status("server_version")
        connection.close()
        raise SetupError(
            f"The store {address} is PostgreSQL {found}.", f"Version {OLDEST // 10000} or newer is needed."
        )
    for setting in (
        "tcp_keepalives_idle=30",
        "tcp_keepalives_interval=10",
        "tcp_keepalives_count=3",
        f"search_path={address.schema}",
        "client_min_messages=warning",
    ):
        connection.execute(f"set {setting}")
    connection.prepare_threshold = 1
    return connection


def remedy(error: psycopg.Error) -> str:
    """The way out, by SQLSTATE class where the server gave one."""
    state = error.sqlstate or ""
    words = str(error)
    if state.startswith("28") or "password" in words or "authentication" in words:
        return "Check user and password: PGPASSWORD or ~/.pgpass, never judge.toml."
    if state == "3D000" or "does not exist" in words:
        return "Make it: createdb -O USER DATABASE on the server."
    if state == "42501":
        return "The user needs CREATE on the database, or a schema of its own."
    if state.startswith("53"):
        return "The server has no room or no connections left: look there, then start the judge again."
    if state in ("25006",):
        return "The server takes no writes (a stand-by, or opened for reading): name the primary."
    return "Check that the server runs and can be reached, then start the judge again; what was acknowledged is kept."


def findings(connection: psycopg.Connection[Any], address: Address, now: datetime) -> list[tuple[bool, str, str]]:
    """For `judge doctor`: version, clock, durability and rights."""
    row = connection.execute(
        "select current_setting('server_version'), clock_timestamp(), current_setting('fsync'), "
        "current_setting('synchronous_commit'), has_schema_privilege(current_schema(), 'create'), "
        "pg_is_in_recovery(), current_setting('max_connections')"
    ).fetchone()
    assert row is not None
    version, clock, fsync, commit, create, standby, connections = row
    skew = abs((clock - now).total_seconds())
    durable = fsync == "on" and commit != "off"
    return [
        (
            not standby,
            f"server: PostgreSQL {version} at {address}, {connections} connections",
            "It is a stand-by and takes no writes: name the primary." if standby else "",
        ),
        (
            skew <= MOST_SKEW,
            f"server: its clock and ours are {skew:.1f} s apart",
            "" if skew <= MOST_SKEW else "Run chrony or systemd-timesyncd on both: deadlines go by the judges' clocks.",
        ),
        (
            durable,
            f"server: fsync {fsync}, synchronous_commit {commit}",
            "" if durable else "Set both to on: without them a power failure loses letters already answered.",
        ),
        (
            create,
            "server: tables and indexes may be made" if create else "server: no right to make tables",
            "" if create else f"Run on the server: grant create on schema {address.schema} to the judge's user.",
        ),
    ]


class PostgresListener:
    """Calls back, from a thread of its own, when another worker has announced something. Ends with `close`."""

    def __init__(self, address: Address, own: int, call: Callable[[], None]) -> None:
        self._connection = connect(address)
        self._connection.execute(f'listen "{address.channel}"')
        self._own = own
        self._call = call
        self._stopping = False
        self._thread = threading.Thread(target=self._run, name="judge-listener", daemon=True)
        self._thread.start()

    def _run(self) -> None:
        module = driver()
        try:
            while not self._stopping:
                for notice in self._connection.notifies(timeout=0.5, stop_after=1):
                    if notice.pid != self._own:
                        self._call()
        except module.Error:
            return  # the main connection fails as well and says so; until then the nap is the longest wait
        finally:
            self._connection.close()

    def close(self) -> None:
        self._stopping = True
        self._thread.join(5)
