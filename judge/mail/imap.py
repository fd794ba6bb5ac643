"""A mailbox on an IMAP server.

What is remembered lies in memory only: the letters handed over, and the moves still owed. A restart loses nothing by
that, since letters are known by their own digest. The session is thrown away after every fault, and the next call
begins a new one; the caller waits `retry_after` seconds before it.

What a server may do, and what is done about it:
  IDLE on a dead line gives "nothing" at once, for ever   an empty answer before its time counts as dead
  several arrivals, or none, told in IDLE                 never counted: a SEARCH follows
  a timeout                                               the session is dead: never gone on with
  LOGIN refused                                           may be a passing failure of theirs: tried again with back-off
  UIDVALIDITY changed                                     old handles are void; letters come again under new ones
  the answer to MOVE lost                                 moved again later: an absent letter is no error
"""

import logging
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import datetime

from imapclient.exceptions import IMAPClientAbortError, IMAPClientError

from judge.core.errors import MailFault
from judge.mail.imap_session import Session, open_session
from judge.mail.maildir import MAX_BATCH, utc_now
from judge.mail.server import Server, back_off
from judge.post import Delivery

log = logging.getLogger(__name__)

IDLE_PERIOD = 300.0  # seconds: a half-open line is noticed no later than this
LOOK = 1.0  # seconds between looks at the wake-up call while idling
NEWEST = 50  # letters looked through for those that the doctor sent
POLL = 15.0  # seconds between looks into a mailbox whose server has no IDLE
_BROKEN = (OSError, IMAPClientError, ValueError, MailFault)  # an answer that is no IMAP; no token to log in with


class ImapBox:
    """Letters in. `fetch` hands each letter over once, and again after a fault if it was not settled before; handles
    are "uidvalidity:uid"."""

    def __init__(self, server: Server, folder: str = "INBOX", now: Callable[[], datetime] = utc_now) -> None:
        self.server = server
        self.folder = folder
        self._now = now
        self._session: Session | None = None
        self._failures = 0
        self._validity = 0
        self._facts: dict[int, tuple[datetime, int]] = {}  # uid: arrival and size, of letters seen by SEARCH
        self._handed: set[int] = set()
        # folder: letters to be moved there, by uid, and the facts they were known by
        self._owed: dict[str, dict[int, tuple[datetime, int] | None]] = {}
        self._later: dict[int, datetime] = {}  # arrived after the last `until`
        self._unripe_for = 0.0  # seconds until the first of them has its time
        self._unmoved = False  # the server refused to move letters
        self._broken: set[int] = set()  # letters the server itself cannot hand out
        self.last_search: datetime | None = None  # when the last SEARCH that succeeded was sent
        self._woken = False
        self._done: Session | None = None  # the folder Done, for the doctor alone

    @property
    def retry_after(self) -> float:
        """Seconds to wait before the next call: 0 when all is well, else 1, 2, 4 .. 60."""
        return back_off(self._failures)

    @property
    def stuck(self) -> Collection[str]:
        """Letters that the server does not hand out, and such as were dealt with and are not moved."""
        owed = {uid for letters in self._owed.values() for uid in letters} if self._unmoved else set()
        return {f"{self._validity}:{uid}" for uid in self._broken | owed}

    def fetch(self, limit: int, until: datetime | None = None) -> Sequence[Delivery]:
        """Up to `limit` letters not handed over yet that arrived no later than `until`, oldest first; MailFault."""
        with self._faults():
            session = self._connected()
            waiting = self._search(session)
            self._pay(session)  # only after the search: it has made sure that the numbers still mean the same letters
            letters = self._bodies(session, self._chosen(waiting, limit, until))
        self._failures = 0
        return letters

    def settle(self, uids: Sequence[str], folder: str) -> None:
        """Move letters to the folder Done or Shunt, made on demand. What cannot be moved now is moved later: never
        raises, since it is only tidying; the next fetch says what is wrong."""
        if numbers := self._numbers(uids):
            self._owed.setdefault(folder, {}).update((uid, self._facts.get(uid)) for uid in numbers)
        if self._session is None:
            return  # the next fetch begins a session and pays what is owed
        try:
            self._pay(self._session)
        except _BROKEN as error:
            self._fault(error)

    def release(self, uids: Iterable[str]) -> None:
        """Give letters back that could not be dealt with: the next fetch hands them over again."""
        self._handed.difference_update(self._numbers(uids))

    def again(self, uid: str) -> Delivery | None:
        """A letter that was handed over and not settled, once more; None if it is gone."""
        with self._faults():
            session = self._connected()
            waiting = [number for number in self._numbers([uid]) if number in self._handed and number in self._facts]
            letters = self._bodies(session, waiting) if waiting else []
        return letters[0] if letters else None

    def wait(self, seconds: float) -> bool:
        """Sleep in IDLE (or between looks) until a letter waits, `wake` is called, or the time is over.

        After a fault it first sleeps `retry_after`, so that a caller who only waits and fetches never spins."""
        end = time.monotonic() + seconds
        if self._session is None and self._failures:
            self._rest(min(seconds, self.retry_after))
            if not self._woken and time.monotonic() >= end:
                return False
        with self._faults():
            while not self._woken and not self._ripe(left := end - time.monotonic()):
                if left <= 0:
                    return False
                session, left = self._connected(), min(left, self._unripe_for)
                if session.can_idle:
                    self._idle(session, min(left, IDLE_PERIOD))
                else:
                    self._rest(min(left, POLL))
        if not self._woken:
            self._failures = 0
        self._woken = False
        return True

    def wake(self) -> None:
        """End a `wait` within a second; may be called from any thread and from a signal handler (it takes no lock)."""
        self._woken = True

    def check(self) -> str:
        """Call the server and look into the folder: "" or what is wrong (for `judge doctor`)."""
        try:
            self._search(self._connected())
        except _BROKEN as error:
            return str(self._fault(error))
        return ""

    # -- for the doctor's round trip -----------------------------------------------------------------------------------

    def look(self, known: set[str]) -> dict[str, bytes]:
        """Letters in the folder and in Done that are not `known` yet; at the first look of none only their names. The
        mailbox is left as it is, and a judge that runs beside it may put letters away meanwhile."""
        found: dict[str, bytes] = {}
        with self._faults():
            for folder, session in self._looking():
                fresh = [uid for uid in session.search()[1] if f"{folder}:{uid}" not in known]
                raws = self._whole(session, fresh) if known else {}
                found |= {f"{folder}:{uid}": raws.get(uid, b"") for uid in fresh}
        return found or {"": b""}

    def clear(self, mark: str) -> None:
        """Delete the doctor's own letters: those with this mark in their head."""
        with suppress(*_BROKEN):
            for _, session in self._looking():
                raws = self._whole(session, sorted(session.search()[1])[-NEWEST:])
                session.remove([uid for uid, raw in raws.items() if mark.encode() in raw.partition(b"\r\n\r\n")[0]])

    def _whole(self, session: Session, uids: Sequence[int]) -> dict[int, bytes]:
        sizes = {uid: size for uid, (_, size) in session.facts(uids, self._now()).items()}
        return session.bodies(list(sizes), sizes)

    def _looking(self) -> list[tuple[str, Session]]:
        """The folder, and Done where it is, each selected in its turn."""
        found = [(self.folder, self._connected())]
        for folder in self._connected().folders("Done"):
            if self._done is None:
                self._done = open_session(self.server, folder)
            found.append((folder, self._done))
        return found

    def close(self) -> None:
        """Pay what is owed if the line still stands, and log out."""
        if self._done is not None:
            self._done.drop()
        session, self._session = self._session, None
        if session is not None:
            try:
                self._pay(session)
                session.logout()
            except _BROKEN:
                session.drop()
        self._handed.clear()

    # -- inside -------------------------------------------------------------------------------------------------------

    def _connected(self) -> Session:
        if self._session is None:
            self._session = open_session(self.server, self.folder)
            self._broken.clear()
            self._facts.clear()  # a mailbox restored meanwhile may give old numbers to other letters
        return self._session

    def _search(self, session: Session) -> list[int]:
        """Letters in the folder not handed over yet; their facts are known afterwards."""
        began = self._now()
        validity, uids = session.search()
        if validity != self._validity:
            if self._validity:
                log.warning("the mailbox %s on %s has new letter numbers (UIDVALIDITY)", self.folder, self.server)
            self._validity = validity
            for memory in (self._facts, self._owed, self._later, self._handed, self._broken):
                memory.clear()
        there = set(uids)
        self._handed &= there
        self._facts = {uid: facts for uid, facts in self._facts.items() if uid in there}
        self._facts.update(session.facts(sorted(there - self._facts.keys()), began))
        for owed in self._owed.values():  # a number that stands for another letter now owes no move
            for uid in [uid for uid, facts in owed.items() if uid in self._facts and facts != self._facts[uid]]:
                del owed[uid]
                self._handed.discard(uid)
        self.last_search = began
        return [uid for uid in self._facts if uid not in self._handed and uid not in self._broken]

    def _ripe(self, seconds: float) -> bool:
        """Whether a letter waits that was not put off, or was put off until now; else how long one still is."""
        waiting = self._search(self._connected())
        now = self._now()
        ahead = [(self._later.get(uid, now) - now).total_seconds() for uid in waiting]
        self._unripe_for = max(min(ahead, default=seconds), LOOK)
        return bool(ahead) and min(ahead) <= 0

    def _chosen(self, waiting: list[int], limit: int, until: datetime | None) -> list[int]:
        """The oldest of the letters that wait, within the limits of a batch; the later ones are noted."""
        due = sorted((self._facts[uid][0], uid) for uid in waiting)
        self._later = {uid: arrived for arrived, uid in due if until is not None and arrived > until}
        chosen: list[int] = []
        size = 0
        for _, uid in due:
            if uid in self._later or len(chosen) == limit or size >= MAX_BATCH:
                break
            chosen.append(uid)
            size += self._facts[uid][1]
        return chosen

    def _bodies(self, session: Session, uids: list[int]) -> list[Delivery]:
        """The letters with these uids; one that is gone meanwhile is left out."""
        sizes = {uid: self._facts[uid][1] for uid in uids}
        try:
            raws = session.bodies(uids, sizes)
        except IMAPClientAbortError:
            raise
        except IMAPClientError:
            raws = self._one_by_one(session, uids)  # one bad letter must not hold up the others
        letters = []
        for uid in uids:
            if uid in raws:
                self._handed.add(uid)
                letters.append(Delivery(f"{self._validity}:{uid}", raws[uid], self._facts[uid][0]))
        return letters

    def _one_by_one(self, session: Session, uids: list[int]) -> dict[int, bytes]:
        raws: dict[int, bytes] = {}
        for uid in uids:
            try:
                raws.update(session.bodies([uid], {uid: self._facts[uid][1]}))
            except IMAPClientAbortError:
                raise
            except IMAPClientError as error:
                self._broken.add(uid)
                self._handed.discard(uid)  # the next session asks for it once more
                log.error("%s cannot hand out letter %d: %s", self.server, uid, _words(error))
        return raws

    def _pay(self, session: Session) -> None:
        """Do the moves that are owed. A refusal (quota ...) leaves the letter where it is, known and not read again."""
        for folder in sorted(self._owed):
            try:
                session.move(sorted(self._owed[folder]), folder)
            except IMAPClientAbortError:
                raise
            except IMAPClientError as error:
                self._unmoved = True
                log.warning("%s does not move letters to %s: %s", self.server, folder, _words(error))
            else:
                self._unmoved = False
                del self._owed[folder]

    def _rest(self, seconds: float) -> None:
        """Sleep, but wake up when called."""
        end = time.monotonic() + seconds
        while not self._woken and (left := end - time.monotonic()) > 0:
            time.sleep(min(left, LOOK / 5))

    def _idle(self, session: Session, seconds: float) -> None:
        """Sit in IDLE until anything is told, `wake` is called, or the time is over; raises when the line is dead."""
        end = time.monotonic() + seconds
        told = False
        session.idle()
        while not told and not self._woken:
            look = min(LOOK, end - time.monotonic())
            if look <= 0:
                break
            began = time.monotonic()
            told = session.idle_check(look)
            if not told and time.monotonic() - began < look / 2:
                break  # silence that ends early is a closed line: leaving IDLE will say so
        session.idle_done()

    def _numbers(self, handles: Iterable[str]) -> list[int]:
        """The uids of handles that are still good."""
        parts = [handle.partition(":") for handle in handles]
        return [int(uid) for validity, _, uid in parts if validity == str(self._validity) and uid.isdecimal()]

    @contextmanager
    def _faults(self) -> Iterator[None]:
        """What breaks inside is a MailFault."""
        try:
            yield
        except _BROKEN as error:
            raise self._fault(error) from None

    def _fault(self, error: Exception) -> MailFault:
        if self._session is not None:
            self._session.drop()
        self._session = None
        self._failures += 1
        # what was handed over but not settled may have been dropped half-way: it comes again
        self._handed = set().union(*self._owed.values())
        log.warning("the mailbox on %s cannot be used: %s", self.server, _words(error))
        return MailFault(f"the mailbox on {self.server} cannot be used: {_words(error)}")


def _words(error: Exception) -> str:
    return " ".join(str(error).split())[:300] or type(error).__name__
