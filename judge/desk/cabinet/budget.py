"""The mail budget: how many letters may go out that nobody is owed.

Results, statements, reminders and the confirmations of orders are owed: they are counted and never held back. What
anybody outside can bring about by writing is not: answers to addresses that have never proved to be themselves, and
press. Each has its number for a recipient, a letter, a seat, and the whole judge in an hour and a day; what is above is
not sent, and said once. What did go out stands in the post-book: read from the letters themselves, and
audited like money. Every letter is one entry with an account in each of five columns: what it was, whom it went to,
which game it was of, which letter (or deadline) it was caused by, and who had written that. So each column adds up to
the whole, and what the budget has spent is what its letters cost.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import field
from datetime import datetime, timedelta
from typing import Any

from judge.core.values import Value
from judge.desk.cabinet.limits import DAY, HOUR, Limits
from judge.desk.cabinet.records import instant, iso
from judge.store import Store

A_STRANGER = 3  # letters a day to an address that has not proved to be itself
SHARE = 4  # answers leave one part in four of the judge's number to letters that ask
SAY_AT = 20  # letters not sent in a day, from which on the keeper hears of it
STRANGERS, PRESS, OWED = "answers to unproved addresses", "press", "owed"
_STRANGE = frozenset({"reply", "question", "nothing_found", "bundle", "confirm", "shunted"})


def an_hour(a_day: int) -> int:
    """What may go out in one hour, of so many in a day: half of it, and all where there are few."""
    return max(a_day // 2, min(a_day, 100))


class Budget:
    """Spends. Counts stand in the store, in the batch of the letter they belong to, so a restart forgets none."""

    def __init__(self, limits: Limits, answers_a_day: int, press_a_day: int) -> None:
        self._limits = limits
        self.a_day = {STRANGERS: answers_a_day, PRESS: press_a_day}

    def left(self, address: str, at: datetime) -> int:
        """How many letters an unproved address may still get."""
        return A_STRANGER - len(self._limits.lately(_to(address), at, DAY))

    def stranger(self, address: str, kind: str, at: datetime) -> bool:
        """One more letter to an unproved address. Of the judge's number a part is kept for those that ask whether
        somebody is really there."""
        spare = 0 if kind.startswith("confirm") else self.a_day[STRANGERS] // SHARE
        if self.left(address, at) <= 0 or not self._judge(STRANGERS, at, 1, spare):
            return False
        self._limits.note(_to(address), at, DAY, A_STRANGER)
        return True

    def press(self, seat: str, phase_ends: datetime, quota: int, at: datetime, readers: int) -> bool:
        """One more piece of press of a seat in a phase."""
        if self.pressed(seat) >= quota or not self._judge(PRESS, at, readers):
            return False
        self._limits.add(f"press:{seat}", phase_ends, 1)
        self._limits.add(_of_the_day(seat.rpartition("/")[0], at), at, readers)
        return True

    def too_much_of_one(self, seat: str, at: datetime, readers: int) -> bool:
        """Whether so many letters more would be above a player's part of the day's press. His first piece is not, to
        however many it goes."""
        used, a_day = self._limits.used(_of_the_day(seat.rpartition("/")[0], at)), self.a_day[PRESS]
        part = max(a_day // 4, min(a_day, 100))  # a quarter, and all where that is little
        return used > 0 and used + readers > part

    def pressed(self, seat: str) -> int:
        """How many pieces of press a seat has sent in the phase; `seat` names both."""
        return self._limits.used(f"press:{seat}")

    def _judge(self, what: str, at: datetime, letters: int, spare: int = 0) -> bool:
        """Within the whole judge's numbers for a day and an hour, by the calendar."""
        names = {_of_the_day(what, at): self.a_day[what], _of_the_hour(what, at): an_hour(self.a_day[what])}
        if any(self._limits.used(name) + letters > most - spare for name, most in names.items()):
            return False
        for name in names:
            self._limits.add(name, at, letters)
        return True

    def spent(self, what: str, now: datetime) -> tuple[int, int]:
        """What was spent of a budget in the hour and on the day that it is, by the calendar."""
        return self._limits.used(_of_the_hour(what, now)), self._limits.used(_of_the_day(what, now))

    def withheld(self, what: str, at: datetime, letters: int = 1) -> bool:
        """Note letters that were not sent; True once a day, when there are so many that it must be said."""
        name = f"withheld:{what}:{at:%Y-%m-%d}"
        before = self._limits.used(name)
        self._limits.add(name, at, letters)
        return before < SAY_AT <= before + letters

    def withheld_today(self, what: str, now: datetime) -> int:
        """How many letters were not sent."""
        return self._limits.used(f"withheld:{what}:{now:%Y-%m-%d}")


def _to(address: str) -> str:
    return f"mail:stranger:{address}"


def _of_the_day(what: str, at: datetime) -> str:
    return f"mail:{what}:{at:%Y-%m-%d}"


def _of_the_hour(what: str, at: datetime) -> str:
    return f"mail:{what}:{at:%Y-%m-%dT%H}"


def kind_of(kind: str) -> str:
    """What a letter of the outbox is in the budget: owed, press, or an answer to somebody unproved."""
    parts = kind.split(".")
    return PRESS if "press" in parts else STRANGERS if parts[0] in _STRANGE else OWED


REMEMBERED = timedelta(days=30)  # how long the outbox keeps a letter that was sent
COLUMNS = ("kind", "recipient", "game", "cause", "sender")
NOBODY = "-"  # no game; or the judge's own clock was the cause
NO_ADDRESS = "no mail address"  # the mark of a letter that was none
STOPPED = "stopped"  # letters to an address whose mail comes back wait so, till it is heard of
TOLD = 10  # accounts of a column that are shown


class Page(Value):
    """The letters of a span of time, counted once in each column."""

    letters: int
    columns: Mapping[str, Mapping[str, int]] = field(default_factory=dict)

    @property
    def balanced(self) -> bool:
        """Whether each column adds up to the number of letters."""
        return all(sum(self.columns[name].values()) == self.letters for name in COLUMNS)

    def most(self, column: str) -> dict[str, int]:
        """The largest accounts of a column, the largest first."""
        rows = sorted(self.columns[column].items(), key=lambda row: (-row[1], row[0]))
        return dict(rows[:TOLD])


class Audit(Value):
    """What went out. `withheld`: what was not sent today, by what it was."""

    hour: Page
    day: Page
    withheld: Mapping[str, int] = field(default_factory=dict)

    @property
    def balanced(self) -> bool:
        return self.hour.balanced and self.day.balanced


def audit(store: Store, now: datetime) -> Audit:
    """The letters of a day and of an hour, from the outbox, which keeps them for a month."""
    outbox, since = store.table("outbox"), now - DAY
    kept = since + REMEMBERED
    found: list[Mapping[str, Any]] = []
    for status in ("sent", "failed", "stopped"):
        found += outbox.range("due", iso(kept), None, within=("status", status))
    for status in ("queued", "trying"):
        found += outbox.find("status", status)
    rows = [row for row in found if since < instant(row["at"]) <= now and row.get("error") != NO_ADDRESS]
    today = f":{now:%Y-%m-%d}"
    held = {row["key"]: row["level"] for row in store.table("limits").range("at", iso(since), None)}
    return Audit(
        hour=_page(row for row in rows if instant(row["at"]) > now - HOUR),
        day=_page(rows),
        withheld={
            key.split(":")[1]: int(level)
            for key, level in held.items()
            if key.startswith("withheld:") and key.endswith(today)
        },
    )


def _page(found: Iterable[Mapping[str, Any]]) -> Page:
    rows = [_accounts(row) for row in found]
    return Page(len(rows), {name: dict(Counter(row[n] for row in rows)) for n, name in enumerate(COLUMNS)})


def _accounts(row: Mapping[str, Any]) -> tuple[str, ...]:
    """The account of each column."""
    kind = row.get("spent") or kind_of(row["kind"])
    return (kind, row["to"], row["game"] or NOBODY, row.get("cause") or NOBODY, row.get("of") or NOBODY)
