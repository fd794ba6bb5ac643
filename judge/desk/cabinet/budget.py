"""The mail budget: how many letters may go out that nobody is owed, and how many did.

Results, statements, reminders and the confirmations of orders are owed: they are counted and never held back. What
anybody outside can bring about by writing is not: answers to addresses that have never proved to be themselves, and
press. Each has its number for a recipient, a seat and the whole judge; what is above is not sent, and said once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from judge.desk.cabinet.limits import DAY, HOUR, Limits
from judge.desk.cabinet.records import instant, iso
from judge.store import Store

A_STRANGER = 3  # answers a day to an address that has not proved to be itself
SHORT = 8_000  # characters of each: enough for HELP; or as long as what it sent, if that was more
SAY_AT = 20  # letters not sent in a day, from which on the keeper hears of it
OWED_FOR = timedelta(days=30)  # how long the outbox remembers a letter that was sent
STRANGERS, PRESS, OWED = "answers to unproved addresses", "press", "owed"
_STRANGE = frozenset({"reply", "question", "nothing_found", "bundle", "confirm", "shunted"})


class Budget:
    """Spends. Counts stand in the store, in the batch of the letter they belong to, so a restart forgets none."""

    def __init__(self, limits: Limits, answers_a_day: int, press_a_day: int) -> None:
        self._limits = limits
        self._a_day = {STRANGERS: answers_a_day, PRESS: press_a_day}

    def stranger(self, address: str, kind: str, at: datetime) -> int:
        """How many characters an answer to an unproved address may have; 0 if none may go now. A letter that asks
        whether an address is really there is counted by itself, so that HELP never uses it up."""
        asks = kind.startswith("confirm")
        proofs, answers = f"mail:proof:{address}", f"mail:answer:{address}"
        name = proofs if asks else answers
        before = self._limits.lately(proofs, at, DAY)
        if not asks:
            before = before + self._limits.lately(answers, at, DAY)
        if len(before) >= A_STRANGER or not self._judge(STRANGERS, at, 1):
            return 0
        self._limits.note(name, at, DAY, A_STRANGER)
        return SHORT

    def press(self, seat: str, phase_ends: datetime, quota: int, at: datetime, readers: int) -> bool:
        """One more piece of press of a seat in a phase."""
        if self.pressed(seat) >= quota or not self._judge(PRESS, at, readers):
            return False
        self._limits.add(f"press:{seat}", phase_ends, 1)
        return True

    def pressed(self, seat: str) -> int:
        """How many pieces of press a seat has sent in the phase; `seat` names both."""
        return self._limits.used(f"press:{seat}")

    def _judge(self, what: str, at: datetime, letters: int) -> bool:
        """Within the whole judge's number for a day, by the calendar."""
        name = f"mail:{what}:{at:%Y-%m-%d}"
        if self._limits.used(name) + letters > self._a_day[what]:
            return False
        self._limits.add(name, at, letters)
        return True

    def withheld(self, what: str, at: datetime, letters: int = 1) -> bool:
        """Note letters that were not sent; True once a day, when there are so many that it must be said."""
        name = f"withheld:{what}:{at:%Y-%m-%d}"
        before = self._limits.used(name)
        self._limits.add(name, at, letters)
        return before < SAY_AT <= before + letters

    def withheld_today(self, what: str, now: datetime) -> int:
        """How many letters were not sent."""
        return self._limits.used(f"withheld:{what}:{now:%Y-%m-%d}")


@dataclass(frozen=True)
class Audit:
    """What went out, counted from the letters themselves. `withheld`: what was not sent today, by what it was."""

    hour: int
    day: int
    by_kind: Mapping[str, int] = field(default_factory=dict)
    by_recipient: Mapping[str, int] = field(default_factory=dict)
    by_game: Mapping[str, int] = field(default_factory=dict)
    withheld: Mapping[str, int] = field(default_factory=dict)


def kind_of(kind: str) -> str:
    """What a letter of the outbox is in the budget: owed, press, or an answer to somebody unproved."""
    first = kind.partition(".")[0]
    return PRESS if first == "press" else STRANGERS if first in _STRANGE else OWED


def audit(store: Store, now: datetime) -> Audit:
    """The letters of a day and of an hour, from the outbox, which keeps them for a month."""
    outbox, since = store.table("outbox"), now - DAY
    sent: Iterable[Mapping[str, Any]] = outbox.range("due", iso(since + OWED_FOR), None, within=("status", "sent"))
    rows = [*sent, *(row for one in ("queued", "trying", "stopped") for row in outbox.find("status", one))]
    rows = [row for row in rows if since < instant(row["at"]) <= now]
    today = f":{now:%Y-%m-%d}"
    held = {row["key"]: row["level"] for row in store.table("limits").range("at", iso(since), None)}
    return Audit(
        hour=sum(instant(row["at"]) > now - HOUR for row in rows),
        day=len(rows),
        by_kind=dict(Counter(kind_of(row["kind"]) for row in rows)),
        by_recipient=dict(Counter(row["to"] for row in rows).most_common(10)),
        by_game=dict(Counter(row["game"] for row in rows if row["game"]).most_common(10)),
        withheld={
            key.split(":")[1]: int(level)
            for key, level in held.items()
            if key.startswith("withheld:") and key.endswith(today)
        },
    )
