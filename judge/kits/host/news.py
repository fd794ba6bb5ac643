"""What results tell of a board: the kinds of notices, and the rows they are made of (D-15).

Everywhere: powers are codes (FRANCE), places are codes (`PAR`, `STP/NC`), a unit is written `A PAR`, `phase` is the id
of the phase that is told of. Rows are in the order of powers. `words` are the classic words, without the full stop.
"""

from collections.abc import Mapping

from judge.core.notice import News, PhaseNews
from judge.core.values import Record

# ---- rows -----------------------------------------------------------------------------------------------------------


class Fate(Record):
    """An order and what became of it.

    unit     "" for what concerns none, such as builds that are waived
    order    as the judge writes it
    words    in the classic words
    result   moves, fails, holds, supports, cut, convoys, disrupted, void, illegal, retreats, disbanded, builds,
             removes or waives
    tags     the classic remarks behind the line, such as `bounce`
    reason   why, in words
    """

    power: str
    unit: str
    order: str
    words: str
    result: str
    tags: tuple[str, ...] = ()
    reason: str


class MoveFate(Fate):
    """An order of a movement. `ordered`: somebody gave it; `dislodged`: the unit was driven out."""

    ordered: bool
    dislodged: bool


class Driven(Record):
    """A unit that was driven out.

    name            in words, as in `Italian Fleet in Trieste`
    by              the province from which the blow came, and `by_name` in words
    may_retreat_to  the places open to it, and their names in `places`; none means that it is destroyed
    """

    power: str
    unit: str
    name: str
    by: str
    by_name: str
    may_retreat_to: tuple[str, ...]
    places: tuple[str, ...]


class Taken(Record):
    """A centre that changed hands, by which unit, and how it came there (D-13).

    name    of the centre, in words
    loser   "" where nobody owned it
    way     moved, retreated or stayed
    season  spring or autumn: when it came
    """

    centre: str
    name: str
    loser: str
    captor: str
    unit: str
    way: str
    season: str


class Owned(Record):
    """The centres of a power, by name."""

    power: str
    centres: tuple[str, ...]


class Counted(Record):
    """A power's count: centres, units, builds due (removals, where negative), and whether it has won or is out."""

    power: str
    centres: int
    units: int
    builds: int
    victory: bool
    eliminated: bool


class Reported(Record):
    """A power's centres before and after a reported season; `change` is the difference."""

    power: str
    before: int
    after: int
    change: int


class Standing(Record):
    """A unit and its place; `type` is A or F."""

    power: str
    type: str
    loc: str


class OwnUnits(Record):
    """What a power has to decide.

    units     all it has
    retreats  a unit that was driven out -> the names of the places open to it
    due       builds due in winter; removals, where negative
    sites     where it may build
    """

    units: tuple[str, ...]
    retreats: Mapping[str, tuple[str, ...]]
    due: int
    sites: tuple[str, ...]


# ---- notices --------------------------------------------------------------------------------------------------------


class BoardNews(PhaseNews):
    """What every notice of the board is headed by; `season` is Spring, Fall or Winter, as mappers look for it."""

    season: str
    year: int


class Results(BoardNews, notice="board.results"):
    """The orders of a movement."""

    orders: tuple[MoveFate, ...]


class DislodgedUnits(BoardNews, notice="board.dislodged"):
    """The units that a movement drove out."""

    units: tuple[Driven, ...]


class Retreats(BoardNews, notice="board.retreats"):
    """Where they went."""

    orders: tuple[Fate, ...]


class Adjustments(BoardNews, notice="board.adjustments"):
    """What was built and removed in winter."""

    orders: tuple[Fate, ...]


class Captures(BoardNews, notice="board.captures"):
    """The centres that changed hands."""

    captures: tuple[Taken, ...]


class Ownership(BoardNews, notice="board.ownership"):
    """Who owns what. `owners` is centre -> power; `rows` and `unowned` tell the same by name."""

    owners: Mapping[str, str]
    rows: tuple[Owned, ...]
    unowned: tuple[str, ...]


class Counts(BoardNews, notice="board.counts"):
    """The count of autumn."""

    counts: tuple[Counted, ...]


class OwnDuty(PhaseNews, OwnUnits, notice="board.duty"):
    """What a power has to decide in the retreats or the winter now open, for it alone. `sent_ahead`: its orders for
    that came with the moves (D-7)."""

    sent_ahead: bool


class BoardReported(PhaseNews, notice="board.centres"):
    """A season of a board played elsewhere, out of its master's report (B-8).

    official    centres were counted: autumns, not springs
    owners      centre -> power, as far as it is known
    eliminated  powers that are out since this count
    over        how the board game ended, as in `SOLO ITALY`; "" while it goes on
    """

    official: bool
    counts: tuple[Reported, ...]
    owners: Mapping[str, str]
    units: tuple[Standing, ...]
    eliminated: tuple[str, ...]
    over: str


class FinalCount(Record):
    """A power's centres at the end, and its seat ("" for none)."""

    power: str
    seat: str
    centres: int
    winner: bool


class YearOfCentres(Record):
    """Centres by power after an autumn; the year before the first stands for the start."""

    year: int
    centres: Mapping[str, int]


class BoardFinal(PhaseNews, notice="board.final"):
    """The end of a board game.

    how      SOLO, DRAW, CONCEDED or ABANDONED
    powers   that won or share the draw
    counts   most centres first
    history  oldest first
    """

    how: str
    powers: tuple[str, ...]
    counts: tuple[FinalCount, ...]
    history: tuple[YearOfCentres, ...]


class Silent(Record):
    """A power that owed orders and sent none for so many movements in a row. `open`: its seat may be taken over."""

    seat: str
    power: str
    turns: int
    open: bool


class NoOrders(PhaseNews, notice="board.nmr"):
    """Who owed orders and sent none (D-9)."""

    seats: tuple[Silent, ...]


HOSTED_NEWS: tuple[type[News], ...] = (
    Results,
    DislodgedUnits,
    Retreats,
    Adjustments,
    Captures,
    Ownership,
    Counts,
    OwnDuty,
)
"""What the kit tells of a board that is played here."""
