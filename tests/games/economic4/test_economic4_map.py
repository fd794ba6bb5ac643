"""The board of Economic IV: totals, borders, switches, names (E-1, E-6, E-14)."""

import json
from collections import Counter
from itertools import combinations

import pytest

from judge.adjudicate import adjudicate_lines
from judge.core.errors import SetupError
from judge.core.picture import Mark
from judge.games.economic4.board import CAPITALS, DEFAULTS, SWITCHES, economic4_map, home_owners, income_of, lands
from judge.games.economic4.rules import _broken
from judge.kits.board.geography import fold, spellings
from judge.kits.board.legality import legal_orders
from judge.kits.board.opening import position_of
from judge.kits.board.resolve import resolve_movement
from judge.kits.board.units import read_unit
from tests.tables import cases, rows

BOARD = economic4_map()
INCOMES = dict(rows(__file__, "INCOMES"))
EVERY = [names for size in range(len(SWITCHES) + 1) for names in combinations(sorted(SWITCHES), size)]

# province: value, army neighbours, fleet neighbours, as the page of the map has them
CHANGED = dict(rows(__file__, "CHANGED"))


def test_E_1_62_land_provinces_are_worth_156_points():
    values = Counter(BOARD.provinces[code].value for code in lands(BOARD))
    assert values == {4: 2, 3: 33, 2: 22, 1: 5}
    assert len(lands(BOARD)) == 62
    assert sum(value * count for value, count in values.items()) == 156


def test_E_1_the_seven_incomes_are_those_of_the_rules_and_41_points_are_neutral():
    incomes = income_of(BOARD, home_owners(BOARD))
    assert incomes == INCOMES
    assert (incomes["RUSSIA"], incomes["ENGLAND"], incomes["GERMANY"], incomes["TURKEY"]) == (20, 17, 17, 13)
    assert incomes["AUSTRIA"] == incomes["FRANCE"] == incomes["ITALY"] == 16
    assert 156 - sum(incomes.values()) == 41


def test_E_1_the_units_of_the_start_stand_in_zara_and_st_petersburg():
    assert BOARD.powers["AUSTRIA"].units == ("A BUD", "A VIE", "F ZAR")
    assert BOARD.powers["RUSSIA"].units == ("A MOS", "F SEV", "F STP", "A WAR")
    assert sum(len(power.units) for power in BOARD.powers.values()) == 22


@pytest.mark.parametrize("code", sorted(CHANGED))
def test_the_changed_provinces_have_their_values_and_neighbours(code):
    value, army, fleet = CHANGED[code]
    assert BOARD.provinces[code].value == value
    assert " ".join(BOARD.army.get(code, ())) == army
    assert " ".join(BOARD.fleet.get(code, ())) == fleet


def test_only_bulgaria_keeps_two_coasts_and_the_old_provinces_are_gone():
    assert [code for code, province in BOARD.provinces.items() if province.coasts] == ["BUL"]
    assert not {"SPA", "TRI"} & set(BOARD.provinces)


def test_every_combination_of_switches_is_symmetric_and_keeps_the_totals():
    assert len(EVERY) == 512
    for switches in EVERY:
        board = economic4_map.__wrapped__(switches)
        for borders in (board.army, board.fleet):
            assert all(place in borders[other] for place, others in borders.items() for other in others)
        assert income_of(board, home_owners(board)) == INCOMES


@pytest.mark.parametrize("name", sorted(SWITCHES))
def test_a_switch_adds_its_border_and_nothing_else(name):
    off = economic4_map(tuple(one for one in DEFAULTS if one != name))
    on = economic4_map(tuple(sorted({*DEFAULTS, name})))
    kind, one, other = SWITCHES[name]
    before, after = {"army": (off.army, on.army), "fleet": (off.fleet, on.fleet)}[kind]
    assert other not in before.get(one, ()) and other in after[one] and one in after[other]
    count = [sum(map(len, board.army.values())) + sum(map(len, board.fleet.values())) for board in (off, on)]
    assert count[1] == count[0] + 2


def test_an_unknown_switch_is_a_fault_of_the_setup():
    with pytest.raises(SetupError, match="no switch rhine"):
        economic4_map(("rhine",))


def test_the_capitals_are_home_centres():
    assert all(place in BOARD.home_centres(power) for power, place in CAPITALS.items())


def test_E_6_archangel_takes_fleets_only_and_zara_is_a_centre():
    assert BOARD.provinces["ARC"].build == "fleet" and not BOARD.provinces["ARC"].centre
    assert BOARD.provinces["ZAR"].build == "any" and BOARD.provinces["ZAR"].centre
    assert BOARD.build_sites("RUSSIA") == ("ARC", "MOS", "SEV", "STP", "WAR")
    assert BOARD.build_sites("AUSTRIA") == ("BUD", "VIE", "ZAR")
    assert not BOARD.provinces["SPN"].centre and not BOARD.provinces["SPS"].centre


def test_E_14_armies_walk_and_support_between_naples_and_sicily_and_fleets_sail_round():
    position = position_of(BOARD, {"ITALY": ["A NAP", "A ROM"], "TURKEY": ["A SIC"]})
    result = resolve_movement(
        BOARD, position, {"ITALY": ["A ROM - APU", "A NAP - SIC"], "TURKEY": ["A SIC S A NAP - SIC"]}
    )
    assert result.verdicts["NAP"].result == "fails"
    position = position_of(BOARD, {"ITALY": ["A ROM", "A SIC"], "TURKEY": ["A NAP"]})
    result = resolve_movement(BOARD, position, {"ITALY": ["A ROM - NAP", "A SIC S A ROM - NAP"]})
    assert result.verdicts["ROM"].result == "moves"
    fleet = read_unit(BOARD, "ITALY", "F SIC")
    alone = position_of(BOARD, {"ITALY": ["F SIC"]})
    assert "F SIC - NAP" not in legal_orders(BOARD, alone, fleet)
    assert {"F SIC - ION", "F SIC - TYS"} <= set(legal_orders(BOARD, alone, fleet))


@cases("text", "codes")
def test_old_and_new_names_are_known_or_asked_about(text, codes):
    assert list(spellings(BOARD)[fold(text)]) == codes


def test_the_adjudicator_plays_on_this_board():
    lines = [
        {
            "id": 1,
            "phase": "movement",
            "units": [{"power": "ITALY", "type": "A", "loc": "NAP"}],
            "orders": [{"power": "ITALY", "order": "A NAP - SIC"}],
        },
        {
            "id": 2,
            "phase": "adjustment",
            "units": [],
            "owners": {"ARC": "RUSSIA", "ZAR": "AUSTRIA"},
            "orders": [{"power": "RUSSIA", "order": "BUILD F ARC"}],
        },
    ]
    answers = [json.loads(line) for line in adjudicate_lines(map(json.dumps, lines), "economic4", "2023")]
    assert answers[0]["final"] == [{"power": "ITALY", "type": "A", "loc": "SIC"}]
    assert answers[1]["orders"][0]["result"] == "builds"


# ---- The marks of a phase on the board -----------------------------------------------------------------------------


def test_where_a_treasury_was_taken_stands_a_broken_chest() -> None:
    rows = [{"place": "PAR", "captor": "GERMANY", "power": "FRANCE", "amount": 7}]
    told = (("treasury.captured", {"rows": rows}), ("provinces.changed", {"rows": rows}))
    words = "Germany has taken France's treasury of 7 here"
    assert list(_broken(told)) == [Mark("broken", "PAR", "7", words, "FRANCE")]
