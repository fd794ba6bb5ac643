"""What a power's own money may still do: its transfers if they are answered, and the winter to come (E-5, E-7, E-8).

Looked at with one's own sheet alone. What others write nobody knows; here they answer, and can pay.
"""

from collections.abc import Iterable

from judge.core.command import Sheet
from judge.games.economic4.board import POINTS
from judge.games.economic4.money import Loan, affordable, owed
from judge.games.economic4.news import Debts, LoanShown, Treasury
from judge.games.economic4.shown import Beside, CouldBuild, NextWinter
from judge.games.economic4.state import EconomyState
from judge.games.economic4.transfers import Deal, deals_of, settle
from judge.games.economic4.winter import TOO_DEAR, Winter, winter_of

_NEED_NO_ANSWER = ("REPAY", "CALL")


def if_answered(state: EconomyState, power: str, deals: Iterable[Deal]) -> int:
    """The treasury after these transfers of the power's own, if the others say the same and have the money."""
    own = tuple(deal for deal in deals if deal.verb != "CALL")
    mirrors: dict[str, tuple[Deal, ...]] = {}
    for deal in own:
        if deal.verb not in _NEED_NO_ANSWER:
            verb = "RECEIVE" if deal.verb == "PAY" else "PAY"
            mirror = Deal(verb, deal.amount, power, deal.kind, deal.repay)
            mirrors[deal.power] = (*mirrors.get(deal.power, ()), mirror)
    purse = state.treasuries()
    plenty = sum(deal.amount for deal in own)
    rich = {other: credits + (plenty if other != power else 0) for other, credits in purse.items()}
    done = settle({**mirrors, power: own}, rich, state.loans, str(state.phase))
    moved = sum(p.amount * ((p.target == power) - (p.source == power)) for p in done.postings)
    return state.treasury(power) + moved


def outgoing(deals: Iterable[Deal]) -> tuple[Deal, ...]:
    """Those that take money away: what comes in may fail, and these go through all the same."""
    return tuple(deal for deal in deals if deal.verb != "RECEIVE")


def winters(state: EconomyState, power: str, sheet: Sheet, alone: Winter) -> tuple[Beside | None, Beside | None]:
    """The winter if the own transfers are answered, and, where it is worse, if only those that send money are. None
    where no transfer of the sheet needs an answer."""
    deals = tuple(deal for deal in deals_of(sheet) if deal.verb != "CALL")
    if all(deal.verb in _NEED_NO_ANSWER for deal in deals):
        return None, None
    answered = winter_of(state, power, sheet, if_answered(state, power, deals))
    worst = winter_of(state, power, sheet, if_answered(state, power, outgoing(deals)))
    harder = len(worst.units) < min(len(answered.units), len(alone.units))
    return _beside(alone, answered), _beside(alone, worst) if harder else None


def _beside(alone: Winter, other: Winter) -> Beside:
    """A winter as it differs from the one out of one's own treasury."""
    gone, would = ({gone.unit.text for gone in winter.removed} for winter in (alone, other))
    waived_anyway = {build.order for build in alone.waived}
    due = sorted(gone.unit for gone in other.removed)
    dear = [build.order for build in other.waived if build.code == TOO_DEAR and build.order not in waived_anyway]
    return Beside(
        funds=other.funds,
        bill=other.bill,
        left=other.left,
        lost=tuple(unit.text for unit in due if unit.text not in gone),
        saved=tuple(sorted(gone - would)),
        built=tuple(unit.text for unit in other.built if unit not in alone.built),
        waived=tuple(dear),
    )


def next_winter(state: EconomyState, power: str, deals: Iterable[Deal] = ()) -> NextWinter:
    """The winter that follows, with the provinces and units of now."""
    deals = tuple(deals)
    credits, income, bill = state.treasury(power), state.incomes()[power], state.bill(power)
    debts = {other: sum_ for other in state.living if (sum_ := owed(state.loans, other, power))}
    for deal in deals:
        if deal.verb == "REPAY":
            debts[deal.power] = max(0, debts.get(deal.power, 0) - deal.amount)
    after = if_answered(state, power, outgoing(deals)) + income
    worst = after - min(sum(debts.values()), after)
    loans = [deal for deal in deals if deal.verb == "RECEIVE" and deal.repay and deal.power in state.living]
    for deal in loans:
        debts[deal.power] = debts.get(deal.power, 0) + deal.repay
    answered = if_answered(state, power, deals)
    repaid = if_answered(state, power, tuple(deal for deal in deals if deal.verb != "REPAY")) - answered
    call = min(sum(debts.values()), answered + income)
    return NextWinter(
        credits=credits,
        income=income,
        bill=bill,
        left=credits + income - bill,
        sent=answered + repaid - credits,
        debts=debts,
        call=call,
        worst=min(worst, answered + income - call) - bill,
        repaid=repaid,
        lent=bool(loans),
    )


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
