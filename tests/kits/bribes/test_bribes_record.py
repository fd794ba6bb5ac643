"""`judge adjudicate --variant payola`: what it takes, what it answers, and what it says of input that is none."""

import json
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.adjudicate import adjudicate_lines
from judge.core.errors import InputError
from judge.kits.board.legality import legal_orders, restated
from judge.kits.board.opening import position_of
from judge.kits.board.standard import standard_map
from judge.kits.board.tables import tables_of
from judge.kits.bribes import orders as reading_orders
from judge.kits.bribes.reading import Notation
from judge.kits.bribes.survey import Survey
from judge.kits.bribes.values import OfferFault
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


# ---- Orders in codes are read by a shorter way, and come out as by the long one ------------------------------------


BOARD = standard_map()
PLACES = sorted(BOARD.army.keys() | BOARD.fleet.keys() | BOARD.provinces.keys())
HEADS = ("4", "4#2", "4#", "5+", "2*3", "99999", "3#9", "", "0", "4 #2")


def said(notation: Notation, text: str) -> object:
    try:
        return notation.read(text)
    except OfferFault as fault:
        return str(fault), fault.column, fault.hint


def lines(chance: Random) -> list[str]:
    found = []
    for place in PLACES:
        other, third = chance.choice(PLACES), chance.choice(PLACES)
        orders = (
            "H",
            f"- {place}",
            f"S A {place}",
            f"S F {place} - {other}",
            f"C A {place} - {other}",
            "- XYZ",
            "C F LON",
            f"- {place} VIA",
        )
        for order in orders:
            sign = chance.choice(":!>@&;")
            found.append(f"{chance.choice(HEADS)} {sign} {chance.choice('AF')} {third} {order}")
    found += [f"{one} | {chance.choice(('- BUR', 'H', 'A PAR H', ''))}" for one in chance.sample(found, 60)]
    found += [f"{one} % a note" for one in chance.sample(found, 20)]
    found += ["4 : A PAR (BUR)", "4 : F STP NC - BAR", "4 : A PAR", "4 : A PAR ", "4 : A PAR -BUR", "4 : A par - BUR"]
    return found


def test_the_usual_form_reads_as_word_by_word(monkeypatch: pytest.MonkeyPatch) -> None:
    texts = lines(Random(1))
    short = [said(Notation(BOARD), text) for text in texts]
    with monkeypatch.context() as patch:
        patch.setattr(reading_orders.Orders, "_is_coded", lambda self, text: False)
        for text, found in zip(texts, short, strict=True):
            assert said(Notation(BOARD), text) == found, text


def test_an_order_is_written_in_full_as_the_board_restates_it() -> None:
    chance = Random(3)
    for _ in range(4):
        units: dict[str, list[str]] = {"ENGLAND": [], "FRANCE": [], "TURKEY": []}
        for code in chance.sample(sorted(BOARD.provinces), 30):
            province = BOARD.provinces[code]
            fleet = province.terrain == "sea" or (province.terrain == "coast" and chance.random() < 0.4)
            units[chance.choice(sorted(units))].append(
                f"F {chance.choice(province.locations)}" if fleet else f"A {code}"
            )
        position = position_of(BOARD, units)
        survey = Survey(BOARD, position)
        for unit in position.units.values():
            orders = [text[len(unit.text) + 1 :] for text in legal_orders(BOARD, position, unit)]
            orders += [f"S {place} - {chance.choice(PLACES)}" for place in chance.sample(PLACES, 20)]
            orders += [f"C A {place} - {chance.choice(PLACES)}" for place in chance.sample(PLACES, 20)]
            for order in [*orders, "- BUR VIA", "- LON"]:
                plan = tables_of(BOARD).orders[f"{unit.text} {order}"]
                if plan.why.name == "UNREADABLE":
                    continue
                assert survey._written(unit, order, plan) == restated(BOARD, position, f"{unit.text} {order}"), order
