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

from judge.core.errors import Conflict, StoreFault
from judge.desk import timers
from judge.desk.cabinet import suspects
from judge.desk.cabinet.records import instant, iso
from judge.desk.cabinet.suspects import DEATHS, SharedSuspects, Suspects
from judge.desk.mailroom import foreseen
from judge.desk.mailroom.lanes import HOUSE, Item, Waiting, Walk, lanes_of
from judge.desk.mailroom.own import (
    HELD,
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
LETTERS, TIMERS = 128, 4  # at most in one shift
GAMES = 8  # in one shift, or half of those that wait, so that there is something left for others
MAILBOX = "mailbox"  # the row of the table `house` that says when it was searched
HANDLING = "suspects:handling"  # the row beside it that says what the judges have in hand
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
        self._suspects = SharedSuspects(office.store, HANDLING)
        self._condemned = ""
        self._unopened: list[Item] = []
        self._pieces: dict[str, Piece] = {}  # read by this judge and not dealt with yet, as far as memory should hold
        self._octets = 0

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
        for piece in pieces:
            self._remember(piece)
        self._crash("kept")
        self._inbox.settle([piece.delivery.uid for piece in pieces], "Done")

    def _keep(self, pieces: list[Piece]) -> None:
        with self.office.store.batch():
            if len(pieces) > 1:
                self.office.store.announce()  # there is something for others
            foreseen.taken_in(self.office, [piece.message for piece in pieces])
            inbox = self.office.store.table("inbox")
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
        items: list[Item] = []
        alone, deaths = False, 0
        try:
            with self._claiming():
                items, alone, deaths = self._claim(now)
            if deaths:
                time.sleep(suspects.PAUSE)
                with self._claiming():
                    self._suspects.deaths(())
                    self._suspects.take(_letters(items), deaths)
            self._condemned = _letters(items)[0] if deaths >= DEATHS else ""
            self._unopened = items
            yield Shift(items)
        finally:
            self._leave(items, alone)

    @contextmanager
    def _claiming(self) -> Iterator[None]:
        """One judge at a time looks and claims; what it sees is one moment, and what it notes one commit."""
        self.office.store.hold([CLAIMING], wait=True)
        try:
            with self.office.store.batch(lasting=False):
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
        if names:
            self._suspects.take(names, pausing=bool(deaths))
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
        games = {lane for item in items for lane in item.lanes if not lane.startswith("@")}
        return Walk(LETTERS, TIMERS, max(GAMES, len(games) // 2), allowed, IN_HAND).along(items)

    def _line(self, now: datetime) -> list[Item]:
        """The beginning of the line of time: what is due, and the letters that wait."""
        self.office.store.foresee({"house": [MAILBOX, HANDLING]})
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
        self._look_ahead()
        if self._table.fetch(letter.key) is None:
            return None
        if letter.key == self._condemned:
            self._set_aside(letter)
            self._take_out(letter.key)
            return None
        piece = self._pieces.get(letter.key) or self._read_again(letter)
        self._take_out(letter.key)
        return replace(piece, message=replace(piece.message, arrived=letter.arrived))

    def _look_ahead(self) -> None:
        """With the first letter of a shift: what all of them will ask the store."""
        items, self._unopened = self._unopened, []
        letters = [item.what for item in items if isinstance(item.what, Waiting)]
        if not letters:
            return
        unread = [_raw(letter.key) for letter in letters if letter.key not in self._pieces]
        self.office.store.foresee({"mailroom": [*(letter.key for letter in letters), *unread]})
        for letter in letters:
            if letter.key not in self._pieces and letter.key != self._condemned and self._table.fetch(_raw(letter.key)):
                self._remember(self._read_again(letter))
        messages = [self._pieces[letter.key].message for letter in letters if letter.key in self._pieces]
        foreseen.handled(self.office, messages, _lanes(items))

    def _delivery(self, letter: Waiting) -> Delivery:
        row = self._table.fetch(_raw(letter.key))
        if row is None:
            raise StoreFault(f"What letter {letter.key} says is missing from the store.")
        return Delivery(letter.uid, _octets(row["raw"]), letter.arrived)

    def _read_again(self, letter: Waiting) -> Piece:
        return self.read(self._delivery(letter))

    def _set_aside(self, letter: Waiting) -> None:
        set_aside_unread(self.office, letter.key, self._delivery(letter))
        self.office.store.table("inbox").put(letter.key, {"at": iso(letter.arrived), "action": "shunted"})

    def _take_out(self, key: str) -> None:
        self._table.discard(key)
        self._table.discard(_raw(key))

    def _remember(self, piece: Piece) -> None:
        """What was read is not read again by this judge. The oldest give way when it is too much."""
        self._forget(piece.message.key)
        self._pieces[piece.message.key] = piece
        self._octets += len(piece.delivery.raw)
        while self._octets > HELD and len(self._pieces) > 1:
            self._forget(next(iter(self._pieces)))

    def _forget(self, key: str) -> None:
        if (piece := self._pieces.pop(key, None)) is not None:
            self._octets -= len(piece.delivery.raw)

    def again(self, piece: Piece) -> bool:
        self._put(piece)
        return True

    def settle(self, shift: Shift) -> None:
        """The mailbox gave its letters away when they came into the store."""
        for key in _letters(list(shift.items)):
            self._forget(key)


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
