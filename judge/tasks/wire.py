"""What goes through the socket: a request and its answer, one line of JSON each; and where the socket lies."""

import os
import shutil
import socket
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec

from judge.core.errors import Conflict, InputError, JudgeError, MailFault, NoRoom, Unanswered

NAME = "judge.sock"  # in var/
LONGEST = 100  # octets of a socket's path; systems take 104 to 108 with the zero behind it
LINE = 256 * 2**20  # octets of a line: a game that is imported travels in one


class Request(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is to be done. `now` stands in for the clock, `store` tells which store is meant."""

    id: str
    task: str
    given: dict[str, Any]
    store: str
    now: str = ""

    def line(self) -> bytes:
        return msgspec.json.encode(self) + b"\n"


class Answer(msgspec.Struct, frozen=True):
    """What came of it: lines for standard output and standard error, the exit code, and the reason of a refusal.

    elsewhere   the daemon has another store than the one that is meant: nothing was done
    """

    code: int = 0
    said: list[str] = []
    warned: list[str] = []
    fault: str = ""
    elsewhere: bool = False

    def line(self) -> bytes:
        return msgspec.json.encode(self) + b"\n"


def request_of(line: bytes) -> Request:
    """InputError when the line is none."""
    try:
        return msgspec.json.decode(line, type=Request)
    except msgspec.MsgspecError:
        raise InputError("this is no request") from None


def answer_of(line: bytes) -> Answer:
    return msgspec.json.decode(line, type=Answer)


def code_of(fault: JudgeError) -> int:
    """The exit code of a command that ends so."""
    if isinstance(fault, InputError):
        return 2
    return 75 if isinstance(fault, Conflict | MailFault | NoRoom | Unanswered) else 1


def read_line(wire: socket.socket) -> bytes:
    """Up to the end of a line; what came of it when the other side closed before, or when it is too long."""
    parts: list[bytes] = []
    size = 0
    while not (parts and parts[-1].endswith(b"\n")) and size <= LINE:
        part = wire.recv(65536)
        if not part:
            break
        parts.append(part)
        size += len(part)
    return b"".join(parts)


@contextmanager
def within_reach(path: Path) -> Iterator[str]:
    """The path of a socket as the system takes it. One that is too long for it is reached through a short link."""
    if len(os.fsencode(path)) <= LONGEST:
        yield str(path)
        return
    folder = tempfile.mkdtemp(prefix="judge-", dir="/tmp")
    try:
        os.symlink(path.parent, f"{folder}/v", target_is_directory=True)
        yield f"{folder}/v/{path.name}"
    finally:
        shutil.rmtree(folder, ignore_errors=True)
