"""Orders to units: whose they are, whether they can be obeyed, and the board's phase made of them (C-2 to C-6)."""

from collections.abc import Mapping
from dataclasses import replace

from judge.core.command import Orders, Sheet
from judge.core.ruling import Reason, Ruling, recited, refuse
from judge.core.tables import reasons, tables
from judge.games.capitalist.state import CapitalistState
from judge.kits.board.geography import province_of
from judge.kits.board.notation import OrderKind
from judge.kits.board.units import Position
from judge.kits.host.commands import UnitOrder, voice_of
from judge.kits.host.hosted import hosted_season, hosted_sheets, undecided
from judge.kits.host.legal import HOSTED_REASONS, check_voice
from judge.kits.host.reported import Season
from judge.kits.host.winter import is_for_winter
from judge.kits.market.rules import word
from judge.kits.market.tables import MARKET_REASONS


def power_meant(state: CapitalistState, order: UnitOrder) -> str:
    """The power an order is for, read off the order alone; "" where it may be any (HOLD ALL, WAIVE, an empty place).

    A unit belongs to its power, a build to the power whose home centre it is in.
    """
    parts = order.parts()
    if not parts or parts[0].kind is OrderKind.WAIVE:
        return ""
    province = province_of(parts[0].place)
    if parts[0].kind is OrderKind.BUILD:
        known = state.host.board.provinces.get(province)
        return known.home if known else ""
    if parts[0].kind is OrderKind.REMOVE and state.phase.kind != "A":
        return ""  # where the unit will stand in winter is not known yet
    return _owner(state.host.position, province, state.phase.kind == "R")


def _owner(position: Position, province: str, retreats: bool) -> str:
    """Whose unit is in a province; in retreats the dislodged one goes before the one that took its place."""
    gone = [dislodged.unit for _, dislodged in sorted(position.dislodged.items())]
    driven_out = [unit for unit in gone if unit.province == province]
    standing = [unit] if (unit := position.unit_in(province)) else []
    here = [*driven_out, *standing] if retreats else [*standing, *driven_out]
    return here[0].power if here else ""


def check(state: CapitalistState, seat: str, sheet: Sheet) -> tuple[Ruling, ...]:
    """One ruling an order. What stands carries its power as hat; what is another commander's is refused (C-4)."""
    mine = state.commands(seat)
    addressed = [_addressed(state, mine, command) if isinstance(command, UnitOrder) else command for command in sheet]
    good = [order for order in addressed if not isinstance(order, Ruling)]
    voice = voice_of(state.host.position, *mine)
    rest = iter(check_voice(state.host, state.phase, voice, tuple(good), state.conditional != "off"))
    return tuple(ruled if isinstance(ruled, Ruling) else next(rest) for ruled in addressed)


def _addressed(state: CapitalistState, mine: tuple[str, ...], order: UnitOrder) -> UnitOrder | Ruling:
    """The order with its power as hat, or why the seat may not give it."""
    power = power_meant(state, order)
    if order.hat and power and power != order.hat and power in mine:
        return refuse(order, "other-hat", order=order.text, power=power, hat=order.hat)
    meant = power or order.hat
    if not mine and not meant:
        return refuse(order, "no-command", order=order.text, phase=str(state.phase))
    if meant and meant not in mine:
        return _not_yours(state, mine, order, meant)
    waiver = any(part.kind is OrderKind.WAIVE for part in order.parts()[:1])
    if not meant and waiver and len(mine) > 1:
        return refuse(order, "which-power", order=order.text, powers=" or ".join(power.title() for power in mine))
    spring = state.phase.season == "S" and state.phase.kind == "M"
    if spring and is_for_winter(order) and state.conditional != "off":
        return refuse(order, "winter-of-autumn", order=order.text, year=state.phase.year)
    return replace(order, hat=meant)


def _not_yours(state: CapitalistState, mine: tuple[str, ...], order: UnitOrder, power: str) -> Ruling:
    commander = state.commanders.get(power, "")
    figures = {
        "order": order.text,
        "power": power.title(),
        "many": word(state.currency_of(power)),
        "yours": f"You command {' and '.join(own.title() for own in mine)}." if mine else "You command no power now.",
    }
    if commander:
        return refuse(order, "not-commander", commander=commander, **figures)
    return refuse(order, "no-commander", **figures)


def sheet_of(state: CapitalistState, power: str, sheet: Sheet) -> Sheet:
    """The orders of a commander's sheet that are for one of the powers; HOLD ALL without a hat is for each."""
    return tuple(
        command
        for command in sheet
        if isinstance(command, UnitOrder) and (power_meant(state, command) or command.hat or power) == power
    )


def owing(state: CapitalistState) -> dict[str, tuple[str, ...]]:
    """Commander -> the powers for which something is still to be ordered in this phase, both sorted."""
    busy = undecided(state.host, state.phase) if state.ordering else ()
    found: dict[str, tuple[str, ...]] = {}
    for power in sorted(busy):
        seat = state.commanders[power]
        if seat:
            found[seat] = (*found.get(seat, ()), power)
    return dict(sorted(found.items()))


def speakers(state: CapitalistState, orders: Orders) -> tuple[tuple[str, str, bool], ...]:
    """(power, commander or "", whether anything was ordered) for every power with something to order (C-6)."""
    return tuple(
        (power, seat, bool(seat) and bool(sheet_of(state, power, orders.get(seat, ()))))
        for power, seat in ((power, state.commanders[power]) for power in sorted(undecided(state.host, state.phase)))
    )


def season(state: CapitalistState, orders: Orders, master: Sheet) -> Season:
    """One phase of the board with the orders of the commanders alone; powers without one are in civil disorder."""
    sheets: Mapping[str, Sheet] = {
        power: sheet_of(state, power, orders.get(seat, ())) for power, seat in state.commanders.items() if seat
    }
    texts, ahead = hosted_sheets(state.host, state.phase, sheets)
    return hosted_season(state.host, state.phase, texts, master, ahead=ahead, conditional=state.conditional)


REASONS: Mapping[str, Reason] = {
    **recited(MARKET_REASONS, {"B-1": "M-7"}),
    **recited(HOSTED_REASONS, {"D-10": "C-8", "D-15": "C-8", "D-8": "C-1"}),
    **reasons(tables(__package__)["reasons"]),
}
