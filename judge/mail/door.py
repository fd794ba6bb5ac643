"""The small SMTP door of the embedded mailbox: any mail program on this machine can write to the judge.

A letter is on disk in the Maildir before the door answers 250. Only the judge's own address and its sub-addresses are
taken; the door relays nothing and listens on loopback unless told otherwise.
"""

import asyncio
import errno
import logging
import os
import shutil
import socket
import ssl
import subprocess
import threading
import time
from collections import Counter
from collections.abc import Callable
from datetime import UTC, datetime
from email.utils import format_datetime
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any

from aiosmtpd.smtp import SMTP, Envelope, Session

from judge.core.addressing import Addressing
from judge.core.errors import InputError, SetupError
from judge.durable import sync, write
from judge.mail import headers
from judge.mail.disk import make_maildir, write_files
from judge.mail.maildir import utc_now

log = logging.getLogger(__name__)
logging.getLogger("mail.log").setLevel(logging.ERROR)  # of aiosmtpd, which notes every mistyped word of a client

MAX_SIZE = 25_000_000  # octets of a letter, RFC 1870
MAX_COPIES = 50_000_000  # octets of a letter times its recipients: each gets a file
MAX_RECIPIENTS = 100  # of one letter, RFC 5321 4.5.3.1.8
MAX_PEER = 20  # connections of one peer at a time
MAX_CLIENTS = 200  # connections in all
IDLE = 60.0  # seconds a client may say nothing
LOG_EVERY = 60.0  # seconds between two log lines of one kind


class _Guests:
    """Who is connected, and what was logged lately. Used from the door's own thread alone."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._peers: Counter[str] = Counter()
        self._logged: dict[str, float] = {}

    def enter(self, peer: str) -> bool:
        """Whether one more connection of this peer is taken; what was taken must `leave`."""
        if self._peers[peer] >= MAX_PEER or self._peers.total() >= MAX_CLIENTS:
            self.log("turned_away", "the mail door turns clients away: too many connections, the last from %s", peer)
            return False
        self._peers[peer] += 1
        return True

    def leave(self, peer: str) -> None:
        self._peers[peer] -= 1
        if self._peers[peer] <= 0:
            del self._peers[peer]

    def log(self, kind: str, words: str, *values: object) -> None:
        """A line for the log, at most one a minute of each kind: a flood must not fill the disk with lines."""
        now = self._clock()
        if now - self._logged.get(kind, -LOG_EVERY) >= LOG_EVERY:
            self._logged[kind] = now
            log.warning(words, *values)


class _Session(SMTP):
    # mail programs write whole paragraphs, and spreadsheets whole tables, on one line
    line_length_limit = 1_000_000
    guests: _Guests
    _guest = ""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        if self._guest:  # the same guest, behind STARTTLS
            super().connection_made(transport)
            return
        peer = transport.get_extra_info("peername")
        name = str(peer[0]) if isinstance(peer, tuple) else "local"
        if not self.guests.enter(name):
            assert isinstance(transport, asyncio.Transport)
            transport.write(b"421 4.7.0 too many connections, try again later\r\n")
            transport.close()
            return
        self._guest = name
        super().connection_made(transport)

    def connection_lost(self, error: Exception | None) -> None:
        if not self._guest:
            return
        self.guests.leave(self._guest)
        self._guest = ""
        super().connection_lost(error)

    def _timeout_cb(self) -> None:
        if isinstance(self.transport, asyncio.Transport):
            self.transport.write(b"421 4.4.2 nothing was said for too long\r\n")
            self.transport.close()

    def _getaddr(self, arg: str) -> tuple[str | None, str | None]:
        # the standard library's address parser, which aiosmtpd asks, trips over addresses that break off
        try:
            return super()._getaddr(arg)
        except (IndexError, AttributeError):
            return None, None

    async def _handle_client(self) -> None:
        try:
            await super()._handle_client()
        except (ConnectionError, asyncio.CancelledError):
            self.guests.log("hung_up", "a client of the mail door hung up")


class Door:
    """Listens from `start` to `stop` in a thread of its own. `port` tells the port taken (0 asks for any)."""

    def __init__(
        self,
        host: str,
        port: int,
        inbox: Path,
        address: str | Addressing,
        now: Callable[[], datetime] = utc_now,
        wake: Callable[[], None] | None = None,
        idle: float = IDLE,
        context: ssl.SSLContext | None = None,
    ) -> None:
        """Drops letters for `address` (and its sub-addresses) into the Maildir `inbox`, stamped with `now`; `wake` is
        called after each; STARTTLS is offered where there is a `context`. Raises SetupError when the port is
        taken, naming it and its setting."""
        make_maildir(inbox)
        self._guests = _Guests(time.monotonic)
        self._inbox = inbox
        self._ours = Addressing(address) if isinstance(address, str) else address
        self._now = now
        self._wake = wake
        self._numbers = count(1)
        self._idle = idle
        self._context = context
        self._socket = _listen(host, port)
        self.host = host
        self.port: int = self._socket.getsockname()[1]
        self._thread = threading.Thread(target=lambda: asyncio.run(self._serve()), name="mail-door", daemon=True)
        self._end: Callable[[], object] | None = None
        self._running = threading.Event()

    def start(self) -> None:
        """Take letters from now on."""
        self._thread.start()
        self._running.wait(10)

    def stop(self) -> None:
        """Close the door; a letter half-way in is dropped unanswered, so its sender keeps it. May be called twice."""
        if self._thread.is_alive() and self._end is not None:
            self._end()
            self._thread.join(10)
        self._socket.close()

    async def _serve(self) -> None:
        loop, ended = asyncio.get_running_loop(), asyncio.Event()
        self._end = partial(loop.call_soon_threadsafe, ended.set)
        loop.set_exception_handler(self._loop_fault)
        server = await loop.create_server(self._session, sock=self._socket)
        self._running.set()
        await ended.wait()
        server.close()

    def _loop_fault(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        fault = context.get("exception") or context.get("message")
        self._guests.log("loop", "the mail door failed on a connection: %r", fault)

    def _session(self) -> _Session:
        session = _Session(
            self,
            data_size_limit=MAX_SIZE,
            enable_SMTPUTF8=True,
            decode_data=False,
            hostname="judge",
            ident="mail door",
            timeout=self._idle,
            tls_context=self._context,
            loop=asyncio.get_running_loop(),
        )
        session.guests = self._guests
        return session

    # -- what aiosmtpd asks: whom do you know, and here is a letter

    async def handle_RCPT(
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        if not self._ours.owns(address):
            return "550 5.1.1 only the judge lives here"
        if len(envelope.rcpt_tos) >= MAX_RECIPIENTS:
            return "452 4.5.3 too many recipients, send the others their own copy"
        if address not in envelope.rcpt_tos:
            envelope.rcpt_tos.append(address)
        return "250 2.1.5 OK"

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        if len(envelope.content or b"") * len(envelope.rcpt_tos) > MAX_COPIES:
            return "552 5.3.4 too large for so many recipients"
        loop = asyncio.get_running_loop()
        failure = await loop.run_in_executor(None, self._deliver, session, envelope)
        if failure:
            self._guests.log("not_kept", "the mail door could not keep a letter: %s", failure)
            return "452 4.3.1 the letter could not be kept, try again later"
        if self._wake is not None:
            self._wake()
        return "250 2.0.0 the judge has it"

    async def handle_exception(self, error: Exception) -> str:
        self._guests.log("failed", "the mail door failed on a client: %r", error)
        return "451 4.3.0 try again later"

    def _deliver(self, session: Session, envelope: Envelope) -> str:
        """One file for each recipient; "" or why it could not be kept. All or none: after a failure all come again."""
        moment = self._now()
        files = []
        for recipient in envelope.rcpt_tos:
            name = f"{moment:%Y%m%dT%H%M%S%f}.{os.getpid()}_{next(self._numbers)}.door"
            files.append((self._inbox / "tmp" / name, _stamped(session, envelope, recipient, moment)))
        failures = write_files(files)
        stamp = int(moment.timestamp() * 1_000_000) * 1_000
        try:
            if any(failures):
                raise next(failure for failure in failures if failure)
            for path, _ in files:
                os.utime(path, ns=(stamp, stamp))
            for path, _ in files:
                os.rename(path, self._inbox / "new" / path.name)
            sync(self._inbox / "new")
        except OSError as error:
            for path, _ in files:
                path.unlink(missing_ok=True)
            return error.strerror or repr(error)
        return ""


def own_certificate(path: Path) -> ssl.SSLContext | None:
    """A context with a certificate of the judge's own, made by openssl the first time; None where there is none.
    Mail programs that insist on TLS can write to the door by it."""
    if not path.exists() and (program := shutil.which("openssl")):
        path.parent.mkdir(parents=True, exist_ok=True)
        made = path.with_suffix(".key")
        made.touch(0o600)
        names = "subjectAltName=DNS:localhost,IP:127.0.0.1"
        words = ("req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "3650", "-subj", "/CN=localhost", "-addext")
        done = subprocess.run([program, *words, names, "-keyout", made, "-out", f"{made}.crt"], capture_output=True)
        if done.returncode == 0:
            write(path, made.read_text() + Path(f"{made}.crt").read_text())
        for left in (made, Path(f"{made}.crt")):
            left.unlink(missing_ok=True)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    try:
        context.load_cert_chain(path)
    except OSError:
        return None
    return context


def _listen(host: str, port: int) -> socket.socket:
    try:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        return socket.create_server((host, port), family=family)
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise SetupError(
                f"port {port} on {host} is taken.",
                "Another judge may be running; or choose another port in the setting [mail] door.",
            ) from error
        raise SetupError(
            f"the mail door cannot listen on {host}:{port}: {error.strerror or error}.",
            "Change the setting [mail] door, or remove it to do without.",
        ) from error


def _stamped(session: Session, envelope: Envelope, recipient: str, moment: datetime) -> bytes:
    """The letter with the envelope on top, and where it came from (`Received:`), as a mail server would write it."""
    try:
        back = headers.checked(envelope.mail_from) if envelope.mail_from else ""
    except InputError:
        back = ""  # a sender nobody could answer
    helo = headers.tidy(str(session.host_name or "unknown"), 100)
    peer = session.peer[0] if isinstance(session.peer, tuple) else "local"
    received = f"Received: from {helo} ([{peer}]) by judge with ESMTP; {format_datetime(moment.astimezone(UTC))}\n"
    top = f"Return-Path: <{back}>\nDelivered-To: {recipient.lower()}\n{received}"
    content = envelope.content if isinstance(envelope.content, bytes) else b""
    return top.encode("utf-8") + content.replace(b"\r\n", b"\n")
