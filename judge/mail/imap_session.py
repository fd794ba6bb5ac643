"""One logged-in connection to an IMAP server: the few commands a mailbox needs, in terms of IMAPClient.

Every method may raise OSError or IMAPClientError; after any but a plain refusal the session is of no more use.
"""

from __future__ import annotations

import logging
import socket
from collections.abc import Iterator, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from typing import Any

from imapclient import IMAPClient, SocketTimeout
from imapclient.exceptions import IMAPClientAbortError, IMAPClientError, LoginError

from judge.mail.maildir import MAX_LETTER
from judge.mail.server import CONNECT_TIMEOUT, Security, Server

# the library's own log shows whole commands
logging.getLogger("imapclient").setLevel(logging.WARNING)

CHUNK = 200  # uids in one command
MAX_FETCH = 8_000_000  # octets asked for in one command


def open_session(server: Server, folder: str) -> Session:
    """Connect, log in and select. Where TLS was asked for, nothing is ever sent in the clear. A token that is refused
    is renewed once, on a line of its own: what our clock says of its end may be wrong."""
    if server.token is None:
        return _open(server, folder)
    try:
        return _open(server, folder, server.token(False))
    except _Refused:
        return _open(server, folder, server.token(True))


class _Refused(IMAPClientAbortError):  # type: ignore[misc]
    """The server did not take what we logged in with."""


def _open(server: Server, folder: str, token: str = "") -> Session:
    client = IMAPClient(
        server.host,
        server.port,
        ssl=server.security is Security.TLS,
        ssl_context=server.context if server.security is Security.TLS else None,
        timeout=SocketTimeout(min(server.timeout, CONNECT_TIMEOUT), server.timeout),
    )
    client.normalise_times = False  # else times are naive and local
    # a command is written in pieces: do not let the second wait until the first is acknowledged
    client.socket().setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    try:
        if server.security is Security.STARTTLS:
            if not client.has_capability("STARTTLS"):
                raise IMAPClientAbortError("the server offers no STARTTLS: no password is sent in the clear")
            client.starttls(server.context)
        _login(client, server, token)
        return Session(client, folder)
    except BaseException:
        with suppress(OSError, IMAPClientError):
            client.shutdown()
        raise


def _login(client: IMAPClient, server: Server, token: str) -> None:
    try:
        if token and client.has_capability("AUTH=OAUTHBEARER"):
            client.oauthbearer_login(server.user, token)
        elif token:
            client.oauth2_login(server.user, token)
        elif server.password.isascii() and server.user.isascii():
            client.login(server.user, server.password)
        else:
            client.plain_login(server.user, server.password)
    except LoginError as error:
        raise _Refused(f"login of {server.user} refused: {error}") from None


class Session:
    """A selected folder on a server. Uids are ints; times come in UTC."""

    def __init__(self, client: IMAPClient, folder: str) -> None:
        self._client = client
        self._folder = folder
        self._made: dict[str, str] = {}
        self.can_idle: bool = client.has_capability("IDLE")
        self._can_move: bool = client.has_capability("MOVE")
        personal = client.namespace().personal if client.has_capability("NAMESPACE") else None
        self._prefix = str(personal[0][0]) if personal else ""
        client.select_folder(folder)

    def search(self) -> tuple[int, list[int]]:
        """UIDVALIDITY and the uids of all letters not marked deleted. Selecting anew shows a changed UIDVALIDITY, which
        a standing selection does not; whether a letter was read elsewhere does not matter."""
        selected = self._client.select_folder(self._folder)
        return int(selected.get(b"UIDVALIDITY", 0)), [int(uid) for uid in self._client.search(["UNDELETED"])]

    def folders(self, *names: str) -> list[str]:
        """The full names of those of these folders that are there."""
        return [full for name in names if self._client.folder_exists(full := self._prefix + name)]

    def remove(self, uids: Sequence[int]) -> None:
        """Delete letters for good, no others."""
        if uids and self._client.has_capability("UIDPLUS"):
            self._client.add_flags(list(uids), [b"\\Deleted"], silent=True)
            self._client.uid_expunge(list(uids))

    def facts(self, uids: Sequence[int], now: datetime) -> dict[int, tuple[datetime, int]]:
        """Arrival (INTERNALDATE, else `now`) and size of letters; those gone meanwhile are missing."""
        found: dict[int, tuple[datetime, int]] = {}
        for some in _chunks(uids):
            answer = self._client.fetch(some, ["INTERNALDATE", "RFC822.SIZE"])
            for uid in filter(answer.__contains__, some):
                arrived = answer[uid].get(b"INTERNALDATE")
                arrived = arrived if isinstance(arrived, datetime) else now
                moment = arrived.astimezone(UTC) if arrived.tzinfo else arrived.replace(tzinfo=UTC)
                found[uid] = (moment, int(answer[uid].get(b"RFC822.SIZE", 0)))
        return found

    def bodies(self, uids: Sequence[int], sizes: dict[int, int]) -> dict[int, bytes]:
        """Whole letters, unread marks untouched; of a huge one the first 25 MB. Those gone meanwhile are missing."""
        raws: dict[int, bytes] = {}
        for group in _groups(uids, sizes):
            item = "BODY.PEEK[]"
            if len(group) == 1 and sizes.get(group[0], 0) > MAX_LETTER:
                item = f"BODY.PEEK[]<0.{MAX_LETTER}>"
            for uid, data in self._client.fetch(group, [item]).items():
                raw = next((value for name, value in data.items() if name.startswith(b"BODY[]")), None)
                if uid in group and isinstance(raw, bytes):
                    raws[uid] = raw
        return raws

    def move(self, uids: Sequence[int], folder: str) -> None:
        """Move letters; those gone are no error. The folder is made when it is missing."""
        target = self._made.get(folder) or self._make(folder)
        for some in _chunks(uids):
            try:
                self._move(some, target)
            except IMAPClientAbortError:
                raise
            except IMAPClientError:
                self._make(folder)  # somebody removed the folder meanwhile
                self._move(some, target)

    def _move(self, uids: list[int], target: str) -> None:
        if self._can_move:
            self._client.move(uids, target)
            return
        self._client.copy(uids, target)
        self._client.add_flags(uids, [b"\\Deleted"], silent=True)
        if self._client.has_capability("UIDPLUS"):
            self._client.uid_expunge(uids)
        else:
            self._client.expunge()

    def _make(self, folder: str) -> str:
        """The folder's full name, made if it is not there; some servers keep all folders under "INBOX."."""
        name = self._prefix + folder
        if not self._client.folder_exists(name):
            self._client.create_folder(name)
        self._made[folder] = name
        return name

    def idle(self) -> None:
        self._client.idle()

    def idle_check(self, seconds: float) -> bool:
        """Whether the server told anything within that time; raises when it said BYE."""
        told: list[Any] = self._client.idle_check(timeout=seconds)
        if any(one and one[0] == b"BYE" for one in told):
            raise IMAPClientAbortError("the server said BYE")
        return any(len(one) > 1 and one[1] in (b"EXISTS", b"RECENT") for one in told)

    def idle_done(self) -> None:
        """Leave IDLE; raises on a dead line, which is how a dead line is noticed."""
        self._client.idle_done()

    def logout(self) -> None:
        self._client.logout()

    def drop(self) -> None:
        """Close the line without a word."""
        with suppress(OSError, IMAPClientError):
            self._client.shutdown()


def _groups(uids: Sequence[int], sizes: dict[int, int]) -> list[list[int]]:
    """Uids by commands: at most CHUNK letters and about MAX_FETCH octets each; a huge letter alone."""
    groups: list[list[int]] = []
    octets = 0
    for uid in uids:
        size = sizes.get(uid, 0)
        if not groups or len(groups[-1]) == CHUNK or octets + size > MAX_FETCH:
            groups.append([])
            octets = 0
        groups[-1].append(uid)
        octets += size
    return groups


def _chunks(uids: Sequence[int]) -> Iterator[list[int]]:
    return (list(uids[at : at + CHUNK]) for at in range(0, len(uids), CHUNK))
