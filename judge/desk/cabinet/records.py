"""What the desk keeps on file, as frozen records: games, seats, people, sheets."""

from collections.abc import Mapping
from dataclasses import field, replace
from datetime import UTC, datetime
from enum import StrEnum
from functools import cached_property, lru_cache
from typing import Any

from judge.core.addressing import canonical
from judge.core.codec import unpack
from judge.core.values import Value
from judge.core.variant import Role, Seat

RENAMED = {("press", "all"): "partial"}
"""Settings of the house whose values were called otherwise before: (setting, then) -> now. Old games and exports have
them, and masters know them."""


ROBOT = "Robot "
"""What the pseudonyms of the house's players begin with, and nobody else's."""


class Cause(Value):
    """What brings something about, and when: the key of a letter or of a part of it, or a name made of what is due; ""
    where nobody asked for it. Events and letters are put down to it."""

    at: datetime
    key: str = ""

    def part(self, what: object) -> "Cause":
        """One of several things that it brings about."""
        return Cause(self.at, f"{self.key}:{what}")


class Status(StrEnum):
    FORMING = "forming"
    ACTIVE = "active"
    PAUSED = "paused"
    HELD = "held"  # an audit failed: only the master can let it go on
    FINISHED = "finished"


class Played(Value):
    """A resolved phase: which event holds it, which snapshot it started from, and its dice link."""

    phase: str
    revision: int
    event: int
    snapshot: int
    link: int
    deadline: str


CLOCK, LETTER, ROLLBACK = "clock", "letter", "rollback"
KEPT = 16  # spans of a game: longer than reply tokens live
FORGOTTEN = "an earlier phase"


class Span(Value):
    """A span of time in which one phase stood open (`Game.windows`).

    round      the round of the reply tokens written in it
    phase      "" after the end of the game
    opened     when it could first be known that it was open ("" if that is not known any more)
    deadline   the deadline it had at last; `closed` is the instant up to which letters were in time: the deadline with
               its tolerance, or the letter that brought the results about earlier. Both "" while it is open
    by         what opened it: CLOCK, LETTER (a word, a report) or ROLLBACK
    """

    round: int
    phase: str
    opened: str
    deadline: str = ""
    closed: str = ""
    by: str = ""

    @property
    def over(self) -> str:
        """When it was over for its players: at its deadline, or before."""
        return min(self.deadline, self.closed) if self.deadline else self.closed


class Game(Value):
    """A game's standing facts. Times are ISO texts in UTC ("" for none).

    options / house  settings of the variant and of the house
    round            counts resolutions and rollbacks: never used twice, so reply tokens of old rounds are stale
    revision         1 for a phase played the first time, 2 after a rollback ...
    snapshot         number of the snapshot the open phase started from; `acts` are the event numbers since
    announced        the deadline as the master or the grid last set it; `deadline` is the instant in force
    cutoff           while `locked`: letters stamped later are too late for the open phase
    settled          when it could first be known that the open phase was open
    spans            which phase stood open when (`windows`)
    moved            how often the deadline was set anew: the SEQUENCE of its calendar entry
    graced           this phase's deadline was put off once because somebody who owed a sheet had sent none (D-9)
    deputies         addresses of masters beside the first
    holding          the master looks at results before they go out; `looked` is the round in which he is at it
    nonce            of the master's reply tokens: another with each new password
    locked           the deadline has passed and the master's report is awaited (B-8): sheets are closed
    board_from       whose letters report the board (the setting), and `elsewhere`: what they told last
    untold           events of resolved phases whose results come with those of the next, which is over at once
    anchor, link     the dice chain's anchor, and the number of the link used last
    """

    key: str
    variant: str
    rules_version: int
    master: str
    master_hash: str
    created: str
    status: Status = Status.FORMING
    options: Mapping[str, str] = field(default_factory=dict)
    house: Mapping[str, str] = field(default_factory=dict)
    schedule: str = "FRI 18:00 Europe/London"
    list: str = ""
    phase: str = ""
    round: int = 0
    revision: int = 1
    snapshot: int = 0
    acts: tuple[int, ...] = ()
    deadline: str = ""
    moved: int = 0
    cutoff: str = ""
    settled: str = ""
    locked: bool = False
    graced: bool = False
    anchor: str = ""
    link: int = 0
    played: tuple[Played, ...] = ()
    spans: tuple[Span, ...] = ()
    ended: Mapping[str, Any] | None = None
    reason: str = ""
    nonce: str = ""
    deputies: tuple[str, ...] = ()
    holding: bool = False
    looked: int = 0
    board_from: str = ""
    elsewhere: Mapping[str, Any] = field(default_factory=dict)
    untold: tuple[int, ...] = ()

    @cached_property
    def rules(self) -> tuple[str, int, tuple[tuple[str, str], ...]]:
        """What its names hang on: the variant, its edition, and the options."""
        return self.variant, self.rules_version, tuple(sorted(self.options.items()))

    def zone(self) -> str:
        return self.schedule.split()[-1]

    @property
    def masters(self) -> tuple[str, ...]:
        """The addresses of all who run it."""
        return (self.master, *self.deputies)

    @property
    def held_back(self) -> bool:
        """Whether the open phase is closed, and its master looks at the results."""
        return self.locked and self.looked == self.round

    @property
    def practice(self) -> bool:
        """Whether it is played to try things: it stands in no list, record or archive."""
        return self.house.get("practice", "no") == "yes"

    @property
    def unrun(self) -> bool:
        """Whether nobody runs it: a practice game of one player, which is in the keeper's name alone."""
        return self.practice and self.house["open"] != "yes"

    @property
    def shown(self) -> bool:
        """Whether it is anybody's to see: in the archive, the zine, the digest, notices elsewhere."""
        return self.house["open"] == "yes" and not self.practice

    # ---- which phase stood open when: what a letter was written for, by its stamp or by the reply token it came with.
    # A game's phases follow one another in spans of time, each beginning when it could first be known that the one
    # before was over. Spans never overlap and their openings never go back, whatever the order in which letters came to
    # light.

    def windows(self) -> tuple[Span, ...]:
        """Oldest first, the present one last; none before the start. Of a game that an older judge left, what can be
        told of the last two."""
        if self.spans or not self.round:
            return self.spans
        now = Span(self.round, self.phase, self.settled, by=CLOCK)
        if not self.played:
            return (now,)
        before = self.played[-1]
        over = self.settled if self.locked else min(self.cutoff, self.settled)
        return Span(self.round - 1, before.phase, "", before.deadline, over), now

    def opened(self, known: datetime, by: str) -> "Game":
        """The game with the span of its phase and round begun; `known` is when that could first be known."""
        return replace(self, spans=(*self.spans, Span(self.round, self.phase, iso(known), by=by))[-KEPT:])

    def closed(self, at: datetime) -> "Game":
        """The game with its present span closed: letters stamped up to `at` were in time for it."""
        *before, now = self.windows()
        over = self.cutoff if self.locked else iso(at)
        return replace(self, spans=(*before, replace(now, deadline=self.deadline, closed=over)))

    def going_on(self, at: datetime, known: datetime, by: str, **fields: Any) -> "Game":
        """The game with these fields, its present span closed at that moment and the one of its next round begun.
        `known`: when that could first be known."""
        shut = replace(self.closed(at), round=self.round + 1, locked=False, cutoff=iso(at), settled=iso(known))
        return replace(shut, **fields).opened(known, by)

    def not_before(self, at: datetime) -> datetime:
        """When a letter stamped `at` can take effect: it may have come to light after things that happened later."""
        known = self.windows()
        later = (known[-1].opened if known else "", self.cutoff if self.locked else "")
        return max([at, *(instant(text) for text in later if text)])

    def at_stamp(self, at: datetime) -> Span:
        """The span in which a letter of that stamp was written; the first for what was written before the start.

        A deadline stands behind the letters of its own instant; a letter that made the judge resolve (PROCESS, a
        report, the last READY) stands before those that came with the same stamp.
        """
        known = self.windows()
        for before, span in reversed(list(zip((None, *known), known, strict=False))):
            if not span.opened or at > instant(span.opened):
                return span
            tie_is_after = span.by != CLOCK or before is None or before.closed < span.opened
            if at == instant(span.opened) and tie_is_after:
                return span
        if known[0].round <= 1:
            return known[0]
        return Span(0, FORGOTTEN, "", closed=known[0].opened)

    def of_round(self, number: int) -> Span:
        """The span in which reply tokens of that round were written."""
        return next((span for span in self.windows() if span.round == number), Span(number, FORGOTTEN, ""))

    def due(self, deadline: str) -> "Game":
        """The game with another deadline ("" for none)."""
        return self if deadline == self.deadline else replace(self, deadline=deadline, moved=self.moved + 1)


class SeatRecord(Value):
    """A seat and who sits there. `nonce` is part of every reply token: a new sitter gets a new one.

    misses   deadlines in a row without a sheet that was awaited
    vacant   open for TAKEOVER
    former   marks of the people who sat here and left (Services.mark)
    lapsed   address, password's digest and nonce of the player of a seat that was opened because nothing came from him:
             a good sheet takes it back
    robot    a player of the house plays it: for good where nobody is expected, or, while it is vacant, for a while
    """

    game: str
    name: str
    number: int
    role: Role
    power: str = ""
    address: str = ""
    hash: str = ""
    nonce: str = ""
    vacant: bool = False
    misses: int = 0
    preferences: tuple[str, ...] = ()
    former: tuple[str, ...] = ()
    lapsed: tuple[str, str, str] = ("", "", "")
    robot: bool = False

    @property
    def seat(self) -> Seat:
        return Seat(self.name, self.role, self.power, self.preferences)

    def resumed(self) -> "SeatRecord":
        """The seat as it was before it was opened for silence; itself if it was not."""
        address, digest, nonce = self.lapsed
        if not self.vacant or not address:
            return self
        return replace(self, address=address, hash=digest, nonce=nonce, vacant=False, lapsed=("", "", ""), robot=False)

    @property
    def called(self) -> str:
        """The seat's name, with a mark where a robot plays under the name of a power."""
        return f"{self.name} (robot)" if self.robot and not self.name.startswith(ROBOT) else self.name


Speaker = tuple[Game, SeatRecord | None]
"""For whom a letter speaks: a seat of a game, or its master (None)."""


class Person(Value):
    """Somebody we write to.

    confirmed   the address was proved by a token
    bounces     score of delivery reports, see desk/mailroom/bounces; `bounced_on` is the day of the last that counted
    suspended   when mail that nobody asked for just now was stopped, because too much of it came back; "" if it is not
    letters     "plain" for words alone; "full" or "" for pages with pictures beside them
    """

    address: str
    name: str = ""
    zone: str = ""
    hash: str = ""
    confirmed: bool = False
    bounces: int = 0
    bounced_on: str = ""
    suspended: str = ""
    letters: str = ""


class SheetRecord(Value):
    """What a seat has on file for a phase (`phase` "*" for standing orders).

    sheet     packed commands; `earlier` the versions before, newest first, for UNDO
    filed     anything was ever sent for the phase (an explicit empty sheet counts)
    wrote     when a letter last came with orders of which none could be taken; "" if none did
    """

    game: str
    seat: str
    phase: str
    version: int = 0
    sheet: tuple[Mapping[str, Any], ...] = ()
    at: str = ""
    ready: bool = False
    filed: bool = False
    wrote: str = ""
    standing: bool = False
    earlier: tuple[tuple[Mapping[str, Any], ...], ...] = ()


def game_of(doc: Mapping[str, Any]) -> Game:
    game = unpack(Game, doc)
    return replace(
        game,
        master=game.master if game.master.isascii() else canonical(game.master),
        house={name: RENAMED.get((name, value), value) for name, value in game.house.items()},
    )


def seat_of(doc: Mapping[str, Any]) -> SeatRecord:
    seat = unpack(SeatRecord, doc)  # older judges kept addresses as they were written
    return seat if seat.address.isascii() else replace(seat, address=canonical(seat.address))


def person_of(doc: Mapping[str, Any]) -> Person:
    person = unpack(Person, doc)
    return person if person.address.isascii() else replace(person, address=canonical(person.address))


@lru_cache(1024)  # a letter's stamp is written again and again
def iso(moment: datetime) -> str:
    """An instant as text that sorts by time: UTC, whole microseconds only where needed."""
    return (moment if moment.tzinfo is UTC else moment.astimezone(UTC)).isoformat()


def instant(text: str) -> datetime:
    return datetime.fromisoformat(text)
