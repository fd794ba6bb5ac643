"""What a game is: a `GameInfo` that describes it, and rules that take data and return data."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
from enum import StrEnum
from functools import cached_property
from typing import Any, Protocol, TypeVar, get_type_hints

from judge.core.calendar import PLAIN, Calendar, Clock
from judge.core.command import Command, Orders, Sheet, Vocabulary
from judge.core.dice import Dice
from judge.core.form import Form
from judge.core.ledger import Ledger
from judge.core.notice import News, Report
from judge.core.phase import Phase
from judge.core.picture import Board
from judge.core.ruling import Reason, Ruling
from judge.core.shown import Shown
from judge.core.values import Value

T = TypeVar("T")


class Role(StrEnum):
    """Kinds of seats. MASTER and OBSERVER are never passed to `open`."""

    POWER = "power"
    TRADER = "trader"
    INVESTOR = "investor"
    MASTER = "master"
    OBSERVER = "observer"


class Seat(Value):
    """A place at the table under its public name. Who sits there is known to the registry alone.

    preferences  powers wished for, most liked first, for a POWER seat that names none (D-11)
    """

    name: str
    role: Role
    power: str = ""
    preferences: tuple[str, ...] = ()


class Mode(StrEnum):
    """How new orders of a section meet those on file."""

    REPLACE = "replace"  # the last letter's block is the whole section
    AMEND = "amend"  # by the command's key: the latest for a unit wins, the others stand
    ACT = "act"  # carried out at once


class Section(Value):
    """Part of a sheet. `master` sections are filled by the MASTER seat alone (a reported board).

    emptied  what a player files by emptying the section, where that is more than silence
    lasting  what is filed holds beyond the phase: CLEAR leaves it, unless it names the section
    asks     its orders are questions, which change nothing
    """

    name: str
    title: str
    mode: Mode
    master: bool = False
    emptied: Command | None = None
    lasting: bool = False
    asks: bool = False


class Option(Value):
    """A setting of a game. kind: choice, int, flag, money, text. `frozen`: not to be changed once started."""

    name: str
    kind: str
    default: str
    help: str
    choices: tuple[str, ...] = ()
    low: int | None = None
    high: int | None = None
    rule: str = ""
    frozen: bool = True


class Help(Value):
    """One verb for HELP: its form, what it does, and whole-line examples that the tests parse."""

    verb: str
    form: str
    text: str
    examples: tuple[str, ...]
    rule: str = ""


class Views(Value):
    """The types of what a game lets be looked at, one a kind: what `standing` and `forecast` give is of these.

    public     what everybody sees
    private    what a seat sees beside it, one for each kind of seat; no template is given the master's
    master     what the master sees beside it
    forecasts  what a sheet will do, one for each kind of sheet
    """

    public: type[Shown] = Shown
    private: tuple[type[Shown], ...] = ()
    master: type[Shown] = Shown
    forecasts: tuple[type[Shown], ...] = ()


class GameInfo(Value):
    """Everything that can be told of a game without opening one.

    presets       named rule sets: option `rules` value -> option values it stands for (explicit ones win)
    house         defaults of the house's options (press, reveal ...) where this game differs
    late_joining  whether JOIN is open after the start
    stage         draft games are hidden from CREATE
    score_unit    what a final score is a number of
    news          the kinds of notices the game makes
    views         the kinds of standings and forecasts it lets be looked at
    calendar      the kinds of phases the game has, their words and clocks: letters are written from it
    together      reads all options with their defaults filled in; raises InputError where they do not go together
    """

    slug: str
    title: str
    credits: str
    blurb: str
    players: tuple[int, int | None]
    roles: tuple[Role, ...]
    options: tuple[Option, ...]
    sections: tuple[Section, ...]
    help: tuple[Help, ...]
    rules_version: int = 1
    presets: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    house: Mapping[str, str] = field(default_factory=dict)
    late_joining: bool = False
    pseudonyms: bool = True
    stage: str = "open"
    score_unit: str = "points"
    calendar: Calendar = PLAIN
    news: tuple[type[News], ...] = ()
    views: Views = Views()
    together: Callable[[Mapping[str, str]], object] | None = None

    @cached_property
    def order(self) -> Mapping[str, int]:
        """Where each section stands in a sheet."""
        return {section.name: number for number, section in enumerate(self.sections)}

    def settled(self, options: Mapping[str, str]) -> dict[str, str]:
        """Every option of the game: its default, over it what the rule set says, over that what is given."""
        defaults = {option.name: option.default for option in self.options}
        preset = self.presets.get(options.get("rules", defaults.get("rules", "")), {})
        return {**defaults, **preset, **options}

    @cached_property
    def amended(self) -> frozenset[str]:
        """The sections whose orders are changed one by one."""
        return frozenset(section.name for section in self.sections if section.mode is Mode.AMEND)


def settings_of(kind: type[T], chosen: Mapping[str, str], **given: Any) -> T:
    """Settings out of options with their defaults filled in: a field that is not given is the option of its name, a
    flag where that is `yes`. Fields without an option keep their default."""
    for name, meant in get_type_hints(kind).items():
        if name in chosen and name not in given:
            given[name] = chosen[name] == "yes" if meant is bool else meant(chosen[name])
    return kind(**given)


class Duty(StrEnum):
    """What a seat owes a phase."""

    MUST = "must"
    MAY = "may"
    NONE = "none"


class Agenda(Value):
    """What a phase waits for.

    duties    seat -> Duty
    sections  sections open to players now
    needs     sections the MASTER must have filed before the phase can be resolved (B-8): the game waits for them
    accepts   MASTER sections open now, whether needed or not
    pace      which clock gives the deadline: the one the calendar names for the phase, or NONE
    report_hours  hours after the deadline within which `needs` is due; reminders go by it
    grace_hours   put the deadline off once by so much while a seat that MUST act has sent nothing (D-9); 0 for never
    patient       put it off again and again, until they have sent something, are replaced, or the master processes
    newcomers     whether somebody may still JOIN, in a game whose card has `late_joining`
    """

    phase: Phase
    duties: Mapping[str, Duty]
    sections: tuple[str, ...]
    needs: tuple[str, ...] = ()
    accepts: tuple[str, ...] = ()
    pace: Clock = Clock.FULL
    report_hours: int = 48
    grace_hours: int = 0
    patient: bool = False
    newcomers: bool = True


class Ended(Value):
    """The end of a game: why, every seat's score as exact text, and who won."""

    reason: str
    scores: Mapping[str, str]
    winners: tuple[str, ...]


class Step(Value):
    """The outcome of opening, acting or resolving: the next state, what there is to tell, and whether it is over.

    dealt   seat -> power, where opening gave powers to seats that named none
    vacate  seats the rules open for TAKEOVER (D-9)
    """

    state: Any
    notices: Report = ()
    ended: Ended | None = None
    dealt: Mapping[str, str] = field(default_factory=dict)
    vacate: tuple[str, ...] = ()


Names = Mapping[str, Mapping[str, tuple[str, ...]]]
"""Kind of name (grammar rule) -> canonical name -> every spelling. One spelling under two names is asked about."""


Told = Sequence[tuple[str, Mapping[str, Any]]]
"""Public notices of one phase: kind and data, as they were published."""


class UnitSeen(Value):
    """A unit of the reader's own. `names` are all the ways to call its place; `to` the places open to it now."""

    kind: str
    place: str
    names: tuple[str, ...] = ()
    to: tuple[str, ...] = ()
    power: str = ""


class Situation(Value):
    """What the position says where an order's words leave something open: plain data, nothing that this seat may not
    see.

    others    units of the other powers, where their places are public
    traveller  where one's own traveller stands, who is no unit; `borders`: every place and those it touches, for him
    sites     places open for building; `due`: how many units are to come or, below zero, to go
    season    M, R or A
    companies those that one speaks for, by their powers: only one of them can be meant where none is named
    last      filled by the reading: the last move above, as an order
    me        filled by the reading: the name of one's own seat
    debts     what one owes, `claims` what one is owed, `holdings` what one has: (every way to call the power or the
              currency, sum)
    prices    what a unit of each currency is sold and bought at, in 1/100 cent; `limit`: units of one that may be sold
    sales     filled by the reading: the sales above, as orders
    spoken    filled by the reading: the currencies that were spoken of right above
    """

    units: tuple[UnitSeen, ...] = ()
    dislodged: tuple[UnitSeen, ...] = ()
    others: tuple[UnitSeen, ...] = ()
    sites: tuple[UnitSeen, ...] = ()
    due: int = 0
    season: str = ""
    last: str = ""
    me: str = ""
    powers: tuple[str, ...] = ()
    companies: tuple[str, ...] = ()
    debts: tuple[tuple[tuple[str, ...], int], ...] = ()
    claims: tuple[tuple[tuple[str, ...], int], ...] = ()
    holdings: tuple[tuple[tuple[str, ...], int], ...] = ()
    prices: tuple[tuple[tuple[str, ...], int], ...] = ()
    limit: int = 0
    sales: tuple[str, ...] = ()
    spoken: tuple[str, ...] = ()
    traveller: str = ""
    borders: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


class Weighed(Value):
    """A sheet worked out once: the ruling on each command, as `rule_on` gives it, and `forecast` of the same sheet."""

    rulings: tuple[Ruling, ...]
    forecast: Callable[[], Shown]


class Variant(Protocol):
    """A game's rules. Every method is pure; `state` is the frozen dataclass `state_type`, which the codec can store.
    A game is a class below this one; what is written out here is what holds where it says nothing.

    vocabulary  what grammar/<slug>.lark may produce
    reasons     code -> Reason, for every remark a ruling can carry
    """

    info: GameInfo
    vocabulary: Vocabulary
    reasons: Mapping[str, Reason]
    state_type: type

    def names(self, options: Mapping[str, str]) -> Names:
        """The names the lexicon resolves: currencies, powers, provinces ..."""

    def open(self, seats: tuple[Seat, ...], options: Mapping[str, str], dice: Dice) -> Step:
        """The starting state. Raises InputError when these seats or options cannot start a game."""

    def admit(self, state: Any, seat: Seat) -> Step:
        """A late joiner takes a place. Raises InputError where the rules forbid it."""

    def agenda(self, state: Any) -> Agenda: ...

    def rule_on(self, state: Any, seat: str, sheet: Sheet) -> tuple[Ruling, ...]:
        """One ruling a command, in order: `sheet` is the seat's whole sheet as it would stand.

        Judged together, because sales pay for purchases written above them. Knows only this seat's secrets.
        """

    def weigh(self, state: Any, seat: str, sheet: Sheet) -> Weighed:
        """`rule_on` and `forecast` of one sheet; a game in which both come of the same work does it once."""
        return Weighed(self.rule_on(state, seat, sheet), lambda: self.forecast(state, seat, sheet))

    def forecast(self, state: Any, seat: str, sheet: Sheet) -> Shown:
        """What this sheet will certainly do, for the confirmation: never another seat's doing. One of
        `views.forecasts`; for MASTER, where the agenda has `needs`, it is `Awaiting`."""

    def act(self, state: Any, seat: str, command: Any) -> Step:
        """Carry out an accepted command of an ACT section at once."""
        return Step(state)

    def resolve(self, state: Any, orders: Orders, dice: Dice) -> Step:
        """The deadline. `orders` holds every seat (an empty sheet for the silent) and MASTER where it filed."""

    def standing(self, state: Any, seat: str | None) -> Shown:
        """What is public (None), or what only this seat may see beside it: `views.public`, or `views.master` for MASTER
        and one of `views.private` for any other. Their fields are the blocks of `judge show`."""

    def picture(self, before: Shown, after: Shown, notices: Told) -> Board | None:
        """The board for the eye, out of what is public and nothing else: the standings before and after a phase, and
        its public notices as (kind, data); for the board now, the same standing twice and no notices.

        None where nothing of a board is public. `kits/host/picture.py` does it for every game; a game adds its marks.
        """

    def form(self, public: Shown, phase: str, seats: Sequence[str]) -> Form:
        """What can be ordered in a phase (`S1901M`), by the public standing and by who sits at the table, and so by
        nothing that is not everybody's to know."""
        return Form()

    def situation(self, state: Any, seat: str) -> Situation:
        """The position as this seat may see it: it helps to read what its player writes (`my fleet retreats to
        Edinburgh`)."""
        return Situation()

    def speaks_for(self, state: Any, seat: str) -> tuple[str, ...]:
        """The powers whose units the seat orders."""
        return ()

    def samples(self, state: Any, seat: str) -> tuple[str, ...]:
        """A few lines this seat could send now, all of which would be taken; none where there is nothing to send."""
        return ()

    def spoken(self, state: Any, seat: str) -> str:
        """Such orders in a sentence, as to a human referee; "" for none."""
        return ""

    def books(self, state: Any) -> Ledger:
        books: Ledger = state.books
        return books
