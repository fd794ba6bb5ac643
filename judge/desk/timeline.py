"""The timeline: letters by stamp and due deadlines merged into one order, so that being down changes nothing.

A tick drains the mailbox first. A deadline stands behind every letter stamped up to its tolerance, and is resolved
only once `settle` is over and a search of the mailbox newer than that has succeeded.
"""

import contextlib
import traceback
from collections.abc import Callable
from dataclasses import KW_ONLY, dataclass, replace
from datetime import datetime, timedelta
from functools import cached_property, partial

from judge.core.errors import Conflict, InputError, MailFault, NoRoom, Stopped, StoreFault
from judge.desk import timers
from judge.desk.cabinet.limits import ONCE_A_DAY
from judge.desk.cabinet.records import Cause, Game, Status, iso
from judge.desk.mailroom import bounces, thread_lookup
from judge.desk.mailroom.ordering_keys import Item
from judge.desk.mailroom.own import OwnMailroom, Piece, Shift, place_of, reader_of
from judge.desk.news import publish
from judge.desk.phases import resolving, waiting
from judge.desk.services import Services
from judge.desk.timers import Tally, Timer
from judge.desk.writing.letterform import Brief
from judge.durable import no_room
from judge.loglines import Log, short
from judge.mail.connect import Inbox
from judge.optional import wanted
from judge.post import Action, Delivery, Message, ReadingRules, Signatures

log = Log(__name__)

LATE_REMINDER = timedelta(hours=1)
STUCK_NAMED = 20  # letters that cannot be read or put away
DEADLINES = 4  # resolved in one tick; before the others the mailbox is searched again, so that no letter waits for all
REGULAR = {timers.DIGEST: "digest", timers.HEALTH: "keepers_letter", timers.ZINE: "zine.issues"}
"""Letters of the judge's own -> the extra that writes them."""


@dataclass(eq=False, repr=False)
class Timeline:
    """Ticks: fetch, merge, handle, settle.

    unreachable  the mailbox may be out of reach
    crash        is called at the points of the crash table (tests only)
    progress     is called after each shift, when its commit is durable
    stopping     whether to end: nothing of the letter in hand counts then
    """

    services: Services
    inbox: Inbox
    rules: ReadingRules
    _: KW_ONLY
    unreachable: bool = False
    signatures: Signatures | None = None
    crash: Callable[[str], None] = lambda point: None
    progress: Callable[[Tally], None] = lambda tally: None
    stopping: Callable[[], bool] = lambda: False

    def __post_init__(self) -> None:
        self.services.stopping = self.stopping
        own = not self.services.store.shared
        room: Callable[..., OwnMailroom] = OwnMailroom if own else wanted("postgres.mailroom").SharedMailroom
        read = reader_of(self.services, self.rules, self.signatures)
        self.room = room(self.services, self.inbox, read, self.crash)

    @cached_property
    def handle(self) -> Callable[[Message, bytes], None]:
        """Deals with one letter."""
        from judge.desk.counter import letter  # a turn without letters does without

        return partial(letter.handle, self.services)

    # ---- the tick ---------------------------------------------------------------------------------------------

    def tick(self, now: datetime, deadlines: bool = True) -> Tally:
        """What is there and due, in order of time: all letters, and so many deadlines as hold nobody up for long (the
        tally says if there may be more). StoreFault is not survived; MailFault is told.

        Without `deadlines` none is resolved, and what stands behind one waits: the clock is not to be trusted."""
        tally = Tally()
        fault = True
        self.room.deadlines_rest = not deadlines
        try:
            while not self.stopping() and self.room.take_in(now):
                while self._shift(now, tally):
                    pass
            while not tally.more and self._shift(now, tally):
                tally.more = tally.resolved >= DEADLINES
            fault = False
        except MailFault as error:
            self.room.unreachable(now)
            tally.fault = str(error)
        except NoRoom as error:  # nothing of the batch was written: all of it comes again
            tally.fault = str(error)
        finally:
            self.room.release(fault)
        tally.held_up = self.room.held_up
        self._tell_of_stuck(now)
        timers.ensure_regular(self.services, now)
        return tally

    def _tell_of_stuck(self, now: datetime) -> None:
        """The keeper hears, once a day, of letters that lie in the mailbox and that nobody gets to read or away."""
        names = sorted(self.inbox.stuck)
        if not names or not self.services.config.judge.keeper:
            return
        with contextlib.suppress(Conflict), self.services.store.batch():  # another judge tells him just now
            if self.services.limits.take("stuck", now, ONCE_A_DAY):
                data = {"names": names[:STUCK_NAMED], "more": max(len(names) - STUCK_NAMED, 0)}
                self.services.letters.to_keeper(Brief(f"stuck:{iso(now)}", "stuck", data, now))

    def _shift(self, now: datetime, tally: Tally) -> bool:
        """One batch: a savepoint a letter or timer, one durable commit; only then is anything moved. False when
        nothing is left to do, or nothing more may be done."""
        if self.stopping():
            return False
        with self.room.shift(now) as shift:
            if not shift.items:
                return False
            try:
                done = self._batch(shift, now)
            except Conflict:
                self.services.released.clear()
                return True  # another worker was first: what is still to be done is found anew
            self.crash("committed")
            self.room.settle(shift)
            self.crash("settled")
        tally.add(done)
        self.progress(tally)
        return True

    def _batch(self, shift: Shift, now: datetime) -> Tally:
        done = Tally()
        self.services.next_deadlines.clear()
        with self.services.store.batch():
            for number, item in enumerate(shift.items):
                if self.stopping():
                    break
                # a deadline that this batch has set (by DEADLINE, PROCESS ...) may be due already and stand before it
                due = min(self.services.next_deadlines, default=now)
                if due < now and due + self.services.config.tolerance < item.place:
                    rest = [other.what for other in shift.items[number:]]
                    self.room.put_back([what for what in rest if not isinstance(what, Timer)])
                    break
                try:
                    self._item(item, shift, now, done)
                except Stopped:  # it stays where it was, and nothing of it in the store
                    self.services.files.forget()
                    break
            self._released(done)
            self.crash("handled")
        return done

    def _item(self, item: Item, shift: Shift, now: datetime, done: Tally) -> None:
        if isinstance(item.what, Timer):
            if self.room.current(item.what):
                timer = item.what
                with self.services.store.batch():
                    fault = self._fault(lambda: self._carry_out(timer, now, done))
                    if fault is not None:
                        self._broken(timer, fault, now)
        elif (piece := self.room.open(item.what)) is not None:
            try:
                good = self._one(piece)
            except Stopped:
                self.room.again(piece)
                raise
            (shift.done if good else shift.shunted).append(item.what.uid)
            done.letters += 1
            done.shunted += not good

    # ---- letters ----------------------------------------------------------------------------------------------

    def _one(self, piece: Piece) -> bool:
        fault = self._fault(lambda: self.handle(piece.message, piece.delivery.raw))
        if fault is not None:
            self._set_aside(piece, fault)
        else:
            log.info("letter", letter=short(piece.message.key), action=str(piece.message.action))
        return fault is None

    def _fault(self, work: Callable[[], None]) -> Exception | None:
        """Do it in a savepoint. The fault of ours that undid it, if there was one; what concerns the whole judge is
        raised."""
        try:
            with self.services.store.savepoint():
                work()
            return None
        except (StoreFault, Stopped, NoRoom):
            raise
        except Exception as fault:
            if (full := no_room(fault)) is not None:
                raise full from fault
            self.services.files.forget()  # what the undone savepoint changed
            return fault

    def _set_aside(self, piece: Piece, fault: Exception) -> None:
        """The letter is kept whole, master and sender are told, the loop goes on."""
        services, message = self.services, piece.message
        trace = "".join(traceback.format_exception(fault))
        game = self._meant_for(message)
        name, raw = game.key if game else "", piece.delivery.raw
        about = (message.arrived, name, message.sender, message.subject)
        reference = services.shunt.keep(message.key, raw, trace, *about)
        log.error("letter_set_aside", letter=reference, game=name, fault=type(fault).__name__)
        services.store.table("inbox").put(message.key, {"at": iso(message.arrived), "action": "shunted"})
        try:
            with services.store.savepoint():
                self._tell_of(message, game, reference, fault)
        except StoreFault:
            raise
        except Exception:  # it is kept, listed and in the log: nobody can be told, and the others must go on
            services.files.forget()
            log.exception("nobody_told", letter=reference)

    def _tell_of(self, message: Message, game: Game | None, reference: str, fault: Exception) -> None:
        """The game's master and the sender hear that a letter is set aside."""
        services = self.services
        data = {
            "reference": reference,
            "sender": message.sender,
            "subject": message.subject,
            "reason": str(fault) if isinstance(fault, InputError) else type(fault).__name__,
        }
        if game is not None:
            services.letters.to_master(game, Brief(message.key, "shunted", data, message.arrived))
        robot = message.action is Action.AUTO or services.files.fed_by(message.sender)
        if message.sender and not robot:
            brief = Brief(message.key, "shunted", data, message.arrived, template="session/set_aside.txt")
            services.letters.to_address(message.sender, replace(brief, answering=message))

    def _meant_for(self, message: Message) -> Game | None:
        name = message.credential.partition(".")[0]
        for line in message.lines:
            words = line.text.split()
            if not name and len(words) > 1 and words[0].upper() in ("SIGNON", "MASTER"):
                name = words[1].rpartition("@")[2]
        return self.services.files.game(name) if name else None

    def _released(self, tally: Tally) -> None:
        """Letters a master has released from quarantine are handled again, in the same batch or by whoever is next; to
        their end, for they lie nowhere else."""
        stopping, self.services.stopping = self.services.stopping, bool
        try:
            while self.services.released:
                reference = self.services.released.pop(0)
                try:
                    raw = self.services.shunt.raw(reference)
                except FileNotFoundError:
                    continue
                now = self.services.clock.now()
                piece = self.room.read(Delivery(f"released:{reference}", raw, now))
                piece = replace(piece, message=replace(piece.message, arrived=now))
                thread_lookup.forget(self.services, piece.message)
                self.services.shunt.drop(reference)
                if not self.room.again(piece):
                    self._one(piece)
                    tally.letters += 1
        finally:
            self.services.stopping = stopping

    # ---- what is due ------------------------------------------------------------------------------------------

    def _carry_out(self, timer: Timer, now: datetime, tally: Tally) -> None:
        timers.drop(self.services, timer)
        if not timer.game:
            wanted(REGULAR[timer.kind]).due(self.services, timer.due, now)
            tally.regular += 1
        elif timer.kind == timers.BUNDLE:
            publish.send_bundle(self.services, timer.game, timer.due)
        elif (game := self.services.files.game(timer.game)) is None or game.round != timer.round:
            return
        elif timer.kind not in ("deadline", "remind", "report"):
            from judge.desk.words.clock import ERRANDS  # most turns have none

            if errand := ERRANDS.get(timer.kind):
                errand(self.services, game, timer)
        elif game.status is not Status.ACTIVE:
            return
        elif timer.kind == "deadline":
            self._deadline(game, timer, now, tally)
        elif timer.kind == "remind" and now - timer.due <= LATE_REMINDER:
            tally.reminders += self._remind(game, timer)
        elif timer.kind == "report" and game.locked:
            tally.reminders += self._nag(game, timer, now)

    def _deadline(self, game: Game, timer: Timer, now: datetime, tally: Tally) -> None:
        if game.deadline != iso(timer.due):
            return
        if self.unreachable and self.room.outage(timer.due, now):  # over the deadline: a day more for everybody
            moved = waiting.put_off(self.services, game, timer.due + timedelta(days=1), "outage", Cause(timer.due))
            cause = f"{game.key}:{game.round}:outage"
            return publish.bulletin(self.services, moved, "outage", Cause(timer.due, cause), old=game.deadline)
        resolving.due(self.services, game, place_of(self.services, timer))
        tally.resolved += 1

    def _remind(self, game: Game, timer: Timer) -> int:
        """To whoever has no order on file and may act; the master hears in time of those whose letters come back."""
        unwritten = waiting.unwritten(self.services, game, self.services.agenda(game))
        silent = [seat for seat in unwritten if not seat.vacant]
        for seat in silent:
            publish.reminder(self.services, game, seat, timer.hours, timer.due)
        rows, at = bounces.bouncing(self.services, silent), timer.due
        if rows and self.services.limits.take(f"unreachable:{game.key}:{game.deadline}", at, ONCE_A_DAY):
            cause = f"{game.key}:{game.round}:{game.deadline}:unreachable:{iso(at)}"
            self.services.letters.to_master(game, Brief(cause, "unreachable", {"rows": rows}, at))
        return len(silent)

    def _nag(self, game: Game, timer: Timer, now: datetime) -> int:
        """The report is awaited still; after a time without a judge once for all days of it."""
        agenda, hours = self.services.agenda(game), timedelta(hours=timer.hours)
        if timer.hours < agenda.report_hours:
            if timer.due - hours + timedelta(hours=agenda.report_hours) <= now:
                return 0  # the next one is due as well
        elif (last := timers.newest(timer, now)) != timer:
            timers.put(self.services, last)  # letters that came before it are read first
            return 0
        else:
            timers.put(self.services, replace(timer, due=timer.due + timedelta(days=1), hours=timer.hours + 24))
        late = max(0, timer.hours - agenda.report_hours) // 24
        publish.report_wanted(self.services, game, agenda, timer.due, late)
        return 1

    def _broken(self, timer: Timer, fault: Exception, now: datetime) -> None:
        """A fault of ours while something was due: the game is held, its master told, the others go on."""
        timers.drop(self.services, timer)
        game = self.services.files.game(timer.game) if timer.game else None
        if game is None:
            return
        reason = f"{type(fault).__name__}: {fault}"
        game = self.services.files.save_game(replace(game, status=Status.HELD, reason=reason[:300]))
        trace = "".join(traceback.format_exception(fault))[-4000:]
        self.services.log_event(game, "held", Cause(now), data={"reason": reason, "trace": trace})
        publish.held(self.services, game, reason, now)
