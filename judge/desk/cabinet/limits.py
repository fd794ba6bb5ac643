"""How often something may happen: leaky buckets kept in the store, so that a restart forgets none; and the mail budget.

A bucket fills by one for each event and empties evenly: `Limit(12, one hour)` holds twelve and gives one back every
five minutes. Times are the letters' stamps, so a judge that was down comes to the same decisions.
"""

from datetime import datetime, timedelta
from functools import cached_property

from judge.core.values import Value
from judge.desk.cabinet.records import instant, iso
from judge.store import Store

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
_NOTHING, _MILLISECOND = timedelta(0), timedelta(milliseconds=1)


class Limit(Value):
    """At most `count` events at once, and `count` more in every `span`."""

    count: int
    span: timedelta

    @cached_property
    def cost(self) -> timedelta:
        """What one event fills."""
        return self.span / max(self.count, 1)


GUESSES = Limit(12, HOUR)  # wrong passwords, by seat and by sender
QUESTIONS = Limit(6, timedelta(hours=12))  # letters that could not be read, by reader
PROOFS = Limit(6, DAY)  # letters that ask an address to prove itself
ONCE_AN_HOUR = Limit(1, HOUR)
ONCE_A_DAY = Limit(1, DAY)
ONCE_IN_TWELVE_HOURS = Limit(1, timedelta(hours=12))
FEW_A_DAY = Limit(3, DAY)


def guesses(source: str) -> str:
    """The name under which wrong passwords from a source are counted: one letter, or a sender."""
    return f"guess:{source}"


def own_guesses(place: str, *, short: bool) -> str:
    """The name for guesses at a place (`game/seat`) under its address on record. Only a short guess can hit a short
    password, so these are counted for themselves."""
    return f"own:short/{place}" if short else f"own:{place}"


def answers(game: str, seat: int) -> str:
    """The name under which a seat's answers are counted."""
    return f"answers:{game}/{seat}"


def beats(who: str) -> tuple[str, str]:
    """The names under which a reader's rhythm is kept: of letters with nothing to do in them, and of the others."""
    return f"rhythm:idle:{who}", f"rhythm:busy:{who}"


class Limits:
    """Counts by name. Writes are part of the caller's batch: a letter that is undone has counted for nothing."""

    def __init__(self, store: Store) -> None:
        self._table = store.table("limits")

    def full(self, name: str, at: datetime, limit: Limit) -> bool:
        """Whether one more would be too many."""
        return self._bucket(name, at)[1] + limit.cost > limit.span

    def count(self, name: str, at: datetime, limit: Limit) -> bool:
        """One more has happened; True when with it the bucket is full."""
        moment, level = self._bucket(name, at)
        level = min(level + limit.cost, limit.span)
        self._fill(name, moment, level)
        return level + limit.cost > limit.span

    def take(self, name: str, at: datetime, limit: Limit) -> bool:
        """True, and it is counted, if one more may happen; False, and nothing is counted, if not."""
        moment, level = self._bucket(name, at)
        level += limit.cost
        if level > limit.span:
            return False
        self._fill(name, moment, level)
        return True

    def used(self, name: str) -> int:
        """How much was added under a name."""
        row = self._table.fetch(name)
        return int(row["level"]) if row is not None else 0

    def add(self, name: str, until: datetime, number: int) -> None:
        """Count up, without an end of its own: forgotten two days after `until`, the latest of those given."""
        row = self._table.fetch(name)
        level, last = (int(row["level"]), row["at"]) if row is not None else (0, "")
        self._table.put(name, {"at": max(iso(until), last), "level": level + number})

    def lately(self, name: str, at: datetime, span: timedelta) -> list[datetime]:
        """When it happened within the span, as far as `note` remembers."""
        row = self._table.fetch(name)
        moments = [instant(one) for one in row["moments"]] if row is not None else []
        return [one for one in moments if at - span < one]

    def note(self, name: str, at: datetime, span: timedelta, most: int) -> None:
        """It has happened now: the latest `most` times of the span are remembered, so no span ever sees more."""
        moments = sorted([*self.lately(name, at, span), at])[-most:]
        self._table.put(name, {"at": iso(max(moments)), "level": 0, "moments": [iso(one) for one in moments]})

    def kept(self, name: str) -> list[list[int]]:
        """What `keep` last wrote under a name."""
        row = self._table.fetch(name)
        return [list(one) for one in row["beats"]] if row is not None else []

    def keep(self, name: str, at: datetime, beats: list[list[int]]) -> None:
        """Numbers that somebody else counts by; forgotten two days after `at`."""
        self._table.put(name, {"at": iso(at), "level": 0, "beats": beats})

    def clear(self, name: str) -> None:
        """As if nothing had happened."""
        self._table.drop(name)

    def tidy(self, now: datetime) -> None:
        """Forget buckets that have long been empty: none takes longer than a day."""
        for row in self._table.range("at", None, iso(now - 2 * DAY), 2000):
            self._table.drop(row["key"])

    def _bucket(self, name: str, at: datetime) -> tuple[datetime, timedelta]:
        """The moment to write down with the next event, and how full the bucket is."""
        row = self._table.fetch(name)
        if row is None:
            return at, _NOTHING
        filled = instant(row["at"])
        gone = max(at - filled, _NOTHING)
        return max(at, filled), max(row["level"] * _MILLISECOND - gone, _NOTHING)

    def _fill(self, name: str, moment: datetime, level: timedelta) -> None:
        self._table.put(name, {"at": iso(moment), "level": level // _MILLISECOND})


# ---- the mail budget: how many letters may go out that nobody is owed ------------------------------------------------

# Results, statements, reminders and the confirmations of orders are owed: they are counted and never held back. What
# anybody outside can bring about by writing is not: answers to addresses that have never proved to be themselves, and
# press. Each has its number for a recipient, a letter, a seat, and the whole judge in an hour and a day; what is
# above is not sent, and said once. What did go out is read from the letters themselves, and audited like money
# (keeper/figures).

A_STRANGER = 3  # letters a day to an address that has not proved to be itself
SHARE = 4  # answers leave one part in four of the judge's number to letters that ask
SAY_AT = 20  # letters not sent in a day, from which on the keeper hears of it
STRANGERS, PRESS, OWED = "answers to unproved addresses", "press", "owed"
_STRANGE = frozenset({"reply", "question", "nothing_found", "bundle", "confirm", "shunted"})


def an_hour(a_day: int) -> int:
    """What may go out in one hour, of so many in a day: half of it, and all where there are few."""
    return max(a_day // 2, min(a_day, 100))


class Budget:
    """Spends. Counts stand in the store, in the batch of the letter they belong to, so a restart forgets none."""

    def __init__(self, limits: Limits, answers_a_day: int, press_a_day: int) -> None:
        self._limits = limits
        self.a_day = {STRANGERS: answers_a_day, PRESS: press_a_day}

    def left(self, address: str, at: datetime) -> int:
        """How many letters an unproved address may still get."""
        return A_STRANGER - len(self._limits.lately(_to(address), at, DAY))

    def stranger(self, address: str, kind: str, at: datetime) -> bool:
        """One more letter to an unproved address. Of the judge's number a part is kept for those that ask whether
        somebody is really there."""
        spare = 0 if kind.startswith("confirm") else self.a_day[STRANGERS] // SHARE
        if self.left(address, at) <= 0 or not self._judge(STRANGERS, at, 1, spare):
            return False
        self._limits.note(_to(address), at, DAY, A_STRANGER)
        return True

    def press(self, seat: str, phase_ends: datetime, quota: int, at: datetime, readers: int) -> bool:
        """One more piece of press of a seat in a phase."""
        if self.pressed(seat) >= quota or not self._judge(PRESS, at, readers):
            return False
        self._limits.add(f"press:{seat}", phase_ends, 1)
        self._limits.add(_of_the_day(seat.rpartition("/")[0], at), at, readers)
        return True

    def too_much_of_one(self, seat: str, at: datetime, readers: int) -> bool:
        """Whether so many letters more would be above a player's part of the day's press. His first piece is not, to
        however many it goes."""
        used, a_day = self._limits.used(_of_the_day(seat.rpartition("/")[0], at)), self.a_day[PRESS]
        part = max(a_day // 4, min(a_day, 100))  # a quarter, and all where that is little
        return used > 0 and used + readers > part

    def pressed(self, seat: str) -> int:
        """How many pieces of press a seat has sent in the phase; `seat` names both."""
        return self._limits.used(f"press:{seat}")

    def _judge(self, what: str, at: datetime, letters: int, spare: int = 0) -> bool:
        """Within the whole judge's numbers for a day and an hour, by the calendar."""
        names = {_of_the_day(what, at): self.a_day[what], _of_the_hour(what, at): an_hour(self.a_day[what])}
        if any(self._limits.used(name) + letters > most - spare for name, most in names.items()):
            return False
        for name in names:
            self._limits.add(name, at, letters)
        return True

    def spent(self, what: str, now: datetime) -> tuple[int, int]:
        """What was spent of a budget in the hour and on the day that it is, by the calendar."""
        return self._limits.used(_of_the_hour(what, now)), self._limits.used(_of_the_day(what, now))

    def withheld(self, what: str, at: datetime, letters: int = 1) -> bool:
        """Note letters that were not sent; True once a day, when there are so many that it must be said."""
        name = f"withheld:{what}:{at:%Y-%m-%d}"
        before = self._limits.used(name)
        self._limits.add(name, at, letters)
        return before < SAY_AT <= before + letters

    def withheld_today(self, what: str, now: datetime) -> int:
        """How many letters were not sent."""
        return self._limits.used(f"withheld:{what}:{now:%Y-%m-%d}")


def _to(address: str) -> str:
    return f"mail:stranger:{address}"


def _of_the_day(what: str, at: datetime) -> str:
    return f"mail:{what}:{at:%Y-%m-%d}"


def _of_the_hour(what: str, at: datetime) -> str:
    return f"mail:{what}:{at:%Y-%m-%dT%H}"


def kind_of(kind: str) -> str:
    """What a letter of the outbox is in the budget: owed, press, or an answer to somebody unproved."""
    parts = kind.split(".")
    return PRESS if "press" in parts else STRANGERS if parts[0] in _STRANGE else OWED


KEEP_SENT = timedelta(days=30)  # how long the outbox keeps a letter that was sent
NO_ADDRESS = "no mail address"  # the mark of a letter that was none
STOPPED = "stopped"  # letters to an address whose mail comes back wait so, till it is heard of
