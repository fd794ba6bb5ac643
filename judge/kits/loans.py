"""Loans to the units of a power, and what a winter makes of them (T-5, T-8). Whole units of money only."""

from collections.abc import Mapping
from enum import StrEnum

from judge.core.values import Value


class Terms(StrEnum):
    """What a winter's count does to a loan."""

    NET = "net"  # the change of the number of centres
    GROSS = "gross"  # centres lost first, then centres captured, each for itself


class Loan(Value):
    """A loan to a power: `each` to every one of its `units` (T-7)."""

    power: str
    units: int
    each: int

    @property
    def lent(self) -> int:
        """The face value."""
        return self.units * self.each


class Year(Value):
    """What a year did to one power. `lost` and `captured` count single centres; before - lost + captured = after."""

    before: int
    after: int
    lost: int
    captured: int


def lend(power: str, cash: int, units: int) -> tuple[Loan, int]:
    """The loan of all `cash` to `units` (at least one), and the part units of money that are lost by it."""
    loan = Loan(power, units, cash // units)
    return loan, cash - loan.lent


def repaid(loan: Loan, year: Year, terms: Terms) -> int:
    """What the power pays back: nothing for a loan to a dead power, never more than twice the loan."""
    if year.after == 0:
        return 0
    return loan.each * (_net(loan.units, year) if terms is Terms.NET else _gross(loan.units, year))


def _net(units: int, year: Year) -> int:
    """Shares repaid: one a unit, one more for each centre gained, one less for each lost, no unit more than doubled."""
    return min(max(units + year.after - year.before, 0), 2 * units)


def _gross(units: int, year: Year) -> int:
    """Losses first take units out; captures then double as many of the others as there are."""
    lost = min(year.lost, units)
    doubled = min(year.captured, units - lost)
    return units - lost + doubled


def year_of(power: str, before: Mapping[str, str], after: Mapping[str, str], was: int, now: int) -> Year:
    """What the owners of the centres (centre -> power) before and after a year say of one power.

    `was` and `now` are its counts. Where a list of owners is missing, only the net change is known.
    """
    if not before or not after:
        return Year(was, now, max(0, was - now), max(0, now - was))
    held = {place for place, owner in before.items() if owner == power}
    holds = {place for place, owner in after.items() if owner == power}
    return Year(was, now, len(held - holds), len(holds - held))


def outlook(loan: Loan, centres: int, reach: int = 3) -> tuple[tuple[int, int], ...]:
    """(change of centres, repaid) for changes up to `reach` either way that make a difference.

    `centres` is the power's count now. A pure gain or a pure loss repays the same under both terms.
    """
    span = range(-min(reach, loan.units, centres), min(reach, loan.units) + 1)
    return tuple((n, repaid(loan, Year(centres, centres + n, max(0, -n), max(0, n)), Terms.NET)) for n in span)
