"""How often something may happen: leaky buckets kept in the store, so that a restart forgets none.

A bucket fills by one for each event and empties evenly: `Limit(12, one hour)` holds twelve and gives one back every
five minutes. Times are the letters' stamps, so a judge that was down comes to the same decisions.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from judge.desk.records import instant, iso
from judge.store import Store

HOUR, DAY = timedelta(hours=1), timedelta(days=1)


@dataclass(frozen=True)
class Limit:
    """At most `count` events at once, and `count` more in every `span`."""

    count: int
    span: timedelta


GUESSES = Limit(12, HOUR)  # wrong passwords, by seat and by sender
QUESTIONS = Limit(6, timedelta(hours=12))  # letters that could not be read, by reader
PROOFS = Limit(6, DAY)  # letters that ask an address to prove itself
ONCE_A_DAY = Limit(1, DAY)
ONCE_IN_TWELVE_HOURS = Limit(1, timedelta(hours=12))


class Limits:
    """Counts by name. Writes are part of the caller's batch: a letter that is undone has counted for nothing."""

    def __init__(self, store: Store) -> None:
        self._table = store.table("limits")

    def full(self, name: str, at: datetime, limit: Limit) -> bool:
        """Whether one more would be too many."""
        return self._level(name, at) + _cost(limit) > limit.span

    def count(self, name: str, at: datetime, limit: Limit) -> bool:
        """One more has happened; True when with it the bucket is full."""
        row = self._table.fetch(name)
        moment = max(at, instant(row["at"])) if row else at
        level = min(self._level(name, at) + _cost(limit), limit.span)
        self._table.put(name, {"at": iso(moment), "level": level // timedelta(milliseconds=1)})
        return level + _cost(limit) > limit.span

    def take(self, name: str, at: datetime, limit: Limit) -> bool:
        """True, and it is counted, if one more may happen; False, and nothing is counted, if not."""
        if self.full(name, at, limit):
            return False
        self.count(name, at, limit)
        return True

    def tidy(self, now: datetime) -> None:
        """Forget buckets that have long been empty: none takes longer than a day."""
        for row in self._table.range("at", None, iso(now - 2 * DAY), 2000):
            self._table.drop(row["key"])

    def _level(self, name: str, at: datetime) -> timedelta:
        row = self._table.fetch(name)
        if row is None:
            return timedelta(0)
        gone = max(at - instant(row["at"]), timedelta(0))
        return max(timedelta(milliseconds=row["level"]) - gone, timedelta(0))


def _cost(limit: Limit) -> timedelta:
    return limit.span / max(limit.count, 1)
