"""What an Economic IV tells of its own, beside the kit's news of the board. All sums are whole credits, income in
points; powers and places are codes; a `seat` is the province where a treasury is, "" for none."""

from collections.abc import Mapping

from judge.core.codec import UNSET, Unset
from judge.core.notice import News, PhaseNews, news_in
from judge.core.values import Record
from judge.games.economic4.money import Called, Loan, Mismatch
from judge.kits.host.news import Adjustments, DislodgedUnits, NoOrders, Results, Retreats, Standing
from judge.kits.rulings import RULING_NEWS

# ---- rows -----------------------------------------------------------------------------------------------------------


class Treasury(Record):
    """A living power's means.

    bill        what its units cost for the next year, `left` over from the treasury, or `short` of it
    free_home   it could build at home
    to_victory  points more that would win alone
    """

    power: str
    seat: str
    income: int
    credits: int
    bill: int
    left: int
    short: int
    armies: int
    fleets: int
    free_home: bool
    to_victory: int


class Bankrupt(Record):
    """A power that is so much short of its bill."""

    power: str
    short: int


class WinterTreasury(Record):
    """A power's winter: `own` at the autumn report, `funds` with money from outside, the bill, `credits` left over,
    units kept; `more`: it paid for more than its own money could."""

    power: str
    own: int
    funds: int
    bill: int
    credits: int
    units: int
    more: bool
    seat: str


class ChosenUnit(Record):
    """A unit that the judge removed because nobody named it."""

    power: str
    unit: str


class TransferShown(Record):
    """A transfer of a `kind` (LOAN, GIFT, REPAY) on which both said the same; `repay` what a loan is to bring back."""

    payer: str
    payee: str
    amount: int
    kind: str
    repay: int


class OwnTransfers(Record):
    """What became of the transfers that concern a power: `void` could not be paid, `idle` repayments found no debt or
    an empty treasury."""

    made: tuple[TransferShown, ...] = ()
    void: tuple[TransferShown, ...] = ()
    idle: tuple[TransferShown, ...] = ()
    unmatched: tuple[Mismatch, ...] = ()


class StatementLine(Record):
    """Money that came in, or, negative, went out; to or from which `other` power, "" for the bank."""

    what: str
    other: str
    amount: int


class Debts(Record):
    """What a power owes (power -> sum), and what it is owed."""

    owes: Mapping[str, int]
    owed: Mapping[str, int]


class MovedSeat(Record):
    """A treasury that moved. `named`: where its owner said; otherwise the first province by the rules (E-9)."""

    power: str
    was: str
    seat: str
    named: bool


class CapturedTreasury(Record):
    """A treasury of `amount` that an enemy unit took."""

    power: str
    place: str
    captor: str
    unit: str
    amount: int


class ChangedProvince(Record):
    """A province, its points of income, its owner, and who it `was` before ("" for nobody)."""

    place: str
    name: str
    was: str
    owner: str
    value: int


class FinalPower(Record):
    """A power at the end. `eliminated`: the phase in which it fell, "" for those that live."""

    power: str
    income: int
    credits: int
    provinces: int
    winner: bool
    eliminated: str


# ---- notices --------------------------------------------------------------------------------------------------------


class EconomyOpened(PhaseNews, notice="treasury.opened"):
    """The game opens: what everybody begins with, and the points that win for one, or for two allies."""

    start: int
    rows: tuple[Treasury, ...]
    victory: int
    alliance: int
    units: tuple[Standing, ...]


class Treasuries(PhaseNews, notice="treasury.seats"):
    """The means of all powers after a spring; `neutral` points that nobody owns."""

    rows: tuple[Treasury, ...]
    neutral: int


class AutumnReport(PhaseNews, notice="treasury.autumn"):
    """The autumn report (E-2). `over`: the game ended with it."""

    rows: tuple[Treasury, ...]
    cannot_pay: tuple[Bankrupt, ...]
    no_home: tuple[str, ...]
    over: bool
    neutral: int
    victory: int
    alliance: int


class WinterReport(PhaseNews, notice="treasury.winter"):
    """The winter report (E-2).

    more     powers that paid for more than their own money could
    chosen   units that the judge removed
    sources  transfers that both parties wanted told
    """

    rows: tuple[WinterTreasury, ...]
    more: tuple[str, ...]
    chosen: tuple[ChosenUnit, ...]
    sources: tuple[TransferShown, ...]


class TransfersPublished(PhaseNews, notice="transfers.published"):
    """The transfers that both parties wanted told."""

    rows: tuple[TransferShown, ...]


class SeatsMoved(PhaseNews, notice="treasury.moved"):
    """Treasuries that moved."""

    rows: tuple[MovedSeat, ...]


class TreasuriesCaptured(PhaseNews, notice="treasury.captured"):
    """Treasuries that enemies took (E-9)."""

    rows: tuple[CapturedTreasury, ...]


class ProvincesChanged(PhaseNews, notice="provinces.changed"):
    """Provinces that changed hands (E-3)."""

    rows: tuple[ChangedProvince, ...]


class PowerEliminated(PhaseNews, notice="power.eliminated"):
    """A power that is out; its treasury of `amount` goes to the `heir` who holds its last seat `place` ("" for nobody)
    (E-10)."""

    power: str
    amount: int
    heir: str
    place: str


class EconomyFinal(PhaseNews, notice="final.income"):
    """The last standing. `points` are those of the whole board, `neutral` nobody's."""

    reason: str
    rows: tuple[FinalPower, ...]
    points: int
    neutral: int
    victory: int
    alliance: int


class EconomyStatement(PhaseNews, Debts, notice="treasury.statement"):
    """A power's own statement of a season, for it alone.

    opening  its treasury before, `closing` after
    dropped  debts that ended with a power
    unused   units it named for removal that its treasury pays for
    """

    power: str
    opening: int
    lines: tuple[StatementLine, ...]
    closing: int
    seat: str
    transfers: OwnTransfers
    calls: tuple[Called, ...]
    dropped: tuple[Loan, ...]
    unused: tuple[str, ...]
    loans: tuple[Loan, ...]


class UnitHired(PhaseNews, notice="unit.hired"):
    """Who may order whose unit this turn, for the two of them (E-13). `kept`: its owner ordered it himself all the
    same, and his order went before; `lasting`: it is let until its owner revokes it (E-16)."""

    owner: str
    hirer: str
    unit: str
    kept: bool | Unset = UNSET
    lasting: bool | Unset = UNSET


class HalvesWritten(PhaseNews, TransferShown, notice="transfer.met"):
    """Both halves of a transfer are on file, or are `both` no longer: told to its two parties at once, because one of
    them wrote TELL ME (E-7)."""

    both: bool


class AllianceDeclared(PhaseNews, notice="alliance.declared", kw_only=False):
    """What a declaration came to, for who made it (E-11).

    with    the power it named: no name for an argument in Python, so it is written `ally` there
    mutual  that power declared the same
    points  their income together, or his alone; `needed` to win
    """

    __annotations__["with"] = "str"
    power: str
    mutual: bool
    points: int
    needed: int

    def __init__(self, *, phase: str, power: str, ally: str, mutual: bool, points: int, needed: int) -> None:
        fields = {"phase": phase, "power": power, "with": ally, "mutual": mutual, "points": points, "needed": needed}
        object.__setattr__(self, "__dict__", fields)


_BOARD_NEWS = (Results, DislodgedUnits, Retreats, Adjustments, NoOrders)
NEWS: tuple[type[News], ...] = (*_BOARD_NEWS, *RULING_NEWS, *news_in(globals()))
