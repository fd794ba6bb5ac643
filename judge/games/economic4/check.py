"""Sheets judged before the deadline: orders to units in spring and autumn, and who orders whom (E-13, E-15)."""

from dataclasses import replace

from judge.core.command import Command, Sheet
from judge.core.notice import MASTER
from judge.core.ruling import Remark, Ruling, refuse
from judge.games.economic4.check_winter import check_builds
from judge.games.economic4.check_words import check_declarations, check_transfers
from judge.games.economic4.commands import UnitOrder
from judge.games.economic4.ruling import check_votes
from judge.games.economic4.state import EconomyState
from judge.kits.board.geography import province_of
from judge.kits.board.notation import OrderKind
from judge.kits.host.check import check_sheet
from judge.kits.host.legal import check_voice
from judge.kits.host.orders import Voice, voice_of

_WINTER = (OrderKind.BUILD, OrderKind.REMOVE, OrderKind.WAIVE)


def rule(state: EconomyState, seat: str, sheet: Sheet) -> tuple[Ruling, ...]:
    """One ruling a command of a seat's whole sheet, in order; knows only this seat's secrets."""
    if seat == MASTER:
        return check_sheet(state.host(), state.phase, sheet)
    power = state.flags[seat]
    by_section = {
        "orders": check_orders,
        "declarations": check_declarations,
        "transfers": check_transfers,
        "votes": check_votes,
    }
    rulings: dict[int, Ruling] = {}
    for section, check in by_section.items():
        numbers = [number for number, command in enumerate(sheet) if command.section == section]
        judged = check(state, power, tuple(sheet[number] for number in numbers), sheet)
        rulings.update(zip(numbers, judged, strict=True))
    return tuple(
        rulings[number] if number in rulings else refuse(command, "not-an-order")
        for number, command in enumerate(sheet)
    )


def check_orders(state: EconomyState, power: str, orders: Sheet, sheet: Sheet) -> tuple[Ruling, ...]:
    """Orders to units, of whatever phase."""
    if state.phase.kind == "A":
        return check_builds(state, power, orders)
    if state.phase.kind == "R":
        return check_voice(state.host(), state.phase, _retreating(state, power), orders)
    return _moves(state, power, orders)


def _retreating(state: EconomyState, power: str) -> Voice:
    """Its own units, and those it may order this turn (E-13)."""
    own = voice_of(state.position, power).units
    return Voice(own | {int(n) for n, hirer in state.season.hires.items() if hirer == power}, (power,))


def _moves(state: EconomyState, power: str, orders: Sheet) -> tuple[Ruling, ...]:
    """Its own units together; a unit of another's by itself, with what it depends on."""
    numbers = {number: _foreign(state, power, command) for number, command in enumerate(orders)}
    rulings: dict[int, Ruling] = {}
    for number, command in enumerate(orders):
        if _for_winter(command):
            rulings[number] = refuse(command, "winter-apart", order=command.canonical(), year=state.phase.year)
        elif numbers[number]:
            rulings[number] = _hired(state, power, command, numbers[number])
    own = [number for number in range(len(orders)) if number not in rulings]
    voice = voice_of(state.position, power)
    judged = check_voice(state.host(), state.phase, voice, tuple(orders[number] for number in own), ahead=True)
    rulings.update(zip(own, judged, strict=True))
    return tuple(rulings[number] for number in range(len(orders)))


def _for_winter(command: Command) -> bool:
    parts = command.parts() if isinstance(command, UnitOrder) else ()
    return bool(parts) and parts[0].kind in _WINTER


def _foreign(state: EconomyState, power: str, command: Command) -> int:
    """The number of the living power's unit, not one's own, that an order for this phase names; 0 for none."""
    parts = command.parts() if isinstance(command, UnitOrder) else ()
    if not parts or parts[0].kind in (OrderKind.RETREAT, OrderKind.DISBAND):
        return 0
    place = province_of(parts[0].place)
    return next((n for n, unit in state.position.units.items() if unit.province == place and unit.power != power), 0)


def _hired(state: EconomyState, power: str, command: Command, number: int) -> Ruling:
    """An order to another's unit is taken, and counts if that power lets this one order it: nobody is told now
    whether it does."""
    unit = state.position.units[number]
    ruling = check_voice(state.host(), state.phase, Voice(frozenset({number}), (unit.power,)), (command,))[0]
    if not ruling.stands:
        return ruling
    figures = {"unit": unit.text, "owner": unit.power, "own": power}
    code = "let-to-you" if state.lets.get(str(number)) == power else "hired"
    return replace(ruling, remarks=(*ruling.remarks, Remark(code, figures)))
