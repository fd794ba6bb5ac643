"""How often something may happen: leaky buckets kept in the store, so that a restart forgets none.

A bucket fills by one for each event and empties evenly: `Limit(12, one hour)` holds twelve and gives one back every
five minutes. Times are the letters' stamps, so a judge that was down comes to the same decisions.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

from judge.core.values import Value
from judge.desk.cabinet.records import instant, iso
from judge.store import Store

HOUR, DAY = timedelta(hours=1), timedelta(days=1)


class Limit(Value):
    """At most `count` events at once, and `count` more in every `span`."""

    count: int
    span: timedelta

    @property
    def cost(self) -> timedelta:
        """What one event fills."""
        return self.span / max(self.count, 1)


GUESSES = Limit(12, HOUR)  # wrong passwords, by seat and by sender
QUESTIONS = Limit(6, timedelta(hours=12))  # letters that could not be read, by reader
PROOFS = Limit(6, DAY)  # letters that ask an address to prove itself
ONCE_AN_HOUR = Limit(1, HOUR)
ONCE_A_DAY = Limit(1, DAY)
ONCE_IN_TWELVE_HOURS = Limit(1, timedelta(hours=12))
FEW_A_DAY = Limit(3, DAY)


def guesses(source: str) -> str:
    """The name under which wrong passwords from a source are counted: one letter, or a sender."""
    return f"guess:{source}"


def own_guesses(place: str, *, short: bool) -> str:
    """The name for guesses at a place (`game/seat`) under its address on record. Only a short guess can hit a short
    password, so these are counted for themselves."""
    return f"own:short/{place}" if short else f"own:{place}"


def answers(game: str, seat: int) -> str:
    """The name under which a seat's answers are counted."""
    return f"answers:{game}/{seat}"


def beats(who: str) -> tuple[str, str]:
    """The names under which a reader's rhythm is kept: of letters with nothing to do in them, and of the others."""
    return f"rhythm:idle:{who}", f"rhythm:busy:{who}"


class Limits:
    """Counts by name. Writes are part of the caller's batch: a letter that is undone has counted for nothing."""

    def __init__(self, store: Store) -> None:
        self._table = store.table("limits")

    def expect(self, names: Iterable[str]) -> None:
        """These will be asked for, one by one."""
        self._table.preload(names)

    def full(self, name: str, at: datetime, limit: Limit) -> bool:
        """Whether one more would be too many."""
        return self._bucket(name, at)[1] + limit.cost > limit.span

    def count(self, name: str, at: datetime, limit: Limit) -> bool:
        """One more has happened; True when with it the bucket is full."""
        moment, level = self._bucket(name, at)
        level = min(level + limit.cost, limit.span)
        self._fill(name, moment, level)
        return level + limit.cost > limit.span

    def take(self, name: str, at: datetime, limit: Limit) -> bool:
        """True, and it is counted, if one more may happen; False, and nothing is counted, if not."""
        moment, level = self._bucket(name, at)
        level += limit.cost
        if level > limit.span:
            return False
        self._fill(name, moment, level)
        return True

    def used(self, name: str) -> int:
        """How much was added under a name."""
        row = self._table.fetch(name)
        return int(row["level"]) if row is not None else 0

    def add(self, name: str, until: datetime, number: int) -> None:
        """Count up, without an end of its own: forgotten two days after `until`, the latest of those given."""
        row = self._table.fetch(name)
        level, last = (int(row["level"]), row["at"]) if row is not None else (0, "")
        self._table.put(name, {"at": max(iso(until), last), "level": level + number})

    def lately(self, name: str, at: datetime, span: timedelta) -> list[datetime]:
        """When it happened within the span, as far as `note` remembers."""
        row = self._table.fetch(name)
        moments = [instant(one) for one in row["moments"]] if row is not None else []
        return [one for one in moments if at - span < one]

    def note(self, name: str, at: datetime, span: timedelta, most: int) -> None:
        """It has happened now: the latest `most` times of the span are remembered, so no span ever sees more."""
        moments = sorted([*self.lately(name, at, span), at])[-most:]
        self._table.put(name, {"at": iso(max(moments)), "level": 0, "moments": [iso(one) for one in moments]})

    def kept(self, name: str) -> list[list[int]]:
        """What `keep` last wrote under a name."""
        row = self._table.fetch(name)
        return [list(one) for one in row["beats"]] if row is not None else []

    def keep(self, name: str, at: datetime, beats: list[list[int]]) -> None:
        """Numbers that somebody else counts by; forgotten two days after `at`."""
        self._table.put(name, {"at": iso(at), "level": 0, "beats": beats})

    def clear(self, name: str) -> None:
        """As if nothing had happened."""
        if self._table.fetch(name) is not None:
            self._table.drop(name)

    def tidy(self, now: datetime) -> None:
        """Forget buckets that have long been empty: none takes longer than a day."""
        for row in self._table.range("at", None, iso(now - 2 * DAY), 2000):
            self._table.drop(row["key"])

    def _bucket(self, name: str, at: datetime) -> tuple[datetime, timedelta]:
        """The moment to write down with the next event, and how full the bucket is."""
        row = self._table.fetch(name)
        if row is None:
            return at, timedelta(0)
        filled = instant(row["at"])
        gone = max(at - filled, timedelta(0))
        return max(at, filled), max(timedelta(milliseconds=row["level"]) - gone, timedelta(0))

    def _fill(self, name: str, moment: datetime, level: timedelta) -> None:
        self._table.put(name, {"at": iso(moment), "level": level // timedelta(milliseconds=1)})
