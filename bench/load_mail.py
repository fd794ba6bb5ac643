"""How the letters of the load benchmark reach the judge, and where its answers arrive."""

from __future__ import annotations

import os
import smtplib
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol


@dataclass(frozen=True)
class Player:
    """One seat of one game: where it writes from, its reply address, its sign-on, and its orders for the open phase."""

    address: str
    token: str
    signon: str
    orders: str


class Post(Protocol):
    """How letters reach the judge and where its answers arrive."""

    def send(self, number: int, player: Player, raw: bytes, to: str) -> None: ...
    def waiting(self) -> int: ...
    def answers(self) -> Iterator[Path]: ...


class Files:
    """The embedded mailbox."""

    def __init__(self, home: Path) -> None:
        self._in, self._out = home / "var/mail/in", home / "var/mail/out"

    def send(self, number: int, player: Player, raw: bytes, to: str) -> None:
        path = self._in / "tmp" / f"{number:08d}"
        path.write_bytes(f"Return-Path: <{player.address}>\nDelivered-To: {to}\n".encode() + raw)
        path.rename(self._in / "new" / path.name)

    def waiting(self) -> int:
        return len(os.listdir(self._in / "new"))

    def answers(self) -> Iterator[Path]:
        return (Path(entry.path) for entry in os.scandir(self._out / "new"))


class Servers:
    """Postfix in front, Dovecot behind; players' mailboxes are Dovecot's too."""

    def __init__(self, root: Path, port: int) -> None:
        self._root, self._port = root, port
        self._here = threading.local()

    def send(self, number: int, player: Player, raw: bytes, to: str) -> None:
        if not hasattr(self._here, "smtp"):
            self._here.smtp = smtplib.SMTP("localhost", self._port, timeout=60)
        self._here.smtp.sendmail(player.address, [to], raw)

    def waiting(self) -> int:
        judge = self._root / "mail" / "judge.test" / "judge"
        return sum(len(os.listdir(judge / sub)) for sub in ("new", "cur") if (judge / sub).is_dir())

    def answers(self) -> Iterator[Path]:
        for user in ("ann", "bob"):
            for sub in ("new", "cur"):
                folder = self._root / "mail" / "players.test" / user / sub
                yield from (Path(entry.path) for entry in os.scandir(folder)) if folder.is_dir() else ()
