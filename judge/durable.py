"""Files that must be whole and on the disk before anything depends on them."""

import errno
import os
from pathlib import Path

from judge.core.errors import NoRoom


def no_room(fault: BaseException) -> NoRoom | None:
    """What is said of a disk that is full, or of a quota used up; None for any other fault."""
    if not isinstance(fault, OSError) or fault.errno not in (errno.ENOSPC, errno.EDQUOT):
        return None
    return NoRoom("The disk is full: nothing was done. Make room and do it again; what was acknowledged is kept.")


def sync(path: Path) -> None:
    """Make a file, or the names in a folder, durable; raises OSError."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def private(folder: Path) -> None:
    """Make a folder and those above it that are missing, for us alone (0700): `mkdir` gives that mode to the last of
    them only. Raises OSError."""
    for one in (*reversed(folder.parents), folder):
        if not one.is_dir():
            one.mkdir(mode=0o700, exist_ok=True)


def write(path: Path, text: str) -> None:
    """A file that only we can read, there as a whole or not at all; its folders are made (0700). Raises OSError."""
    private(path.parent)
    part = path.with_suffix(".new")
    with os.fdopen(os.open(part, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600), "w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    os.replace(part, path)
    sync(path.parent)
