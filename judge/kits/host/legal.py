"""Whether an order to a unit can be obeyed, before the deadline (D-2 to D-7). Movements and retreats; winters are
judged in winter.py."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from judge.core.command import Command, Sheet
from judge.core.phase import Phase
from judge.core.ruling import Reason, Remark, Ruling, accept, amend, recited, refuse
from judge.core.tables import reasons, tables
from judge.kits.board.geography import Map, province_of
from judge.kits.board.legality import fault_of, move_targets, restated
from judge.kits.board.notation import Order, OrderKind, write_order
from judge.kits.board.retreats import open_place
from judge.kits.board.units import Dislodged, Position, Unit
from judge.kits.board.verdicts import Why
from judge.kits.board.words import retreat_options, why_words
from judge.kits.host.commands import HOLD_ALL, UnitOrder, Voice, of_parts, voice_of
from judge.kits.host.reported import REASONS as _OF_REPORTS
from judge.kits.host.state import Host
from judge.kits.host.winter import check_ahead, check_winter, ranked, which_coast

BOARD_REASONS: dict[str, Reason] = {**_OF_REPORTS, **reasons(tables(__package__)["orders"])}
HOSTED_REASONS = recited(
    BOARD_REASONS, {"B-5": "D-10", "B-6": "D-10", "B-8": "D-15", "B-9": "D-8", "M-9": "D-10", "M-10": "D-10"}
)
"""The same for a game with a board that is always played here: they cite its rules, and not those of a market."""

_FORM = "Write it as in A PAR - BUR, A PAR S A MAR - BUR, F NTH C A LON - NWY or A PAR H"


def check_orders(host: Host, phase: Phase, power: str, sheet: Sheet, ahead: bool = False) -> tuple[Ruling, ...]:
    """One ruling a command of a power's sheet; each order as it will stand, coasts filled in where only one fits.

    `ahead`: whether retreats and builds may ride with the moves (D-7).
    """
    return check_voice(host, phase, voice_of(host.position, power), sheet, ahead)


def check_voice(host: Host, phase: Phase, voice: Voice, sheet: Sheet, ahead: bool = False) -> tuple[Ruling, ...]:
    """The same for a seat that speaks for the units of its voice (D-14)."""
    position = host.position
    if phase.kind == "A":
        return check_winter(host.board, position, voice, sheet)
    if phase.kind == "R":
        rulings = [_retreat(host.board, position, voice, command) for command in sheet]
        return _newest(rulings)
    rulings = []
    for command in ranked(sheet):
        if isinstance(command, UnitOrder) and command.rides():
            apart = refuse(command, "no-conditions", order=command.text)
            rulings.append(check_ahead(host.board, position, voice, command) if ahead else apart)
        else:
            rulings.append(_move(host.board, position, voice, command))
    standing = [ruling.command for ruling in rulings if ruling.stands]
    rulings = [_following(host.board, position, voice, ruling, standing) for ruling in rulings]
    return tuple(_with_remarks(position, voice, ruling, standing) for ruling in rulings)


# ---- movement -----------------------------------------------------------------------------------------------------


def _move(board: Map, position: Position, voice: Voice, command: Command) -> Ruling:
    if not isinstance(command, UnitOrder):
        return refuse(command, "not-an-order")
    if command.text == HOLD_ALL:
        return accept(command)
    if not command.parts():
        return refuse(command, "impossible-order", order=command.text, why="the order cannot be read", instead=_FORM)
    written = command.parts()[0]
    province = province_of(written.place)
    unit = voice.hears(position, province)
    if unit is None or command.hat not in ("", unit.power):
        return _not_yours(position, voice, command, province)
    text = restated(board, position, command.text)
    why = fault_of(board, position, unit.power, text)
    standing = replace(command, text=text)
    if why is None:
        return accept(standing, *_corrections(board, written, unit, standing))
    if why is Why.NO_FLEETS and text.endswith(" VIA"):
        return accept(standing, Remark("hopeless-convoy"))
    if why is Why.COAST_MISSING:
        return which_coast(board, command, written.target)
    instead = f"{unit.text} can go to {', '.join(move_targets(board, position, unit))}"
    return refuse(command, "impossible-order", order=command.text, why=_plain(why), instead=instead)


def _following(board: Map, position: Position, voice: Voice, ruling: Ruling, standing: Sequence[Command]) -> Ruling:
    """`A MAR S A PAR` beside `A PAR - BUR`: as players write a support of that move, where no other can be meant."""
    command = ruling.command
    if ruling.stands or not isinstance(command, UnitOrder) or not command.parts():
        return ruling
    support = command.parts()[0]
    if support.kind is not OrderKind.SUPPORT or support.target:
        return ruling
    unit = voice.hears(position, province_of(support.place))
    move = _order_to(province_of(support.subject), standing)
    if unit is None or move is None or move.kind is not OrderKind.MOVE:
        return ruling
    text = restated(board, position, f"{unit.text} S {write_order(replace(move, via=False))}")
    if fault_of(board, position, unit.power, text) is not None:
        return ruling
    return amend(replace(command, text=text), "support-follows", order=command.text, doing=write_order(move))


def _order_to(province: str, standing: Iterable[Command]) -> Order | None:
    """What a sheet orders a unit of its own to do in this movement: of several orders the last."""
    now = (command for command in standing if isinstance(command, UnitOrder) and not command.rides())
    orders = [part for command in now for part in command.parts()]
    return next((order for order in reversed(orders) if province_of(order.place) == province), None)


def _plain(why: Why) -> str:
    return why_words(why).removeprefix("illegal: ")


def _not_yours(position: Position, voice: Voice, command: UnitOrder, province: str) -> Ruling:
    there = position.unit_in(province)
    why = f"{there.text} is {there.power.title()}'s" if there else f"no unit stands in {province}"
    own = ", ".join(unit.text for unit in voice.own(position)) or "none"
    return refuse(command, "not-your-unit", order=command.text, why=why, own=own)


def _corrections(board: Map, written: Order, unit: Unit, standing: UnitOrder) -> tuple[Remark, ...]:
    """What was taken otherwise than it was written: the unit's type, a fleet's only coast."""
    remarks = []
    if written.unit and written.unit != unit.type:
        remarks.append(Remark("unit-corrected", {"unit": unit.text}))
    target = standing.parts()[0].target
    if written.kind is OrderKind.MOVE and "/" in target and "/" not in written.target:
        remarks.append(Remark("coast-taken", {"place": board.full_name(target)}))
    return tuple(remarks)


def _with_remarks(position: Position, voice: Voice, ruling: Ruling, standing: list[Command]) -> Ruling:
    """What one order means beside the others of the sheet."""
    command = ruling.command
    if not ruling.stands or not isinstance(command, UnitOrder):
        return ruling
    others = [other for other in standing if isinstance(other, UnitOrder) and other is not command]
    if command.text == HOLD_ALL:
        moving = [other.text for other in others if not other.rides()]
        found = [Remark("hold-all", {"orders": ", ".join(moving)})] if moving else []
    else:
        found = _mismatch(position, voice, command, others)
    return replace(ruling, remarks=(*ruling.remarks, *found))


def _mismatch(position: Position, voice: Voice, command: UnitOrder, others: list[UnitOrder]) -> list[Remark]:
    """A support or convoy for a unit of one's own that the same sheet orders otherwise, or not at all."""
    order = command.parts()[0]
    if order.kind not in (OrderKind.SUPPORT, OrderKind.CONVOY):
        return []
    unit = voice.hears(position, province_of(order.subject))
    if unit is None:
        return []
    doing = _order_to(unit.province, others)
    moving = doing is not None and doing.kind is OrderKind.MOVE
    target = province_of(doing.target) if doing is not None and moving else ""
    if target == province_of(order.target):
        return []
    said = f"is ordered {write_order(doing)}" if doing is not None else "has no order and holds"
    return [Remark("support-mismatch", {"unit": unit.text, "doing": said})]


# ---- retreats -----------------------------------------------------------------------------------------------------


def _retreat(board: Map, position: Position, voice: Voice, command: Command) -> Ruling:
    """`R`, `-` and DISBAND are all orders of this phase; places that are not open are left out of a list."""
    if not isinstance(command, UnitOrder):
        return refuse(command, "not-an-order")
    parts = command.parts()
    waiting = {gone.unit.province: gone for number, gone in position.dislodged.items() if number in voice.units}
    gone = waiting.get(province_of(parts[0].place)) if parts else None
    if gone is None:
        own = ", ".join(sorted(other.unit.text for other in waiting.values())) or "none"
        return refuse(command, "nothing-dislodged", order=command.text, own=own)
    if parts[0].kind in (OrderKind.DISBAND, OrderKind.REMOVE):
        return accept(replace(command, text=f"{gone.unit.text} D"))
    if parts[0].kind not in (OrderKind.RETREAT, OrderKind.MOVE):
        return _no_retreat(board, command, gone, "a dislodged unit retreats or disbands")
    wanted = [part.target for part in parts]
    found = {written: open_place(gone, written) for written in wanted}
    open_ones = tuple(dict.fromkeys(place for place in found.values() if place))
    shut = [written for written, place in found.items() if not place]
    if not open_ones:
        return _no_retreat(
            board, command, gone, f"{' and '.join(shut)} {'is' if len(shut) == 1 else 'are'} not open to it"
        )
    kind, unit = OrderKind.RETREAT, gone.unit
    text = of_parts(tuple(Order(kind, unit.type, unit.location, target=place) for place in open_ones))
    standing = replace(command, text=text)
    if shut:
        return amend(standing, "part-dropped", gone=", ".join(shut), why="not open to the unit")
    return accept(standing)


def _no_retreat(board: Map, command: UnitOrder, gone: Dislodged, why: str) -> Ruling:
    return refuse(command, "no-retreat", order=command.text, why=why, instead=retreat_options(board, gone))


def _newest(rulings: list[Ruling]) -> tuple[Ruling, ...]:
    """Of several orders for one unit, in whatever notation, the newest stands (D-3): this letter's, its last line."""
    standing = [number for number, ruling in enumerate(rulings) if ruling.stands]
    in_turn = sorted(standing, key=lambda number: rulings[number].command.line)
    newest = {rulings[number].command.key(): number for number in in_turn}
    return tuple(
        refuse(ruling.command, "replaced-order", order=ruling.command.canonical())
        if ruling.stands and newest[ruling.command.key()] != number
        else ruling
        for number, ruling in enumerate(rulings)
    )
