"""The Diplomacy Adjudicator Test Cases, chapter 6, with the outcomes their author prefers; superseded ones under the
edition they were written for."""

import os
import random
import subprocess
import sys
from itertools import product
from pathlib import Path

import pytest

from judge.kits.board.adjust import resolve_adjustments
from judge.kits.board.field import Field, ground_of
from judge.kits.board.geography import EDITION_2023, EDITIONS
from judge.kits.board.muster import muster
from judge.kits.board.opening import position_of
from judge.kits.board.resolve import resolve_movement
from judge.kits.board.retreats import resolve_retreats
from judge.kits.board.settle import _closed_circle, _disputed, propagate
from tests.kits.board.board_cases import BOARD, Case, answer, case_id, cases, expected, moved, outcome, sheets, standing

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


# Rules of last resort are called only where the equations have no answer, or more than one (DATC 5.E).


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


# The adjudicator in Python and the compiled one (docs/installing.md) are the same one.


ROOT = Path(__file__).resolve().parents[3]
COMPILED = ROOT / "var" / "compiled"  # `make compiled` puts it there


def said(folder: Path) -> list[str]:
    """What the judge in the folder says of every position; the first line tells which kit it has."""
    words = [sys.executable, "-P", str(Path(__file__).with_name("every_position.py"))]
    env = {**os.environ, "PYTHONPATH": str(folder)}
    return subprocess.run(words, env=env, check=True, capture_output=True, text=True).stdout.splitlines()


@pytest.mark.slow
def test_the_compiled_kit_says_of_every_position_what_the_one_in_python_says() -> None:
    if not list(COMPILED.glob("judge/kits/board/resolve.*.so")):
        pytest.skip("no compiled kit here: make compiled")
    compiled, python = said(COMPILED), said(ROOT)
    assert (compiled[0], python[0]) == ("compiled", "python")
    assert len(python) > 4_000
    assert compiled[1:] == python[1:]
