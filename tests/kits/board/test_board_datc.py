"""The Diplomacy Adjudicator Test Cases, chapter 6, with the outcomes their author prefers; superseded ones under the
edition they were written for."""

import random

import pytest

from judge.kits.board.adjust import resolve_adjustments
from judge.kits.board.geography import EDITIONS
from judge.kits.board.opening import position_of
from judge.kits.board.retreats import resolve_retreats
from tests.kits.board.board_cases import BOARD, Case, case_id, cases, expected, moved, outcome, sheets, standing

MOVEMENT = cases("datc.jsonl")
RETREAT = cases("datc.jsonl", "retreat")
ADJUSTMENT = cases("datc.jsonl", "adjustment")
HARD = cases("hard_positions.jsonl")


def test_no_case_is_missing() -> None:
    everything = MOVEMENT + RETREAT + ADJUSTMENT
    assert (len(MOVEMENT), len(RETREAT), len(ADJUSTMENT)) == (139, 16, 29)
    assert sum(case["rules"] == "2023" for case in everything) == 175
    assert len(HARD) == 200


@pytest.mark.parametrize("case", MOVEMENT, ids=case_id)
def test_a_movement_case_ends_as_its_author_prefers(case: Case) -> None:
    assert outcome(moved(case, rules=case["rules"])) == expected(case)


@pytest.mark.parametrize("case", HARD, ids=case_id)
def test_a_hard_position_ends_as_the_equations_say(case: Case) -> None:
    assert outcome(moved(case)) == expected(case)


@pytest.mark.parametrize("case", MOVEMENT + HARD, ids=case_id)
def test_the_order_in_which_orders_are_listed_changes_nothing(case: Case) -> None:
    shuffled = list(case["orders"])
    random.Random(case["id"]).shuffle(shuffled)
    assert outcome(moved(case, shuffled)) == outcome(moved(case))


@pytest.mark.parametrize("case", RETREAT, ids=case_id)
def test_a_retreat_case_ends_as_its_author_prefers(case: Case) -> None:
    before = moved(case["before"])
    assert outcome(before) == expected(case["before"])
    result = resolve_retreats(before.position, sheets(case["orders"]))
    assert {province: fate.result for province, fate in result.verdicts.items()} == case["results"]
    assert standing(result.position) == {power: sorted(units) for power, units in case["final"].items()}
    assert not result.position.dislodged


@pytest.mark.parametrize("case", ADJUSTMENT, ids=case_id)
def test_an_adjustment_case_ends_as_its_author_prefers(case: Case) -> None:
    position = position_of(BOARD, case["units"], case["owners"])
    result = resolve_adjustments(BOARD, position, sheets(case["orders"]), EDITIONS[case["rules"]])
    assert [verdict.result for verdict in result.verdicts] == case["results"]
    assert sorted([unit.power, unit.text] for unit in result.civil_disorder.values()) == sorted(case["removed"])
    assert standing(result.position) == {power: sorted(units) for power, units in case["final"].items()}
