"""How the judge is: figures that are cheap enough for every turn of the daemon, and an audit of what it has sent."""

import contextlib
import os
import shutil
from collections import Counter
from collections.abc import Mapping
from dataclasses import field
from datetime import UTC, datetime, timedelta
from itertools import chain
from typing import Any

from judge.core.values import Value
from judge.desk import timers
from judge.desk.cabinet.limits import DAY, HOUR, KEEP_SENT, NO_ADDRESS, PRESS, STRANGERS, kind_of
from judge.desk.cabinet.records import Status, instant, iso
from judge.desk.services import Services
from judge.store import Store

LOOK = 50  # rows of a queue that are looked at for the oldest
LOW_DISK = 200 * 2**20  # octets: what a judge needs to go on
OLD_BACKUP = timedelta(days=8)


class Figures(Value):
    """What can be told at once, by index alone. Times are instants; `disk` is in octets; None is "not known".

    games     by status: how many
    waiting   letters to be sent, `oldest` the time the oldest of them was written (of those due first)
    unread    letters that lie in an embedded mailbox, and since when the oldest does
    overdue   deadlines whose time has come and that are not resolved yet
    backup    when the last back-up was made
    withheld  letters that the mail budget did not allow today
    spent     what was spent of each budget today
    """

    games: Mapping[str, int]
    waiting: int
    oldest: datetime | None
    unread: int
    unread_since: datetime | None
    overdue: int
    set_aside: int
    disk: int
    backup: datetime | None
    withheld: int = 0
    spent: Mapping[str, int] = field(default_factory=dict)


def figures(services: Services, now: datetime) -> Figures:
    unread, since = _unread(services)
    outbox, unsent = services.store.table("outbox"), ("queued", "trying")
    queued = chain.from_iterable(outbox.find("status", status, order="due", limit=LOOK) for status in unsent)
    return Figures(
        games={str(status): services.store.table("games").tally("status", str(status)) for status in Status},
        waiting=sum(outbox.tally("status", status) for status in unsent),
        oldest=min((instant(row["at"]) for row in queued), default=None),
        unread=unread,
        unread_since=since,
        overdue=sum(t.kind == "deadline" for t in timers.up_to(services, now - services.config.settle)),
        set_aside=len(services.shunt.listing()),
        disk=shutil.disk_usage(services.config.var).free,
        backup=last_backup(services),
        withheld=sum(services.letters.budget.withheld_today(what, now) for what in (STRANGERS, PRESS)),
        spent={what: services.letters.budget.spent(what, now)[1] for what in (STRANGERS, PRESS)},
    )


def _unread(services: Services) -> tuple[int, datetime | None]:
    """Letters in the embedded mailbox, ours to read. Those on a server are counted by the server."""
    folder, stamps = services.config.folder_of(services.config.mail.inbox), []
    if folder is not None:
        with contextlib.suppress(OSError), os.scandir(folder / "new") as letters:
            for letter in letters:
                with contextlib.suppress(OSError):
                    stamps.append(letter.stat(follow_symlinks=False).st_mtime)
    return len(stamps), datetime.fromtimestamp(min(stamps), UTC) if stamps else None


def last_backup(services: Services) -> datetime | None:
    """When `judge backup` last wrote one of this home (the mark it leaves beside the store)."""
    try:
        return instant((services.config.var / "last-backup").read_text("ascii").split()[0])
    except (OSError, ValueError, IndexError):
        return None


# ---- what went out: every letter is one entry with an account in each of five columns: what it was, whom it went to,
# which game it was of, which letter (or deadline) it was caused by, and who had written that. So each column adds up to
# the whole, and what the budget has spent is what its letters cost.

COLUMNS = ("kind", "recipient", "game", "cause", "sender")
NOBODY = "-"  # no game; or the judge's own clock was the cause
TOLD = 10  # accounts of a column that are shown


class Page(Value):
    """The letters of a span of time, counted once in each column."""

    letters: int
    columns: Mapping[str, Mapping[str, int]]

    @property
    def balanced(self) -> bool:
        """Whether each column adds up to the number of letters."""
        return all(sum(self.columns[name].values()) == self.letters for name in COLUMNS)

    def most(self, column: str) -> dict[str, int]:
        """The largest accounts of a column, the largest first."""
        return dict(sorted(self.columns[column].items(), key=lambda row: (-row[1], row[0]))[:TOLD])


class Audit(Value):
    """What went out. `withheld`: what was not sent today, by what it was."""

    hour: Page
    day: Page
    withheld: Mapping[str, int]

    @property
    def balanced(self) -> bool:
        return self.hour.balanced and self.day.balanced


def audit(store: Store, now: datetime) -> Audit:
    """The letters of a day and of an hour, from the outbox, which keeps them for a month."""
    outbox, since = store.table("outbox"), now - DAY
    kept = since + KEEP_SENT
    found: list[Mapping[str, Any]] = []
    for status in ("sent", "failed", "stopped"):
        found += outbox.range("due", iso(kept), None, within=("status", status))
    for status in ("queued", "trying"):
        found += outbox.find("status", status)
    rows = [row for row in found if since < instant(row["at"]) <= now and row.get("error") != NO_ADDRESS]
    today = f":{now:%Y-%m-%d}"
    counts = {row["key"]: int(row["level"]) for row in store.table("limits").range("at", iso(since), None)}
    withheld = {key: number for key, number in counts.items() if key.startswith("withheld:") and key.endswith(today)}
    return Audit(
        hour=_page([row for row in rows if instant(row["at"]) > now - HOUR]),
        day=_page(rows),
        withheld={key.split(":")[1]: number for key, number in withheld.items()},
    )


def _page(rows: list[Mapping[str, Any]]) -> Page:
    """Each letter in its account of each column."""
    accounts = (
        [row.get("spent") or kind_of(row["kind"]) for row in rows],
        [row["to"] for row in rows],
        *([row.get(name) or NOBODY for row in rows] for name in ("game", "cause", "of")),
    )
    return Page(len(rows), {name: dict(Counter(found)) for name, found in zip(COLUMNS, accounts, strict=True)})
