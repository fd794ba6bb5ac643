"""`judge adjudicate --variant payola`: what it takes, what it answers, and what it says of input that is none."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.adjudicate import adjudicate_lines
from judge.core.errors import InputError
from tests.counts import drawn
from tests.tables import cases

RECORD: dict[str, Any] = {
    "id": "x4",
    "variant": "payola",
    "units": {"FRANCE": ["A PAR"]},
    "balances": {"FRANCE": 48},
    "accept": {"FRANCE": "FEGARIT"},
    "offers": {"FRANCE": ["4 : A PAR - BUR"]},
}


def answer(record: Any) -> Any:
    (line,) = adjudicate_lines([json.dumps(record)], "diplomacy", "2023")
    return json.loads(line)


def test_the_example_of_the_interfaces_is_answered_as_stated() -> None:
    assert answer(RECORD) == {
        "id": "x4",
        "orders": {"A PAR": {"order": "A PAR - BUR", "total": 4, "paid": {"FRANCE": 4}}},
        "balances": {"FRANCE": 44},
        "reductions": {},
    }


def test_a_line_that_is_no_offer_does_nothing_and_is_listed() -> None:
    offers = {"FRANCE": ["4 : A PAR - MOS", "nonsense", "5 A PAR - BUR", "2 : A PAR - BUR"], "GERMANY": ["0 : A PAR H"]}
    told = answer({**RECORD, "offers": offers})
    assert told["orders"]["A PAR"]["total"] == 2
    assert [row["line"] for row in told["ignored"]] == [*offers["FRANCE"][:3], "0 : A PAR H"]


@pytest.mark.parametrize("word", ["NMR", "clear", "NMR % changed my mind"])
def test_A3_an_nmr_alone_on_a_line_empties_the_list_above_it(word: str) -> None:
    assert answer({**RECORD, "offers": {"FRANCE": ["4 : A PAR - BUR", "nonsense", word]}}) == {
        "id": "x4",
        "orders": {"A PAR": {"order": "A PAR H", "total": 0, "paid": {}}},
        "balances": {"FRANCE": 48},
        "reductions": {},
    }
    told = answer({**RECORD, "offers": {"FRANCE": ["4 : A PAR - BUR", word, "3 : A PAR - PIC", "5 A PAR - GAS"]}})
    assert told["orders"]["A PAR"]["order"] == "A PAR - PIC"
    assert [row["line"] for row in told["ignored"]] == ["5 A PAR - GAS"]


def test_missing_lists_and_purses_have_their_defaults() -> None:
    told = answer({"variant": "payola", "units": {"FRANCE": ["A PAR"]}, "offers": {"GERMANY": ["3 : A PAR - BUR"]}})
    assert told["orders"]["A PAR"] == {"order": "A PAR H", "total": 0, "paid": {}}
    assert told["reductions"] == {"GERMANY": 3}


@cases("change", "field")
def test_input_that_cannot_be_read_is_named_by_its_field(change: dict[str, Any], field: str) -> None:
    with pytest.raises(InputError) as fault:
        answer({**RECORD, **change})
    assert fault.value.where == f"line 1, field {field}"


LEAVES = st.none() | st.booleans() | st.integers(-3, 99) | st.text("AFPRBU?:- 4", max_size=14)
NAMES = st.sampled_from(["FRANCE", "GERMANY", "ANNA", "x"])
JSON = st.recursive(
    LEAVES, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(NAMES, inner, max_size=3), max_leaves=6
)


@drawn(50)
@given(st.dictionaries(st.sampled_from(["id", "units", "balances", "accept", "offers", "seed", "dummies"]), JSON))
def test_no_record_breaks_the_reader(change: dict[str, Any]) -> None:
    try:
        told = answer({**RECORD, **change})
    except InputError as fault:
        assert fault.where.startswith("line 1, field "), fault  # noqa: PT017
    else:
        assert set(told) >= {"id", "orders", "balances", "reductions"}
