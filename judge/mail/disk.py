"""Files that must be on disk before anybody is told so: the one place of the mail folders that syncs."""

import ctypes
import os
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

from judge.core.errors import MailFault

GROUP = 4  # from so many files on, one sync of the file system costs less than one for each file


def make_maildir(folder: Path) -> None:
    """`tmp`, `new` and `cur`, readable by the owner only; raises MailFault when the place is not writable."""
    try:
        for name in ("tmp", "new", "cur"):
            (folder / name).mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise MailFault(f"the mail folder {folder} cannot be made: {error.strerror}") from error


def write_files(files: Sequence[tuple[str | Path, bytes]]) -> list[OSError | None]:
    """Write files (mode 0600, all in one folder) and wait until the disk has them; what failed is removed again.

    Gives for each file None, or why it is not there."""
    each = len(files) < GROUP or _syncfs is None
    failures = [_attempt(path, content, sync=each) for path, content in files]
    written = [path for (path, _), failure in zip(files, failures, strict=True) if failure is None]
    if not each and written and _syncfs is not None:
        lost = _syncfs(Path(written[0]).parent)
        if lost is not None:
            for path in written:
                _remove(path)
            return [failure or lost for failure in failures]
    return failures


def _attempt(path: str | Path, content: bytes, sync: bool) -> OSError | None:
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NOFOLLOW, 0o600)
        try:
            view = memoryview(content)
            while view:
                view = view[os.write(handle, view) :]
            if sync:
                os.fsync(handle)
        finally:
            os.close(handle)
    except OSError as error:
        _remove(path)
        return error
    return None


def _remove(path: str | Path) -> None:
    with suppress(OSError):
        os.unlink(path)


def _find_syncfs() -> Callable[[Path], OSError | None] | None:
    """Linux' syncfs(2), which the standard library lacks; None where it is missing or tells no write errors."""
    system = os.uname()
    release = system.release.split(".")[:2]
    told = system.sysname == "Linux" and all(part.isdigit() for part in release) and [*map(int, release)] >= [5, 8]
    function = getattr(ctypes.CDLL(None, use_errno=True), "syncfs", None)
    if function is None or not told:  # before, a failed write was not reported
        return None

    def syncfs(folder: Path) -> OSError | None:
        try:
            handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        except OSError as error:
            return error
        try:
            if function(handle) != 0:
                code = ctypes.get_errno()
                return OSError(code, os.strerror(code))
        finally:
            os.close(handle)
        return None

    return syncfs


_syncfs = _find_syncfs()


def unusable(folder: Path) -> str:
    """What keeps a Maildir from being used, in words; "" if nothing."""
    for part in ("tmp", "new", "cur"):
        if not os.access(folder / part, os.R_OK | os.W_OK | os.X_OK):
            return f"the mail folder {folder / part} is missing or may not be written to"
    return ""
