"""Raw letters go when they have been kept long enough (`[judge] keep_letters`); what they said stays in the journal."""

from __future__ import annotations

import contextlib
from datetime import datetime
from pathlib import Path

from judge.desk.office import Office

HANDLED = (".Done", ".Shunt")  # folders of the embedded mailbox


def prune(office: Office, now: datetime) -> int:
    """Remove handled letters, and letters taken off the list of those set aside, that are older than the setting.

    Letters not handled yet, those still set aside, and what others may yet fetch are never touched. On an IMAP server
    the folders are the server's own: its expiry (Dovecot: `autoexpunge`) does the same.
    """
    age = office.config.keep_letters
    if age is None:
        return 0
    edge = (now - age).timestamp()
    waiting = {row["reference"] for row in office.shunt.listing()}
    return sum(_drop(path, edge) for path in _old(office) if path.stem not in waiting)


def _old(office: Office) -> list[Path]:
    inbox = office.config.mail.inbox
    found = list((office.config.var / "shunt").glob("*.*"))
    if inbox.startswith("maildir:"):
        folder = office.config.home / inbox.removeprefix("maildir:")
        for name in HANDLED:
            found += (folder / name / "cur").glob("*")
    return found


def _drop(path: Path, edge: float) -> bool:
    with contextlib.suppress(OSError):
        if path.stat().st_mtime < edge:
            path.unlink()
            return True
    return False
