"""Who commands a power: the player holding most of its currency after the last exchange (C-2, C-3)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from judge.core.dice import Dice
from judge.core.phase import Phase

Holdings = Mapping[str, int]


class Title(StrEnum):
    """By what right somebody commands."""

    MOST = "most"  # more units than anybody else
    DRAWN = "drawn"  # by the dice among those who hold most
    INCUMBENT = "incumbent"  # among those who hold most, and in command before
    NOBODY = "nobody"  # no units in anybody's hands: civil disorder


@dataclass(frozen=True)
class Charge:
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


def draw_label(power: str, phase: Phase) -> str:
    """`commander FRANCE S1901`: the name under which a tie is drawn and published (C-3)."""
    return f"commander {power} {phase.season}{phase.year}"


def charges_of(
    powers: Iterable[str], holdings: Mapping[str, Holdings], phase: Phase, dice: Dice, sitting: Mapping[str, str]
) -> tuple[Charge, ...]:
    """The commands of all `powers` after an exchange, sorted. `holdings`: power -> seat -> units of its currency."""
    return tuple(
        charge_of(power, holdings[power], draw_label(power, phase), dice, sitting.get(power, ""))
        for power in sorted(powers)
    )
