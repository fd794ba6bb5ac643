"""The state of a Capitalist Diplomacy between two deadlines, and who commands a power: the player holding most of its
currency after the last exchange (C-2, C-3)."""

from collections.abc import Iterable, Mapping
from enum import StrEnum
from functools import cached_property

from judge.core.dice import Dice
from judge.core.phase import Phase
from judge.core.values import Value
from judge.kits.market.settle import Purse
from judge.kits.market.state import MarketState

Holdings = Mapping[str, int]


class Title(StrEnum):
    """By what right somebody commands."""

    MOST = "most"  # more units than anybody else
    DRAWN = "drawn"  # by the dice among those who hold most
    INCUMBENT = "incumbent"  # among those who hold most, and in command before
    NOBODY = "nobody"  # no units in anybody's hands: civil disorder


class Charge(Value):
    """The command of one power.

    seat    the commander; "" where nobody holds any
    units   what the commander holds of the power's currency
    second  what the next largest holder has
    tied    who shared the largest holding, sorted; () where there was no tie
    """

    power: str
    seat: str
    units: int
    second: int
    title: Title
    tied: tuple[str, ...] = ()

    @property
    def margin(self) -> int:
        """Units by which the commander is ahead of the second."""
        return self.units - self.second


def charge_of(power: str, holdings: Holdings, label: str, dice: Dice, sitting: str = "") -> Charge:
    """The command of one power. `holdings`: seat -> units of its currency; `sitting`: who keeps it in a tie, if any."""
    most = max(holdings.values(), default=0)
    if most == 0:
        return Charge(power, "", 0, 0, Title.NOBODY)
    tied = tuple(sorted(seat for seat, units in holdings.items() if units == most))
    if len(tied) == 1:
        second = max((units for seat, units in holdings.items() if seat != tied[0]), default=0)
        return Charge(power, tied[0], most, second, Title.MOST)
    if sitting in tied:
        return Charge(power, sitting, most, most, Title.INCUMBENT, tied)
    return Charge(power, dice.choose(label, tied), most, most, Title.DRAWN, tied)


def charges_of(
    powers: Iterable[str], holdings: Mapping[str, Holdings], phase: Phase, dice: Dice, sitting: Mapping[str, str]
) -> tuple[Charge, ...]:
    """The commands of all `powers` after an exchange, sorted. `holdings`: power -> seat -> units of its currency. A tie
    is drawn and published as `commander FRANCE S1901` (C-3)."""
    when = f"{phase.season}{phase.year}"
    return tuple(
        charge_of(power, holdings[power], f"commander {power} {when}", dice, sitting.get(power, ""))
        for power in sorted(powers)
    )


class CapitalistState(MarketState):
    """Everything the rules need: the market's part, in ticks of 1/100 centime (10 000 are 1.00 SFr), and

    combined   moves and trades under one deadline; else an exchange before each movement (C-1)
    incumbent  a sitting commander wins a tie it is in (C-3)
    conditional  whether retreats and builds ride with the moves: off, on, or only (D-7)
    last_year  the winter count of this year ends the game (C-8)
    charges    who commands the powers in this phase, sorted by power; () before the first exchange
    heirs      what the exchange of this season made, where its moves are still going on (`combined`); else ()
    """

    combined: bool
    incumbent: bool
    conditional: str
    last_year: int
    investors: tuple[str, ...]
    charges: tuple[Charge, ...] = ()
    heirs: tuple[Charge, ...] = ()

    @property
    def trading(self) -> bool:
        """Whether this phase takes trades: commerce phases do, and the movement phases of `combined` (C-1)."""
        return self.phase.kind == "C" or (self.combined and self.phase.kind == "M")

    @property
    def ordering(self) -> bool:
        """Whether this phase takes orders to units."""
        return self.phase.kind != "C"

    @property
    def commanders(self) -> dict[str, str]:
        """Power -> who orders its units in this phase; "" where nobody does."""
        seats = {charge.power: charge.seat for charge in self.charges}
        return {power: seats.get(power, "") for power in self.host.powers}

    def commands(self, seat: str) -> tuple[str, ...]:
        """The powers a seat commands in this phase, sorted."""
        return tuple(power for power, commander in self.commanders.items() if commander == seat)

    @cached_property
    def purses(self) -> dict[str, Purse]:
        return {seat: self.purse(seat) for seat in self.investors}
