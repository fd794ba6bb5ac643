"""Letters that were in hand when the judge died: read again one by one, and after three deaths not at all.

An exception in handling a letter sets it aside at once (`timeline`). This is for what no exception tells of: a letter
that ends the process itself. The note of what is in hand lies in one small file, overwritten in place and never synced:
it has to outlive the process, not the machine.

A judge that is killed for other reasons must not blame a letter. So only lives in a row count that ended with the same
letter alone in hand; and before it is taken up once more the judge waits a while with nothing in hand, so that a
death by other causes nearly always falls there and clears it.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from hashlib import sha256
from pathlib import Path

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
        name = self.name(raw)
        self._names.discard(name)
        if name == self._last:
            self._last, self._deaths = "", 0

    def _write(self, names: Sequence[str]) -> None:
        data = json.dumps({"hand": names, "last": self._last, "deaths": self._deaths}).encode("ascii")
        with suppress(OSError):
            if self._handle is None:
                self._handle = os.open(self._path, os.O_WRONLY | os.O_CREAT | os.O_CLOEXEC, 0o600)
            os.pwrite(self._handle, data, 0)
            os.ftruncate(self._handle, len(data))
