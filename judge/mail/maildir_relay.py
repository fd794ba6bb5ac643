"""Letters out, as files of a Maildir: one file in `new/` for each letter and recipient, durable before it is called
sent. Its name is made from the letter's key and the recipient, so sending again leaves one file."""

import os
import time
from collections.abc import Sequence
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

from judge.core.errors import InputError, MailFault
from judge.durable import sync
from judge.mail import headers
from judge.mail.disk import make_maildir, unusable, write_files
from judge.mail.outbound import Parcel
from judge.post import Outcome, Receipt


class MaildirRelay:
    """Letters out, as files. A receipt SENT means the file is on disk under its final name."""

    safe_to_repeat = True

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._new, self._tmp, self._cur = (str(folder / part) for part in ("new", "tmp", "cur"))
        self._in_cur: tuple[int, frozenset[str]] = (-1, frozenset())
        self._stamp = 0
        make_maildir(folder)

    def send(self, key: str, sender: str, recipient: str, raw: bytes) -> Receipt:
        """Write one letter; SENT, RETRY (disk full, folder missing ...) or REFUSED (no address)."""
        return self.send_many([Parcel(key, sender, recipient, raw)])[0]

    def send_many(self, parcels: Sequence[Parcel]) -> list[Receipt]:
        """Write a batch: the waits for the disk are shared by all. One receipt for each, in order."""
        receipts: list[Receipt | None] = [None] * len(parcels)
        files: dict[str, bytes] = {}
        names = [self.file_name(parcel.key, parcel.recipient) for parcel in parcels]
        try:
            before = {name for name in names if os.path.exists(f"{self._new}/{name}")}
            before |= self._shown().intersection(names)  # looked at last, for letters move there
            for at, parcel in enumerate(parcels):
                if names[at] in before:
                    receipts[at] = Receipt(Outcome.SENT, 250, "written before")
                    continue
                try:
                    files[names[at]] = _addressed(parcel)
                except InputError as error:
                    receipts[at] = Receipt(Outcome.REFUSED, 501, str(error))
            written = self._write(files)
        except OSError as error:
            with suppress(MailFault):
                make_maildir(self.folder)  # somebody removed the folders: there again for the next attempt
            written = dict.fromkeys(names, _retry(error))
        return [one or written[name] for one, name in zip(receipts, names, strict=True)]

    @property
    def retry_after(self) -> float:
        """Seconds until the relay can be used again: a folder is tried at every turn."""
        return 0.0

    def check(self) -> str:
        """ "" or what is wrong with the folder (for `judge doctor`)."""
        return unusable(self.folder)

    def close(self) -> None:
        """Nothing to do: every file was closed when it was written."""

    def file_name(self, key: str, recipient: str) -> str:
        """The name of the file which this letter to this recipient gets."""
        return sha256(f"{key}\n{recipient}".encode("utf-8", "replace")).hexdigest()[:40] + ".judge"

    def _write(self, files: dict[str, bytes]) -> dict[str, Receipt]:
        """tmp, sync, rename, sync of the folder: a file in new/ is whole, even after the power went away. The files'
        stamps tell the order in which they were sent."""
        names = list(files)
        failures = write_files([(f"{self._tmp}/{name}", files[name]) for name in names])
        receipts: dict[str, Receipt] = {}
        for name, failure in zip(names, failures, strict=True):
            if isinstance(failure, FileNotFoundError):
                raise failure
            if failure is not None:
                receipts[name] = _retry(failure)
                continue
            self._stamp = max(self._stamp + 1000, time.time_ns())  # the file system's own are the same for a batch
            os.utime(f"{self._tmp}/{name}", ns=(self._stamp, self._stamp))
            os.rename(f"{self._tmp}/{name}", f"{self._new}/{name}")
            receipts[name] = Receipt(Outcome.SENT, 250, name)
        try:
            if names:
                sync(self.folder / "new")
        except OSError as error:
            lost = _retry(error)
            return {name: lost if told.outcome is Outcome.SENT else told for name, told in receipts.items()}
        return receipts

    def _shown(self) -> frozenset[str]:
        """The letters in cur/, where a mail program moves what it has shown (behind the colon stand its flags)."""
        changed = os.stat(self._cur).st_mtime_ns
        if self._in_cur[0] != changed or time.time_ns() - changed < 1_000_000_000:  # stamps are coarse
            self._in_cur = (changed, frozenset(n.partition(":")[0] for n in os.listdir(self._cur)))
        return self._in_cur[1]


def _addressed(parcel: Parcel) -> bytes:
    """The letter as a file: envelope on top, lines ending in LF as in every Maildir (all that travels is ASCII)."""
    back = headers.checked(parcel.sender) if parcel.sender else ""
    envelope = f"Delivered-To: {headers.checked(parcel.recipient)}\nReturn-Path: <{back}>\n"
    return envelope.encode("utf-8") + parcel.raw.replace(b"\r\n", b"\n")


def _retry(error: OSError) -> Receipt:
    return Receipt(Outcome.RETRY, 0, f"the letter could not be written: {error.strerror or error}")
