"""What letters tell a power of its own sheet and money, beforehand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from judge.core.shown import Shown


@dataclass(frozen=True)
class CouldBuild:
    """What the treasury, after the bill for all units, pays beside them: so many armies or so many fleets, and where.

    left   credits after the bill
    short  credits that the treasury lacks for the bill, and `goes` the units that the judge would remove for that (E-5)
    """

    left: int
    armies: int
    fleets: int
    sites: tuple[str, ...]
    short: int = 0
    goes: tuple[str, ...] = ()


@dataclass(frozen=True)
class NextWinter:
    """The winter that follows, with the provinces and units of now; all sums in credits.

    left   after income and bill, if nobody sends or calls anything
    sent   what the own transfers change if they are answered, `repaid` what goes to creditors without an answer
    call   the most one could be called for; `debts` to whom how much is owed, with the loans of `lent` if it is set
    lent   whether some of these debts come only with loans that have to be answered
    worst  what is left if what one sends is answered, nothing comes in, and every debt is called
    """

    credits: int
    income: int
    bill: int
    left: int
    sent: int
    debts: Mapping[str, int]
    call: int
    worst: int
    repaid: int = 0
    lent: bool = False


@dataclass(frozen=True)
class Beside:
    """A winter as it differs from the one out of one's own treasury.

    lost    units that go, and `saved` units that stay
    built   units that come, and `waived` builds that do not
    """

    funds: int
    bill: int
    left: int
    lost: tuple[str, ...]
    saved: tuple[str, ...]
    built: tuple[str, ...]
    waived: tuple[str, ...]


@dataclass(frozen=True)
class Goes:
    """A unit that cannot be paid. `chosen`: by its owner."""

    unit: str
    chosen: bool


@dataclass(frozen=True)
class Waived:
    """A build that does not come about, and why, in words."""

    order: str
    why: str


@dataclass(frozen=True)
class SeasonForecast(Shown):
    """A season's sheet.

    kind        moves or retreats
    missing     units without an order
    sent        retreats that came with the moves
    let         units that others order, with whom and for how long, in words
    credits     in the treasury, which lies in `seat` ("" for nowhere); `seat_moves`: by this sheet
    ally        with whom an alliance is declared
    """

    phase: str
    kind: str
    power: str
    missing: tuple[str, ...]
    sent: tuple[str, ...]
    let: tuple[str, ...]
    credits: int
    seat: str
    seat_moves: bool
    income: int
    bill: int
    winter: NextWinter
    ally: str
    votes: tuple[str, ...]


@dataclass(frozen=True)
class WinterForecast(Shown):
    """A winter's sheet, paid out of the own treasury alone: transfers run before the bills and may change it.

    funds      what there is to pay with, when `repaid` has gone to creditors
    due        for all units there are; `short`: what of it is missing
    bill       for those that stay; `left` after it
    unused     units whose removal is not needed
    transfers  whether the sheet moves money
    answered   the winter if that is answered, and `worst` if only what sends money away is; None where it is the same
    """

    phase: str
    kind: str
    power: str
    funds: int
    due: int
    short: int
    bill: int
    left: int
    removed: tuple[Goes, ...]
    built: tuple[str, ...]
    waived: tuple[Waived, ...]
    unused: tuple[str, ...]
    transfers: bool
    answered: Beside | None
    worst: Beside | None
    build: CouldBuild
    votes: tuple[str, ...]
    repaid: int = 0
