"""Sheets of offers: the companies' and the investors' own, each a purse by itself (A3, A5, XR-2, XR-25)."""

from collections.abc import Sequence

from judge.core.command import Command, Sheet
from judge.core.dice import Dice
from judge.core.ruling import Ruling, refuse
from judge.games.exchange.clock import MOVES
from judge.games.exchange.commands import CompanyOrder
from judge.games.exchange.company import leads
from judge.games.exchange.state import ExchangeState
from judge.kits.bribes import sheets
from judge.kits.bribes.commands import Bribe
from judge.kits.bribes.screen import Table
from judge.kits.bribes.sheets import Bid
from judge.kits.bribes.values import Welcome, drawn_order, spelled_out


def table_for(state: ExchangeState, payer: str) -> Table:
    """A company's table, or an investor's, who has no units of his own."""
    power = payer if payer in state.corps else ""
    return Table(state.survey, payer, power, state.money(payer), state.settings.bribes)


# ---- at entry ---------------------------------------------------------------------------------------------------


def rule_on_offers(state: ExchangeState, seat: str, commands: Sequence[Command]) -> list[Ruling]:
    """One ruling a line, purse by purse: a line of this letter that cannot stand sets aside the others of its own
    purse alone (A3, XR-25); one on file whose unit has gone since is dropped alone. Retreats are not bid for (XR-1)."""
    if state.phase.kind != MOVES:
        return [refuse(command, "no-offers-now", phase=str(state.phase)) for command in commands]
    found: dict[int, Ruling] = {}
    for hat in sorted({command.hat for command in commands}):
        numbers = [number for number, command in enumerate(commands) if command.hat == hat]
        group = [commands[number] for number in numbers]
        found |= dict(zip(numbers, _rule_on_purse(state, seat, hat, group), strict=True))
    return [found[number] for number in range(len(commands))]


def _rule_on_purse(state: ExchangeState, seat: str, hat: str, commands: Sequence[Command]) -> list[Ruling]:
    if hat:
        refused = [leads(state, seat, hat, command) for command in commands]
        if refused[0] is not None:
            return [one for one in refused if one is not None]
    return sheets.rule_on_offers(table_for(state, hat or seat), commands)


def as_orders(sheet: Sheet) -> Sheet:
    """In retreats `A MUN - BOH` without an amount is the unit's order, and no offer."""
    return tuple(_as_order(command) for command in sheet)


def _as_order(command: Command) -> Command:
    text = command.as_order() if isinstance(command, Bribe) else ""
    return CompanyOrder(text=text, line=command.line, hat=command.hat) if text else command


# ---- at the deadline --------------------------------------------------------------------------------------------


def bid_of(state: ExchangeState, payer: str, sheet: Sheet) -> Bid:
    """What a payer's sheet offers now. `sheet` holds the lines of this purse alone."""
    return sheets.bid_of(table_for(state, payer), sheet)


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
