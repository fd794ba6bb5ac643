"""The hatch of a running judge: a socket in `var/` at which commands hand in what they would have done.

Its threads only read lines and wake the daemon; requests are carried out in the daemon's own thread, which alone
touches the store. Whoever went away before his turn came is not served: he was told nothing, and nothing was done.
"""

import contextlib
import os
import queue
import socket
import struct
import threading
from collections.abc import Callable
from pathlib import Path

from judge.app import App
from judge.core.errors import InputError, StoreFault
from judge.loglines import Log
from judge.tasks.carrying import answered
from judge.tasks.registry import DRAINED
from judge.tasks.wire import NAME, Answer, Request, read_line, request_of, within_reach

log = Log("judge")

PATIENCE = 10.0  # seconds a caller may take to say what he wants, or to take in what he is told
QUEUE = 64

Waiting = tuple[Request, socket.socket]


class ControlSocket:
    """Open from `open` to `close`. `wake` is called, from another thread, when somebody has come."""

    def __init__(self, var: Path, wake: Callable[[], None]) -> None:
        self.path = var / NAME
        self._wake = wake
        self._listener: socket.socket | None = None
        self._waiting: queue.Queue[Waiting] = queue.Queue(QUEUE)
        self._later: list[Waiting] = []

    def open(self) -> None:
        """Only who holds the store's lock opens it, so what lies there under its name is left from a life before.
        Where no socket can be made the judge runs without one."""
        try:
            self._listener = _listen(self.path)
        except OSError as fault:
            log.warning("no_hatch", reason=fault.strerror or fault)
            return
        threading.Thread(target=self._accept, args=(self._listener,), name="hatch", daemon=True).start()

    def _accept(self, listener: socket.socket) -> None:
        while True:
            try:
                wire, _ = listener.accept()
            except OSError:
                return  # closed
            threading.Thread(target=self._read, args=(wire,), name="hatch call", daemon=True).start()

    def _read(self, wire: socket.socket) -> None:
        try:
            wire.settimeout(PATIENCE)
            if not _ours(wire):
                wire.close()
                return
            line = read_line(wire)
            if not line.endswith(b"\n"):
                wire.close()  # died while he spoke
                return
            self._waiting.put_nowait((request_of(line), wire))
            self._wake()
        except (InputError, queue.Full) as fault:
            told = "Too many commands wait already." if isinstance(fault, queue.Full) else str(fault)
            _tell(wire, Answer(75 if isinstance(fault, queue.Full) else 2, fault=told))
        except OSError:
            wire.close()

    def serve(self, app: App, *, drained: bool) -> bool:
        """Carry out what waits; whether there was anything. `drained`: every letter in the mailbox was handled."""
        calls: list[Waiting] = []
        if drained:
            calls, self._later = self._later, calls
        self._take_in(calls)
        served = False
        for number, (request, wire) in enumerate(calls):
            if request.task in DRAINED and not drained:
                self._later.append((request, wire))
            elif _gone(wire):
                log.info("request_dropped", task=request.task, request=request.id)
                wire.close()
            else:
                try:
                    _tell(wire, answered(app, request))
                except StoreFault as fault:
                    _tell(wire, Answer(1, fault=str(fault)))
                    self._later += calls[number + 1 :]
                    raise
                served = True
        return served

    def _take_in(self, calls: list[Waiting]) -> None:
        with contextlib.suppress(queue.Empty):
            while True:
                calls.append(self._waiting.get_nowait())

    def close(self) -> None:
        """Nobody comes in any more; who still waits is sent away, and does it himself once the store is free."""
        if self._listener is None:
            return
        self.path.unlink(missing_ok=True)
        with contextlib.suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)  # ends the wait of `accept`
        self._listener.close()
        self._listener = None
        self._take_in(self._later)
        for _, wire in self._later:
            wire.close()
        self._later = []


def _listen(path: Path) -> socket.socket:
    """For this user alone from its first moment, and under its name only when it can be called."""
    part = path.with_name(f".{os.getpid()}.sock")
    part.unlink(missing_ok=True)
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        with within_reach(part) as address:
            before = os.umask(0o177)
            try:
                listener.bind(address)
            finally:
                os.umask(before)
        listener.listen(QUEUE)
        os.replace(part, path)
    except BaseException:
        listener.close()
        part.unlink(missing_ok=True)
        raise
    return listener


def _ours(wire: socket.socket) -> bool:
    """Whether the caller is this user, or root, where the system tells."""
    which = getattr(socket, "SO_PEERCRED", None)
    if which is None:
        return True
    _, user, _ = struct.unpack("3i", wire.getsockopt(socket.SOL_SOCKET, which, struct.calcsize("3i")))
    return user in (0, os.geteuid())


def _gone(wire: socket.socket) -> bool:
    try:
        wire.setblocking(False)
        return wire.recv(1, socket.MSG_PEEK) == b""
    except BlockingIOError:
        return False
    except OSError:
        return True


def _tell(wire: socket.socket, answer: Answer) -> None:
    """Whoever went away meanwhile asks again with the same id, or reads it off the store."""
    try:
        wire.settimeout(PATIENCE)
        wire.sendall(answer.line())
    except OSError as fault:
        log.info("answer_not_taken", reason=fault.strerror or fault)
    finally:
        wire.close()
