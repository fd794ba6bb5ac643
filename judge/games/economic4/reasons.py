"""What is said of a line, why it is refused or cut; the votes that end a game (D-10), units for hire (E-13)."""

from collections.abc import Collection, Mapping

from judge.core.abilities import Coin
from judge.core.command import Sheet
from judge.core.ruling import Reason, Ruling, refuse
from judge.core.tables import reasons, tables
from judge.games.economic4.commands import Let
from judge.games.economic4.money import CREDIT
from judge.games.economic4.state import EconomyState
from judge.kits.board.geography import province_of
from judge.kits.host import votes
from judge.kits.host.commands import HOLD_ALL, UnitOrder, Voice, voice_of
from judge.kits.host.legal import HOSTED_REASONS
from judge.kits.host.votes import LOST, Poll, Vote, rule_on_vote

_TABLES = tables(__package__)

COIN = Coin(CREDIT, ("credits", "credit", "cr", "points", "point"))


RULING_REASONS: dict[str, Reason] = {**votes.REASONS, **reasons(_TABLES["votes"])}


def poll_of(state: EconomyState) -> Poll:
    """A power in civil disorder, silent for two movements running, has no vote until something comes from it (D-9)."""
    voters = tuple(power for power in state.living if state.silent.get(power, 0) < LOST)
    return Poll(state.settings.draws, state.settings.concession, state.living, voters)


def check_votes(state: EconomyState, power: str, lines: Sheet, sheet: Sheet) -> tuple[Ruling, ...]:
    """One ruling a vote."""
    poll = poll_of(state)
    return tuple(
        rule_on_vote(poll, power, command, state.phase)
        if isinstance(command, Vote)
        else refuse(command, "not-an-order")
        for command in lines
    )


def hires_of(state: EconomyState, sheets: Mapping[str, Sheet]) -> tuple[dict[str, str], dict[str, str]]:
    """Unit number (as text) -> the power that may order it this turn; and the same of those let until revoked.

    A line for one turn goes before what stands, and leaves it standing.
    """
    units = state.position.units
    standing = {n: p for n, p in state.lets.items() if int(n) in units and p in state.living}
    once: dict[str, str] = {}
    for power, sheet in sheets.items():
        for command in sheet:
            number = _unit_number(state, power, command.place) if isinstance(command, Let) else ""
            if not isinstance(command, Let) or not number:
                continue
            if not command.power:
                standing.pop(number, None)
            elif command.lasting:
                standing[number] = command.power
            else:
                once[number] = command.power
    return {**standing, **once}, standing


def _unit_number(state: EconomyState, power: str, place: str) -> str:
    for number, unit in state.position.units.items():
        if unit.power == power and unit.province == province_of(place):
            return str(number)
    return ""


def voices(state: EconomyState, sheets: Mapping[str, Sheet], settled: Collection[str] = ()) -> dict[str, Voice]:
    """Whom each power orders: its own units, and those hired for which their owner wrote no order (E-13). `settled`
    are the provinces whose unit its owner sends away by an order of before."""
    position = state.position
    units = position.all_units()
    out = {power: set(voice_of(position, power).units) for power in sheets}
    kept = kept_by_owner(state, sheets)
    for number, power in sorted(state.season.hires.items()):
        unit = units.get(int(number))
        own = number in kept or (unit is not None and unit.province in settled)
        if unit is not None and power in out and not own:
            out[power].add(int(number))
    return {power: Voice(frozenset(numbers), (power,)) for power, numbers in out.items()}


def kept_by_owner(state: EconomyState, sheets: Mapping[str, Sheet]) -> frozenset[str]:
    """The hired units that their owner orders himself: his order goes before the hirer's."""
    units = state.position.all_units()
    ordered = {power: _provinces_ordered(sheet) for power, sheet in sheets.items()}
    return frozenset(
        number
        for number in state.season.hires
        if (unit := units.get(int(number))) is not None and unit.province in ordered.get(unit.power, ())
    )


def _provinces_ordered(sheet: Sheet) -> set[str]:
    orders = [command for command in sheet if isinstance(command, UnitOrder) and command.text != HOLD_ALL]
    return {province_of(part.place) for order in orders for part in order.parts()}


REASONS: Mapping[str, Reason] = {**HOSTED_REASONS, **RULING_REASONS, **reasons(_TABLES["reasons"])}
