"""Where letters wait when several judges share a store and a mailbox: in the store itself, in one order of time.

One judge at a time empties the mailbox into the table `mailroom`, and notes up to when it has searched. Every judge
takes shifts from there. A shift is claimed under one short lock: the judge walks along the line of time and locks the
lanes of what it takes (games, senders); what stands behind a lane that another judge is in stays where it is. So the
letters and deadlines of a game are dealt with one after another in the order of their stamps, whoever does it, and
what a killed judge had claimed is free as soon as its session with the server ends.
"""

import time
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from judge.core.errors import Conflict, StoreFault
from judge.desk import timers
from judge.desk.cabinet import crash_guard
from judge.desk.cabinet.crash_guard import DEATHS, Suspects
from judge.desk.cabinet.records import instant, iso
from judge.desk.mailroom import own
from judge.desk.mailroom.ordering_keys import HOUSE, Item, Waiting, along, games_in, lanes_of
from judge.desk.services import Services
from judge.desk.timers import Timer
from judge.extras.postgres import kept
from judge.mail.connect import Inbox
from judge.post import Delivery
from judge.store import Store

FETCH = 128
WINDOW = 400  # letters looked at for one shift
LETTERS, TIMERS = 128, 4  # at most in one shift
GAMES = 8  # in one shift, or its share of those that nobody is in, if that is more: judges at rest get the others
MAILBOX = "mailbox"  # the row of the table `house` that says when it was searched
HANDLING = "suspects:handling"  # the row beside it that says what the judges have in hand
EMPTYING, CLAIMING = "emptying the mailbox", "claiming"
NEVER = datetime(1970, 1, 1, tzinfo=UTC)


class SharedMailroom:
    """One judge's view of the letters that wait for all of them."""

    def __init__(
        self, services: Services, inbox: Inbox, read: own.Read, crash: Callable[[str], None] = lambda point: None
    ) -> None:
        self.services = services
        self.held_up = False
        self.deadlines_rest = False
        self._more = False  # the mailbox holds letters that were not taken in yet
        self.read = read
        self._inbox = inbox
        self._crash = crash
        self._engine = services.store.engine
        self._table = services.store.table("mailroom")
        self._house = services.store.table("house")
        self._unread = SharedSuspects(services.store, "suspects:reading")
        self._suspects = SharedSuspects(services.store, HANDLING)
        self._condemned = ""
        self._unopened: list[Item] = []
        self._pieces: dict[str, own.Piece] = {}  # of the shift, not opened yet

    # ---- from the mailbox to the store ------------------------------------------------------------------------

    def take_in(self, now: datetime) -> bool:
        """Empty the mailbox into the store, at a time what makes a shift for each judge, unless another judge is at it.
        Letters are put away only when durable."""
        self.held_up, self._more, taken = False, False, 0
        store = self.services.store
        if not self._engine.hold([EMPTYING]):
            self.held_up = True
            return False
        try:
            while deliveries := self._inbox.fetch(FETCH, now):
                self._crash("fetched")
                self._receive(deliveries)
                taken += len(deliveries)
                if taken >= FETCH and taken >= FETCH * store.workers():
                    self._more = True
                    return True
            self._searched(now)
        finally:
            self._engine.let_go([EMPTYING])
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
                own.put_aside(self.services, self._inbox, delivery)
                continue
            if died:
                self._unread.take([name], pausing=True)
                time.sleep(crash_guard.PAUSE)
            self._unread.take([name], died)
            self._read_and_keep([delivery])

    def _read_and_keep(self, deliveries: Sequence[Delivery]) -> None:
        pieces = own.opened(self.services, self._inbox, self.read, deliveries)
        self._keep(pieces)
        self._crash("kept")
        self._inbox.settle([piece.delivery.uid for piece in pieces], "Done")

    def _keep(self, pieces: list[own.Piece]) -> None:
        with self.services.store.batch():
            if len(pieces) > 1:
                self._engine.announce()  # there is something for others
            self.services.store.foresee(kept.rows_of_letters(self.services, [piece.message for piece in pieces]))
            inbox = self.services.store.table("inbox")
            for piece in pieces:
                if inbox.fetch(piece.message.key) is None:
                    self._put(piece)

    def _put(self, piece: own.Piece) -> None:
        """Two rows: a short one on the line of time, and the letter as it came, read only by who handles it."""
        message = piece.message
        lanes = sorted(lanes_of(self.services, message))
        row = {"at": iso(message.arrived), "uid": piece.delivery.uid, "lanes": lanes}
        self._table.put(message.key, {**row, "size": len(piece.delivery.raw)})
        self._table.put(_raw(message.key), kept.row_of(piece.delivery.raw, message))

    def _searched(self, now: datetime) -> None:
        """Everything stamped up to `now` that had arrived is in the store. Written only when somebody waits for it."""
        row = self._mailbox()
        due = timers.next_due(self.services)
        wanted = due is not None and due <= now and instant(row["searched"]) < now
        if not wanted and not row["down"]:
            return
        if row["down"]:
            down = instant(row["down"])
            row["outage"] = [iso(down), iso(now)] if now - down >= own.OUTAGE else row["outage"]
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
    def shift(self, now: datetime) -> Iterator[own.Shift]:
        """Claim what may be dealt with now. The lanes are locked until the end, which is after the commit."""
        items: list[Item] = []
        alone = False
        try:
            with self._claiming():
                items, alone, deaths = self._claim(now)
            if deaths:
                time.sleep(crash_guard.PAUSE)
                with self._claiming():
                    self._suspects.deaths(())
                    self._suspects.take(_letters(items), deaths)
            self._condemned = _letters(items)[0] if deaths >= DEATHS else ""
            self._unopened = items
            yield own.Shift(items)
        finally:
            self._leave(items, alone)

    @contextmanager
    def _claiming(self) -> Iterator[None]:
        """One judge at a time looks and claims; what it sees is one moment, and what it notes one commit."""
        self._engine.hold([CLAIMING], wait=True)
        try:
            with self.services.store.batch(lasting=False):
                yield
        finally:
            self._engine.let_go([CLAIMING])

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
            self._engine.let_go(spare)
        names = _letters(first)
        deaths = died.get(names[0], 0) if names else 0
        if names:
            self._suspects.take(names, pausing=bool(deaths))
        return first, alone, deaths

    def _free(self, items: list[Item]) -> tuple[list[Item], bool]:
        """What nobody else is at, its lanes locked; and whether it is the whole house."""
        first = along(items, 1, 1, 1)
        if not first:
            return [], False
        alone = HOUSE in first[0].lanes
        if not self._engine.hold([HOUSE], shared=not alone):
            self.held_up = True
            return [], alone
        if alone:
            return first, True
        held = self._engine.hold(_lanes(items) - {HOUSE})
        share = -(-len(games_in(held)) // self.services.store.workers(without=HOUSE))
        taken = along(items, LETTERS, TIMERS, max(GAMES, share), held.__contains__, own.IN_HAND)
        if spare := held - _lanes(taken):
            self._engine.let_go(spare)
        if not taken:
            self.held_up = True
            self._engine.let_go([HOUSE], shared=True)
        return taken, False

    def _leave(self, items: list[Item], alone: bool) -> None:
        if items:
            if not alone:
                self._engine.let_go(_lanes(items))
            self._engine.let_go([HOUSE], shared=not alone)

    def _line(self, now: datetime) -> list[Item]:
        """The beginning of the line of time: what is due, and the letters that wait. As long as the mailbox holds more,
        only letters before everything that is due."""
        self.services.store.foresee({"house": [MAILBOX, HANDLING]})
        searched = None if self.deadlines_rest else instant(self._mailbox()["searched"])
        due = own.timer_items(self.services, now, searched)
        rows = self._table.range("at", None, iso(now), WINDOW)
        if len(rows) == WINDOW:  # nothing is fired before letters that are out of sight
            end = instant(rows[-1]["at"])
            due = [item for item in due if item.place < end]
        letters = [
            Waiting(row["key"], instant(row["at"]), row["uid"], frozenset(row["lanes"]), row.get("size", 0))
            for row in rows
        ]
        if self._more:
            letters, due = [one for one in letters if not due or one.arrived <= due[0].place], []
        items = [
            own.letter_item(self.services, one, now) if due else Item(one.arrived, one.lanes, one) for one in letters
        ]
        return own.in_line(self.services, due, items, searched)

    # ---- inside the batch -------------------------------------------------------------------------------------

    def current(self, timer: Timer) -> bool:
        """What was seen before the lanes were locked may have been dealt with since."""
        self._look_ahead()
        return timers.current(self.services, timer)

    def put_back(self, letters: Sequence[Waiting]) -> None:
        """They are in the store still."""

    def open(self, letter: Waiting) -> own.Piece | None:
        self._look_ahead()
        if self._table.fetch(letter.key) is None:
            return None
        if letter.key == self._condemned:
            own.set_aside_unread(self.services, letter.key, self._delivery(letter))
            self.services.store.table("inbox").put(letter.key, {"at": iso(letter.arrived), "action": "shunted"})
            piece = None
        else:
            piece = self._pieces.pop(letter.key, None) or self._piece(letter)
        self._table.discard(letter.key)
        self._table.discard(_raw(letter.key))
        return piece

    def _look_ahead(self) -> None:
        """With the first item of a shift: what all of them will ask the store."""
        if not self._unopened:
            return
        items, self._unopened, self._pieces = self._unopened, [], {}
        letters = [item.what for item in items if isinstance(item.what, Waiting)]
        self.services.store.foresee({"mailroom": [name for one in letters for name in (one.key, _raw(one.key))]})
        for letter in letters:
            if letter.key != self._condemned and self._table.fetch(letter.key) is not None:
                self._pieces[letter.key] = self._piece(letter)
        kept.foresee_handling(self.services, [piece.message for piece in self._pieces.values()], _lanes(items))

    def _piece(self, letter: Waiting) -> own.Piece:
        """The letter as the judge that took it in has read it, or read now."""
        delivery, message = self._delivery(letter), kept.reading(self._row(letter))
        piece = self.read(delivery) if message is None else own.Piece(delivery, message)
        return replace(piece, message=replace(piece.message, arrived=letter.arrived))

    def _delivery(self, letter: Waiting) -> Delivery:
        return Delivery(letter.uid, kept.octets(self._row(letter)), letter.arrived)

    def _row(self, letter: Waiting) -> dict[str, Any]:
        row = self._table.fetch(_raw(letter.key))
        if row is None:
            raise StoreFault(f"What letter {letter.key} says is missing from the store.")
        return row

    def again(self, piece: own.Piece) -> bool:
        self._put(piece)
        return True

    def settle(self, shift: own.Shift) -> None:
        """The mailbox gave its letters away when they came into the store."""


def _raw(key: str) -> str:
    return f"raw:{key}"


def _letters(items: list[Item]) -> list[str]:
    return [item.what.key for item in items if isinstance(item.what, Waiting)]


def _lanes(items: list[Item]) -> frozenset[str]:
    return frozenset(lane for item in items for lane in item.lanes)


# ---- letters that were in hand when a judge died; `desk/cabinet/crash_guard` has the same for a judge alone ---------


class SharedSuspects:
    """Each judge notes in a row of the store what it takes in hand; whoever comes to a letter noted by a judge that
    lives no more knows what that one died over. Nobody takes a note back: a letter that was dealt with is never come to
    again.

    Ask and take under a lock that one judge holds at a time.
    """

    def __init__(self, store: Store, row: str) -> None:
        self._store = store
        self._table = store.table("house")
        self._row = row
        self._note: dict[str, Any] = {}
        store.sign_in()

    def deaths(self, names: Collection[str], waiting: Collection[str] | None = None) -> dict[str, int]:
        """Of these letters, which no living judge has in hand, those that one died over, with the number of judges in
        a row that died while it was alone in hand. What is not `waiting`, where that is known, is forgotten."""
        self._note = self._table.fetch(self._row) or {"hands": {}, "suspects": {}}
        hands, suspects = self._note["hands"], self._note["suspects"]
        for session in [session for session, hand in hands.items() if not set(names).isdisjoint(hand["letters"])]:
            if not self._store.lives(session):
                hand = hands.pop(session)
                alone = len(hand["letters"]) == 1
                suspects.update(dict.fromkeys(hand["letters"], hand["deaths"] + 1 if alone else 0))
        if waiting is not None:
            self._note = {
                "hands": {by: hand for by, hand in hands.items() if not set(waiting).isdisjoint(hand["letters"])},
                "suspects": {name: number for name, number in suspects.items() if name in waiting},
            }
        return {name: suspects[name] for name in names if name in suspects}

    def take(self, names: Sequence[str], deaths: int = 0, *, pausing: bool = False) -> None:
        """After `deaths`: these are in hand, or after the pause of PAUSE seconds shall be. Who dies in the pause has
        died of something else."""
        for name in names:
            self._note["suspects"].pop(name, None)
        self._note["hands"][self._store.engine.session] = {"letters": [] if pausing else list(names), "deaths": deaths}
        with self._store.batch(lasting=False):
            self._table.put(self._row, self._note)
