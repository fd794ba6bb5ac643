"""What the owner alone orders: retreats, builds and removals (A1); in a movement, lines meant as offers."""

from collections.abc import Sequence

from judge.core.command import Command, Sheet
from judge.core.ruling import Reason, Ruling, refuse
from judge.games.payola.state import PayolaState
from judge.kits.bribes.commands import Bribe
from judge.kits.host.ahead import is_ahead
from judge.kits.host.legal import check_orders
from judge.kits.host.orders import HOLD_ALL, UnitOrder

REASONS: dict[str, Reason] = {
    "write-an-offer": Reason(
        "A1",
        "Movement orders are not written here but bid for. Write {offer}, 0 being an amount "
        "that is allowed for your own units.",
    ),
    "they-hold": Reason(
        "A4", "There is no need: a unit you bid nothing for holds by itself, unless others pay for something else."
    ),
    "no-offers-now": Reason(
        "A1", "{phase} is not bid for: retreats and builds are ordered by their owner alone, with no money."
    ),
}


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


def stray(state: PayolaState, sheet: Sheet) -> bool:
    """Whether a line of this letter is a movement order where an offer was wanted: the sheet is not whole without it
    (A3)."""
    return state.phase.kind == "M" and any(
        isinstance(command, UnitOrder) and command.line and not is_ahead(command) and command.canonical() != HOLD_ALL
        for command in sheet
    )


def as_orders(sheet: Sheet) -> Sheet:
    """In a phase of retreats or builds `A PAR - GAS` is no offer of nothing but the owner's order."""
    return tuple(_as_order(command) for command in sheet)


def _as_order(command: Command) -> Command:
    text = command.as_order() if isinstance(command, Bribe) else ""
    return UnitOrder(text=text, line=command.line, hat=command.hat) if text else command
