"""The post-book: what went out in an hour and a day, read from the letters themselves, and audited like money.

Every letter is one entry with an account in each of five columns: what it was, whom it went to, which game it was of,
which letter (or deadline) it was caused by, and who had written that. So each column adds up to the whole, and what
the budget has spent is what its letters cost.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from judge.desk.cabinet.budget import kind_of
from judge.desk.cabinet.limits import DAY, HOUR
from judge.desk.cabinet.records import instant, iso
from judge.store import Store

REMEMBERED = timedelta(days=30)  # how long the outbox keeps a letter that was sent
COLUMNS = ("kind", "recipient", "game", "cause", "sender")
NOBODY = "-"  # no game; or the judge's own clock was the cause
NO_ADDRESS = "no mail address"  # the mark of a letter that was none
STOPPED = "stopped"  # letters to an address whose mail comes back wait so, till it is heard of
TOLD = 10  # accounts of a column that are shown


@dataclass(frozen=True)
class Page:
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


@dataclass(frozen=True)
class Audit:
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
