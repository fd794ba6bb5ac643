"""What the owner alone orders: retreats, builds and removals (A1); in a movement, lines meant as offers."""

from __future__ import annotations

from collections.abc import Sequence

from judge.core.command import Command, Sheet
from judge.core.ruling import Reason, Ruling, refuse
from judge.games.payola.state import PayolaState
from judge.kits.bribes import Bribe, Item, Offer, OfferFault
from judge.kits.host import HOLD_ALL, UnitOrder, check_orders, is_ahead

REASONS: dict[str, Reason] = {
    "write-an-offer": Reason("A1", "Movement orders are not written here but bid for. Write {offer}, 0 being an amount "
                             "that is allowed for your own units."),
    "they-hold": Reason("A4", "There is no need: a unit you bid nothing for holds by itself, unless others pay for "
                        "something else."),
    "no-offers-now": Reason("A1", "{phase} is not bid for: retreats and builds are ordered by their owner alone, with "
                            "no money."),
}  # fmt: skip

_NOTHING = (Item(0),)


def rule_on_orders(state: PayolaState, power: str, commands: Sequence[Command]) -> Sequence[Ruling]:
    """Retreats and builds as in any Diplomacy; with the offers only what is meant for later phases (D-7)."""
    if state.phase.kind == "M":
        ahead = state.settings.conditional != "off"
        riding = [command for command in commands if isinstance(command, UnitOrder) and is_ahead(command)]
        ruled = iter(check_orders(state.host, state.phase, power, tuple(riding), ahead))
        return [next(ruled) if command in riding else _offer_please(command) for command in commands]
    return check_orders(state.host, state.phase, power, tuple(commands))


def _offer_please(command: Command) -> Ruling:
    if command.canonical() == HOLD_ALL:
        return refuse(command, "they-hold")
    return refuse(command, "write-an-offer", offer=f"0 : {command.canonical()}")


def as_orders(sheet: Sheet) -> Sheet:
    """In a phase of retreats or builds `A PAR - GAS` is no offer of nothing but the owner's order."""
    return tuple(_as_order(command) for command in sheet)


def _as_order(command: Command) -> Command:
    if not isinstance(command, Bribe):
        return command
    try:
        line = command.offer()
    except OfferFault:
        return command
    if isinstance(line, Offer) and line.kind == ":" and line.items == _NOTHING and len(line.orders) == 1:
        return UnitOrder(text=f"{line.unit} {line.orders[0]}", line=command.line, hat=command.hat)
    return command
