"""Letters set aside, kept whole (0600) with the reason and handled again when released; and letters that were in hand
when the judge died: read again one by one, and after three deaths not at all.

An exception in handling a letter sets it aside at once (`timeline`). This is for what no exception tells of: a letter
that ends the process itself. The note of what is in hand lies in one small file, overwritten in place and never synced:
it has to outlive the process, not the machine.

A judge that is killed for other reasons must not blame a letter. So only lives in a row count that ended with the same
letter alone in hand; and before it is taken up once more the judge waits a while with nothing in hand, so that a death
by other causes nearly always falls there and clears it.
"""

import json
import os
import time
import weakref
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import datetime
from hashlib import sha256
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


DEATHS = 3
PAUSE = 2.0  # seconds with empty hands before a letter that a life has ended over is taken up again


class Suspects:
    """`path` is the note. Where it cannot be written there are no suspects; letters are handled all the same."""

    def __init__(self, path: Path, pause: Callable[[float], None] = time.sleep) -> None:
        self._path = path
        self._pause = pause
        self._handle: int | None = None
        self._names: set[str] = set()  # in hand when the last life ended
        self._last, self._deaths = "", 0  # the letter over which the last lives ended one after the other
        with suppress(OSError, ValueError, KeyError, TypeError):
            note = json.loads(path.read_text("ascii"))
            self._names = {str(name) for name in note["hand"]}
            if len(self._names) == 1:
                self._last = next(iter(self._names))
                self._deaths = int(note["deaths"]) + 1 if note["last"] == self._last else 1

    @staticmethod
    def name(raw: bytes) -> str:
        return sha256(raw).hexdigest()

    def suspected(self, raw: bytes) -> bool:
        return bool(self._names) and self.name(raw) in self._names

    def condemned(self, raw: bytes) -> bool:
        """Whether so many lives in a row have ended over this letter that it is not read any more."""
        return self._deaths >= DEATHS and self.name(raw) == self._last

    @contextmanager
    def holding(self, raws: Sequence[bytes]) -> Iterator[None]:
        """While these letters are in hand."""
        names = [self.name(raw) for raw in raws]
        if names == [self._last]:
            self._write([])
            self._pause(PAUSE)
        self._write(names)
        try:
            yield
        finally:  # what raises has not killed
            self._write([])

    def acquit(self, raw: bytes) -> None:
        """The letter was dealt with."""
        if not (self._names or self._last):
            return
        name = self.name(raw)
        self._names.discard(name)
        if name == self._last:
            self._last, self._deaths = "", 0

    def _write(self, names: Sequence[str]) -> None:
        data = json.dumps({"hand": names, "last": self._last, "deaths": self._deaths}).encode("ascii")
        with suppress(OSError):
            if self._handle is None:
                self._handle = os.open(self._path, os.O_WRONLY | os.O_CREAT | os.O_CLOEXEC, 0o600)
                weakref.finalize(self, os.close, self._handle)
            os.pwrite(self._handle, data, 0)
            os.ftruncate(self._handle, len(data))
