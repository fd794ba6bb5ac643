"""Sheets of offers: the companies' and the investors' own, each a purse by itself (A3, A5, XR-2, XR-25)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from judge.core.command import Command, Sheet
from judge.core.dice import Dice
from judge.core.ruling import Remark, Ruling, refuse
from judge.games.exchange.commands import CompanyOrder
from judge.games.exchange.company import leads
from judge.games.exchange.state import ExchangeState
from judge.kits.bribes import (
    Bribe,
    Line,
    Offer,
    OfferFault,
    Purse,
    Survey,
    Table,
    Welcome,
    drawn_order,
    exposure,
    judged,
    screen,
    spelled_out,
)
from judge.kits.host import position_of


def survey_of(state: ExchangeState) -> Survey:
    return Survey(state.host.board, position_of(state.host))


def table_for(state: ExchangeState, payer: str, survey: Survey) -> Table:
    """A company's table, or an investor's, who has no units of his own."""
    power = payer if payer in state.corps else ""
    return Table(survey, payer, power, state.money(payer), state.settings.bribes)


# ---- at entry ---------------------------------------------------------------------------------------------------


def rule_on_offers(state: ExchangeState, seat: str, commands: Sequence[Command]) -> list[Ruling]:
    """One ruling a line, purse by purse: a line of this letter that cannot stand sets aside the others of its own
    purse alone (A3, XR-25); one on file whose unit has gone since is dropped alone."""
    survey = survey_of(state)
    found: dict[int, Ruling] = {}
    for hat in sorted({command.hat for command in commands}):
        numbers = [number for number, command in enumerate(commands) if command.hat == hat]
        group = [commands[number] for number in numbers]
        found |= dict(zip(numbers, _rule_on_purse(state, seat, hat, group, survey), strict=True))
    return [found[number] for number in range(len(commands))]


def _rule_on_purse(
    state: ExchangeState, seat: str, hat: str, commands: Sequence[Command], survey: Survey
) -> list[Ruling]:
    if hat:
        refused = [leads(state, seat, hat, command) for command in commands]
        if refused[0] is not None:
            return [one for one in refused if one is not None]
    table = table_for(state, hat or seat, survey)
    rulings = judged(table, commands)
    if any(not ruling.stands and ruling.command.line for ruling in rulings):
        return [refuse(ruling.command, "set-aside") if ruling.stands else ruling for ruling in rulings]
    return _with_budget(table, rulings)


def _with_budget(table: Table, rulings: list[Ruling]) -> list[Ruling]:
    """What the sheet may cost at most, said on its last line if that is more than there is."""
    standing = [ruling.command for ruling in rulings if ruling.stands]
    purse = Purse(table.balance, tuple(command.offer() for command in standing if isinstance(command, Bribe)))
    most = sum(exposure(purse.offers).values())
    if not rulings or most <= purse.spendable:
        return rulings
    last = rulings[-1]
    remark = Remark("poor", {"most": most, "spendable": purse.spendable})
    return [*rulings[:-1], replace(last, remarks=(*last.remarks, remark))]


def as_orders(sheet: Sheet) -> Sheet:
    """In retreats `A MUN - BOH` without an amount is the unit's order, and no offer."""
    return tuple(_as_order(command) for command in sheet)


def _as_order(command: Command) -> Command:
    if not isinstance(command, Bribe):
        return command
    try:
        offer = command.offer()
    except OfferFault:
        return command
    if not isinstance(offer, Offer) or offer.total or len(offer.orders) > 1:
        return command
    return CompanyOrder(text=f"{offer.unit} {offer.orders[0]}", line=command.line, hat=command.hat)


# ---- at the deadline --------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Sheets:
    """A purse as it counts; `dropped` lines could not stand any more."""

    purse: Purse
    dropped: tuple[str, ...] = ()


def bid_of(state: ExchangeState, payer: str, sheet: Sheet, survey: Survey) -> Sheets:
    """What a payer's sheet offers now. `sheet` holds the lines of this purse alone."""
    table = table_for(state, payer, survey)
    lines: list[Line] = []
    for command in sheet:
        if isinstance(command, Bribe):
            try:
                lines.append(command.offer())
            except OfferFault:
                continue
    screened = screen(replace(table, rules=replace(table.rules, limit=False)), lines)
    kept = tuple(one.line for one in screened if one.stands)
    dropped = tuple(one.line.text for one in screened if not one.stands)
    return Sheets(Purse(table.balance, kept), dropped)


def purse_sheet(state: ExchangeState, sheet: Sheet, payer: str, leader: str) -> Sheet:
    """The lines of one purse out of its writer's sheet: a company's under its hat, an investor's without one."""
    hat = payer if payer in state.corps else ""
    return tuple(command for command in sheet if command.hat == hat) if leader else ()


def drawn_lists(state: ExchangeState, dice: Dice) -> dict[str, Welcome]:
    """Every list with its `?` filled: companies in drawn order, behind them investors in drawn order (XR-2).
    Companies that have not floated have no say and are left out."""
    companies, investors = tuple(sorted(state.corps)), tuple(sorted(state.investors))
    lists = {}
    for power in state.floated:
        first = drawn_order(dice, f"welcome {power}", companies)
        then = drawn_order(dice, f"investors {power}", investors)
        whole = spelled_out(state.welcome(power), (first, then))
        lists[power] = tuple(payer for payer in whole if payer in state.floated or payer in state.investors)
    return lists
