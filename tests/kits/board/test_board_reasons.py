"""Reasons are data first and words after; success is read off them."""

import pytest

from judge.kits.board.geography import EDITIONS
from judge.kits.board.opening import position_of
from judge.kits.board.resolve import MovementResult, resolve_movement
from judge.kits.board.units import Position
from judge.kits.board.verdicts import Why
from judge.kits.board.words import reason
from tests.kits.board.board_cases import BOARD


def play(units: str, *orders: str, rules: str = "2023") -> tuple[Position, MovementResult]:
    """`FRANCE A PAR, F BRE; ITALY A ROM` and orders as `FRANCE: A PAR - BUR`."""
    placed = {}
    for side in units.split(";"):
        power, _, listed = side.strip().partition(" ")
        placed[power] = [unit.strip() for unit in listed.split(",")]
    sheets: dict[str, list[str]] = {}
    for order in orders:
        power, _, text = order.partition(": ")
        sheets.setdefault(power, []).append(text)
    before = position_of(BOARD, placed)
    return before, resolve_movement(BOARD, before, sheets, EDITIONS[rules])


def test_a_bounce_names_every_unit_that_stood_in_the_way() -> None:
    before, result = play(
        "FRANCE A PAR; GERMANY A MUN; ITALY A MAR",
        "FRANCE: A PAR - BUR",
        "GERMANY: A MUN - BUR",
        "ITALY: A MAR - BUR",
    )
    verdict = result.verdicts["PAR"]
    assert (verdict.why, verdict.by, verdict.succeeded) == (Why.BOUNCED, ("MAR", "MUN"), False)
    assert reason(verdict, before) == "bounced with A MAR and A MUN"
    assert result.position.contested == ("BUR",)


def test_a_support_that_was_cut_names_who_cut_it_by_land_and_by_convoy() -> None:
    before, result = play(
        "FRANCE A PAR, A MAR; GERMANY A RUH; ITALY A PIE, A NAF, F WES",
        "FRANCE: A PAR - BUR",
        "FRANCE: A MAR S A PAR - BUR",
        "ITALY: A PIE - MAR",
        "ITALY: A NAF - MAR",
        "ITALY: F WES C A NAF - MAR",
    )
    verdict = result.verdicts["MAR"]
    assert (verdict.why, verdict.by) == (Why.CUT, ("PIE",))
    assert reason(verdict, before) == "cut by A PIE"


def test_a_cut_support_says_who_cut_it_and_a_dislodgement_where_it_came_from() -> None:
    before, result = play(
        "AUSTRIA A SER, F TRI; ITALY A VEN, A TYR; TURKEY A BUL",
        "AUSTRIA: F TRI H",
        "AUSTRIA: A SER S F TRI",
        "ITALY: A VEN - TRI",
        "ITALY: A TYR S A VEN - TRI",
        "TURKEY: A BUL - SER",
    )
    assert reason(result.verdicts["SER"], before) == "cut by A BUL"
    (gone,) = result.dislodged
    assert reason(result.verdicts["TRI"], before, gone) == "held; dislodged from VEN"
    assert gone.may_retreat_to == ("ADR", "ALB")


@pytest.mark.parametrize(
    ("order", "why"),
    [
        ("A PAR - LON", Why.NOT_ADJACENT),
        ("A PAR - PAR", Why.OWN_PROVINCE),
        ("A PAR - XYZ", Why.UNKNOWN_PLACE),
        ("A PAR S A PAR", Why.OWN_PROVINCE),
        ("A PAR S A LON", Why.NOT_ADJACENT),
        ("A PAR S A MAR - BUR", Why.NO_SUBJECT),
        ("A PAR S F BRE - GAS", Why.SUBJECT_HELD),
        ("A PAR S F BRE - BUR", Why.SUBJECT_CANNOT),
        ("A PAR C A GAS - BRE", Why.CANNOT_CONVOY),
        ("A PAR R GAS", Why.NOT_NOW),
        ("A PAR whither", Why.UNREADABLE),
        ("BUILD A PAR", Why.NOT_NOW),
        ("F BRE - SPA", Why.NOT_ADJACENT),
        ("F BRE - PAR", Why.FLEET_INLAND),
        ("F MAO - SPA", Why.COAST_MISSING),
        ("F MAO - SPA/EC", Why.COAST_WRONG),
        ("A GAS - MAO", Why.ARMY_TO_SEA),
        ("A GAS - LON", Why.NO_FLEETS),
        ("F MAO C A GAS - PAR", Why.NO_FLEETS),
        ("F MAO C A BRE - LON", Why.NO_ARMY),
        ("F MAO C A GAS - LON", Why.OFF_ROUTE),
    ],
)
def test_D_2_an_impossible_order_says_what_is_wrong_with_it(order: str, why: Why) -> None:
    _, result = play("FRANCE A PAR, F BRE, F MAO, A GAS", f"FRANCE: {order}")
    verdict = result.verdicts[order.removeprefix("BUILD ").split()[1]]
    assert (verdict.why, verdict.succeeded) == (why, False)


def test_D_3_of_two_orders_for_one_unit_the_last_possible_one_counts() -> None:
    orders = ("FRANCE: A PAR - BUR", "FRANCE: A PAR - GAS", "FRANCE: A PAR - LON")
    _, result = play("FRANCE A PAR", *orders)
    assert [unit.text for unit in result.position.units.values()] == ["A GAS"]
    _, result = play("FRANCE A PAR", "FRANCE: A PAR - LON")
    assert result.verdicts["PAR"].why is Why.NOT_ADJACENT


def test_D_3_an_impossible_convoy_does_not_displace_a_possible_order() -> None:
    _, result = play("ENGLAND A LON", "ENGLAND: A LON - WAL", "ENGLAND: A LON - BEL")
    assert [unit.text for unit in result.position.units.values()] == ["A WAL"]


def test_an_order_for_another_powers_unit_is_put_aside_with_the_reason() -> None:
    _, result = play("FRANCE A PAR; ITALY A ROM", "ITALY: A PAR - BUR", "ITALY: A VIE H", "ITALY: nonsense")
    assert [(order.text, order.why) for order in result.ignored] == [
        ("A PAR - BUR", Why.NOT_YOURS),
        ("A VIE H", Why.NO_SUBJECT),
        ("nonsense", Why.UNKNOWN_PLACE),
    ]
    assert result.verdicts["PAR"].why is Why.NO_ORDER


def test_orders_of_powers_that_have_no_unit_and_for_places_that_are_none_harm_nobody() -> None:
    _, result = play("FRANCE A PAR", ": A PAR - BUR", ": A VIE H", ": A XYZ H", "MARS: A PAR - BUR", "MARS: ")
    assert [(order.power, order.why) for order in result.ignored] == [
        ("", Why.NOT_YOURS),
        ("", Why.NO_SUBJECT),
        ("", Why.UNKNOWN_PLACE),
        ("MARS", Why.NOT_YOURS),
        ("MARS", Why.UNKNOWN_PLACE),
    ]
    assert result.verdicts["PAR"].why is Why.NO_ORDER


def test_an_unreadable_order_for_a_unit_named_by_a_wrong_type_leaves_it_holding() -> None:
    _, result = play("FRANCE F SPA/NC, A GAS", "FRANCE: A SPA whither", "FRANCE: A GAS S F SPA/NC")
    assert result.verdicts["SPA"].why is Why.UNREADABLE
    assert result.verdicts["GAS"].why is Why.SUPPORTED


def test_a_wrong_or_missing_unit_type_or_coast_of_the_ordered_unit_does_not_spoil_an_order() -> None:
    for order in ("A SPA - MAO", "SPA - MAO", "F SPA - MAO", "F SPA/SC - MAO"):
        _, result = play("FRANCE F SPA/NC", f"FRANCE: {order}")
        assert [unit.text for unit in result.position.units.values()] == ["F MAO"]


def test_D_4_VIA_without_any_possible_convoy_fails_now_and_walked_under_the_old_rules() -> None:
    _, now = play("FRANCE A PIC", "FRANCE: A PIC - BEL VIA")
    assert now.verdicts["PIC"].why is Why.NO_FLEETS
    _, old = play("FRANCE A PIC", "FRANCE: A PIC - BEL VIA", rules="2000")
    assert old.verdicts["PIC"].why is Why.MOVED


def test_a_convoy_that_failed_says_whether_it_was_never_ordered_incomplete_or_broken() -> None:
    units = "ENGLAND A LON, F ENG, F NTH, F NWG; FRANCE F BRE, F MAO"
    _, never = play(units, "ENGLAND: A LON - BEL")
    assert never.verdicts["LON"].why is Why.NO_CONVOY
    _, partly = play(units, "ENGLAND: A LON - NWY", "ENGLAND: F ENG C A LON - BEL")
    assert partly.verdicts["ENG"].why is Why.SUBJECT_ELSEWHERE
    before, broken = play(
        units,
        "ENGLAND: A LON - BEL",
        "ENGLAND: F ENG C A LON - BEL",
        "FRANCE: F BRE - ENG",
        "FRANCE: F MAO S F BRE - ENG",
    )
    assert reason(broken.verdicts["LON"], before) == "the convoy of F ENG was broken"
    assert reason(broken.verdicts["ENG"], before) == "disrupted: the fleet was dislodged by F BRE"
    assert broken.convoys == {}
    _, whole = play(units, "ENGLAND: A LON - BEL", "ENGLAND: F ENG C A LON - BEL", "ENGLAND: F NTH C A LON - BEL")
    assert whole.convoys == {"LON": ("ENG", "NTH")}


def test_an_incomplete_chain_is_told_apart_from_a_broken_one() -> None:
    _, result = play("ENGLAND A LON, F NTH, F NWG, F BAR", "ENGLAND: A LON - STP", "ENGLAND: F NTH C A LON - STP")
    assert result.verdicts["LON"].why is Why.CONVOY_INCOMPLETE


def test_an_extended_paradox_is_not_settled_on_a_guess() -> None:
    _, result = play(
        "ENGLAND F LON, F WAL; FRANCE A BRE, F ENG; GERMANY F KIE, A RUH, F BEL, F PIC",
        "ENGLAND: F LON S F WAL - ENG",
        "ENGLAND: F WAL - ENG",
        "FRANCE: A BRE - LON",
        "FRANCE: F ENG C A BRE - LON",
        "GERMANY: F PIC S F BEL - ENG",
        "GERMANY: F BEL - ENG",
        "GERMANY: F KIE - HOL",
        "GERMANY: A RUH - BEL",
    )
    assert result.verdicts["LON"].why is Why.SUPPORTED
    assert result.verdicts["ENG"].why is Why.PARADOX
    assert not result.dislodged


def test_an_army_whose_other_way_is_sure_gets_through_without_a_rule_of_last_resort() -> None:
    way_round = [f"FRANCE: F {sea} C A BRE - LON" for sea in ("MAO", "NAO", "NWG", "NTH")]
    before, result = play(
        "ENGLAND F LON, F WAL; FRANCE A BRE, F ENG, F MAO, F NAO, F NWG, F NTH",
        "ENGLAND: F LON S F WAL - ENG",
        "ENGLAND: F WAL - ENG",
        "FRANCE: A BRE - LON VIA",
        "FRANCE: F ENG C A BRE - LON",
        *way_round,
    )
    assert result.backup_rules == ()
    assert reason(result.verdicts["LON"], before) == "cut by A BRE"
    assert result.verdicts["ENG"].why is Why.CONVOYED
