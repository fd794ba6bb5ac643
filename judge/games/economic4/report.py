"""Rows for reports: treasuries, bills, what can be paid (E-2). Who may see it is decided by the caller."""

from __future__ import annotations

from judge.games.economic4.board import POINTS
from judge.games.economic4.foretold import CouldBuild
from judge.games.economic4.money import Loan, affordable, owed
from judge.games.economic4.news import Debts, LoanShown, Treasury
from judge.games.economic4.state import EconomyState
from judge.games.economic4.winter import winter_of


def treasury_rows(state: EconomyState) -> tuple[Treasury, ...]:
    """A row a living power: seat, income, treasury, bill, what is left or short, whether a home centre is free.

    After the income has been paid the treasury is the net worth (E-2).
    """
    incomes = state.incomes()
    rows = []
    for power in state.living:
        credits, bill = state.treasury(power), state.bill(power)
        sites = state.open_sites(power)
        rows.append(
            Treasury(
                power=power,
                seat=state.seats[power],
                income=incomes[power],
                credits=credits,
                bill=bill,
                left=max(0, credits - bill),
                short=max(0, bill - credits),
                armies=sum(unit.type == "A" for unit in state.units_of(power)),
                fleets=sum(unit.type == "F" for unit in state.units_of(power)),
                free_home=bool(sites),
                to_victory=max(0, state.settings.victory - incomes[power]),
            )
        )
    return tuple(rows)


def neutral_points(state: EconomyState) -> int:
    """Points of income that nobody owns."""
    return POINTS - sum(state.incomes().values())


def loan_rows(state: EconomyState, power: str) -> tuple[LoanShown, ...]:
    """The debts of one power and to it, oldest first."""
    mine = [loan for loan in sorted(state.loans, key=Loan.rank) if power in (loan.lender, loan.debtor)]
    return tuple(
        LoanShown(lender=loan.lender, debtor=loan.debtor, owed=loan.owed, lent=loan.lent, phase=loan.phase)
        for loan in mine
    )


def debts(state: EconomyState, power: str) -> Debts:
    """`owes`: power -> sum this one owes it; `owed`: power -> sum it owes this one."""
    others = [other for other in state.living if other != power]
    return Debts(
        owes={other: sum_ for other in others if (sum_ := owed(state.loans, other, power))},
        owed={other: sum_ for other in others if (sum_ := owed(state.loans, power, other))},
    )


def could_build(state: EconomyState, power: str) -> CouldBuild:
    """What the treasury, after the bill for all units, pays beside them: armies alone or fleets alone, and where."""
    left = max(0, state.treasury(power) - state.bill(power))
    armies = sum(unit.type == "A" for unit in state.units_of(power))
    sites = state.open_sites(power)
    fleets = [place for place in sites if state.board.provinces[place].terrain == "coast"]
    land = [place for place in sites if state.board.provinces[place].build == "any"]
    return CouldBuild(
        left=left,
        armies=min(affordable(power, armies, left, "A"), len(land)),
        fleets=min(affordable(power, armies, left, "F"), len(fleets)),
        sites=tuple(sites),
        short=max(0, state.bill(power) - state.treasury(power)),
        goes=tuple(gone.unit.text for gone in winter_of(state, power, (), state.treasury(power)).removed),
    )
