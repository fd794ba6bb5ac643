"""What a provider lets out in an hour and in a day: so many letters go, the ones that people wait for first.

Counted are letters that went out, by the rows they leave in the outbox: exactly, over restarts, and for all judges of a
store. A provider counts recipients, so a letter with a copy to ourselves counts twice.
"""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from judge.core.errors import Conflict
from judge.desk.cabinet.limits import ONCE_A_DAY
from judge.desk.cabinet.records import iso
from judge.desk.office import Office
from judge.desk.writing.letterform import Brief
from judge.loglines import entry

log = logging.getLogger(__name__)

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
LOOKED_AT = 2000  # letters that wait, among which those that go first are looked for
RANKS = (
    ("statement", "confirm", "reply", "held", "bundle", "question", "master.answer", "password", "limit"),
    ("start", "welcome", "seat", "joined", "opened", "remind", "final"),
    ("results",),
    ("bulletin", "press", "announce", "digest", "health"),
)
"""Kinds of letters by who waits for them: what is somebody's own goes before what is everybody's. What is not named
here stands before the results."""
OTHERS = 1


def rank(kind: str) -> int:
    """How soon a letter of this kind goes when not all can."""
    return next((place for place, kinds in enumerate(RANKS) if kind.startswith(kinds)), OTHERS)


class Quota:
    """The numbers of the settings; `recipients` is how many a letter has, the copy to ourselves among them."""

    def __init__(self, office: Office, recipients: int, kept: timedelta) -> None:
        mail = office.config.mail
        self._office = office
        self._kept = kept  # how long the row of a letter that went out stays: its due is that much later
        self._spans = [
            (span, most // recipients) for span, most in ((HOUR, mail.per_hour), (DAY, mail.per_day)) if most
        ]

    def __bool__(self) -> bool:
        return bool(self._spans)

    def room(self, now: datetime) -> int:
        """How many letters may go now."""
        table = self._office.store.table("outbox")
        return min(most - len(self._gone(table, now, span, most)) for span, most in self._spans)

    def _gone(self, table: Any, now: datetime, span: timedelta, most: int) -> Sequence[Any]:
        after = iso(now - span + self._kept + timedelta(microseconds=1))
        found: Sequence[Any] = table.range("due", after, None, most, within=("status", "sent"))
        return found

    def first(self, rows: Sequence[Mapping[str, Any]], count: int) -> list[dict[str, Any]]:
        """The `count` of them that go first."""
        return [dict(row) for row in sorted(rows, key=lambda row: (self._rank(row), row["due"]))[:count]]

    def _rank(self, row: Mapping[str, Any]) -> int:
        """Results to a player open with his own statement: they go as one."""
        kind = str(row["kind"])
        if kind == "results" and row["game"]:
            seats = self._office.files.seats(str(row["game"])).values()
            return 0 if any(seat.address == row["to"] for seat in seats) else rank(kind)
        return rank(kind)

    def tell(self, now: datetime, waiting: int) -> None:
        """The keeper hears, once a day, that letters wait for the number of the settings."""
        office, mail = self._office, self._office.config.mail
        with contextlib.suppress(Conflict), office.store.batch():  # another judge tells him just now
            if office.limits.take("sending_limit", now, ONCE_A_DAY):
                log.warning("%s", entry("sending_limit", waiting=waiting))
                data = {"waiting": waiting, "per_hour": mail.per_hour, "per_day": mail.per_day}
                brief = Brief(f"sending_limit:{iso(now)}", "limit", data, now, template="session/sending_limit.txt")
                office.letters.to_address(office.config.judge.keeper, brief)
