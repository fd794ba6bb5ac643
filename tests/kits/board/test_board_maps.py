"""Maps as values: the standard board, its spellings, and boards derived by edits."""

import pytest

from judge.core.errors import InputError, SetupError
from judge.kits.board.adjust import distance_any, distance_old
from judge.kits.board.edits import Add, Ask, Drop, Home, Join, Split, Start, Worth, derive
from judge.kits.board.geography import Province, meanings
from judge.kits.board.grid import Grid
from judge.kits.board.opening import position_of, start_position
from judge.kits.board.resolve import resolve_movement
from judge.kits.board.verdicts import VerdictPool
from tests.kits.board.board_cases import BOARD
from tests.tables import cases

SPAIN_IN_TWO = Split(
    "SPA",
    (
        Add(Province("SPN", "Spain n.c.", "coast", value=2), army="GAS POR SPS", fleet="GAS MAO POR"),
        Add(Province("SPS", "Spain s.c.", "coast", value=2), army="MAR POR SPN", fleet="LYO MAO MAR POR WES"),
    ),
)


def test_the_standard_board_has_the_numbers_of_the_rules() -> None:
    kinds = [province.terrain for province in BOARD.provinces.values()]
    assert (kinds.count("land"), kinds.count("coast"), kinds.count("sea")) == (14, 42, 19)
    assert sum(len(p.locations) for p in BOARD.provinces.values() if p.coasts) == 6
    assert len(BOARD.centres) == 34
    assert sum(len(BOARD.home_centres(power)) for power in BOARD.powers) == 22
    assert sum(map(len, BOARD.army.values())) == 2 * 111
    assert sum(map(len, BOARD.fleet.values())) == 2 * 141
    assert BOARD.check() is BOARD
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
    board = derive(BOARD, "two Spains", [SPAIN_IN_TWO])
    assert "SPA" not in board.provinces
    assert meanings(board, "Spain") == ("SPN", "SPS")
    assert meanings(board, "Spain s.c.") == ("SPS",)
    assert "SPN" in board.army["GAS"] and "SPA" not in board.army["GAS"]
    assert BOARD.provinces["SPA"].coasts == ("NC", "SC")  # the base is untouched


def test_a_derived_board_is_adjudicated_by_its_own_borders() -> None:
    board = derive(BOARD, "two Spains", [SPAIN_IN_TWO])
    before = position_of(board, {"FRANCE": ["F MAO", "A GAS"]})
    result = resolve_movement(board, before, {"FRANCE": ["F MAO - SPS", "A GAS - SPN"]})
    assert sorted(unit.text for unit in result.position.units.values()) == ["A SPN", "F SPS"]


def test_every_kind_of_edit_does_what_it_says() -> None:
    board = derive(
        BOARD,
        "edited",
        [
            Add(Province("IRE", "Ireland", "coast", value=2), fleet="IRI NAO"),
            Add(Province("SIC", "Sicily", "coast"), army="NAP", fleet="ION TYS"),
            Drop("CLY"),
            Join("army", "ALB", "BUD"),
            Worth("PAR", 4),
            Home("ALB", "AUSTRIA", build="army"),
            Start("AUSTRIA", ("A BUD", "A VIE", "A TRI")),
            Ask("island", ("IRE", "SIC")),
        ],
        victory_centres=20,
    )
    assert board.victory_centres == 20
    assert board.fleet["IRE"] == ("IRI", "NAO") and "IRE" in board.fleet["NAO"]
    assert "CLY" not in board.army["EDI"]
    assert "BUD" in board.army["ALB"]
    assert board.provinces["PAR"].value == 4
    assert "ALB" in board.build_sites("AUSTRIA")
    assert start_position(board).units_of("AUSTRIA")[2].text == "A VIE"
    assert meanings(board, "island") == ("IRE", "SIC")


@pytest.mark.parametrize(
    "edit",
    [
        Drop("XXX"),
        Add(Province("PAR", "Paris", "land")),
        Join("army", "PAR", "ENG"),
        Worth("XXX", 1),
    ],
)
def test_an_edit_that_does_not_fit_the_board_is_refused(edit: object) -> None:
    with pytest.raises(SetupError):
        derive(BOARD, "broken", [edit])  # type: ignore[list-item]


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
