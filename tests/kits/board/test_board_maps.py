"""Maps as values: the standard board, its spellings, and boards derived by edits."""

import pytest

from judge.core.errors import InputError
from judge.games.economic4.board import SWITCHES, economic4_map
from judge.games.troubleshooter.state import travel_map
from judge.kits.board.adjust import distance_any, distance_old
from judge.kits.board.edits import MapDraft
from judge.kits.board.geography import Map, Province, meanings, province_of
from judge.kits.board.grid import Grid
from judge.kits.board.opening import position_of, start_position
from judge.kits.board.resolve import resolve_movement
from judge.kits.board.verdicts import VerdictPool
from tests.kits.board.board_cases import BOARD
from tests.tables import cases


def two_spains() -> Map:
    draft = MapDraft(BOARD)
    north = Province("SPN", "Spain n.c.", "coast", value=2)
    south = Province("SPS", "Spain s.c.", "coast", value=2)
    draft.split("SPA", [(north, "GAS POR SPS", "GAS MAO POR"), (south, "MAR POR SPN", "LYO MAO MAR POR WES")])
    return draft.map("two Spains")


def test_the_standard_board_has_the_numbers_of_the_rules() -> None:
    kinds = [province.terrain for province in BOARD.provinces.values()]
    assert (kinds.count("land"), kinds.count("coast"), kinds.count("sea")) == (14, 42, 19)
    assert sum(len(p.locations) for p in BOARD.provinces.values() if p.coasts) == 6
    assert len(BOARD.centres) == 34
    assert sum(len(BOARD.home_centres(power)) for power in BOARD.powers) == 22
    assert sum(map(len, BOARD.army.values())) == 2 * 111
    assert sum(map(len, BOARD.fleet.values())) == 2 * 141
    start = start_position(BOARD)
    assert (len(start.units), len(start.owners), start.next_id) == (22, 22, 23)


@pytest.mark.parametrize(
    ("one", "other"), [("GAL", "UKR"), ("LVN", "WAR"), ("NWY", "STP"), ("DEN", "SWE"), ("DEN", "KIE")]
)
def test_borders_that_maps_have_been_known_to_forget_are_there(one: str, other: str) -> None:
    assert other in BOARD.army[one]


@cases("one", "other")
def test_sea_borders_that_maps_have_been_known_to_forget_are_there(one: str, other: str) -> None:
    assert other in BOARD.fleet[one]


@cases("text", "places")
def test_a_spelling_means_what_players_mean_by_it(text: str, places: list[str]) -> None:
    assert list(meanings(BOARD, text)) == places


def test_a_split_province_makes_its_old_name_a_question() -> None:
    board = two_spains()
    assert "SPA" not in board.provinces
    assert meanings(board, "Spain") == ("SPN", "SPS")
    assert meanings(board, "Spain s.c.") == ("SPS",)
    assert "SPN" in board.army["GAS"] and "SPA" not in board.army["GAS"]
    assert BOARD.provinces["SPA"].coasts == ("NC", "SC")  # the base is untouched


def test_a_derived_board_is_adjudicated_by_its_own_borders() -> None:
    board = two_spains()
    before = position_of(board, {"FRANCE": ["F MAO", "A GAS"]})
    result = resolve_movement(board, before, {"FRANCE": ["F MAO - SPS", "A GAS - SPN"]})
    assert sorted(unit.text for unit in result.position.units.values()) == ["A SPN", "F SPS"]


def test_every_kind_of_edit_does_what_it_says() -> None:
    draft = MapDraft(BOARD)
    draft.add(Province("IRE", "Ireland", "coast", value=2), fleet="IRI NAO")
    draft.add(Province("SIC", "Sicily", "coast"), army="NAP", fleet="ION TYS")
    draft.drop("CLY")
    draft.join("army", "ALB", "BUD")
    draft.alter("PAR", value=4)
    draft.alter("ALB", home="AUSTRIA", build="army")
    draft.start("AUSTRIA", "A BUD", "A VIE", "A TRI")
    draft.ask["island"] = ("IRE", "SIC")
    board = draft.map("edited")
    assert board.fleet["IRE"] == ("IRI", "NAO") and "IRE" in board.fleet["NAO"]
    assert "CLY" not in board.army["EDI"]
    assert "BUD" in board.army["ALB"]
    assert board.provinces["PAR"].value == 4
    assert "ALB" in board.build_sites("AUSTRIA")
    assert start_position(board).units_of("AUSTRIA")[2].text == "A VIE"
    assert meanings(board, "island") == ("IRE", "SIC")


@pytest.mark.parametrize("board", [BOARD, two_spains(), travel_map(), economic4_map(tuple(sorted(SWITCHES)))])
def test_a_board_tells_its_borders_from_both_sides_and_knows_all_places(board: Map) -> None:
    coasts = {loc for province in board.provinces.values() for loc in province.locations}
    walkable = {code for code, province in board.provinces.items() if province.terrain != "sea"}
    for known, borders in ((walkable, board.army), (coasts, board.fleet)):
        assert known >= borders.keys()
        assert all(place in borders[other] for place, others in borders.items() for other in others)
    assert all(code == one.code and one.home in ("", *board.powers) for code, one in board.provinces.items())
    assert all(board.neighbours(unit[:1], unit[2:]) for power in board.powers.values() for unit in power.units)
    assert {province_of(code) for codes in board.ask.values() for code in codes} <= board.provinces.keys()


@cases("text", "words")
def test_a_unit_that_cannot_stand_there_is_refused_in_words(text: str, words: str) -> None:
    with pytest.raises(InputError, match=words):
        position_of(BOARD, {"FRANCE": [text]})


@cases("one", "other")
def test_two_units_in_one_province_are_refused(one: str, other: str) -> None:
    with pytest.raises(InputError, match="two units in one province"):
        position_of(BOARD, {"FRANCE": ["F BUL/EC", one], "ITALY": [other]})


@cases("unit", "goals", "now", "before")
def test_D_6_how_far_a_unit_is_from_the_nearest_of_some_centres(unit: str, goals: str, now: int, before: int) -> None:
    (stands,) = position_of(BOARD, {"FRANCE": [unit]}).units.values()
    assert distance_any(BOARD, stands, goals.split()) == now
    assert distance_old(BOARD, stands, goals.split()) == before


def test_where_armies_may_be_carried_from_and_what_lies_beside_the_sea() -> None:
    grid = Grid(BOARD)
    shore = {code for code, beside in zip(grid.codes, grid.shore, strict=True) if beside}
    assert shore == {code for code, one in BOARD.provinces.items() if one.terrain == "coast"}
    assert [1 << n for n in range(len(grid.codes))] == list(grid.bit)
    pool = VerdictPool(grid.codes)
    for number, code in enumerate(grid.codes):
        assert (pool.bounced_off[number].by, pool.stopped_by_own[number].by) == ((code,), (code,))
