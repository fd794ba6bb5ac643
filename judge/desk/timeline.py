"""The timeline: letters by stamp and due deadlines merged into one order, so that being down changes nothing.

A tick drains the mailbox first. A deadline stands behind every letter stamped up to its tolerance, and is resolved
only once `settle` is over and a search of the mailbox newer than that has succeeded.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from judge.core.errors import MailFault, StoreFault
from judge.core.variant import Duty
from judge.desk import deadlines, digest, publish, timers
from judge.desk.intake import Intake
from judge.desk.office import Office
from judge.desk.records import Game, Status, iso
from judge.desk.timers import Timer
from judge.mail.connect import Inbox
from judge.mail.reading import ReadingRules, read_message
from judge.post import Delivery, Message

BATCH = 128
OUTAGE = timedelta(hours=1)
LATE_REMINDER = timedelta(hours=1)


@dataclass
class Tally:
    """What one tick did."""

    letters: int = 0
    shunted: int = 0
    resolved: int = 0
    reminders: int = 0
    fault: str = ""

    def line(self) -> str:
        return f"{self.letters} letters, {self.resolved} deadlines, {self.reminders} reminders"


@dataclass(frozen=True)
class Piece:
    """A fetched letter with what was read in it."""

    delivery: Delivery
    message: Message


class Timeline:
    """Ticks: fetch, merge, handle, settle. `crash` is called at the points of the crash table (tests only)."""

    def __init__(
        self,
        office: Office,
        inbox: Inbox,
        rules: ReadingRules,
        *,
        unreachable: bool = False,
        crash: Callable[[str], None] = lambda point: None,
        progress: Callable[[Tally], None] = lambda tally: None,
    ) -> None:
        self.office = office
        self.intake = Intake(office)
        self._inbox = inbox
        self._rules = rules
        self._can_be_unreachable = unreachable
        self._down_since: datetime | None = None
        self._crash = crash
        self._progress = progress

    # ---- the tick ---------------------------------------------------------------------------------------------

    def tick(self, now: datetime) -> Tally:
        """Everything that is there and due, in order of time. StoreFault is not survived; MailFault is told."""
        tally = Tally()
        later: list[Piece] = []
        try:
            while True:
                self._drain(now, later, tally)
                if not self._next_step(now, later, tally):
                    break
            self._down_since = None
        except MailFault as fault:
            self._down_since = self._down_since or now
            tally.fault = str(fault)
        finally:
            if later:  # not handled: the mailbox hands them over again
                self._inbox.release([piece.delivery.uid for piece in later])
        timers.ensure_digest(self.office, now)
        return tally

    def _drain(self, now: datetime, later: list[Piece], tally: Tally) -> None:
        """Fetch until nothing new comes; letters behind the next deadline wait in `later`."""
        while deliveries := self._inbox.fetch(BATCH, now):
            self._crash("fetched")
            pieces = sorted((self._read(d) for d in deliveries), key=_order)
            edge = self._edge(now)
            self._handle([p for p in pieces if edge is None or p.message.arrived <= edge], tally)
            later += [p for p in pieces if edge is not None and p.message.arrived > edge]
        later.sort(key=_order)

    def _edge(self, now: datetime) -> datetime | None:
        """Letters stamped later than this stand behind something that is due."""
        due = self._due(now)
        return self._place(due[0]) if due else None

    def _due(self, now: datetime) -> list[Timer]:
        settle = self.office.config.settle
        found = timers.up_to(self.office, now, 200)
        ripe = [t for t in found if t.kind != "deadline" or t.due + settle <= now]
        return sorted(ripe, key=lambda t: (self._place(t), t.kind, t.game))

    def _place(self, timer: Timer) -> datetime:
        """Where on the line of time a timer stands: a deadline behind letters within its tolerance."""
        return timer.due + self.office.config.tolerance if timer.kind == "deadline" else timer.due

    def _next_step(self, now: datetime, later: list[Piece], tally: Tally) -> bool:
        """The earliest of what is due and the letters behind it. False when nothing is left."""
        due = self._due(now)
        if not due and not later:
            return False
        edge = self._place(due[0]) if due else None
        ready = [p for p in later if edge is None or p.message.arrived <= edge]
        if ready:
            later[:] = [p for p in later if p not in ready]
            self._handle(ready, tally)
            return True
        self._fire(due[0], now, tally)
        self._progress(tally)
        return True

    # ---- letters ----------------------------------------------------------------------------------------------

    def _read(self, delivery: Delivery) -> Piece:
        return Piece(delivery, read_message(delivery.raw, self._rules, delivery.arrived, known_ids=self._ours))

    def _ours(self, message_id: str) -> bool:
        return False

    def _handle(self, pieces: list[Piece], tally: Tally) -> None:
        """One durable commit for a batch, one savepoint a letter; only then is anything moved."""
        for start in range(0, len(pieces), BATCH):
            self._commit(pieces[start : start + BATCH], tally)

    def _commit(self, pieces: list[Piece], tally: Tally) -> None:
        done: list[str] = []
        shunted: list[str] = []
        with self.office.store.batch():
            for piece in pieces:
                (done if self._one(piece) else shunted).append(piece.delivery.uid)
            self._crash("handled")
        self._crash("committed")
        if done:
            self._inbox.settle(done, "Done")
        if shunted:
            self._inbox.settle(shunted, "Shunt")
        self._crash("settled")
        tally.letters += len(pieces)
        tally.shunted += len(shunted)
        self._progress(tally)
        self._release(tally)

    def _one(self, piece: Piece) -> bool:
        try:
            with self.office.store.savepoint():
                self.intake.handle(piece.message)
            return True
        except StoreFault:
            raise
        except Exception as fault:
            self.office.files.forget()
            self._set_aside(piece, fault)
            return False

    def _set_aside(self, piece: Piece, fault: Exception) -> None:
        """The letter is kept whole, master and sender are told, the loop goes on."""
        office, message = self.office, piece.message
        trace = "".join(traceback.format_exception(fault))
        game = self._meant_for(message)
        reference = office.shunt.keep(message.key, piece.delivery.raw, trace, message.arrived, game.key if game else "",
                                      message.sender, message.subject)  # fmt: skip
        office.store.table("inbox").put(message.key, {"at": iso(message.arrived), "action": "shunted"})
        data = {"reference": reference, "sender": message.sender, "subject": message.subject,
                "reason": f"{type(fault).__name__}"}  # fmt: skip
        if game is not None:
            office.letters.to_master(
                game, cause=message.key, kind="shunted", template="session/shunted.txt", data=data, now=message.arrived
            )
        if message.sender:
            office.letters.to_address(
                message.sender,
                cause=message.key,
                kind="shunted",
                template="session/set_aside.txt",
                data=data,
                now=message.arrived,
                answering=message,
                notice=False,
            )

    def _meant_for(self, message: Message) -> Game | None:
        name = message.credential.partition(".")[0]
        for line in message.lines:
            words = line.text.split()
            if not name and len(words) > 1 and words[0].upper() in ("SIGNON", "MASTER"):
                name = words[1].rpartition("@")[2]
        return self.office.files.game(name) if name else None

    def _release(self, tally: Tally) -> None:
        """Letters a master has released from quarantine are handled again."""
        while self.office.released:
            reference = self.office.released.pop(0)
            try:
                raw = self.office.shunt.raw(reference)
            except FileNotFoundError:
                continue
            now = self.office.clock.now()
            delivery = Delivery(f"released:{reference}", raw, now)
            piece = self._read(delivery)
            with self.office.store.batch():
                self.office.store.table("inbox").drop(piece.message.key)
                self.office.shunt.drop(reference)
                self._one(Piece(delivery, replace(piece.message, arrived=now)))
            tally.letters += 1

    # ---- what is due ------------------------------------------------------------------------------------------

    def _fire(self, timer: Timer, now: datetime, tally: Tally) -> None:
        with self.office.store.batch():
            try:
                with self.office.store.savepoint():
                    timers.drop(self.office, timer)
                    self._carry_out(timer, now, tally)
            except StoreFault:
                raise
            except Exception as fault:
                self.office.files.forget()
                self._broken(timer, fault, now)

    def _carry_out(self, timer: Timer, now: datetime, tally: Tally) -> None:
        if timer.kind == timers.DIGEST:
            digest.send(self.office, timer.due, now)
            return
        game = self.office.files.game(timer.game)
        if game is None or game.status is not Status.ACTIVE or game.round != timer.round:
            return
        if timer.kind == "deadline":
            self._deadline(game, timer, now, tally)
        elif timer.kind == "remind" and now - timer.due <= LATE_REMINDER:
            tally.reminders += self._remind(game, timer)
        elif timer.kind == "report" and game.locked:
            self._nag(game, timer)

    def _deadline(self, game: Game, timer: Timer, now: datetime, tally: Tally) -> None:
        if game.deadline != iso(timer.due):
            return
        down = self._down_since
        if self._can_be_unreachable and down is not None and down <= timer.due and now - down >= OUTAGE:
            self._outage(game, timer)
            return
        deadlines.due(self.office, game, self._place(timer))
        tally.resolved += 1

    def _outage(self, game: Game, timer: Timer) -> None:
        """Our mailbox could not be reached over the deadline: a day more, for everybody."""
        moved = self.office.files.save_game(replace(game, deadline=iso(timer.due + timedelta(days=1))))
        self.office.log_event(moved, "deadline_set", timer.due, data={"old": game.deadline, "new": moved.deadline,
                                                                     "reason": "outage"})  # fmt: skip
        timers.set_for(self.office, moved, timer.due)
        publish.bulletin(self.office, moved, "outage", timer.due, f"{game.key}:{game.round}:outage", old=game.deadline)

    def _remind(self, game: Game, timer: Timer) -> int:
        """To every seat that may act and has no order on file (NO TRADE is one, an emptied sheet is none)."""
        office, count = self.office, 0
        agenda = office.agenda(game)
        filed = {record.seat for record in office.files.sheets(game.key, game.phase) if record.sheet}
        for seat in office.files.seats(game.key).values():
            if seat.vacant or seat.name in filed or agenda.duties.get(seat.name, Duty.NONE) is Duty.NONE:
                continue
            publish.reminder(office, game, seat, timer.hours, timer.due)
            count += 1
        return count

    def _nag(self, game: Game, timer: Timer) -> None:
        agenda = self.office.agenda(game)
        publish.report_wanted(self.office, game, agenda, timer.due, again=True)
        if timer.hours >= agenda.report_hours:
            timers.put(self.office, replace(timer, due=timer.due + timedelta(days=1), hours=timer.hours + 24))

    def _broken(self, timer: Timer, fault: Exception, now: datetime) -> None:
        """A fault of ours while something was due: the game is held, its master told, the others go on."""
        timers.drop(self.office, timer)
        game = self.office.files.game(timer.game) if timer.game else None
        if game is None:
            return
        reason = f"{type(fault).__name__}: {fault}"
        game = self.office.files.save_game(replace(game, status=Status.HELD, reason=reason[:300]))
        trace = "".join(traceback.format_exception(fault))[-4000:]
        self.office.log_event(game, "held", now, data={"reason": reason, "trace": trace})
        publish.held(self.office, game, reason, now)


def _order(piece: Piece) -> tuple[datetime, str]:
    return piece.message.arrived, piece.delivery.uid


def next_wake(office: Office, now: datetime, longest: timedelta) -> timedelta:
    """How long the daemon may sleep before something is due."""
    due = timers.next_due(office)
    if due is None:
        return longest
    wait = max(due + office.config.settle - now, timedelta(seconds=0))
    return min(wait, longest)
