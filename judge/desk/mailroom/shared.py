"""Where letters wait when several judges share a store and a mailbox: in the store itself, in one order of time.

One judge at a time empties the mailbox into the table `mailroom`, and notes up to when it has searched. Every judge
takes shifts from there. A shift is claimed under one short lock: the judge walks along the line of time and locks the
lanes of what it takes (games, senders); what stands behind a lane that another judge is in stays where it is. So the
letters and deadlines of a game are dealt with one after another in the order of their stamps, whoever does it, and
what a killed judge had claimed is free as soon as its session with the server ends.
"""

from __future__ import annotations

import base64
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from judge.core.errors import Conflict
from judge.desk import timers
from judge.desk.cabinet import suspects
from judge.desk.cabinet.records import instant, iso
from judge.desk.cabinet.suspects import DEATHS, SharedSuspects, Suspects
from judge.desk.mailroom.lanes import HOUSE, Item, Waiting, Walk, lanes_of
from judge.desk.mailroom.own import (
    IN_HAND,
    OUTAGE,
    Piece,
    Read,
    Shift,
    in_line,
    letter_item,
    opened,
    set_aside_unread,
    timer_items,
)
from judge.desk.office import Office
from judge.desk.timers import Timer
from judge.mail.connect import Inbox
from judge.post import Delivery

FETCH = 128
WINDOW = 400  # letters looked at for one shift
LETTERS, TIMERS, GAMES = 32, 4, 8  # at most in one shift, so that there is something left for others
MAILBOX = "mailbox"  # the row of the table `house` that says when it was searched
EMPTYING, CLAIMING = "emptying the mailbox", "claiming"
NEVER = datetime(1970, 1, 1, tzinfo=UTC)


class SharedMailroom:
    """One judge's view of the letters that wait for all of them."""

    def __init__(
        self, office: Office, inbox: Inbox, read: Read, crash: Callable[[str], None] = lambda point: None
    ) -> None:
        self.office = office
        self.held_up = False
        self.deadlines_rest = False
        self.read = read
        self._inbox = inbox
        self._crash = crash
        self._table = office.store.table("mailroom")
        self._house = office.store.table("house")
        self._unread = SharedSuspects(office.store, "suspects:reading")
        self._suspects = SharedSuspects(office.store, "suspects:handling")
        self._condemned = ""
        self._unopened: list[str] = []

    # ---- from the mailbox to the store ------------------------------------------------------------------------

    def take_in(self, now: datetime) -> bool:
        """Empty the mailbox into the store, unless another judge is at it. Letters are put away only when durable."""
        self.held_up = False
        store = self.office.store
        if not store.hold([EMPTYING]):
            self.held_up = True
            return False
        try:
            while deliveries := self._inbox.fetch(FETCH, now):
                self._crash("fetched")
                self._receive(deliveries)
            self._searched(now)
        finally:
            store.let_go([EMPTYING])
        return False

    def _receive(self, deliveries: Sequence[Delivery]) -> None:
        """Read what was fetched; after a death the letters that were in hand one by one."""
        names = [Suspects.name(delivery.raw) for delivery in deliveries]
        waiting = names if len(names) < FETCH else None
        deaths = self._unread.deaths(names, waiting)
        if not deaths:
            self._unread.take(names)
            self._read_and_keep(deliveries)
            return
        for name, delivery in zip(names, deliveries, strict=True):
            died = deaths.get(name, 0)
            self._unread.deaths([name])
            if died >= DEATHS:
                with self.office.store.batch():
                    set_aside_unread(self.office, name, delivery)
                self._inbox.settle([delivery.uid], "Shunt")
                continue
            if died:
                self._unread.take([name], pausing=True)
                time.sleep(suspects.PAUSE)
            self._unread.take([name], died)
            self._read_and_keep([delivery])

    def _read_and_keep(self, deliveries: Sequence[Delivery]) -> None:
        pieces = opened(self.office, self._inbox, self.read, deliveries)
        self._keep(pieces)
        self._crash("kept")
        self._inbox.settle([piece.delivery.uid for piece in pieces], "Done")

    def _keep(self, pieces: list[Piece]) -> None:
        with self.office.store.batch():
            if len(pieces) > 1:
                self.office.store.announce()  # there is something for others
            inbox = self.office.store.table("inbox")
            inbox.preload([piece.message.key for piece in pieces])
            for piece in pieces:
                if inbox.fetch(piece.message.key) is None:
                    self._put(piece)

    def _put(self, piece: Piece) -> None:
        """Two rows: a short one on the line of time, and the letter as it came, read only by who handles it."""
        message = piece.message
        lanes = sorted(lanes_of(self.office, message))
        row = {"at": iso(message.arrived), "uid": piece.delivery.uid, "lanes": lanes}
        self._table.put(message.key, {**row, "size": len(piece.delivery.raw)})
        self._table.put(_raw(message.key), {"raw": _text(piece.delivery.raw)})

    def _searched(self, now: datetime) -> None:
        """Everything stamped up to `now` that had arrived is in the store. Written only when somebody waits for it."""
        row = self._mailbox()
        due = timers.next_due(self.office)
        wanted = due is not None and due <= now and instant(row["searched"]) < now
        if not wanted and not row["down"]:
            return
        if row["down"]:
            down = instant(row["down"])
            row["outage"] = [iso(down), iso(now)] if now - down >= OUTAGE else row["outage"]
        self._note({**row, "searched": iso(now), "down": ""})

    def unreachable(self, now: datetime) -> None:
        row = self._mailbox()
        if not row["down"]:
            self._note({**row, "down": iso(now)})

    def outage(self, due: datetime, now: datetime) -> bool:
        outage = self._mailbox()["outage"]
        return bool(outage) and instant(outage[0]) <= due <= instant(outage[1])

    def _mailbox(self) -> dict[str, Any]:
        return self._house.fetch(MAILBOX) or {"searched": iso(NEVER), "down": "", "outage": []}

    def _note(self, row: dict[str, Any]) -> None:
        row.pop("key", None)
        with suppress(Conflict):  # another judge has just noted what it saw
            self._house.put(MAILBOX, row)

    def release(self, fault: bool) -> None:
        """What is in the store stays there; what was fetched and not kept is fetched again."""

    # ---- shifts -----------------------------------------------------------------------------------------------

    @contextmanager
    def shift(self, now: datetime) -> Iterator[Shift]:
        """Claim what may be dealt with now. The lanes are locked until the end, which is after the commit."""
        with self._claiming():
            items, alone, deaths = self._claim(now)
            if deaths:
                self._suspects.take(_letters(items), pausing=True)
        try:
            if deaths:
                time.sleep(suspects.PAUSE)
                with self._claiming():
                    self._suspects.deaths(())
                    self._suspects.take(_letters(items), deaths)
            self._condemned = _letters(items)[0] if deaths >= DEATHS else ""
            self._unopened = _letters(items)
            yield Shift(items)
        finally:
            self._leave(items, alone)

    @contextmanager
    def _claiming(self) -> Iterator[None]:
        self.office.store.hold([CLAIMING], wait=True)
        try:
            yield
        finally:
            self.office.store.let_go([CLAIMING])

    def _claim(self, now: datetime) -> tuple[list[Item], bool, int]:
        """What this judge takes, its lanes locked; whether it has the house for itself; and how many judges have died
        over the one letter that it takes."""
        items = self._line(now)
        taken, alone = self._free(items)
        if not (names := _letters(taken)):
            return taken, alone, 0
        whole = sum(isinstance(item.what, Waiting) for item in items) < WINDOW
        died = self._suspects.deaths(names, _letters(items) if whole else None)
        if not died:
            self._suspects.take(names)
            return taken, alone, 0
        first = taken[:1]
        if spare := _lanes(taken) - _lanes(first):
            self.office.store.let_go(spare)
        names = _letters(first)
        deaths = died.get(names[0], 0) if names else 0
        if names and not deaths:
            self._suspects.take(names)
        return first, alone, deaths

    def _free(self, items: list[Item]) -> tuple[list[Item], bool]:
        """What nobody else is at, its lanes locked; and whether it is the whole house."""
        wanted = self._walk(items, lambda lane: True)
        if not wanted:
            return [], False
        alone = HOUSE in wanted[0].lanes
        if not self.office.store.hold([HOUSE], shared=not alone):
            self.held_up = True
            return [], alone
        if alone:
            return wanted, True
        lanes = _lanes(wanted)
        held = self.office.store.hold(lanes)
        taken = wanted if held == lanes else self._walk(items, held.__contains__)
        if spare := held - _lanes(taken):
            self.office.store.let_go(spare)
        if not taken:
            self.held_up = True
            self.office.store.let_go([HOUSE], shared=True)
        return taken, False

    def _leave(self, items: list[Item], alone: bool) -> None:
        if items:
            if not alone:
                self.office.store.let_go(_lanes(items))
            self.office.store.let_go([HOUSE], shared=not alone)

    def _walk(self, items: list[Item], allowed: Callable[[str], bool]) -> list[Item]:
        return Walk(LETTERS, TIMERS, GAMES, allowed, IN_HAND).along(items)

    def _line(self, now: datetime) -> list[Item]:
        """The beginning of the line of time: what is due, and the letters that wait."""
        searched = None if self.deadlines_rest else instant(self._mailbox()["searched"])
        due = timer_items(self.office, now, searched)
        rows = self._table.range("at", None, iso(now), WINDOW)
        if len(rows) == WINDOW:  # nothing is fired before letters that are out of sight
            end = instant(rows[-1]["at"])
            due = [item for item in due if item.place < end]
        letters = [
            Waiting(row["key"], instant(row["at"]), row["uid"], frozenset(row["lanes"]), row.get("size", 0))
            for row in rows
        ]
        items = [letter_item(self.office, one, now) if due else Item(one.arrived, one.lanes, one) for one in letters]
        return in_line(self.office, due, items, searched)

    # ---- inside the batch -------------------------------------------------------------------------------------

    def current(self, timer: Timer) -> bool:
        """What was seen before the lanes were locked may have been dealt with since."""
        return timers.current(self.office, timer)

    def put_back(self, letters: Sequence[Waiting]) -> None:
        """They are in the store still."""

    def open(self, letter: Waiting) -> Piece | None:
        if self._unopened:
            self._table.preload([name for key in self._unopened for name in (key, _raw(key))])
            self.office.store.table("inbox").preload(self._unopened)
            self._unopened = []
        raw = _raw(letter.key)
        row = self._table.fetch(raw)
        if row is None:
            return None
        self._table.drop(letter.key)
        self._table.drop(raw)
        delivery = Delivery(letter.uid, _octets(row["raw"]), letter.arrived)
        if letter.key == self._condemned:
            set_aside_unread(self.office, letter.key, delivery)
            self.office.store.table("inbox").put(letter.key, {"at": iso(letter.arrived), "action": "shunted"})
            return None
        piece = self.read(delivery)
        return replace(piece, message=replace(piece.message, arrived=letter.arrived))

    def again(self, piece: Piece) -> bool:
        self._put(piece)
        return True

    def settle(self, shift: Shift) -> None:
        """The mailbox gave its letters away when they came into the store."""


def _raw(key: str) -> str:
    return f"raw:{key}"


def _letters(items: list[Item]) -> list[str]:
    return [item.what.key for item in items if isinstance(item.what, Waiting)]


def _lanes(items: list[Item]) -> frozenset[str]:
    return frozenset(lane for item in items for lane in item.lanes)


def _text(raw: bytes) -> str:
    """Letters are ASCII but for a few: those are kept in base 64, behind a mark no letter begins with."""
    return raw.decode("ascii") if raw.isascii() else "\0" + base64.b64encode(raw).decode("ascii")


def _octets(text: str) -> bytes:
    return base64.b64decode(text[1:]) if text.startswith("\0") else text.encode("ascii")
