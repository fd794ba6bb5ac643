"""Retreats, adjustments and the records of captures, beyond the test cases."""

from judge.kits.board import captures
from judge.kits.board.adjust import AdjustWhy, removal_order, resolve_adjustments
from judge.kits.board.geography import EDITION_2000
from judge.kits.board.opening import position_of, start_position
from judge.kits.board.resolve import resolve_movement
from judge.kits.board.retreats import RetreatWhy, resolve_retreats
from judge.kits.board.units import Dislodged, Position, Unit
from judge.kits.board.words import adjust_reason, retreat_options, retreat_reason
from tests.kits.board.board_cases import BOARD
from tests.tables import cases

SERBIAN = Dislodged(Unit("AUSTRIA", "A", "SER"), "BUL", False, ("ALB", "BUD"))
GREEK = Dislodged(Unit("TURKEY", "F", "GRE"), "ION", False, ("ALB", "BUL/SC"))
LOST = Dislodged(Unit("ITALY", "A", "TUS"), "ROM", False, ())


def waiting(*gone: Dislodged) -> Position:
    return Position({}, {}, dict(enumerate(gone, 7)), next_id=20)


@cases("order", "why", "to")
def test_D_6_a_retreat_goes_where_it_may_or_the_unit_is_disbanded(order: str, why: str, to: str) -> None:
    result = resolve_retreats(waiting(SERBIAN), {"AUSTRIA": [order]})
    fate = result.verdicts["SER"]
    assert (fate.why, fate.to) == (RetreatWhy[why], to)
    assert [unit.location for unit in result.position.units.values()] == ([to] if to else [])
    assert retreat_reason(fate)


def test_D_6_no_order_or_no_place_means_disbanded() -> None:
    result = resolve_retreats(waiting(SERBIAN, LOST), {"ITALY": ["A TUS R PIE"], "TURKEY": ["A SER R ALB"]})
    assert result.verdicts["SER"].why is RetreatWhy.NO_ORDER
    assert result.verdicts["TUS"].why is RetreatWhy.NO_PLACE
    assert result.ignored == (("TURKEY", "A SER R ALB"),)
    assert retreat_options(BOARD, LOST) == "A TUS has nowhere to go and is destroyed"
    assert retreat_options(BOARD, SERBIAN) == "A SER may retreat to Albania or Budapest"


def test_two_retreats_to_one_province_destroy_both_and_name_each_other() -> None:
    result = resolve_retreats(waiting(SERBIAN, GREEK), {"AUSTRIA": ["A SER R ALB"], "TURKEY": ["F GRE R ALB"]})
    assert result.verdicts["SER"].why is RetreatWhy.COLLIDED
    assert retreat_reason(result.verdicts["SER"]) == "disbanded: the unit from GRE retreated there too"
    assert not result.position.units


def test_the_only_open_coast_is_taken_and_the_unit_keeps_its_number() -> None:
    result = resolve_retreats(waiting(GREEK), {"TURKEY": ["F GRE R BUL"]})
    assert result.position.units == {7: Unit("TURKEY", "F", "BUL/SC")}
    wrong = resolve_retreats(waiting(GREEK), {"TURKEY": ["F GRE R BUL/EC"]})
    assert wrong.verdicts["GRE"].why is RetreatWhy.NOT_OPEN


def winter(units: dict[str, list[str]], owners: str, *orders: str) -> list[tuple[str, AdjustWhy]]:
    power = next(iter(units))
    position = position_of(BOARD, units, dict.fromkeys(owners.split(), power))
    result = resolve_adjustments(BOARD, position, {power: list(orders)})
    for verdict in result.verdicts:
        assert adjust_reason(verdict.why)
    return [(verdict.result, verdict.why) for verdict in result.verdicts]


@cases("order", "why")
def test_D_6_a_build_needs_an_own_empty_home_centre(order: str, why: str) -> None:
    assert winter({"FRANCE": ["A PIC"]}, "PAR MAR SPA POR", order)[0][1] is AdjustWhy[why]


def test_a_waived_build_is_used_up_and_the_rest_are_waived_unasked() -> None:
    position = position_of(BOARD, {"FRANCE": ["A PIC"]}, dict.fromkeys(["PAR", "MAR", "BRE"], "FRANCE"))
    result = resolve_adjustments(BOARD, position, {"FRANCE": ["WAIVE", "BUILD A PAR", "BUILD A MAR"]})
    assert [verdict.result for verdict in result.verdicts] == ["waives", "builds", "fails"]
    assert result.waived == {"FRANCE": 1}
    assert result.position.units[2] == Unit("FRANCE", "A", "PAR")
    assert result.position.next_id == 3


def test_a_fleet_in_a_province_with_two_coasts_is_built_on_the_one_written() -> None:
    owners = "STP MOS"
    assert winter({"RUSSIA": ["A GAL"]}, owners, "BUILD F STP/NC") == [("builds", AdjustWhy.BUILT)]
    assert winter({"RUSSIA": ["A GAL"]}, owners, "BUILD STP/SC") == [("builds", AdjustWhy.BUILT)]
    assert winter({"RUSSIA": ["A GAL"]}, owners, "BUILD F STP") == [("fails", AdjustWhy.COAST_MISSING)]


def test_removals_must_be_due_and_name_ones_own_unit() -> None:
    verdicts = winter(
        {"FRANCE": ["A PIC", "A PAR"], "ITALY": ["A ROM"]}, "PAR", "REMOVE A ROM", "REMOVE PIC", "REMOVE A PAR"
    )
    assert [why for _, why in verdicts] == [AdjustWhy.NO_UNIT, AdjustWhy.REMOVED, AdjustWhy.NOTHING_TO_REMOVE]


def test_D_6_civil_disorder_spares_units_on_centres_and_goes_by_full_names() -> None:
    units = dict(
        enumerate([Unit("RUSSIA", "A", p) for p in ("LVN", "LVP", "NWY", "MOS")] + [Unit("RUSSIA", "F", "NWG")], 1)
    )
    order = [units[n].location for n in removal_order(BOARD, "RUSSIA", units, ("MOS",))]
    assert order == ["NWG", "LVN", "LVP", "NWY", "MOS"]
    old = [units[n].location for n in removal_order(BOARD, "RUSSIA", units, ("MOS",), EDITION_2000)]
    assert old[0] == "LVP"


def year_of_captures() -> tuple[captures.Capture, ...]:
    """A spring and an autumn with a walk, a convoy and a retreat into centres."""
    start = start_position(BOARD)
    spring = resolve_movement(
        BOARD,
        start,
        {"ENGLAND": ["F LON - NTH", "A LVP - YOR", "F EDI - NWG"], "RUSSIA": ["F STP/SC - BOT", "A MOS - UKR"]},
    )
    log = captures.movement_arrivals(start, spring, "spring")
    autumn = resolve_movement(
        BOARD,
        spring.position,
        {
            "ENGLAND": ["A YOR - NWY", "F NTH C A YOR - NWY", "F NWG S A YOR - NWY"],
            "RUSSIA": ["F BOT - SWE", "F SEV S A UKR - RUM", "A UKR - RUM"],
        },
    )
    log |= captures.movement_arrivals(spring.position, autumn, "autumn")
    return captures.capture_records(BOARD, autumn.position, 1901, log)


def test_D_13_a_capture_names_the_unit_and_how_it_came_with_whose_help() -> None:
    norway, rumania, sweden = year_of_captures()
    numbers = {unit.text: n for n, unit in start_position(BOARD).units.items()}
    assert (norway.centre, norway.loser, norway.captor, norway.unit_id) == ("NWY", "", "ENGLAND", numbers["A LVP"])
    assert norway.arrival == captures.Arrival("autumn", "convoyed", "YOR", (numbers["F LON"],), (numbers["F EDI"],))
    assert rumania.arrival == captures.Arrival("autumn", "moved", "UKR", (), (numbers["F SEV"],))
    assert (sweden.captor, sweden.arrival.way) == ("RUSSIA", "moved")


def test_D_13_a_retreat_into_a_centre_captures_it_and_an_empty_centre_keeps_its_owner() -> None:
    before = Position({1: Unit("ITALY", "A", "BUL")}, {"GRE": "AUSTRIA", "BUD": "AUSTRIA"}, {7: GREEK}, next_id=8)
    result = resolve_retreats(before, {"TURKEY": ["F GRE R ALB"]})
    assert captures.capture_records(
        BOARD, result.position, 1903, captures.retreat_arrivals(before, result, "autumn")
    ) == (captures.Capture(1903, "BUL", "", "ITALY", 1, captures.Arrival("spring", "stayed", "BUL")),)
    gone = Position({}, {"BUD": "TURKEY"}, {7: SERBIAN}, next_id=8)
    result = resolve_retreats(gone, {"AUSTRIA": ["A SER R BUD"]})
    (record,) = captures.capture_records(
        BOARD, result.position, 1903, captures.retreat_arrivals(gone, result, "autumn")
    )
    assert (record.centre, record.loser, record.arrival.way) == ("BUD", "TURKEY", "retreated")
    assert captures.owners_after(before, ()) == {"BUD": "AUSTRIA", "GRE": "AUSTRIA"}
    assert captures.owners_after(gone, (record,)) == {"BUD": "AUSTRIA"}
