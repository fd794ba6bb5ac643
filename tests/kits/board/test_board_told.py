"""What the adjudicator says of every case, word for word: each reason and who is named in it, who carried and helped
whom, where the dislodged may go. The positions are hard ones, once with their orders and once with some of them spoilt.
"""

from collections.abc import Iterator

import pytest

from judge.kits.board.geography import EDITIONS
from judge.kits.board.opening import position_of
from judge.kits.board.resolve import resolve_movement
from judge.kits.board.words import reasons
from tests.kits.board.board_cases import BOARD, FOLDER
from tests.kits.board.every_position import cases
from tests.told import hold_against

SOME = {"datc": 1, "hard_positions": 5}  # each, and one in five
RULES = {True: "2000", False: "2023"}  # spoilt orders by the older rules, so that both are asked


def told(units: dict[str, list[str]], orders: dict[str, list[str]], rules: str) -> Iterator[str]:
    """One line a fact."""
    before = position_of(BOARD, units)
    result = resolve_movement(BOARD, before, orders, EDITIONS[rules])
    for place, words in reasons(before, result).items():
        yield f"{place}: {words}"
    for one in result.ignored:
        yield f"{one.power} {one.text!r}: {one.why}"
    for number, gone in result.position.dislodged.items():
        yield f"{number} {gone.unit.text} may go {' '.join(gone.may_retreat_to)}".strip()
    for unit, others in [*result.convoys.items(), *result.supports.items()]:
        if others:
            yield f"{unit} by {' '.join(others)}"
    if result.position.contested:
        yield f"contested: {' '.join(result.position.contested)}"
    if result.backup_rules:
        yield f"backup: {' '.join(result.backup_rules)}"
    yield " ".join(f"{number}={unit.location}" for number, unit in result.position.units.items())


@pytest.mark.parametrize("name", SOME)
def test_each_case_is_told_as_before(name: str) -> None:
    said = {
        case: list(told(units, orders, RULES[case.endswith(" spoilt")]))
        for case, units, orders in [*cases(f"{name}.jsonl")][:: SOME[name]]
    }
    hold_against(FOLDER / "told" / f"{name}.txt", said)
