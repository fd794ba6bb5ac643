"""What may be looked at in an Economic IV, and what is foretold of a sheet: the types."""

from collections.abc import Mapping

from judge.core.shown import Shown
from judge.core.values import Value
from judge.core.variant import Views
from judge.games.economic4.money import Loan
from judge.games.economic4.news import Debts
from judge.kits.host.bulletin import EndForecast
from judge.kits.host.picture import BoardShown


class CouldBuild(Value):
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


class NextWinter(Value):
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


class Beside(Value):
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


class Goes(Value):
    """A unit that cannot be paid. `chosen`: by its owner."""

    unit: str
    chosen: bool


class Waived(Value):
    """A build that does not come about, and why, in words."""

    order: str
    why: str


class SeasonForecast(Shown, kw_only=False):
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


class WinterForecast(Shown, kw_only=False):
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


class LandShown(BoardShown):
    """The board. `owners`: province -> power, of all land that is somebody's."""

    owners: Mapping[str, str]

    @property
    def land(self) -> Mapping[str, str]:
        return self.owners or self.centres


class TreasuryShown(Value):
    """A power's means as everybody may know them (E-2).

    seat        the province where its treasury lies, "" for none
    bill        what its units cost for the next year
    eliminated  how it went out; "" while it plays
    """

    credits: str
    seat: str
    income: str
    bill: str
    eliminated: str


class VictoryShown(Value):
    """Points of income that win, alone and in an alliance."""

    alone: int
    alliance: int


class EconomyShown(Shown, kw_only=False):
    """The blocks `board` and `treasuries` (by power). `neutral`: points of income that are nobody's."""

    board: LandShown
    treasuries: Mapping[str, TreasuryShown]
    neutral: str
    victory: VictoryShown


class OwnPower(Shown, Debts):
    """A power's player: its units, treasury, debts, and what it could build.

    retreats       a unit that was driven out -> the places open to it
    treasury_seat  the province where the treasury lies, "" for none
    bill           what the units cost for the next year
    to_victory     points more that would win alone
    loans          those it owes and those it is owed, oldest first
    waiting        transfers said with the moves and carried out after the retreats, in words
    let            own unit -> the power that may order it, and `hired` the other way round (E-13)
    winter         the one to come; None in winter
    """

    power: str
    units: tuple[str, ...]
    retreats: Mapping[str, tuple[str, ...]]
    credits: str
    treasury_seat: str
    income: str
    bill: str
    to_victory: int
    build: CouldBuild
    loans: tuple[Loan, ...]
    waiting: tuple[str, ...]
    let: Mapping[str, str]
    hired: Mapping[str, str]
    winter: NextWinter | None


class LoansShown(Shown, kw_only=False):
    """To the master: every debt."""

    loans: tuple[Loan, ...]


VIEWS = Views(
    public=EconomyShown, private=(OwnPower,), master=LoansShown, forecasts=(SeasonForecast, WinterForecast, EndForecast)
)
