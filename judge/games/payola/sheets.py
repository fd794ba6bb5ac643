"""What may be filed: offers and acceptance lists of the powers (A3, A8), and what the owner alone orders (A1)."""

from collections.abc import Sequence

from judge.core.command import Command, Sheet
from judge.core.dice import Dice
from judge.core.ruling import Reason, Ruling, refuse
from judge.core.tables import reasons, tables
from judge.games.payola.state import PayolaState
from judge.kits.bribes import sheets
from judge.kits.bribes.decide import BribePurse
from judge.kits.bribes.screen import PayerTable
from judge.kits.bribes.sheets import CountedSheet
from judge.kits.bribes.values import ANYBODY, Welcome, default_welcome, drawn_order, spelled_out
from judge.kits.host.commands import HOLD_ALL, UnitOrder, power_letters
from judge.kits.host.legal import check_orders

_TABLES = tables(__package__)

REASONS: dict[str, Reason] = reasons(_TABLES["offers"])


def table_for(state: PayolaState, power: str, sighted: bool = False) -> PayerTable:
    return PayerTable(state.survey, power, power, state.balance(power), state.settings.bribes, state.dummies, sighted)


def may_bribe(state: PayolaState, power: str) -> bool:
    """An eliminated power keeps its purse and may use it, unless the game forbids it (A2)."""
    return state.settings.donations or power in state.survivors


def rule_on_offers(state: PayolaState, power: str, commands: Sequence[Command], spoiled: bool) -> list[Ruling]:
    """One ruling a line of a power's sheet (A3, A5). `spoiled`: another line of the letter was meant for it."""
    if state.phase.kind != "M":
        return [refuse(command, "no-offers-now", phase=str(state.phase)) for command in commands]
    if not may_bribe(state, power):
        return [refuse(command, "no-purse") for command in commands]
    return sheets.rule_on_offers(table_for(state, power), commands, spoiled)


def rule_on_lists(commands: Sequence[Command]) -> list[Ruling]:
    return sheets.rule_on_lists(commands, power_letters())


def bid_of(state: PayolaState, power: str, sheet: Sheet, sighted: bool = False) -> CountedSheet:
    """What a power's sheet offers now, from the purse as it is now (PR-5, PR-6); `sighted` at the deadline."""
    if not may_bribe(state, power):
        return CountedSheet(BribePurse(state.balance(power)))
    return sheets.bid_of(table_for(state, power, sighted), sheet)


def list_of(state: PayolaState, power: str) -> Welcome:
    """A power's acceptance list as it stands; an unplayed one likes all money alike (A8, A10)."""
    if power in state.dummies:
        return (ANYBODY,)
    return state.lists.get(power, default_welcome(power))


def filed_list(sheet: Sheet) -> Welcome | None:
    """The list that a sheet brings, if it does."""
    return sheets.filed_list(sheet, power_letters())


def drawn_lists(state: PayolaState, dice: Dice) -> dict[str, Welcome]:
    """Every power's list with its `?` filled: drawn once a phase, for all powers in one order (PR-2)."""
    powers = state.host.powers
    return {
        power: spelled_out(list_of(state, power), (drawn_order(dice, f"welcome {power}", powers),)) for power in powers
    }


OWNER_REASONS: dict[str, Reason] = reasons(_TABLES["owners"])


def rule_on_orders(state: PayolaState, power: str, commands: Sequence[Command]) -> Sequence[Ruling]:
    """Retreats and builds as in any Diplomacy; with the offers only what is meant for later phases (D-7)."""
    if state.phase.kind == "M":
        ahead = state.settings.conditional != "off"
        riding = [command for command in commands if command.rides()]
        ruled = iter(check_orders(state.host, state.phase, power, tuple(riding), ahead))
        return [next(ruled) if command in riding else _offer_please(command) for command in commands]
    return check_orders(state.host, state.phase, power, tuple(commands))


def _offer_please(command: Command) -> Ruling:
    if command.canonical() == HOLD_ALL:
        return refuse(command, "they-hold")
    return refuse(command, "write-an-offer", offer=f"0 : {command.canonical()}")


def stray(state: PayolaState, sheet: Sheet) -> bool:
    """Whether a line of this letter is a movement order where an offer was wanted: the sheet is not whole without it
    (A3)."""
    return state.phase.kind == "M" and any(
        isinstance(command, UnitOrder) and command.line and not command.rides() and command.canonical() != HOLD_ALL
        for command in sheet
    )
