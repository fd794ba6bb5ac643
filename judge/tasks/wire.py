"""What goes through the socket: a request and its answer, one line of JSON each; and where the socket lies."""

import json
import os
import secrets
import shutil
import socket
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from judge.core.errors import Conflict, InputError, JudgeError, MailFault, NoRoom, Unanswered

NAME = "judge.sock"  # in var/
LONGEST = 100  # octets of a socket's path; systems take 104 to 108 with the zero behind it
LINE = 256 * 2**20  # octets of a line: a game that is imported travels in one


@dataclass(frozen=True)
class Request:
    """What is to be done. `now` stands in for the clock, `store` tells which store is meant."""

    id: str
    task: str
    given: dict[str, Any]
    store: str
    now: str = ""

    def line(self) -> bytes:
        return json.dumps(asdict(self), ensure_ascii=False, sort_keys=True).encode() + b"\n"


@dataclass(frozen=True)
class Answer:
    """What came of it: lines for standard output and standard error, the exit code, and the reason of a refusal.

    elsewhere   the daemon has another store than the one that is meant: nothing was done
    """

    code: int = 0
    said: list[str] = field(default_factory=list)
    warned: list[str] = field(default_factory=list)
    fault: str = ""
    elsewhere: bool = False

    def line(self) -> bytes:
        return json.dumps(asdict(self), ensure_ascii=False).encode() + b"\n"


def request_of(line: bytes) -> Request:
    """InputError when the line is none."""
    try:
        found = Request(**json.loads(line))
    except (ValueError, TypeError):
        raise InputError("this is no request") from None
    texts = (found.id, found.task, found.store, found.now)
    if not all(isinstance(text, str) for text in texts) or not isinstance(found.given, dict):
        raise InputError("this is no request")
    return found


def answer_of(line: bytes) -> Answer:
    return Answer(**json.loads(line))


def new_id() -> str:
    return secrets.token_hex(8)


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
