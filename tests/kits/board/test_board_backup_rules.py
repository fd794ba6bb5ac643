"""Rules of last resort are called only where the equations have no answer, or more than one (DATC 5.E)."""

from itertools import product

import pytest

from judge.kits.board.field import Field, ground_of
from judge.kits.board.geography import EDITION_2023
from judge.kits.board.muster import muster
from judge.kits.board.opening import position_of
from judge.kits.board.resolve import resolve_movement
from judge.kits.board.settle import _closed_circle, _disputed, propagate
from tests.kits.board.board_cases import BOARD, Case, answer, case_id, cases, sheets

UNDECIDABLE = [case for name in ("datc.jsonl", "hard_positions.jsonl") for case in cases(name) if case["backup"]]
OTHERS = [case for case in cases("datc.jsonl") if not case["backup"]]


def open_field(case: Case) -> tuple[Field, set[int]]:
    """The field after the equations alone, and what they leave undecided."""
    field = muster(ground_of(BOARD, position_of(BOARD, case["units"])), sheets(case["orders"]), EDITION_2023)
    return field, propagate(field, _disputed(field), set())


def consistent_answers(field: Field, circle: list[int]) -> int:
    """How many assignments of the circle agree with all of its equations."""
    certain = dict(field.through)
    count = 0
    for answers in product((False, True), repeat=len(circle)):
        field.through.clear()
        field.through.update(certain)
        for unit, given in zip(circle, answers, strict=True):
            field.decided[unit] = given
        count += all(answer(field, u) is a for u, a in zip(circle, answers, strict=True))
    return count


@pytest.mark.parametrize("case", UNDECIDABLE, ids=case_id)
def test_what_is_left_undecided_has_no_single_solution(case: Case) -> None:
    field, waiting = open_field(case)
    circle = _closed_circle(field, waiting)
    assert set(circle) <= waiting
    if len(circle) <= 9:  # the rest would only take long
        assert consistent_answers(field, circle) != 1


@pytest.mark.parametrize("case", OTHERS, ids=case_id)
def test_what_has_a_single_solution_is_settled_by_the_equations_alone(case: Case) -> None:
    assert open_field(case)[1] == set()


def test_a_ring_round_half_the_board_moves_and_one_bounce_stops_all_of_it() -> None:
    ring = ["PAR", "BUR", "RUH", "KIE", "BER", "PRU", "WAR", "UKR", "RUM", "BUD", "VIE", "TYR", "PIE", "MAR", "GAS"]
    texts = [f"A {a} - {b}" for a, b in zip(ring, ring[1:] + ring[:1], strict=True)]
    position = position_of(BOARD, {"FRANCE": [f"A {p}" for p in ring], "ITALY": ["A BEL"]})
    result = resolve_movement(BOARD, position, {"FRANCE": texts})
    assert result.backup_rules == ("circular",)
    assert sum(verdict.result == "moves" for verdict in result.verdicts.values()) == len(ring)
    bounced = resolve_movement(BOARD, position, {"FRANCE": texts, "ITALY": ["A BEL - RUH"]})
    assert not any(verdict.result == "moves" for verdict in bounced.verdicts.values())
