"""What scripted players of demonstrations reckon from the public board."""

from __future__ import annotations

from judge.kits.host.news import Standing
from judge.kits.host.picture import BoardShown, DrivenOut, position_in, retreats, winter


def board(units: dict[str, list[str]], centres: dict[str, str], dislodged: tuple[DrivenOut, ...] = ()) -> BoardShown:
    """The block `board` of a standing."""
    return BoardShown(
        units=tuple(
            Standing(power=power, type=one[0], loc=one[2:]) for power, theirs in units.items() for one in theirs
        ),
        centres=centres,
        counts={},
        eliminated=(),
        source="hosted",
        dislodged=dislodged,
    )


def driven(power: str, unit: str, *places: str) -> DrivenOut:
    return DrivenOut(power=power, type=unit[0], loc=unit[2:], by="", may_retreat_to=places)


def owned(power: str, *centres: str) -> dict[str, str]:
    return dict.fromkeys(centres, power)


def test_the_position_is_that_of_the_public_board() -> None:
    found = position_in(board({"FRANCE": ["A PAR", "F SPA/SC"], "ITALY": ["A ROM"]}, owned("FRANCE", "PAR", "SPA")))
    assert [unit.text for unit in found.units_of("FRANCE")] == ["A PAR", "F SPA/SC"]
    assert [unit.text for unit in found.units_of("ITALY")] == ["A ROM"]


def test_builds_are_as_many_as_are_due_with_a_fleet_for_two_armies() -> None:
    def builds(units: list[str], *more: str) -> str:
        return winter("FRANCE", position_in(board({"FRANCE": units}, owned("FRANCE", "PAR", "BRE", "MAR", *more))))

    assert builds(["F SPA/SC", "A POR"], "SPA") == "BUILD A BRE\nBUILD A MAR"
    assert builds(["A SPA", "A POR"], "SPA") == "BUILD F BRE\nBUILD A MAR"
    assert builds(["A SPA", "A POR", "A BEL"], "SPA", "POR") == "BUILD F BRE\nBUILD F MAR"
    assert builds(["A PAR", "A BRE", "A MAR"], "SPA") == "WAIVE"
    assert builds(["A PAR", "A BRE", "A MAR"]) == ""


def test_removals_are_those_behind_what_can_be_kept() -> None:
    position = position_in(board({"FRANCE": ["A BUR", "A GAS", "A PIC"]}, owned("FRANCE", "PAR")))
    assert winter("FRANCE", position) == "REMOVE A GAS, A PIC"


def test_each_dislodged_unit_retreats_to_any_place_open_to_it() -> None:
    gone = (driven("FRANCE", "A BUR", "PAR", "GAS"), driven("FRANCE", "F MAO"), driven("ITALY", "A TYR", "VEN"))
    assert retreats("FRANCE", board({}, {}, gone)) == "RETREAT A BUR - PAR, GAS"
    assert retreats("TURKEY", board({}, {}, gone)) == ""
