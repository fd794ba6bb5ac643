"""Rulings D-1 to D-15 as the game keeps them; adjudication itself is tested with the board kit."""

from dataclasses import replace

import pytest

from judge.core.dice import Dice
from judge.core.ruling import Verdict
from judge.core.variant import Duty, Role, Seat
from judge.kits.host.commands import UnitOrder
from judge.kits.host.state import deal
from tests.games.diplomacy.table import (
    DICE,
    DIPLOMACY,
    POWERS,
    TABLE,
    data,
    pieces,
    rule,
    said,
    started,
    stood,
    turn,
    units,
)
from tests.games.setting import kinds
from tests.tables import cases, sentences


@sentences("given", "turns", "stand", "gone", "phase")
def test_D_1_D_7_what_is_ordered_comes_to_this(given, turns, stand, gone, phase):
    state = stood(**given)
    for sheets in turns:
        found = {power: rule(state, power, *text.split("; ")) for power, text in sheets.items()}
        state = turn(state, **{power: [ruling.command for ruling in rulings] for power, rulings in found.items()}).state
    assert set(stand) <= pieces(state) and not set(gone) & pieces(state)
    assert phase in ("", str(state.phase))


LAST_STAND = {"ITALY": "A TYR, A VEN", "AUSTRIA": "F TRI, A BUD", "TURKEY": "A SMY"}
DISLODGE = "A VEN - TRI; A TYR S A VEN - TRI"

# ---- D-2, D-3 -----------------------------------------------------------------------------------------------------


def test_D_2_a_support_that_ones_own_sheet_contradicts_is_taken_with_a_warning():
    rulings = rule(started(), "FRANCE", "A MAR S A PAR - BUR", "A PAR - PIC")
    assert [ruling.verdict for ruling in rulings] == [Verdict.ACCEPTED] * 2
    assert "your own A PAR is ordered A PAR - PIC" in said(rulings[0])
    alone = rule(started(), "FRANCE", "A MAR S A PAR - BUR")[0]
    assert "has no order and holds" in said(alone)
    agreed = rule(started(), "FRANCE", "A MAR S A PAR - BUR", "A PAR - BUR")[0]
    assert said(agreed) == ""


def test_D_2_a_support_of_a_unit_out_of_reach_is_that_of_the_move_which_its_sheet_orders():
    follows, _ = rule(started(), "FRANCE", "A MAR S A PAR", "A PAR - BUR")
    assert follows.verdict is Verdict.AMENDED and follows.command.canonical() == "A MAR S A PAR - BUR"
    assert "Your sheet orders A PAR - BUR" in said(follows)
    for other in ("A PAR - BRE", "A PAR H"):
        assert rule(started(), "FRANCE", "A MAR S A PAR", other)[0].verdict is Verdict.REFUSED
    assert rule(started(), "FRANCE", "A MAR S A PAR")[0].verdict is Verdict.REFUSED


def test_D_2_a_wrong_letter_for_the_unit_is_put_right_and_told():
    ruling = rule(started(), "FRANCE", "F PAR - BUR")[0]
    assert ruling.command.canonical() == "A PAR - BUR"
    assert "The unit there is A PAR" in said(ruling)


def test_D_3_a_unit_without_an_order_holds_and_the_confirmation_says_so():
    got = DIPLOMACY.forecast(started(), "FRANCE", units("A PAR - BUR"))
    assert got.missing == ("A MAR", "F BRE")
    assert [line.words for line in got.lines] == ["Army Marseilles HOLD", "Army Paris -> Burgundy", "Fleet Brest HOLD"]


def test_D_3_hold_all_holds_the_rest_and_names_the_orders_that_stand():
    ruling = rule(started(), "FRANCE", "HOLD ALL", "A PAR - BUR")[0]
    assert "A PAR - BUR" in said(ruling)
    step = turn(started(), FRANCE="HOLD ALL; A PAR - BUR")
    rows = {row["unit"]: row for row in data(step, "board.results")["orders"]}
    assert (rows["A PAR"]["result"], rows["F BRE"]["words"]) == ("moves", "Fleet Brest HOLD")
    assert rows["F BRE"]["ordered"] and not rows["F LON"]["ordered"]


def test_D_3_hold_all_covers_the_moves_of_earlier_letters_and_no_builds_or_orders_of_another_power():
    all_, french = UnitOrder(text="HOLD ALL"), UnitOrder(text="HOLD ALL", hat="FRANCE")
    assert all_.covers(UnitOrder(text="A PAR - BUR")) and french.covers(UnitOrder(text="A PAR - BUR", hat="FRANCE"))
    assert not french.covers(UnitOrder(text="A ROM - APU", hat="ITALY"))
    assert not any(all_.covers(UnitOrder(text=text)) for text in ("BUILD A PAR", "A PAR R PIC", "HOLD ALL"))
    assert not UnitOrder(text="A PAR H").covers(UnitOrder(text="A MAR - SPA"))


# ---- D-4, D-5 -----------------------------------------------------------------------------------------------------


def test_D_4_via_where_no_fleet_could_carry_is_taken_with_a_warning():
    ruling = rule(started(), "ENGLAND", "A LVP - BEL VIA")[0]
    assert ruling.verdict is Verdict.ACCEPTED and "will fail" in said(ruling)


def test_D_4_a_convoy_carries_an_army_and_the_results_name_its_route():
    state = stood({"ENGLAND": "A YOR, F NTH"}, "S1902M")
    step = turn(state, ENGLAND="A YOR - NWY; F NTH C A YOR - NWY")
    rows = {row["unit"]: row["words"] for row in data(step, "board.results")["orders"]}
    assert rows["A YOR"] == "Army Yorkshire -> North Sea -> Norway"
    assert rows["F NTH"] == "Fleet North Sea CONVOY Army Yorkshire -> Norway"


@pytest.mark.parametrize("phase", ["F1901M", "W1901A"])
def test_D_5_a_fleet_built_where_there_are_two_coasts_is_asked_about(phase):
    state = stood({"RUSSIA": "A MOS, A WAR"}, phase)
    ruling = rule(state, "RUSSIA", "BUILD F STP")[0]
    assert ruling.verdict is Verdict.REFUSED
    assert "Which is meant: STP/NC or STP/SC? (D-5)" in said(ruling)
    assert rule(state, "RUSSIA", "BUILD F STP/NC")[0].verdict is Verdict.ACCEPTED


# ---- D-6 ----------------------------------------------------------------------------------------------------------


def test_D_6_of_a_list_of_retreats_the_first_open_place_is_taken():
    first = turn(stood(LAST_STAND), ITALY=DISLODGE)
    ruling = rule(first.state, "AUSTRIA", "F TRI R VEN, ALB, ADR")[0]
    assert ruling.verdict is Verdict.AMENDED and ruling.command.canonical() == "F TRI R ALB, ADR"
    second = turn(first.state, AUSTRIA=(ruling.command,))
    assert "AUSTRIA F ALB" in pieces(second.state)


def test_D_6_the_newest_build_replaces_the_older_when_only_one_is_due():
    state = stood({"FRANCE": "A MAR, A GAS"}, "W1901A")
    old = rule(state, "FRANCE", "BUILD A PAR")[0].command
    on_file = UnitOrder(text=old.canonical())
    new = UnitOrder(text="BUILD F BRE", line=1)
    first, second = DIPLOMACY.rule_on(state, "FRANCE", (new, on_file))
    assert first.verdict is Verdict.ACCEPTED
    assert second.verdict is Verdict.REFUSED and "newer order" in said(second)


def test_D_6_builds_are_told_with_what_may_be_done_instead():
    ruling = rule(stood({"FRANCE": "A MAR, A GAS"}, "W1901A"), "FRANCE", "BUILD A MUN")[0]
    assert "France may build 1, in BRE, PAR." in said(ruling)


# ---- D-7, D-8 -----------------------------------------------------------------------------------------------------


def test_D_7_a_retreat_sent_with_the_moves_saves_its_phase():
    step = turn(stood(LAST_STAND), ITALY=DISLODGE, AUSTRIA="F TRI H; F TRI R VEN, ALB")
    assert "AUSTRIA F ALB" in pieces(step.state)
    assert str(step.state.phase) in ("W1901A", "S1902M")
    assert "board.retreats" in kinds(step) and "board.ownership" in kinds(step)


def test_D_7_a_phase_is_opened_for_those_who_have_not_decided_and_keeps_what_the_others_sent():
    units_ = {"ITALY": "A TYR, A VEN, F ION, F AEG", "AUSTRIA": "F TRI", "TURKEY": "F GRE, A SMY"}
    sheet = f"{DISLODGE}; F ION - GRE; F AEG S F ION - GRE"
    first = turn(stood(units_), ITALY=sheet, AUSTRIA="F TRI R ALB")
    agenda = DIPLOMACY.agenda(first.state)
    assert (str(agenda.phase), agenda.pace) == ("F1901R", "short")
    assert (agenda.duties["TURKEY"], agenda.duties["AUSTRIA"]) == (Duty.MUST, Duty.MAY)
    second = turn(first.state, TURKEY="F GRE R BUL/SC")
    assert {"AUSTRIA F ALB", "TURKEY F BUL/SC"} <= pieces(second.state)


def test_D_7_builds_sent_with_the_moves_are_made_in_their_order_as_far_as_they_are_due():
    state = stood({"FRANCE": "A MAR, A SPA, A GAS", "ITALY": "A ROM, A VEN, F NAP"})
    sheet = tuple(ruling.command for ruling in rule(state, "FRANCE", "BUILD F BRE, A PAR"))
    autumn = turn(state, FRANCE=sheet)
    assert DIPLOMACY.agenda(autumn.state).duties["FRANCE"] is Duty.MAY
    assert DIPLOMACY.standing(autumn.state, "FRANCE").ahead == ("BUILD F BRE", "BUILD A PAR")
    winter = turn(autumn.state)
    assert "FRANCE F BRE" in pieces(winter.state) and "FRANCE A PAR" not in pieces(winter.state)


ALL_HOME = {
    "AUSTRIA": "A VIE, A BUD, F TRI",
    "ENGLAND": "F EDI, F LON, A LVP",
    "GERMANY": "A BER, A MUN, F KIE",
    "ITALY": "A ROM, A VEN, F NAP",
    "RUSSIA": "A MOS, A WAR, F SEV, F STP/SC",
    "TURKEY": "A CON, A SMY, F ANK",
}


def test_D_7_the_confirmation_of_autumn_shows_what_spring_sent_for_the_winter():
    spring = stood({"FRANCE": "A MAR, A GAS", **ALL_HOME}, "S1901M")
    state = turn(spring, FRANCE=[ruling.command for ruling in rule(spring, "FRANCE", "BUILD A PAR, F BRE")]).state
    shown = DIPLOMACY.forecast(state, "FRANCE", units("BUILD A PAR")).ahead
    assert [row.words for row in shown] == ["Builds an army in Paris", "Builds a fleet in Brest, as sent in spring"]


@pytest.mark.parametrize("phase", ["F1901M", "W1901A"])
def test_D_6_builds_are_made_in_the_order_written_and_not_by_the_alphabet(phase):
    state = stood({"FRANCE": "A MAR, A GAS", **ALL_HOME}, phase)
    sheet = [UnitOrder.read({"text": text, "line": line}) for line, text in ((3, "BUILD A PAR"), (4, "BUILD F BRE"))]
    by_key = sorted(sheet, key=UnitOrder.key)
    filed = [ruling.command for ruling in DIPLOMACY.rule_on(state, "FRANCE", tuple(by_key))]
    step = turn(state, FRANCE=filed)
    assert "FRANCE A PAR" in pieces(step.state) and "FRANCE F BRE" not in pieces(step.state)


def test_D_7_a_waiver_with_the_moves_leaves_the_builds_that_stand_beside_it():
    state = stood({"FRANCE": "A MAR, A GAS", **ALL_HOME}, conditional="only")
    (build,) = (one.command for one in rule(state, "FRANCE", "BUILD F BRE"))
    sheet = (replace(build, line=0), UnitOrder.read({"text": "WAIVE", "line": 1}))
    kept = [ruling.command for ruling in DIPLOMACY.rule_on(state, "FRANCE", sheet)]
    shown = DIPLOMACY.forecast(state, "FRANCE", kept).ahead
    assert [row.words for row in shown] == ["Builds a fleet in Brest", "Waives the builds that are left"]
    assert "FRANCE F BRE" in pieces(turn(state, FRANCE=kept).state)


def test_D_6_builds_written_ahead_for_the_winter_keep_their_order_when_it_opens():
    state = stood({"FRANCE": "A MAR, A GAS"}, "W1901A")
    written = [UnitOrder.read({"text": text, "line": line}) for line, text in ((3, "BUILD A PAR"), (4, "BUILD F BRE"))]
    on_file = tuple(replace(command, line=0) for command in reversed(written))
    rulings = DIPLOMACY.rule_on(state, "FRANCE", on_file)
    assert [ruling.command.text for ruling in rulings if ruling.stands] == ["BUILD A PAR"]


def test_D_6_the_builds_of_a_newer_letter_go_before_those_on_file_whatever_their_lines():
    state = stood({"FRANCE": "A MAR, A GAS", **ALL_HOME})
    (old,) = (one.command for one in DIPLOMACY.rule_on(state, "FRANCE", (UnitOrder(text="BUILD F BRE", line=1),)))
    sheet = (replace(old, line=0), UnitOrder.read({"text": "BUILD A PAR", "line": 7}))
    step = turn(state, FRANCE=[ruling.command for ruling in DIPLOMACY.rule_on(state, "FRANCE", sheet)])
    assert "FRANCE A PAR" in pieces(step.state) and "FRANCE F BRE" not in pieces(step.state)


def test_D_7_without_the_setting_a_retreat_with_the_moves_is_refused():
    ruling = rule(stood(LAST_STAND, conditional="off"), "AUSTRIA", "F TRI R ALB")[0]
    assert ruling.verdict is Verdict.REFUSED and "FOR" in said(ruling)


@cases("order", "expected")
def test_D_7_what_is_known_of_a_later_order_is_checked_now(order, expected):
    ruling = rule(stood(LAST_STAND), "AUSTRIA", order)[0]
    assert ruling.verdict is Verdict.REFUSED and expected in said(ruling)


def test_D_8_who_must_decide_is_told_alone_what_is_open():
    step = turn(stood(LAST_STAND), ITALY=DISLODGE)
    assert kinds(step, "AUSTRIA") == ["board.duty"] and kinds(step, "ITALY") == []
    assert data(step, "board.duty")["retreats"] == {"F TRI": ["ADR", "ALB"]}


# ---- D-9 ----------------------------------------------------------------------------------------------------------


def test_D_9_two_movement_phases_without_an_order_are_civil_disorder_and_an_order_ends_it():
    others = {power: "HOLD ALL" for power in POWERS if power != "TURKEY"}
    one = turn(started(), **others)
    assert data(one, "board.nmr")["seats"] == [{"seat": "TURKEY", "power": "TURKEY", "turns": 1, "open": False}]
    two = turn(one.state, **others)
    assert data(two, "board.nmr")["seats"][0]["open"] and two.state.disorder == ("TURKEY",)
    three = turn(two.state, **others, TURKEY="A CON - BUL")
    assert three.state.disorder == () and "board.nmr" not in kinds(three)


def test_D_9_powers_without_a_player_hold_where_the_game_allows_it():
    state = DIPLOMACY.open(TABLE[:-1], {"empty": "hold"}, DICE).state
    assert state.disorder == ("TURKEY",) and "TURKEY F ANK" in pieces(turn(state).state)


# ---- D-11 ---------------------------------------------------------------------------------------------------------


class Wishing(Seat):
    """A seat with a list of wishes."""

    preferences: tuple[str, ...] = ()


def wishing(name: str, *wishes: str) -> Seat:
    seat = Wishing(name, Role.POWER)
    object.__setattr__(seat, "preferences", wishes)
    return seat


def test_D_11_first_wishes_are_granted_and_the_dice_part_equal_ones():
    seats = (wishing("Ann", "FRANCE", "ITALY"), wishing("Bob", "FRANCE", "TURKEY"), wishing("Cid", "RUSSIA"))
    dice = Dice(b"\x01" * 32, "START")
    flags = deal(seats, POWERS, dice)
    assert flags["Cid"] == "RUSSIA"
    assert sorted(flags.values()) in (["FRANCE", "ITALY", "RUSSIA"], ["FRANCE", "RUSSIA", "TURKEY"])
    assert [draw.label for draw in dice.drawn] == ["FRANCE wish 1"]


def test_D_11_named_powers_are_kept_and_the_rest_is_drawn():
    seats = (Seat("ITALY", Role.POWER, "ITALY"), wishing("Ann"), wishing("Bob"))
    flags = deal(seats, POWERS, Dice(b"\x02" * 32, "START"))
    assert flags["ITALY"] == "ITALY" and len(set(flags.values())) == 3


# ---- D-13 to D-15 -------------------------------------------------------------------------------------------------


def test_D_7_a_second_choice_that_can_never_be_is_refused_ahead_and_said_in_winter():
    state = stood({"FRANCE": "A MAR, A GAS", **ALL_HOME}, "S1901M")
    assert not rule(state, "FRANCE", "BUILD F BRE ELSE A MUN")[0].stands
    winter = turn(turn(state, FRANCE=tuple(r.command for r in rule(state, "FRANCE", "A MAR H"))).state).state
    assert str(winter.phase) == "W1901A"
    (ruling,) = rule(winter, "FRANCE", "BUILD F BRE ELSE F PAR")
    assert ruling.stands and [remark.code for remark in ruling.remarks] == ["no-second-choice"]
