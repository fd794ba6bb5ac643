"""What may be looked at: standings and forecasts."""

from judge.core.command import Sheet
from judge.core.notice import MASTER, fields_of
from judge.games.economic4.commands import Ally, MoveTreasury
from judge.games.economic4.outlook import (
    could_build,
    debts,
    if_answered,
    loan_rows,
    neutral_points,
    next_winter,
    winters,
)
from judge.games.economic4.ruling import hires_of
from judge.games.economic4.shown import (
    EconomyShown,
    Goes,
    LandShown,
    LoansShown,
    OwnPower,
    SeasonForecast,
    TreasuryShown,
    VictoryShown,
    Waived,
    WinterForecast,
)
from judge.games.economic4.state import EconomyState
from judge.games.economic4.transfers import deals_of
from judge.games.economic4.winter import winter_of
from judge.kits.host.ahead import settled_retreats
from judge.kits.host.outlook import EndForecast, end_forecast
from judge.kits.host.votes import votes_of


def public(state: EconomyState) -> EconomyShown:
    """The blocks `board` and `treasuries` of `judge show`. Sums are public, their sources are not (E-2)."""
    incomes = state.incomes()
    owners = dict(sorted(state.owners.items()))
    centres = {place: power for place, power in owners.items() if state.board.provinces[place].centre}
    treasuries = {
        power: TreasuryShown(
            credits=str(state.treasury(power)),
            seat=state.seats[power],
            income=str(incomes[power]),
            bill=str(state.bill(power)),
            eliminated=state.fate.get(power, ""),
        )
        for power in state.powers
    }
    return EconomyShown(
        board=LandShown(**{**fields_of(state.host().shown()), "centres": centres}, owners=owners),
        treasuries=treasuries,
        neutral=str(neutral_points(state)),
        victory=VictoryShown(state.settings.victory, state.settings.alliance),
    )


def private(state: EconomyState, seat: str) -> OwnPower | LoansShown:
    """What one seat sees beside the public standing: its units, treasury, debts, and what it could build."""
    if seat == MASTER:
        return LoansShown(
            tuple(row for power in state.powers for row in loan_rows(state, power) if row.lender == power)
        )
    power = state.flags[seat]
    incomes = state.incomes()
    position = state.position
    waiting_deals = state.season.deals.get(power, ())
    waiting = [gone for gone in position.dislodged.values() if gone.unit.power == power]
    let = ((position.units.get(int(number)), hirer) for number, hirer in state.lets.items())
    lets = sorted(((unit, hirer) for unit, hirer in let if unit is not None), key=lambda pair: pair[0].text)
    return OwnPower(
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


def forecast(state: EconomyState, seat: str, sheet: Sheet) -> SeasonForecast | WinterForecast | EndForecast:
    """What the sheet will certainly do: never what others may write."""
    return end_forecast(sheet) if seat == MASTER else _sheet(state, state.flags[seat], sheet)


def _sheet(state: EconomyState, power: str, sheet: Sheet) -> SeasonForecast | WinterForecast:
    return (_winter_forecast if state.phase.kind == "A" else _season_forecast)(state, power, sheet)


def _votes(sheet: Sheet) -> tuple[str, ...]:
    return tuple(vote.canonical() for vote in votes_of(sheet))


def _season_forecast(state: EconomyState, power: str, sheet: Sheet) -> SeasonForecast:
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
    return SeasonForecast(
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
        votes=_votes(sheet),
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


def _winter_forecast(state: EconomyState, power: str, sheet: Sheet) -> WinterForecast:
    """The winter paid out of the own treasury alone: transfers run before the bills and may change it. Repayments are
    no matter of an answer, so they are made already (E-8)."""
    repays = tuple(deal for deal in deals_of(sheet) if deal.verb == "REPAY")
    funds = if_answered(state, power, repays)
    plan = winter_of(state, power, sheet, funds)
    answered, worst = winters(state, power, sheet, plan)
    return WinterForecast(
        phase=str(state.phase),
        kind="winter",
        power=power,
        funds=plan.funds,
        due=state.bill(power),
        short=max(0, state.bill(power) - plan.funds),
        bill=plan.bill,
        left=plan.left,
        removed=tuple(Goes(gone.unit.text, gone.chosen) for gone in plan.removed),
        built=tuple(unit.text for unit in plan.built),
        waived=tuple(Waived(build.order, build.why) for build in plan.waived),
        unused=tuple(plan.unused),
        transfers=any(command.section == "transfers" for command in sheet),
        answered=answered,
        worst=worst,
        build=could_build(state, power),
        votes=_votes(sheet),
        repaid=state.treasury(power) - funds,
    )
