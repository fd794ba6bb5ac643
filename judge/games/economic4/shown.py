"""What may be looked at in an Economic IV: its public standing, and what each kind of seat sees beside it.

Sums are credits, income is in points; both as text where a field is text.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from judge.core.shown import Shown
from judge.core.variant import Views
from judge.games.economic4.foretold import CouldBuild, NextWinter, SeasonForecast, WinterForecast
from judge.games.economic4.news import Debts, LoanShown
from judge.kits.host.outlook import EndForecast
from judge.kits.host.shown import BoardShown


@dataclass(frozen=True, kw_only=True)
class LandShown(BoardShown):
    """The board. `owners`: province -> power, of all land that is somebody's."""

    owners: Mapping[str, str]

    @property
    def land(self) -> Mapping[str, str]:
        return self.owners or self.centres


@dataclass(frozen=True)
class TreasuryShown:
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


@dataclass(frozen=True)
class VictoryShown:
    """Points of income that win, alone and in an alliance."""

    alone: int
    alliance: int


@dataclass(frozen=True)
class EconomyShown(Shown):
    """The blocks `board` and `treasuries` (by power). `neutral`: points of income that are nobody's."""

    board: LandShown
    treasuries: Mapping[str, TreasuryShown]
    neutral: str
    victory: VictoryShown


@dataclass(frozen=True, kw_only=True)
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
    loans: tuple[LoanShown, ...]
    waiting: tuple[str, ...]
    let: Mapping[str, str]
    hired: Mapping[str, str]
    winter: NextWinter | None


@dataclass(frozen=True)
class LoansShown(Shown):
    """To the master: every debt."""

    loans: tuple[LoanShown, ...]


VIEWS = Views(
    public=EconomyShown, private=(OwnPower,), master=LoansShown, forecasts=(SeasonForecast, WinterForecast, EndForecast)
)
