"""Where letters wait between the mailbox and their handling, for a judge that has its store to itself.

Nothing is kept here that the mailbox does not hold: a letter is moved there only after the commit that dealt with it.
"""

import traceback
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from functools import partial
from itertools import takewhile

from judge.core.errors import MailFault, NoRoom, StoreFault
from judge.core.values import Value
from judge.desk import timers
from judge.desk.cabinet.crash_guard import DEATHS, Suspects
from judge.desk.mailroom import thread_lookup
from judge.desk.mailroom.ordering_keys import HOUSE, Item, Waiting, along, lanes_of
from judge.desk.services import Services
from judge.desk.timers import Timer
from judge.desk.writing.letterform import Brief
from judge.loglines import Log
from judge.mail.connect import Inbox
from judge.mail.maildir import MaildirBox
from judge.post import Delivery, Message, ReadingRules, Signatures

log = Log(__name__)

BATCH = 128
FIRST = 32
HELD = 4_000_000  # octets of waiting letters that are kept in memory; of the others key and lanes
IN_HAND = 32_000_000  # octets of the letters of one shift, one letter at least
TIMERS = 4
OUTAGE = timedelta(hours=1)
NEVER = datetime.max.replace(tzinfo=UTC)


class Piece(Value):
    """A fetched letter with what was read in it."""

    delivery: Delivery
    message: Message


@dataclass
class Shift:
    """What is to be dealt with in one batch, in order. `done` and `shunted` are filled in while it is dealt with."""

    items: Sequence[Item] = ()
    done: list[str] = field(default_factory=list)
    shunted: list[str] = field(default_factory=list)


Read = Callable[[Delivery], Piece]
"""What stands in a letter."""


def reader_of(services: Services, rules: ReadingRules, signatures: Signatures | None = None) -> Read:
    """Bytes to a piece, by the rules of this judge and what it remembers of its own letters."""

    def read(delivery: Delivery) -> Piece:
        from judge.mail.reading import read_message  # a turn without letters does without

        message = read_message(
            delivery.raw,
            rules,
            delivery.arrived,
            known_ids=lambda name: thread_lookup.letter_of_ours(services, name) is not None,
            said=partial(thread_lookup.said, services),
            signatures=signatures,
            feeds=lambda address: bool(services.files.fed_by(address)),
        )
        return Piece(delivery, message)

    return read


def place_of(services: Services, timer: Timer) -> datetime:
    """Where on the line of time a timer stands: a deadline behind letters within its tolerance."""
    return timer.due + services.config.tolerance if timer.kind == "deadline" else timer.due


def timer_items(services: Services, now: datetime, searched: datetime | None) -> list[Item]:
    """Everything due, in order. A deadline waits until the mailbox was searched at least `settle` after it; all of
    them wait if it was not `searched`."""
    items = [_timer_item(services, timer, searched) for timer in timers.up_to(services, now, 200)]
    return sorted(items, key=lambda item: item.order)


def in_line(services: Services, due: Sequence[Item], letters: Sequence[Item], searched: datetime | None) -> list[Item]:
    """Everything in order. Of deadlines at one instant those come first for which a letter waits, so that nobody who
    writes waits for a thousand games; they are found wherever they stand among them."""
    wanted: dict[str, datetime] = {}
    for item in letters:
        for lane in item.lanes if item.waits else ():
            if not lane.startswith("@"):
                wanted[lane] = min(item.place, wanted.get(lane, item.place))
    here = {item.what.key for item in due if isinstance(item.what, Timer)}
    found = (timers.of_game(services, lane) for lane in sorted(wanted))
    further = [_timer_item(services, timer, searched) for timer in found if timer is not None and timer.key not in here]
    items = [*due, *(item for item in further if item.place < wanted[next(iter(item.lanes))]), *letters]

    def order(item: Item) -> tuple[datetime, bool, str, datetime, str]:
        place, timed, first, last = item.order
        return place, timed, first, wanted.get(last, NEVER) if timed else place, last

    return sorted(items, key=order)


def _timer_item(services: Services, timer: Timer, searched: datetime | None) -> Item:
    waits = timer.kind == "deadline" and (searched is None or timer.due + services.config.settle > searched)
    # a game's timers and its players' bundles share its lane; the judge's own letters touch everything
    lanes = frozenset({timer.game.partition("/")[0] or HOUSE})
    return Item(place_of(services, timer), lanes, timer, waits)


def letter_item(services: Services, letter: Waiting, now: datetime) -> Item:
    """A letter on the line of time. It waits as long as a deadline of its game that stands before it is unresolved."""
    rests = any(
        timer.due <= now and place_of(services, timer) < letter.arrived
        for lane in letter.lanes
        if lane != HOUSE and not lane.startswith("@")
        if (timer := timers.of_game(services, lane)) is not None
    )
    return Item(letter.arrived, letter.lanes, letter, rests)


def set_aside_unread(services: Services, name: str, delivery: Delivery, trace: str = "") -> None:
    """Judges died over it again and again, or nothing can be made of its bytes: kept whole, the keeper is told, nobody
    reads it."""
    reason = trace or f"The judge died {DEATHS} times while it had this letter alone in hand. It was not read again."
    reference = services.shunt.keep(name, delivery.raw, reason, delivery.arrived, "", "", "")
    data = {"reference": reference, "deaths": 0 if trace else DEATHS}
    services.letters.to_keeper(Brief(name, "unread", data, delivery.arrived))
    log.error("letter_unread", letter=reference, deaths=DEATHS)


def put_aside(services: Services, inbox: Inbox, delivery: Delivery, trace: str = "") -> None:
    """The same, durably, and the letter leaves the mailbox."""
    with services.store.batch():
        set_aside_unread(services, Suspects.name(delivery.raw), delivery, trace)
    inbox.settle([delivery.uid], "Shunt")


def opened(services: Services, inbox: Inbox, read: Read, deliveries: Iterable[Delivery]) -> list[Piece]:
    """What stands in the letters; one that cannot even be read is set aside, and the others are dealt with."""
    pieces = []
    for delivery in deliveries:
        try:
            pieces.append(read(delivery))
        except (StoreFault, MailFault):
            raise
        except Exception as fault:
            put_aside(services, inbox, delivery, "".join(traceback.format_exception(fault)))
    return pieces


class OwnMailroom:
    """Hands out shifts of letters and timers in the order they must keep. Letters fetched and not yet dealt with are in
    memory. Where several judges share a store, `extras/postgres/mailroom` does the same.

    held_up         whether something waits that another worker must finish first
    deadlines_rest  no deadline is resolved, and what stands behind one waits: the clock is not to be trusted
    """

    held_up = False

    def __init__(
        self, services: Services, inbox: Inbox, read: Read, crash: Callable[[str], None] = lambda point: None
    ) -> None:
        self.deadlines_rest = False
        self.services = services
        self._inbox = inbox
        self.read = read
        self._crash = crash
        self._waiting: list[Waiting] = []
        self._pieces: dict[str, Piece] = {}
        self._suspects = Suspects(services.config.var / "in-hand")
        self._in_hand: list[bytes] = []
        self._begun = False  # whether letters were read in this tick
        self._behind: frozenset[str] = frozenset()  # letters that older ones, not read yet, must go before
        self._searched: datetime | None = None
        self._down_since: datetime | None = None

    def take_in(self, now: datetime) -> bool:
        """Fetch letters; False when the mailbox holds no more up to `now`. May raise MailFault."""
        self._lighten()
        self._searched = None
        deliveries, passed = self._next(now)
        self._behind = frozenset()
        if not deliveries:
            self._searched = now
            return False
        self._crash("fetched")
        for piece in self._opened(deliveries):
            uid, message = piece.delivery.uid, piece.message
            self._pieces[uid] = piece
            self._waiting.append(Waiting(message.key, message.arrived, uid, size=len(piece.delivery.raw)))
        self._waiting.sort(key=lambda letter: (letter.arrived, letter.uid))
        self._hold_back(passed)
        return True

    def _next(self, now: datetime) -> tuple[Sequence[Delivery], Mapping[str, datetime]]:
        """The letters to be read now. Of very many few the first time in a tick, so that the first answers leave soon;
        and who wrote one is not held up by who wrote a thousand."""
        if not isinstance(self._inbox, MaildirBox):
            return self._inbox.fetch(BATCH, now), {}
        of_many, self._begun = BATCH if self._begun else FIRST, True
        youngest = max((letter.arrived for letter in self._waiting), default=None)
        return self._inbox.by_turns(BATCH, now, of_many, youngest)

    def _hold_back(self, passed: Mapping[str, datetime]) -> None:
        """A letter that has passed older ones stays behind them after all where they may be about the same game."""
        if not passed:
            return
        files = self.services.files
        about = [(seat.game, who) for who in passed for seat in files.seats_of(who)]
        about += [(game.key, game.master) for game in files.games() if game.master in passed]
        games = {HOUSE: min(passed.values())}
        for game, who in about:
            games[game] = min(passed[who], games.get(game, passed[who]))
        self._waiting = [self._laned(letter) for letter in self._waiting]
        self._behind = frozenset(
            letter.uid
            for letter in self._waiting
            if any(lane in games and letter.arrived > games[lane] for lane in letter.lanes)
        )

    def _lighten(self) -> None:
        """Let go of the bytes of letters that wait for a deadline to settle: they lie in the mailbox, and are read
        again when their turn has come."""
        sizes = {uid: len(piece.delivery.raw) for uid, piece in self._pieces.items()}
        held = sum(sizes.values())
        for uid in sorted(sizes, key=lambda uid: -sizes[uid]):
            if held <= HELD:
                return
            held -= sizes[uid]
            self._waiting = [self._laned(one) if one.uid == uid else one for one in self._waiting]
            del self._pieces[uid]

    def _laned(self, letter: Waiting) -> Waiting:
        if letter.lanes:
            return letter
        return replace(letter, lanes=lanes_of(self.services, self._pieces[letter.uid].message))

    def _in_memory(self, chosen: list[Item]) -> list[Item]:
        """What of this can be dealt with at once: no more letters than memory should hold, and none that is gone."""
        taken: list[Item] = []
        size = 0
        for item in chosen:
            if not isinstance(item.what, Waiting):
                taken.append(item)
                continue
            uid = item.what.uid
            if size and size + item.what.size > IN_HAND:
                break
            if uid not in self._pieces:
                letter = self._inbox.again(uid)
                if letter is None or (piece := self.read(letter)).message.key != item.what.key:
                    self._waiting = [one for one in self._waiting if one.uid != uid]
                    continue  # it has gone from the folder
                self._pieces[uid] = replace(piece, message=replace(piece.message, arrived=item.what.arrived))
            size += item.what.size
            taken.append(item)
        return taken

    def _opened(self, deliveries: Sequence[Delivery]) -> list[Piece]:
        """Read what was fetched; after a death the letters that were in hand one by one."""
        if not any(self._suspects.suspected(delivery.raw) for delivery in deliveries):
            with self._suspects.holding([delivery.raw for delivery in deliveries]):
                going = takewhile(lambda _: not self.services.stopping(), deliveries)
                return opened(self.services, self._inbox, self.read, going)
        pieces = []
        for delivery in takewhile(lambda _: not self.services.stopping(), deliveries):
            if self._suspects.condemned(delivery.raw):
                put_aside(self.services, self._inbox, delivery)
                self._suspects.acquit(delivery.raw)
                continue
            with self._suspects.holding([delivery.raw]):
                pieces += opened(self.services, self._inbox, self.read, [delivery])
        return pieces

    @contextmanager
    def shift(self, now: datetime) -> Iterator[Shift]:
        """What may be dealt with now, empty when nothing may; until the mailbox has been searched to its end, only
        letters before everything that is due. Open the batch inside."""
        chosen = self._in_memory(self._choose(now))
        pieces = self._read_in(chosen)
        if any(self._suspects.suspected(piece.delivery.raw) for piece in pieces):
            chosen, pieces = chosen[:1], self._read_in(chosen[:1])
        self._in_hand = [piece.delivery.raw for piece in pieces]
        taken = {id(item.what) for item in chosen}
        self._waiting = [letter for letter in self._waiting if id(letter) not in taken]
        thread_lookup.expected(self.services, [piece.message for piece in pieces])
        with self._suspects.holding(self._in_hand) if pieces else nullcontext():
            try:
                yield Shift(chosen)
            except NoRoom:  # undone as a whole: all of it comes again
                self.put_back([item.what for item in chosen if isinstance(item.what, Waiting)])
                raise

    def _read_in(self, items: Sequence[Item]) -> list[Piece]:
        """What stands in the letters among them."""
        return [self._pieces[item.what.uid] for item in items if isinstance(item.what, Waiting)]

    def _choose(self, now: datetime) -> list[Item]:
        searched = None if self.deadlines_rest else self._searched
        due = timer_items(self.services, now, searched)
        if due and self._searched is not None:
            self._waiting = [self._laned(letter) for letter in self._waiting]
            letters = [letter_item(self.services, letter, now) for letter in self._waiting]
            items = in_line(self.services, due, letters, searched)
            return along(items, BATCH, TIMERS, len(items) + 1)
        first = [letter for letter in self._waiting if letter.uid not in self._behind][:BATCH]
        before = [letter for letter in first if not due or letter.arrived <= due[0].place]
        return [Item(letter.arrived, letter.lanes, letter) for letter in before]

    def current(self, timer: Timer) -> bool:
        """Inside the batch, whether this is still due: a letter before it may have moved it."""
        return timers.current(self.services, timer)

    def put_back(self, letters: Sequence[Waiting]) -> None:
        """Letters of the shift that were not opened, because something due now stands before them."""
        self._waiting = [*letters, *self._waiting]

    def open(self, letter: Waiting) -> Piece | None:
        """Inside the batch: the letter, which counts as dealt with now; None if it was dealt with before."""
        return self._pieces.pop(letter.uid, None)

    def settle(self, shift: Shift) -> None:
        """After the commit: put the letters away."""
        for raw in self._in_hand:
            self._suspects.acquit(raw)
        if shift.done:
            self._inbox.settle(shift.done, "Done")
        if shift.shunted:
            self._inbox.settle(shift.shunted, "Shunt")

    def again(self, piece: Piece) -> bool:
        """Inside a batch: keep a letter that is to be handled anew, durably; False if it must be handled at once."""
        return False

    def unreachable(self, now: datetime) -> None:
        """The mailbox could not be reached."""
        self._down_since = self._down_since or now

    def outage(self, due: datetime, now: datetime) -> bool:
        """Whether the mailbox was out of reach for long over this instant."""
        down = self._down_since
        return down is not None and down <= due and now - down >= OUTAGE

    def release(self, fault: bool) -> None:
        """The tick is over; after a fault, what was not dealt with is fetched again. Letters that rest until a deadline
        has settled stay here, so that nobody looks at them again and again."""
        self._begun = False
        if not fault:
            self._down_since = None
            return self._lighten()
        self._inbox.release([letter.uid for letter in self._waiting])
        self._waiting = []
        self._pieces.clear()
