"""Whether an order to a unit can be obeyed, before the deadline (D-2 to D-6)."""

from __future__ import annotations

from dataclasses import replace

from judge.core.command import Command, Sheet
from judge.core.phase import Phase
from judge.core.ruling import Reason, Remark, Ruling, accept, refuse
from judge.kits.board import (
    Position,
    RetreatWhy,
    Why,
    adjust_reason,
    fault_of,
    move_targets,
    province_of,
    read_order,
    resolve_adjustments,
    resolve_retreats,
    restated,
    retreat_options,
    retreat_reason,
    why_words,
)
from judge.kits.host.hosted import order_province, position_of
from judge.kits.host.orders import UnitOrder
from judge.kits.host.state import Host

REASONS: dict[str, Reason] = {
    "not-an-order": Reason("D-2", "This is no order to a unit and has no place among the orders."),
    "impossible-order": Reason("D-2", "{order} cannot be obeyed: {why}. {instead}."),
    "which-coast": Reason("D-5", "{order} fits more than one coast. Which is meant: {coasts}?"),
    "no-retreat": Reason("D-6", "{order} cannot be obeyed: {why}. {instead}."),
    "nothing-dislodged": Reason("D-6", "{order}: no unit of yours has to retreat from there."),
    "impossible-winter": Reason("D-6", "{order} cannot be obeyed: {why}."),
    "hopeless-convoy": Reason("D-4", "No fleet stands where it could carry this army: the move will fail."),
}


def check_orders(host: Host, phase: Phase, power: str, sheet: Sheet) -> tuple[Ruling, ...]:
    """One ruling a command of a power's sheet; each order as it will stand, coasts filled in where only one fits."""
    position = position_of(host)
    if phase.kind == "A":
        return _winter(host, position, power, sheet)
    check = _retreat if phase.kind == "R" else _move
    return tuple(
        check(host, position, power, command) if isinstance(command, UnitOrder) else refuse(command, "not-an-order")
        for command in sheet
    )


def _move(host: Host, position: Position, power: str, command: UnitOrder) -> Ruling:
    text = restated(host.board, position, command.text)
    why = fault_of(host.board, position, power, text)
    standing = replace(command, text=text)
    if why is None:
        return accept(standing)
    if why is Why.NO_FLEETS and text.endswith(" VIA"):
        return accept(standing, Remark("hopeless-convoy"))
    if why is Why.COAST_MISSING:
        return refuse(command, "which-coast", order=command.text, coasts=_coasts(host, command.text))
    instead = _targets(host, position, power, command.text)
    return refuse(command, "impossible-order", order=command.text, why=_plain(why_words(why)), instead=instead)


def _coasts(host: Host, text: str) -> str:
    target = province_of(read_order(text).target)
    return " or ".join(host.board.provinces[target].locations)


def _targets(host: Host, position: Position, power: str, text: str) -> str:
    """Where the unit could go instead; for a unit that is not the sender's, which units are."""
    unit = position.unit_in(order_province(text))
    if unit is None or unit.power != power:
        own = ", ".join(unit.text for unit in position.units_of(power)) or "none"
        return f"{power.title()}'s units are {own}"
    return f"{unit.text} can go to {', '.join(move_targets(host.board, position, unit))}"


def _plain(words: str) -> str:
    return words.removeprefix("illegal: ")


def _retreat(host: Host, position: Position, power: str, command: UnitOrder) -> Ruling:
    fate = resolve_retreats(position, {power: [command.text]}).verdicts.get(order_province(command.text))
    if fate is None or fate.unit.power != power:
        return refuse(command, "nothing-dislodged", order=command.text)
    if fate.why in (RetreatWhy.NOT_OPEN, RetreatWhy.UNREADABLE, RetreatWhy.NO_ORDER):
        gone = next(gone for gone in position.dislodged.values() if gone.unit == fate.unit)
        why = retreat_reason(fate).removeprefix("disbanded: ")
        return refuse(command, "no-retreat", order=command.text, why=why, instead=retreat_options(host.board, gone))
    return accept(command)


def _winter(host: Host, position: Position, power: str, sheet: Sheet) -> tuple[Ruling, ...]:
    """All orders of a winter together, because builds and removals are counted."""
    given = [command.text for command in sheet if isinstance(command, UnitOrder)]
    verdicts = iter(resolve_adjustments(host.board, position, {power: given}).verdicts)
    out: list[Ruling] = []
    for command in sheet:
        if not isinstance(command, UnitOrder):
            out.append(_stranger(command))
            continue
        verdict = next(verdicts)
        if verdict.result == "fails":
            why = adjust_reason(verdict.why)
            out.append(refuse(command, "impossible-winter", order=command.text, why=why))
        else:
            out.append(accept(command))
    return tuple(out)


def _stranger(command: Command) -> Ruling:
    return refuse(command, "not-an-order")
