"""Test cases as data: one position a line, with the outcome the rules give (see tests/fixtures/board)."""

import json
from pathlib import Path
from typing import Any

from judge.kits.board.equations import convoy_stands, move_succeeds, support_stands
from judge.kits.board.field import Field
from judge.kits.board.geography import EDITIONS
from judge.kits.board.opening import position_of
from judge.kits.board.orderbook import MOVE, SUPPORT
from judge.kits.board.resolve import MovementResult, resolve_movement
from judge.kits.board.standard import standard_map
from judge.kits.board.units import Position

FOLDER = Path(__file__).parents[2] / "fixtures" / "board"
Case = dict[str, Any]
BOARD = standard_map()


def cases(name: str, phase: str = "movement") -> list[Case]:
    """The cases of a file, of one kind of phase."""
    lines = (FOLDER / name).read_text(encoding="utf-8").splitlines()
    return [case for case in map(json.loads, lines) if case["phase"] == phase]


def case_id(case: Case) -> str:
    return f"{case['id']} {case['title']}"


def sheets(orders: list[list[str]]) -> dict[str, list[str]]:
    """[[power, text], …] → {power: [text, …]}."""
    by_power: dict[str, list[str]] = {}
    for power, text in orders:
        by_power.setdefault(power, []).append(text)
    return by_power


def moved(case: Case, orders: list[list[str]] | None = None, rules: str = "2023") -> MovementResult:
    """The case adjudicated, with its own orders or others."""
    given = case["orders"] if orders is None else orders
    return resolve_movement(BOARD, position_of(BOARD, case["units"]), sheets(given), EDITIONS[rules])


def answer(field: Field, unit: int) -> bool | None:
    """What the equation of a unit's decision says; nobody attacks those whose help is not in question."""
    kind = field.doing[unit].kind
    if kind == MOVE:
        return move_succeeds(field, unit)
    if unit not in field.attackers:
        return True
    return support_stands(field, unit) if kind == SUPPORT else convoy_stands(field, unit)


def standing(position: Position) -> dict[str, list[str]]:
    """{power: sorted unit texts}, as the cases write it."""
    units: dict[str, list[str]] = {}
    for unit in sorted(position.units.values()):
        units.setdefault(unit.power, []).append(unit.text)
    return units


def outcome(result: MovementResult) -> dict[str, Any]:
    """A movement result in the form the cases have."""
    gone = [[d.unit.power, d.unit.text, d.by, d.by_convoy, list(d.may_retreat_to)] for d in result.dislodged]
    return {
        "results": {province: str(verdict.result) for province, verdict in sorted(result.verdicts.items())},
        "final": standing(result.position),
        "dislodged": sorted(gone),
        "contested": list(result.position.contested),
        "backup": sorted(set(result.backup_rules)),
    }


def expected(case: Case) -> dict[str, Any]:
    wanted = {key: case[key] for key in ("results", "final", "dislodged", "contested", "backup")}
    return {
        **wanted,
        "final": {p: sorted(us) for p, us in case["final"].items()},
        "dislodged": sorted(case["dislodged"]),
    }
