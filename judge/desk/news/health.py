"""How the judge is: cheap figures for every turn of the daemon, and the keeper's letter with the rest."""

from __future__ import annotations

import contextlib
import os
import shutil
from collections.abc import Mapping
from dataclasses import field
from datetime import UTC, datetime, timedelta
from itertools import chain
from typing import Any

from judge.core.values import Value
from judge.desk import timers
from judge.desk.cabinet.limits import PRESS, SAY_AT, STRANGERS, audit
from judge.desk.cabinet.records import Status, instant, iso
from judge.desk.services import Services
from judge.desk.writing.letterform import Brief

LOOK = 50  # rows of a queue that are looked at for the oldest
NEXT = 8  # deadlines named in the letter
LOW_DISK = 200 * 2**20  # octets: what a judge needs to go on
OLD_BACKUP = timedelta(days=8)
SLOW = timedelta(hours=6)  # a letter that waits so long to be sent is told


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


# ---- the keeper's letter ----------------------------------------------------------------------------------------


def send(services: Services, due: datetime, now: datetime) -> None:
    """Write to the keeper and set the next letter."""
    if timers.in_time(services, timers.HEALTH, services.config.judge.health, due, now):
        services.letters.to_keeper(Brief(f"health:{iso(due)}", "health", contents(services, due), due))


def contents(services: Services, now: datetime) -> dict[str, Any]:
    """The letter's facts; `alarms` first, in words."""
    found, post = figures(services, now), audit(services.store, now)
    games = services.files.games()
    held = [{"name": g.key, "reason": g.reason} for g in games if g.status is Status.HELD]
    running = sorted((g for g in games if g.status is Status.ACTIVE), key=lambda g: (g.deadline, g.key))
    bounced = [d for d in services.store.table("players").all() if d.get("bounces") or d.get("bounced_on")]
    return {
        "figures": {**vars(found), "disk": found.disk // 2**20},
        "alarms": alarms(found, now),
        "post": {
            "hour": post.hour.letters,
            "day": post.day.letters,
            "kinds": dict(post.day.columns["kind"]),
            "most": {one: next(iter(post.day.most(one).items()), ("", 0)) for one in ("recipient", "cause", "sender")},
        },
        "held": held,
        "running": [services.letters.told_of(game) for game in running[:NEXT]],
        "more": max(0, len(running) - NEXT),
        "bounced": sorted(
            ({"address": d["address"], "on": d["bounced_on"]} for d in bounced), key=lambda row: row["address"]
        ),
        "set_aside": services.shunt.listing(),
        "judge_zone": services.config.judge.zone,
    }


def alarms(found: Figures, now: datetime) -> list[str]:
    """What the keeper should look at today, in words; empty when all is well."""
    slow = found.oldest is not None and now - found.oldest > SLOW
    unsaved = found.backup is None or now - found.backup > OLD_BACKUP
    known = (
        (slow, f"{found.waiting} letters wait to be sent; is the mail server away? (judge doctor)"),
        (found.overdue, "A deadline is over and not resolved: can the mailbox be read? (judge doctor)"),
        (found.games.get("held"), "A game is held; its master was told why."),
        (found.set_aside, "Letters are set aside in var/shunt; their reasons stand below."),
        (found.disk < LOW_DISK, f"Only {found.disk // 2**20} MB are free on the disk."),
        (
            found.withheld >= SAY_AT,
            f"{found.withheld} letters were above the mail budget and not sent. (judge show --budget)",
        ),
        (unsaved, "There is no back-up of this week. (judge backup FILE)"),
    )
    return [words for so, words in known if so]


def clock_jumped(services: Services, ahead: str, now: datetime) -> None:
    """Tell the keeper that deadlines wait, because the clock was set ahead by so much."""
    with services.store.batch():
        services.letters.to_keeper(Brief(f"clock:{now.isoformat()}", "jumped", {"ahead": ahead}, now))
