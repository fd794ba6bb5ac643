"""Letters set aside: kept whole (0600) with the reason, never dropped, and handled again when released."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import Any

from judge.core.errors import StoreFault
from judge.desk.cabinet.records import iso
from judge.mail.disk import write_files
from judge.store import Store


class Shunt:
    """`var/shunt`: one .eml a letter. The list of them stands in the store, so that the mail words can use it."""

    def __init__(self, folder: Path, store: Store) -> None:
        self._folder = folder
        self._table = store.table("set_aside")

    def keep(self, key: str, raw: bytes, trace: str, at: datetime, game: str, sender: str, subject: str) -> str:
        """Put a letter aside; returns its reference. The file is durable before the store knows of it."""
        reference = key[:12]
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        files = ((self._folder / f"{reference}.eml", raw), (self._folder / f"{reference}.txt", trace.encode()))
        failures = [failure for failure in write_files(files) if failure is not None]
        if failures:
            raise StoreFault(f"A letter could not be set aside in {self._folder}: {failures[0].strerror}.")
        reason = trace.strip().split("\n")[-1][:200]
        row = {"at": iso(at), "for": game, "sender": sender, "subject": subject[:80], "reason": reason}
        self._table.put(reference, row)
        return reference

    def listing(self, game: str | None = None) -> list[dict[str, Any]]:
        """What is set aside, oldest first; with a game's name only what was meant for it."""
        rows = [{"reference": row.pop("key"), **row} for row in map(dict, self._table.all())]
        return [row for row in rows if game is None or row.get("for") == game]

    def raw(self, reference: str) -> bytes:
        """The letter as it came; FileNotFoundError when it is gone."""
        return (self._folder / f"{reference}.eml").read_bytes()

    def drop(self, reference: str) -> None:
        """Take it off the list; the file stays until the keeper empties the folder."""
        self._table.drop(reference)
