"""Notices outside letters: what `desk/writing/notices` has queued goes to the keeper's webhook as JSON.

Never in the way of letters: posting is done beside the loop, a few at a time, with a short patience; what fails is
tried again later and later, and dropped after three days.
"""

from __future__ import annotations

import json
import logging
import urllib.request
from collections.abc import Callable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Any

from judge.core.errors import Conflict
from judge.desk.cabinet.records import instant, iso
from judge.desk.office import Office
from judge.loglines import entry

log = logging.getLogger("judge.herald")

PATIENCE = 10.0  # seconds of one post
AT_ONCE = 5
WAITS = tuple(timedelta(minutes=minutes) for minutes in (1, 5, 30, 120, 360))  # before each further try, then the last
GIVE_UP = timedelta(days=3)

Post = Callable[[str, Mapping[str, Any]], None]
Spawn = Callable[[Callable[[], None]], "Future[None]"]


def post(url: str, told: Mapping[str, Any]) -> None:
    """One notice to the webhook; any exception means that it was not taken."""
    body = json.dumps(told, ensure_ascii=False, sort_keys=True).encode()
    head = {"Content-Type": "application/json; charset=utf-8", "User-Agent": "postal-judge"}
    request = urllib.request.Request(url, body, head, method="POST")
    with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
        answer.read(1024)


class Herald:
    """Call `turn` once a tick."""

    def __init__(self, office: Office, post: Post = post, spawn: Spawn | None = None) -> None:
        self._office = office
        self._table = office.store.table("notices")
        self._post = post
        self._pool: ThreadPoolExecutor | None = None
        self._spawn = spawn or self._beside
        self._posting: dict[str, Future[None]] = {}

    def turn(self, now: datetime) -> None:
        """Take in what was posted, and post what is due. A fault costs notices, never letters."""
        if not self._office.config.notify.webhook:
            return
        try:
            self._settle(now)
            self._send(now)
        except Conflict:
            return  # another judge of the store is at it
        except Exception:
            log.exception("notices")

    def _settle(self, now: datetime) -> None:
        for key in [key for key, one in self._posting.items() if one.done()]:
            fault = self._posting.pop(key).exception()
            if fault is None:
                self._table.drop(key)
                continue
            row = self._table.fetch(key)
            log.warning("%s", entry("notice_not_taken", notice=key, fault=type(fault).__name__))
            if row is not None and now - instant(row["told"]["at"]) > GIVE_UP:
                self._table.drop(key)

    def _send(self, now: datetime) -> None:
        due = self._table.range("due", "", iso(now), AT_ONCE)
        for row in [one for one in due if one["key"] not in self._posting]:
            tries = int(row["tries"])
            later = iso(now + WAITS[min(tries, len(WAITS) - 1)])
            kept = {"due": later, "tries": tries + 1, "told": row["told"]}
            self._table.put(row["key"], kept)  # claimed: nobody else posts it meanwhile, and a death repeats it later
            url, told = self._office.config.notify.webhook, dict(row["told"])
            self._posting[row["key"]] = self._spawn(lambda url=url, told=told: self._post(url, told))  # type: ignore[misc]

    def _beside(self, work: Callable[[], None]) -> Future[None]:
        self._pool = self._pool or ThreadPoolExecutor(AT_ONCE, "herald")
        return self._pool.submit(work)

    def close(self) -> None:
        """What is on its way is left to itself; what was not taken is tried again by the next judge."""
        if self._pool is not None:
            with suppress(RuntimeError):
                self._pool.shutdown(wait=False, cancel_futures=True)
