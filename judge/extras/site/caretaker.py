"""The archive beside the daemon: brought up to date after what happened, a little at a time, never in its way."""

import logging
import time
from collections.abc import Callable
from datetime import datetime, timedelta

from judge.extras.site.archive import Archive
from judge.loglines import entry

log = logging.getLogger("judge.extras.site")
PATIENCE = 1.0  # seconds of one run; what is left waits for the next
EVERY = timedelta(minutes=1)  # while letters come in; results are shown at once
AT_LEAST = timedelta(hours=1)  # other judges of the same store may have resolved something


class Caretaker:
    """Call `after` once a tick. A fault costs the site its news, never the judge a letter."""

    def __init__(self, archive: Archive, stopwatch: Callable[[], float] = time.monotonic) -> None:
        self.archive = archive
        self.behind = True  # something may have happened while nobody was here
        self.more = False
        self._stopwatch = stopwatch
        self._last: datetime | None = None

    def after(self, now: datetime, *, happened: bool, resolved: bool, busy: bool = False) -> None:
        """`happened`: anything at all in this tick; `resolved`: a deadline among it; `busy`: letters and deadlines
        wait, which go first."""
        since = now - self._last if self._last is not None else AT_LEAST
        printed = self.archive.press is not None and self.archive.press.ready
        self.behind = self.behind or happened or printed or since >= AT_LEAST
        self.more = self.more or (resolved and busy)
        if busy or not self.behind or not (resolved or printed or self.more or since >= EVERY):
            return
        self._last = now
        try:
            self._refresh()
        except Exception:
            self.more = False  # tried again when something happens
            if self.archive.press is not None:
                self.archive.press.drop(())  # or it would be tried at every turn
            log.exception("%s", entry("archive_fault", folder=self.archive.folder))

    def _refresh(self) -> None:
        end = self._stopwatch() + PATIENCE
        done = self.archive.refresh(wait=False, enough=lambda: self._stopwatch() > end)
        self.behind = self.more = done.more
        if done.written or done.removed:
            log.info("%s", entry("archive_written", files=len(done.written), removed=len(done.removed)))
