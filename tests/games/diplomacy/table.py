"""A table of seven for the tests of Diplomacy, and short ways to give orders."""

from dataclasses import replace
from typing import Any

from judge.core.codec import document
from judge.core.command import Sheet
from judge.core.dice import Dice
from judge.core.phase import Phase
from judge.core.ruling import Ruling, words
from judge.core.variant import Role, Seat, Step
from judge.games import variant
from judge.games.diplomacy.state import DiplomacyState
from judge.kits.board.standard import standard_map
from judge.kits.host.commands import UnitOrder
from tests.games.setting import stand

DIPLOMACY = variant("diplomacy")
DICE = Dice(b"\x07" * 32, "S1901M")
BOARD = standard_map()
POWERS = tuple(sorted(BOARD.powers))
TABLE = tuple(Seat(power, Role.POWER, power) for power in POWERS)


def started(**options: str) -> DiplomacyState:
    state = DIPLOMACY.open(TABLE, options, DICE).state
    assert isinstance(state, DiplomacyState)
    return state


def units(text: str) -> Sheet:
    """Orders separated by semicolons."""
    return tuple(UnitOrder(text=one.strip()) for one in text.split(";") if one.strip())


def turn(state: DiplomacyState, **orders: Any) -> Step:
    """One deadline; orders by power, as text or as commands. The others send nothing."""
    sheets = {seat: orders.get(seat, ()) for seat in (*state.flags, "MASTER") if seat != "MASTER" or "MASTER" in orders}
    return DIPLOMACY.resolve(
        state, {seat: units(sheet) if isinstance(sheet, str) else tuple(sheet) for seat, sheet in sheets.items()}, DICE
    )


def stood(pieces: dict[str, str], phase: str = "F1901M", owners: dict[str, str] | None = None, **options: str) -> Any:
    """A game in `phase` with these units (commas) and the usual owners, changed by `owners`."""
    state = started(**options)
    owned = {**state.host.owners, **(owners or {})}
    return replace(state, host=stand(state.host, pieces, owned), phase=Phase.parse(phase))


def data(step: Step, kind: str) -> Any:
    return next(document(notice.data) for notice in step.notices if notice.kind == kind)


def pieces(state: DiplomacyState) -> set[str]:
    return {f"{power} {kind} {place}" for power, kind, place in state.host.units}


def said(ruling: Ruling) -> str:
    """Everything a ruling says."""
    remarks = [ruling.because] if ruling.because else []
    return " ".join(words(DIPLOMACY.reasons, remark) for remark in (*remarks, *ruling.remarks))


def rule(state: DiplomacyState, seat: str, *commands: Any, line: int = 1) -> tuple[Ruling, ...]:
    """Rulings on texts or commands, as written on lines 1, 2 ... of a letter."""
    sheet = []
    for number, command in enumerate(commands, line):
        made = UnitOrder(text=command) if isinstance(command, str) else command
        sheet.append(replace(made, line=number))
    return DIPLOMACY.rule_on(state, seat, tuple(sheet))
