"""What is due when: rows of the `deadlines` table, one a game and purpose. A restart loses none of them. And what a
tick and a flush did, in figures."""

import contextlib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from judge.core.errors import Conflict
from judge.core.values import Value
from judge.desk.cabinet.options import of_house
from judge.desk.cabinet.records import Game, Status, instant, iso
from judge.desk.cabinet.schedule import Grid
from judge.desk.services import Services
from judge.optional import extra

OVERDUE = timedelta(hours=12)  # of the digest, or the keeper's letter
REMINDERS = (48, 12, 2)  # hours before the deadline
DIGEST, HEALTH, ZINE = "digest", "health", "zine"  # the judge's own letters, of no game
BUNDLE = "bundle"
ROBOTS = "robots"  # they write for the phase that has opened
STANDBY = "standby"  # a seat has opened, whose number stands in `hours`: who would take it over is asked
FILL = "fill"  # the day by which a game should be full
EVE = "eve"  # a day before the deadline, for those who read of it elsewhere
LOOK = "look"  # results wait for their master's RELEASE, and he is told so every day
RESUME, RESUMES = "resume", "resumes"  # a pause ends, and is about to


class Timer(Value):
    """One thing due. kind: deadline, remind (hours before), report (the master owes one), robots (they write), digest,
    health, bundle (of a reader, whose name stands in `game`)."""

    game: str
    kind: str
    due: datetime
    round: int = 0
    hours: int = 0

    @property
    def key(self) -> str:
        return f"{self.game}:{self.kind}:{self.hours}"


def put(services: Services, timer: Timer) -> None:
    if timer.kind == "deadline":
        services.next_deadlines.append(timer.due)
    services.store.table("deadlines").put(timer.key, {**vars(timer), "due": iso(timer.due)})


def drop(services: Services, timer: Timer) -> None:
    services.store.table("deadlines").drop(timer.key)


OF_A_DEADLINE = frozenset({"deadline", "remind", "report", EVE})
"""What is due no more when a phase is closed before its results: its deadline, and what reminds of one."""


def clear(services: Services, game: str, but: str = "", only: frozenset[str] = frozenset()) -> None:
    """Forget everything due in a game, but for the timers of one kind, or `only` those of some."""
    for doc in services.store.table("deadlines").find("game", game):
        if doc["kind"] != but and (not only or doc["kind"] in only):
            services.store.table("deadlines").discard(doc["key"])


def up_to(services: Services, moment: datetime, limit: int = 500) -> list[Timer]:
    """Everything due by then, oldest first; at one instant deadlines go before reminders, games by name."""
    docs = services.store.table("deadlines").range("due", "", iso(moment), limit)
    return sorted(map(_read, docs), key=lambda timer: (timer.due, timer.kind, timer.game))


def _read(doc: Mapping[str, Any]) -> Timer:
    return Timer(doc["game"], doc["kind"], instant(doc["due"]), doc["round"], doc["hours"])


def of_game(services: Services, game: str) -> Timer | None:
    """The deadline of the game's open phase, as it is due."""
    doc = services.store.table("deadlines").fetch(f"{game}:deadline:0")
    return _read(doc) if doc else None


def current(services: Services, timer: Timer) -> bool:
    """Whether the timer still stands as it was read."""
    doc = services.store.table("deadlines").fetch(timer.key)
    return doc is not None and doc["due"] == iso(timer.due) and doc["round"] == timer.round


def next_due(services: Services) -> datetime | None:
    docs = services.store.table("deadlines").range("due", "", "9999", 1)
    return instant(docs[0]["due"]) if docs else None


def set_for(services: Services, game: Game, at: datetime) -> None:
    """The deadline's timer, and the reminders before it that lie ahead."""
    clear(services, game.key, but=STANDBY)
    due = instant(game.deadline)
    put(services, Timer(game.key, "deadline", due, game.round))
    if any(seat.robot or (seat.vacant and stand_in(game)) for seat in services.files.seats(game.key).values()):
        put(services, Timer(game.key, ROBOTS, at, game.round))
    news = extra("announcements") if services.config.notify.posts else None
    if news is not None and news.wanted(services.config, game) and due - timedelta(days=1) > at:
        put(services, Timer(game.key, EVE, due - timedelta(days=1), game.round))
    for hours in REMINDERS[: 1 if game.practice else None]:
        if due - timedelta(hours=hours) > at:
            put(services, Timer(game.key, "remind", due - timedelta(hours=hours), game.round, hours))


def stand_in(game: Game) -> bool:
    """Whether a robot gives the orders of a vacant power."""
    return of_house(game, "stand_in") == "robot"


def newest(timer: Timer, now: datetime) -> Timer:
    """What comes every day, after days in which nobody sent it: only the last of them is left."""
    days = max(0, (now - timer.due).days)
    return replace(timer, due=timer.due + timedelta(days=days), hours=timer.hours and timer.hours + 24 * days)


def ensure_regular(services: Services, now: datetime) -> None:
    """The weekly digest, while there are games and a list to send it to; the keeper's letter, where it is asked for."""
    judge, table = services.config.judge, services.store.table("deadlines")
    listed = judge.list and any(services.store.table("games").tally("status", str(status)) for status in Status)
    for kind, grid in ((DIGEST, listed and judge.digest), (HEALTH, judge.keeper and judge.health), (ZINE, judge.zine)):
        if grid and not table.fetch(f":{kind}:0"):
            with contextlib.suppress(Conflict), services.store.batch():  # another worker has just done it
                put_next(services, kind, grid, now)


def put_next(services: Services, kind: str, grid: str, after: datetime) -> None:
    """The next of the judge's own letters; `grid` is its setting."""
    put(services, Timer("", kind, grid_of(services, grid).after(after)))


def in_time(services: Services, kind: str, grid: str, due: datetime, now: datetime) -> bool:
    """Set the next letter of this kind, unless it was switched off since; whether the one that was `due` is still to be
    written: an overdue one is not made up for."""
    if grid:
        put_next(services, kind, grid, max(due, now - timedelta(days=1)))
    return bool(grid) and now - due <= OVERDUE


def grid_of(services: Services, grid: str) -> Grid:
    """The times of such a setting: in the judge's zone, unless it names another."""
    return Grid.parse(grid if len(grid.split()) == 3 else f"{grid} {services.config.judge.zone}")


def next_wake(services: Services, now: datetime, longest: timedelta) -> timedelta:
    """How long the daemon may sleep before something is due."""
    due = next_due(services)
    if due is None:
        return longest
    return min(max(due + services.config.settle - now, timedelta(seconds=0)), longest)


@dataclass
class Tally:
    """What one tick did.

    regular   letters of the judge's own that were due: the digest, an issue of the zine ...
    fault     what is wrong with the mail server, "" if nothing
    held_up   another judge was already doing what could have been done
    more      something may be left that is due now: letters are looked for first
    """

    letters: int = 0
    shunted: int = 0
    resolved: int = 0
    reminders: int = 0
    regular: int = 0
    fault: str = ""
    held_up: bool = False
    more: bool = False

    def add(self, other: "Tally") -> None:
        """Count in what one batch, or another tick, did."""
        self.letters += other.letters
        self.shunted += other.shunted
        self.resolved += other.resolved
        self.reminders += other.reminders
        self.regular += other.regular

    def line(self) -> str:
        return f"{self.letters} letters, {self.resolved} deadlines, {self.reminders} reminders"


class Sent(Value):
    """What one flush did; `waiting` is what it left, `kept_back` whether the relay could not be reached for it."""

    sent: int = 0
    waiting: int = 0
    failed: int = 0
    kept_back: bool = False

    def and_then(self, later: "Sent") -> "Sent":
        """This flush and the one after it."""
        return Sent(self.sent + later.sent, later.waiting, self.failed + later.failed, later.kept_back)
