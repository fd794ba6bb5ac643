"""The keeper's letter: how the judge is, and what to look at today, where `[judge] health` wants one."""

from datetime import datetime, timedelta
from typing import Any

from judge.desk import timers
from judge.desk.cabinet.limits import SAY_AT
from judge.desk.cabinet.records import Status, iso
from judge.desk.services import Services
from judge.desk.writing.letterform import Brief
from judge.keeper.figures import LOW_DISK, OLD_BACKUP, Figures, audit, figures

NEXT = 8  # deadlines named in the letter
SLOW = timedelta(hours=6)  # a letter that waits so long to be sent is told


def due(services: Services, at: datetime, now: datetime) -> None:
    """Write to the keeper and set the next letter."""
    if timers.in_time(services, timers.HEALTH, services.config.judge.health, at, now):
        services.letters.to_keeper(Brief(f"health:{iso(at)}", "health", contents(services, at), at))


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
