"""What is due when: rows of the `deadlines` table, one a game and purpose. A restart loses none of them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from judge.desk.office import Office
from judge.desk.records import Game, Status, instant, iso
from judge.desk.schedule import Grid

REMINDERS = (48, 12, 2)  # hours before the deadline
DIGEST = "digest"


@dataclass(frozen=True)
class Timer:
    """One thing due. kind: deadline, remind (hours before), report (the master owes one), digest."""

    game: str
    kind: str
    due: datetime
    round: int = 0
    hours: int = 0

    @property
    def key(self) -> str:
        return f"{self.game}:{self.kind}:{self.hours}"


def put(office: Office, timer: Timer) -> None:
    office.store.table("deadlines").put(
        timer.key,
        {"game": timer.game, "kind": timer.kind, "due": iso(timer.due), "round": timer.round, "hours": timer.hours},
    )


def drop(office: Office, timer: Timer) -> None:
    office.store.table("deadlines").drop(timer.key)


def clear(office: Office, game: str) -> None:
    """Forget everything due in a game."""
    for doc in office.store.table("deadlines").find("game", game):
        office.store.table("deadlines").drop(doc["key"])


def up_to(office: Office, moment: datetime, limit: int = 500) -> list[Timer]:
    """Everything due by then, oldest first; at one instant deadlines go before reminders, games by name."""
    docs = office.store.table("deadlines").range("due", "", iso(moment), limit)
    found = [Timer(d["game"], d["kind"], instant(d["due"]), d["round"], d["hours"]) for d in docs]
    return sorted(found, key=lambda timer: (timer.due, timer.kind, timer.game))


def next_due(office: Office) -> datetime | None:
    docs = office.store.table("deadlines").range("due", "", "9999", 1)
    return instant(docs[0]["due"]) if docs else None


def set_for(office: Office, game: Game, at: datetime) -> None:
    """The deadline's timer, and the reminders before it that lie ahead."""
    clear(office, game.key)
    due = instant(game.deadline)
    put(office, Timer(game.key, "deadline", due, game.round))
    for hours in REMINDERS:
        if due - timedelta(hours=hours) > at:
            put(office, Timer(game.key, "remind", due - timedelta(hours=hours), game.round, hours))


def report_reminders(office: Office, game: Game, at: datetime, hours: int) -> None:
    """The master is reminded half-way, when the report is due, and every day after."""
    for wait in (hours // 2, hours):
        put(office, Timer(game.key, "report", at + timedelta(hours=wait), game.round, wait))


def ensure_digest(office: Office, now: datetime) -> None:
    """The weekly digest, as long as there are games and a list to send it to."""
    text, to = office.config.judge.digest, office.config.judge.list
    if not text or not to or office.store.table("deadlines").fetch(f":{DIGEST}:0"):
        return
    if not any(office.store.table("games").tally("status", str(status)) for status in Status):
        return
    grid = Grid.parse(f"{text} {office.config.judge.zone}")
    with office.store.batch():
        put(office, Timer("", DIGEST, grid.after(now)))
