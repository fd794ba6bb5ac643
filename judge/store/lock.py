"""One daemon a store: an advisory lock on a file beside it, held as long as the process lives."""

from __future__ import annotations

import fcntl
import os
from pathlib import Path

from judge.core.errors import SetupError, StoreInUse


class StoreLock:
    """Held from construction to `release`. The kernel lets go of it when the process dies, however it dies.

    The file names the holder's process id for people to read; it is never removed, for a lock on a removed file
    would keep nobody out. Raises StoreInUse if another holds it, SetupError if the file cannot be made.
    """

    def __init__(self, store: Path) -> None:
        self.path = store.with_name(store.name + ".lock")
        try:
            self._handle = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        except OSError as error:
            remedy = f"The folder {store.parent} must exist and be writable; `judge init` makes it."
            raise SetupError(f"The lock {self.path} cannot be made: {error.strerror}.", remedy) from error
        try:
            fcntl.flock(self._handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            holder = os.pread(self._handle, 32, 0).decode("ascii", "replace").strip()
            os.close(self._handle)
            who = f"process {holder}" if holder.isdigit() else "another process"
            raise StoreInUse(
                f"The store {store} is in use by {who}: one judge a store. "
                "Stop that one first, or give this one another home."
            ) from error
        os.ftruncate(self._handle, 0)
        os.pwrite(self._handle, b"%d\n" % os.getpid(), 0)

    def release(self) -> None:
        """Let the next one in. Idempotent."""
        if self._handle >= 0:
            os.close(self._handle)
            self._handle = -1
