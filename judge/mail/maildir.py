"""The embedded mailbox: letters as files of a Maildir, nothing else to install (letters out: maildir_relay).

A letter is a file in `new/`; its arrival time is the file's mtime. Handled letters move to the Maildir++ folder `.Done`
or `.Shunt`. Writers finish a file elsewhere (`tmp/`) and rename it in, so what is seen is whole.
"""

import logging
import os
import re
import stat
import time
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from hashlib import sha256
from pathlib import Path

from judge.core.errors import MailFault
from judge.core.regex import regex
from judge.mail.disk import make_maildir, unusable
from judge.post import Delivery

LOOK = 20_000  # letters among which turns are taken
HEAD = 4_096  # octets of a letter in which its sender is looked for
SHARE = 4  # a sender's part of a batch is a fourth, while others wait
_FROM = regex(rb"^from:[^\n]*?([^\s<>\"',;:()]{1,64}@[^\s<>\"',;:()]{1,255})", re.IGNORECASE | re.MULTILINE)


@lru_cache(2 * LOOK)
def sender_in(path: str) -> str:
    """Who a letter says it is from: a hint, found in its first octets and remembered; "" where it does not tell."""
    head = b""
    with suppress(OSError), open(path, "rb", opener=warily) as file:
        head = file.read(HEAD) or b""
    found = _FROM.search(head)
    return found[1].decode("ascii", "replace").lower() if found else ""


def warily(path: str, flags: int) -> int:
    """Opens a file of a Maildir: no link is followed, and a pipe is not waited for. Raises OSError."""
    return os.open(path, flags | os.O_NOFOLLOW | os.O_NONBLOCK)


def turns(
    ripe: Sequence[tuple[int, str]], limit: int, of_many: int, sender: Callable[[str], str], before: int
) -> tuple[list[tuple[int, str]], dict[str, int]]:
    """Of letters, oldest first, those whose turn it is, and the oldest of each sender that one of these has passed, or
    one stamped at `before`."""
    if len(ripe) <= limit:
        return list(ripe), {}
    counts: Counter[str] = Counter()
    chosen: list[tuple[int, str]] = []
    left: list[tuple[int, str]] = []
    for one in ripe:
        who = sender(one[1])
        counts[who] += 1
        (chosen if len(chosen) < of_many and counts[who] <= of_many // SHARE else left).append(one)
    more = of_many - len(chosen)
    chosen, left = chosen + left[:more], left[more:]
    youngest = max(before, *(at for at, _ in chosen))
    passed: dict[str, int] = {}
    for at, name in left:
        if at < youngest:
            passed.setdefault(sender(name), at)
    return chosen, passed


log = logging.getLogger(__name__)

MAX_LETTER = 25_000_000  # octets read of one letter: more is never words
MAX_BATCH = 32_000_000  # octets handed over at once, one letter at least
POLL = 0.02  # seconds between looks while waiting
MAX_STEM = 240  # octets of a file's name: file systems take 255, and a number and flags go behind it
EMPTY_FOR = 2.0  # seconds an empty file is taken for one being written
_NEVER = 1 << 63
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def utc_now() -> datetime:
    """The wall clock of the machine."""
    return datetime.now(UTC)


class MaildirBox:
    """Letters in. `fetch` hands each letter over once; it comes again after `release`, a fault or a restart.

    Letters come oldest first (mtime, then name). Names that begin with a dot, folders, links and pipes are no
    letters and stay where they are."""

    def __init__(self, folder: Path, now: Callable[[], datetime] = utc_now) -> None:
        self.folder = folder
        self._new = str(folder / "new")
        self._now = now
        self._woken = False
        self._faults = 0
        self._ready: list[tuple[int, str]] = []  # (mtime in ns, name), newest first: the next one is popped
        self._handed: dict[str, tuple[int, int]] = {}  # name: inode and mtime of the file that was read
        self._later: dict[str, int] = {}  # stamped after `until`: when they are ripe; _NEVER for what is no letter
        self._unreadable: set[str] = set()  # named in the log already
        self._folders: dict[str, str] = {}  # by name: where its letters lie
        # when the folder was last looked through from end to end: letters there before that moment were seen
        self.last_search: datetime | None = None
        self._owed: dict[str, str] = {}  # letters dealt with that could not be put away: the folder they belong in
        self._stuck: set[str] = set()
        make_maildir(folder)

    @property
    def retry_after(self) -> float:
        """Seconds to wait before the next call: 0 when all is well, else 1."""
        return 1.0 if self._faults else 0.0

    @property
    def stuck(self) -> Collection[str]:
        """Letters that cannot be read, and such as were dealt with and cannot be moved."""
        return self._unreadable | (self._stuck & self._owed.keys())

    def fetch(self, limit: int, until: datetime | None = None) -> Sequence[Delivery]:
        """Up to `limit` letters not handed over yet and stamped no later than `until`; MailFault if unreadable."""
        horizon = None if until is None else _nanoseconds(until)
        stale = 0 < limit <= len(self._ready) and not _after(self._ready[-1][0], horizon)
        if not stale:
            self._search(horizon)
        taken = self._take(limit, horizon)
        if stale and not taken:  # all that was found last time is gone: "nothing" must come from a look of today
            self._search(horizon)
            taken = self._take(limit, horizon)
        return taken

    def by_turns(
        self, limit: int, until: datetime, of_many: int, youngest: datetime | None = None
    ) -> tuple[Sequence[Delivery], Mapping[str, datetime]]:
        """As `fetch`; where more than `limit` letters wait, `of_many` of them, and no sender's are more than a part of
        these while others wait behind them.

        Gives also whose letters were passed, by these or by the `youngest` that was handed over before: sender -> the
        stamp of the oldest that was."""
        horizon = _nanoseconds(until)
        if len(self._ready) <= limit:
            self._search(horizon)
        ripe = [one for one in self._ready[-LOOK:] if not _after(one[0], horizon)]
        before = _nanoseconds(youngest) if youngest else 0
        chosen, passed = turns(ripe[::-1], limit, of_many, lambda name: sender_in(f"{self._new}/{name}"), before)
        first = set(chosen)
        self._ready = [one for one in self._ready if one not in first] + sorted(first, reverse=True)
        taken = self.fetch(len(chosen), until) if chosen else self.fetch(limit, until)
        self._ready.sort(reverse=True)
        return taken, {who: _EPOCH + timedelta(microseconds=at // 1_000) for who, at in passed.items()}

    def _take(self, limit: int, horizon: int | None) -> list[Delivery]:
        taken: list[Delivery] = []
        size = 0
        while self._ready and len(taken) < limit and size < MAX_BATCH:
            mtime, name = self._ready[-1]
            if _after(mtime, horizon):
                break
            self._ready.pop()
            delivery = self._read(name, horizon)
            if delivery is not None:
                taken.append(delivery)
                size += len(delivery.raw)
        return taken

    def settle(self, uids: Sequence[str], folder: str) -> None:
        """Move letters to `.Done/cur` or `.Shunt/cur`; what cannot be moved now is moved later. A file
        that was replaced since it was read is a new letter."""
        for name in (*self._owed, *uids):
            where = self._owed.pop(name, folder)
            try:
                self._put_away(name, self._subfolder(where))
            except (OSError, MailFault) as error:
                self._owed[name] = where  # known and not read again: one letter holds no others up
                words = error.strerror if isinstance(error, OSError) else str(error)
                if name not in self._stuck:
                    log.error("the letter %s cannot be put away and stays where it is: %s", name, words)
                self._stuck.add(name)

    def release(self, uids: Iterable[str]) -> None:
        """Give letters back that could not be dealt with: the next fetch hands them over again."""
        for name in uids:
            self._handed.pop(name, None)

    def again(self, uid: str) -> Delivery | None:
        """A letter that was handed over and not settled, once more; None if it is gone or another lies there."""
        known = self._handed.get(uid)
        letter = self._read(uid, None) if known is not None else None
        if letter is not None and self._handed[uid] != known:
            del self._handed[uid]  # the next fetch hands the other one over
            return None
        return letter

    def wait(self, seconds: float) -> bool:
        """Sleep until a letter lies there that was not handed over yet, `wake` is called, or the time is over."""
        end = time.monotonic() + seconds
        while not (self._woken or self._unseen()):
            left = end - time.monotonic()
            if left <= 0:
                return False
            time.sleep(min(left, POLL))
        self._woken = False
        return True

    def empty(self) -> bool:
        """Whether nothing lies there, looked at just now; False for a folder that cannot be read."""
        try:
            return not os.listdir(self.folder / "new")
        except OSError:
            return False

    def wake(self) -> None:
        """End a `wait` at once; may be called from any thread and from a signal handler (so it takes no lock)."""
        self._woken = True

    def check(self) -> str:
        """ "" or what is wrong with the folder (for `judge doctor`)."""
        return unusable(self.folder)

    def close(self) -> None:
        self.release(list(self._handed))

    def _search(self, horizon: int | None) -> None:
        began = self._now()
        found: list[tuple[int, str]] = []
        later: dict[str, int] = {}
        try:
            with os.scandir(self.folder / "new") as entries:
                for entry in entries:
                    if entry.name in self._handed or entry.name.startswith("."):
                        continue
                    with suppress(FileNotFoundError):  # somebody took it away meanwhile
                        facts = entry.stat(follow_symlinks=False)
                        if not stat.S_ISREG(facts.st_mode):
                            later[entry.name] = _NEVER
                        elif _after(facts.st_mtime_ns, horizon):
                            later[entry.name] = facts.st_mtime_ns
                        elif not _unfinished(facts):
                            found.append((facts.st_mtime_ns, entry.name))
        except OSError as error:
            self._faults += 1
            self._handed.clear()  # what was not settled may have been dropped half-way: it comes again
            make_maildir(self.folder)  # somebody removed the folders: there again for the next turn
            raise MailFault(f"the mail folder {self.folder} cannot be read: {error.strerror}") from error
        self._faults = 0
        found.sort(reverse=True)
        self._ready, self._later, self.last_search = found, later, began

    def _read(self, name: str, horizon: int | None) -> Delivery | None:
        """The letter, or None when it is gone, not readable, or was given a later stamp since it was found."""
        try:
            with open(f"{self._new}/{name}", "rb", opener=warily) as file:
                facts = os.fstat(file.fileno())
                raw = file.read(min(facts.st_size, MAX_LETTER)) if stat.S_ISREG(facts.st_mode) else b""
        except FileNotFoundError:
            return None
        except OSError as error:
            if name not in self._unreadable:
                log.error("the letter %s cannot be read and stays where it is: %s", name, error.strerror)
            self._unreadable.add(name)
            self._later[name] = _NEVER
            return None
        if _after(facts.st_mtime_ns, horizon):
            self._later[name] = facts.st_mtime_ns
            return None
        self._handed[name] = (facts.st_ino, facts.st_mtime_ns)
        return Delivery(name, raw, _EPOCH + timedelta(microseconds=facts.st_mtime_ns // 1_000))

    def _unseen(self) -> bool:
        try:
            names = os.listdir(self.folder / "new")
        except OSError:
            return False  # the next fetch says what is wrong; to say it here would make the caller spin
        now = _nanoseconds(self._now())  # a letter that came during the last search is ripe a moment later
        return any(not (n in self._handed or n.startswith(".") or _after(self._later.get(n, 0), now)) for n in names)

    def _subfolder(self, name: str) -> str:
        if name not in self._folders:
            target = self.folder / f".{name}"
            make_maildir(target)
            (target / "maildirfolder").touch(mode=0o600)
            self._folders[name] = str(target / "cur")
        return self._folders[name]

    def _put_away(self, name: str, target: str) -> None:
        source = f"{self._new}/{name}"
        read = self._handed.pop(name, None)
        try:
            facts = os.stat(source, follow_symlinks=False)
            if read not in (None, (-1, -1)) and read != (facts.st_ino, facts.st_mtime_ns):
                return  # another letter was put under the same name: the next fetch finds it
            stem = _stem(name)
            place, number = f"{target}/{stem}:2,S", 1
            while os.path.lexists(place):  # writers that use a name again lose nothing
                number += 1
                place = f"{target}/{stem}.{number}:2,S"
            os.rename(source, place)
        except FileNotFoundError:
            self._folders.clear()  # gone already; or the folder itself was removed: made anew next time
        except OSError:
            self._handed[name] = read or (-1, -1)
            raise


def _stem(name: str) -> str:
    """The name under which a handled letter is kept: its own without flags, cut where it leaves no room for ours."""
    stem = name.partition(":")[0]
    if len(os.fsencode(stem)) <= MAX_STEM:
        return stem
    return f"{sha256(os.fsencode(name)).hexdigest()[:40]}.long"


def _unfinished(facts: os.stat_result) -> bool:
    """A file that is still empty a moment after it was made: somebody writes straight into new/, with `cp`."""
    return facts.st_size == 0 and abs(time.time() - facts.st_mtime) < EMPTY_FOR


def _nanoseconds(moment: datetime) -> int:
    since = moment - _EPOCH
    return ((since.days * 86_400 + since.seconds) * 1_000_000 + since.microseconds) * 1_000


def _after(mtime: int, horizon: int | None) -> bool:
    # stamps are told to the microsecond; what lies below is not later
    return horizon is not None and mtime // 1_000 > horizon // 1_000
