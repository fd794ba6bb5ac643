"""What may be looked at: standings and forecasts, and what a power's own money may still do (E-5, E-7, E-8).

What a power may still do is looked at with one's own sheet alone. What others write nobody knows; here they answer,
and can pay.
"""

from collections.abc import Iterable

from judge.core.command import Sheet
from judge.core.notice import MASTER, fields_of
from judge.games.economic4 import shown
from judge.games.economic4.board import POINTS
from judge.games.economic4.commands import Ally, MoveTreasury
from judge.games.economic4.money import Deal, Loan, affordable, deals_of, owed, settle
from judge.games.economic4.news import Debts, Treasury
from judge.games.economic4.state import EconomyState, hires_of
from judge.games.economic4.winter import TOO_DEAR, Winter, winter_of
from judge.kits.host.bulletin import EndForecast, end_forecast
from judge.kits.host.votes import vote_lines
from judge.kits.host.winter import settled_retreats

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


def winters(
    state: EconomyState, power: str, sheet: Sheet, alone: Winter
) -> tuple[shown.Beside | None, shown.Beside | None]:
    """The winter if the own transfers are answered, and, where it is worse, if only those that send money are. None
    where no transfer of the sheet needs an answer."""
    deals = tuple(deal for deal in deals_of(sheet) if deal.verb != "CALL")
    if all(deal.verb in _NEED_NO_ANSWER for deal in deals):
        return None, None
    answered = winter_of(state, power, sheet, if_answered(state, power, deals))
    worst = winter_of(state, power, sheet, if_answered(state, power, outgoing(deals)))
    harder = len(worst.units) < min(len(answered.units), len(alone.units))
    return _beside(alone, answered), _beside(alone, worst) if harder else None


def _beside(alone: Winter, other: Winter) -> shown.Beside:
    """A winter as it differs from the one out of one's own treasury."""
    gone, would = ({gone.unit.text for gone in winter.removed} for winter in (alone, other))
    waived_anyway = {build.order for build in alone.waived}
    due = sorted(gone.unit for gone in other.removed)
    dear = [build.order for build in other.waived if build.code == TOO_DEAR and build.order not in waived_anyway]
    return shown.Beside(
        funds=other.funds,
        bill=other.bill,
        left=other.left,
        lost=tuple(unit.text for unit in due if unit.text not in gone),
        saved=tuple(sorted(gone - would)),
        built=tuple(unit.text for unit in other.built if unit not in alone.built),
        waived=tuple(dear),
    )


def next_winter(state: EconomyState, power: str, deals: Iterable[Deal] = ()) -> shown.NextWinter:
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
    return shown.NextWinter(
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


def loan_rows(state: EconomyState, power: str) -> tuple[Loan, ...]:
    """The debts of one power and to it, oldest first."""
    return tuple(loan for loan in sorted(state.loans, key=Loan.rank) if power in (loan.lender, loan.debtor))


def debts(state: EconomyState, power: str) -> Debts:
    """`owes`: power -> sum this one owes it; `owed`: power -> sum it owes this one."""
    others = [other for other in state.living if other != power]
    return Debts(
        owes={other: sum_ for other in others if (sum_ := owed(state.loans, other, power))},
        owed={other: sum_ for other in others if (sum_ := owed(state.loans, power, other))},
    )


def could_build(state: EconomyState, power: str) -> shown.CouldBuild:
    """What the treasury, after the bill for all units, pays beside them: armies alone or fleets alone, and where."""
    left = max(0, state.treasury(power) - state.bill(power))
    armies = sum(unit.type == "A" for unit in state.units_of(power))
    sites = state.open_sites(power)
    fleets = [place for place in sites if state.board.provinces[place].terrain == "coast"]
    land = [place for place in sites if state.board.provinces[place].build == "any"]
    return shown.CouldBuild(
        left=left,
        armies=min(affordable(power, armies, left, "A"), len(land)),
        fleets=min(affordable(power, armies, left, "F"), len(fleets)),
        sites=tuple(sites),
        short=max(0, state.bill(power) - state.treasury(power)),
        goes=tuple(gone.unit.text for gone in winter_of(state, power, (), state.treasury(power)).removed),
    )


def public(state: EconomyState) -> shown.EconomyShown:
    """The blocks `board` and `treasuries` of `judge show`. Sums are public, their sources are not (E-2)."""
    incomes = state.incomes()
    owners = dict(sorted(state.owners.items()))
    centres = {place: power for place, power in owners.items() if state.board.provinces[place].centre}
    treasuries = {
        power: shown.TreasuryShown(
            credits=str(state.treasury(power)),
            seat=state.seats[power],
            income=str(incomes[power]),
            bill=str(state.bill(power)),
            eliminated=state.fate.get(power, ""),
        )
        for power in state.powers
    }
    return shown.EconomyShown(
        board=shown.LandShown(**{**fields_of(state.host.shown()), "centres": centres}, owners=owners),
        treasuries=treasuries,
        neutral=str(neutral_points(state)),
        victory=shown.VictoryShown(state.settings.victory, state.settings.alliance),
    )


def private(state: EconomyState, seat: str) -> shown.OwnPower | shown.LoansShown:
    """What one seat sees beside the public standing: its units, treasury, debts, and what it could build."""
    if seat == MASTER:
        return shown.LoansShown(
            tuple(row for power in state.powers for row in loan_rows(state, power) if row.lender == power)
        )
    power = state.flags[seat]
    incomes = state.incomes()
    position = state.position
    waiting_deals = state.season.deals.get(power, ())
    waiting = [gone for gone in position.dislodged.values() if gone.unit.power == power]
    let = ((position.units.get(int(number)), hirer) for number, hirer in state.lets.items())
    lets = sorted(((unit, hirer) for unit, hirer in let if unit is not None), key=lambda pair: pair[0].text)
    return shown.OwnPower(
        **fields_of(debts(state, power)),
        power=power,
        units=tuple(unit.text for unit in state.units_of(power)),
        retreats={gone.unit.text: gone.may_retreat_to for gone in sorted(waiting, key=lambda g: g.unit.text)},
        credits=str(state.treasury(power)),
        treasury_seat=state.seats[power],
        income=str(incomes[power]),
        bill=str(state.bill(power)),
        to_victory=max(0, state.settings.victory - incomes[power]),
        build=could_build(state, power),
        loans=loan_rows(state, power),
        waiting=tuple(deal.words() for deal in waiting_deals),
        let={unit.text: hirer for unit, hirer in lets if unit.power == power},
        hired={unit.text: unit.power for unit, hirer in lets if hirer == power},
        winter=None if state.phase.kind == "A" else next_winter(state, power, waiting_deals),
    )


def forecast(state: EconomyState, seat: str, sheet: Sheet) -> shown.SeasonForecast | shown.WinterForecast | EndForecast:
    """What the sheet will certainly do: never what others may write."""
    if seat == MASTER:
        return end_forecast(sheet)
    return (_winter_forecast if state.phase.kind == "A" else _season_forecast)(state, state.flags[seat], sheet)


def _season_forecast(state: EconomyState, power: str, sheet: Sheet) -> shown.SeasonForecast:
    moving = state.phase.kind == "M"
    ordered = {command.key() for command in sheet if command.section == "orders"}
    gone = state.position.dislodged.values()
    retreating = [g.unit for g in sorted(gone, key=lambda g: g.unit) if g.unit.power == power and g.may_retreat_to]
    keys = ordered if moving else {key.removeprefix("RETREAT ") for key in ordered}
    units = state.units_of(power) if moving else retreating
    silent = [unit for unit in units if unit.province not in keys]
    sent = {} if moving else settled_retreats(state.position, state.live.ahead.retreats)
    let = _let(state, power, sheet, ordered)
    hold_all = any(command.canonical() == "HOLD ALL" for command in sheet)
    seat = next((command.place for command in sheet if isinstance(command, MoveTreasury)), state.seats[power])
    incomes = state.incomes()
    missing = [] if hold_all else [unit.text for unit in silent if unit.province not in {*let, *sent}]
    return shown.SeasonForecast(
        phase=str(state.phase),
        kind="moves" if moving else "retreats",
        power=power,
        missing=tuple(missing),
        sent=tuple(sent[unit.province] for unit in silent if unit.province in sent),
        let=tuple(let.values()),
        credits=state.treasury(power),
        seat=seat,
        seat_moves=seat != state.seats[power],
        income=incomes[power],
        bill=state.bill(power),
        winter=next_winter(state, power, deals_of(sheet) if moving else state.season.deals.get(power, ())),
        ally=next((command.power for command in sheet if isinstance(command, Ally)), ""),
        votes=vote_lines(sheet),
    )


def _let(state: EconomyState, power: str, sheet: Sheet, ordered: set[str]) -> dict[str, str]:
    """Province -> unit, hirer and how long, in words: the own units that others order this turn, those let without an
    order of one's own (E-13, E-16)."""
    hires, lasting = hires_of(state, {power: sheet}) if state.phase.kind == "M" else ({}, {})
    let = {state.position.units[int(number)]: number for number in hires}
    spans = {
        number: "until you revoke it" if lasting.get(number) == hirer else "for this turn"
        for number, hirer in hires.items()
    }
    return {
        unit.province: f"{unit.text} to {hires[number].title()}, {spans[number]}"
        for unit, number in sorted(let.items())
        if unit.power == power and unit.province not in ordered
    }


def _winter_forecast(state: EconomyState, power: str, sheet: Sheet) -> shown.WinterForecast:
    """The winter paid out of the own treasury alone: transfers run before the bills and may change it. Repayments are
    no matter of an answer, so they are made already (E-8)."""
    repays = tuple(deal for deal in deals_of(sheet) if deal.verb == "REPAY")
    funds = if_answered(state, power, repays)
    plan = winter_of(state, power, sheet, funds)
    answered, worst = winters(state, power, sheet, plan)
    return shown.WinterForecast(
        phase=str(state.phase),
        kind="winter",
        power=power,
        funds=plan.funds,
        due=state.bill(power),
        short=max(0, state.bill(power) - plan.funds),
        bill=plan.bill,
        left=plan.left,
        removed=tuple(shown.Goes(gone.unit.text, gone.chosen) for gone in plan.removed),
        built=tuple(unit.text for unit in plan.built),
        waived=tuple(shown.Waived(build.order, build.why) for build in plan.waived),
        unused=tuple(plan.unused),
        transfers=any(command.section == "transfers" for command in sheet),
        answered=answered,
        worst=worst,
        build=could_build(state, power),
        votes=vote_lines(sheet),
        repaid=state.treasury(power) - funds,
    )
