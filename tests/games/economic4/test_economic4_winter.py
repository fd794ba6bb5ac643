"""Winters: who cannot pay, builds, the report (E-2, E-4 to E-7, E-12)."""

from dataclasses import replace

import pytest

from judge.core.errors import InputError
from judge.core.phase import Phase
from judge.core.ruling import words
from judge.core.variant import Duty
from judge.games.economic4.info import settled
from judge.games.economic4.money import Loan
from judge.games.economic4.reasons import REASONS
from tests.games.economic4.table import ECONOMIC, Table
from tests.tables import cases, sentences


def winter(units, credits, **options):
    return Table(**options).set("W1901A", units, credits=credits)


@sentences("options", "given", "seasons", "shown")
def test_winters_come_out_as_they_are_ruled(options, given, seasons, shown):
    table = Table(**options).set(**given)
    for sheets in seasons:
        table.play(**sheets)
    assert table.shows(shown) == shown


def test_E_5_of_several_removals_those_not_needed_are_named_before_and_after_the_deadline():
    table = winter({"ITALY": "A ROM, A VEN, F NAP"}, {"ITALY": 10})
    assert table.remarks("ITALY", "REMOVE A ROM, A VEN") == set()
    sheet = tuple(ruling.command for ruling in table.rule("ITALY", "REMOVE A ROM, A VEN"))
    assert ECONOMIC.forecast(table.state, "ITALY", sheet).unused == ("A VEN",)
    assert table.play(ITALY="REMOVE A ROM, A VEN").statement("ITALY")["unused"] == ["A VEN"]
    assert table.statement("FRANCE")["unused"] == []


def test_E_5_the_master_may_settle_demobilising_until_the_first_winter_is_over():
    table = winter({"ITALY": "A ROM, A VEN, F NAP"}, {"ITALY": 13})
    voted = ECONOMIC.retune(table.state, {"demobilise": "yes"}).state
    assert voted.settings.demobilise and not table.state.settings.demobilise
    after = replace(voted, phase=Phase(1902, "S"))
    with pytest.raises(InputError, match="once the first winter is over"):
        ECONOMIC.retune(after, {"demobilise": "no"})


@cases("power", "order", "code")
def test_E_6_what_cannot_be_built_is_refused_with_its_reason(power, order, code):
    table = Table().set("W1901A", {"FRANCE": "A MAR"}, {"GERMANY": "WAR"}, {"FRANCE": 30, "RUSSIA": 30})
    assert table.code(power, order) == code


def test_E_6_a_newer_build_goes_before_those_on_file():
    table = winter({}, {"FRANCE": 5})
    first = tuple(r.command for r in table.rule("FRANCE", "BUILD A PAR"))
    on_file = tuple(type(c)(text=c.text, rank=c.rank) for c in first)
    (newer,) = (c for c in (r.command for r in table.rule("FRANCE", "BUILD F BRE")))
    rulings = ECONOMIC.rule_on(table.state, "FRANCE", (*on_file, newer))
    ranks = {ruling.command.text: ruling.command.rank for ruling in rulings}
    assert ranks == {"BUILD F BRE": 0, "BUILD A PAR": 1}
    assert "beyond-funds" in {remark.code for remark in rulings[0].remarks}


def test_E_7_in_winter_money_moves_before_the_bills():
    table = winter({"ITALY": "A ROM, F NAP"}, {"ITALY": 4, "FRANCE": 20})
    table.play(FRANCE="GIVE 5 TO ITALY", ITALY="RECEIVE 5 FROM FRANCE (GIFT)\nREMOVE A ROM")
    assert table.units("ITALY") == ["A ROM", "F NAP"] and table.credits("ITALY") == 0
    row = table.row("treasury.winter", "ITALY")
    assert (row["own"], row["funds"], row["bill"], row["credits"], row["more"]) == (4, 9, 9, 0, True)
    assert table.told("treasury.winter")[0]["more"] == ["ITALY"] and table.told("treasury.winter")[0]["sources"] == []


def test_E_2_outside_money_that_was_not_needed_is_no_reason_for_a_remark():
    table = winter({"ITALY": "A ROM"}, {"ITALY": 4, "FRANCE": 20})
    table.play(FRANCE="GIVE 5 TO ITALY", ITALY="RECEIVE 5 FROM FRANCE (GIFT)")
    assert table.told("treasury.winter")[0]["more"] == []


def test_E_2_the_winter_report_tells_the_source_if_both_ask():
    table = winter({"ITALY": "A ROM"}, {"ITALY": 0, "FRANCE": 20})
    table.play(FRANCE="GIVE 4 TO ITALY PUBLISH", ITALY="RECEIVE 4 FROM FRANCE (GIFT) PUBLISH")
    assert table.told("treasury.winter")[0]["sources"][0]["payer"] == "FRANCE"


def test_E_2_who_cannot_pay_must_order_in_winter_and_the_others_may():
    duties = ECONOMIC.agenda(winter({"TURKEY": "A CON", "ITALY": "A ROM"}, {"TURKEY": 2, "ITALY": 9}).state).duties
    assert duties["TURKEY"] is Duty.MUST and duties["ITALY"] is Duty.MAY


def test_E_7_the_winter_forecast_says_what_is_left_if_ones_own_transfers_are_answered():
    table = winter({"ITALY": "A ROM, A VEN, F NAP"}, {"ITALY": 40})
    sheet = tuple(r.command for r in table.rule("ITALY", "GIVE 40 TO FRANCE\nBUILD F ROM"))
    told = ECONOMIC.forecast(table.state, "ITALY", sheet)
    assert told.left == 27 and told.removed == () and not told.built
    assert told.answered.funds == 0 and told.answered.left == 0 and told.answered.bill == 0
    assert sorted(told.answered.lost) == ["A ROM", "A VEN", "F NAP"]


def test_E_7_the_winter_forecast_names_builds_that_would_be_waived_and_units_that_would_be_saved():
    table = winter({"ITALY": "A ROM, A VEN"}, {"ITALY": 14})
    sheet = tuple(r.command for r in table.rule("ITALY", "GIVE 3 TO FRANCE\nBUILD F NAP"))
    told = ECONOMIC.forecast(table.state, "ITALY", sheet)
    assert told.built == ("F NAP",) and told.answered.waived == ("BUILD F NAP",)
    assert told.answered.lost == () and told.answered.left == 3
    table = winter({"ITALY": "A ROM, A VEN"}, {"ITALY": 5})
    sheet = tuple(r.command for r in table.rule("ITALY", "RECEIVE 3 FROM FRANCE (GIFT)"))
    told = ECONOMIC.forecast(table.state, "ITALY", sheet)
    assert len(told.removed) == 1 and told.answered.saved == (told.removed[0].unit,)


def test_E_7_what_comes_in_may_fail_where_what_goes_out_is_answered():
    table = winter({"ITALY": "A ROM, A VEN"}, {"ITALY": 8})
    sheet = tuple(r.command for r in table.rule("ITALY", "GIVE 3 TO FRANCE\nRECEIVE 3 FROM TURKEY (LOAN)"))
    told = ECONOMIC.forecast(table.state, "ITALY", sheet)
    assert told.answered.lost == () and told.answered.left == 0
    assert told.worst.funds == 5 and len(told.worst.lost) == 1


def test_E_8_a_repayment_needs_no_answer_and_is_made_before_the_winter_is_reckoned():
    table = winter({"ITALY": "A ROM"}, {"ITALY": 6}).set(loans=(Loan("FRANCE", "ITALY", 3, 3, "S1901M"),))
    sheet = tuple(r.command for r in table.rule("ITALY", "REPAY 9 TO FRANCE"))
    told = ECONOMIC.forecast(table.state, "ITALY", sheet)
    assert told.answered is None and (told.repaid, told.funds, told.short) == (3, 3, 1)
    assert [row.unit for row in told.removed] == ["A ROM"]
    more = tuple(r.command for r in table.rule("ITALY", "REPAY 3 TO FRANCE\nRECEIVE 1 FROM TURKEY (GIFT)"))
    told = ECONOMIC.forecast(table.state, "ITALY", more)
    assert (told.funds, told.answered.funds, told.answered.saved) == (3, 4, ("A ROM",))
    assert ECONOMIC.forecast(table.state, "ITALY", ()).answered is None


def test_E_5_who_cannot_pay_is_told_how_much_is_missing_and_which_units_go():
    table = winter({"ITALY": "A ROM, F NAP"}, {"ITALY": 6})
    build = ECONOMIC.standing(table.state, "ITALY").build
    assert (build.short, build.goes) == (3, ("F NAP",))
    assert ECONOMIC.samples(table.state, "ITALY")[0] == "REMOVE F NAP"
    assert ECONOMIC.samples(table.state, "ITALY")[1].startswith("RECEIVE 3 FROM ")
    rich = winter({"ITALY": "A ROM, F NAP"}, {"ITALY": 9})
    assert ECONOMIC.standing(rich.state, "ITALY").build.short == 0


def test_E_6_a_kind_that_cannot_be_built_is_answered_with_one_that_can():
    table = winter({"RUSSIA": "A MOS"}, {"RUSSIA": 20})
    (ruling,) = table.rule("RUSSIA", "BUILD A ARC")
    assert ruling.because is not None and ruling.because.figures["instead"] == "BUILD F ARC"


def test_E_8_debts_that_come_only_with_answered_loans_are_told_so():
    table = Table().set(loans=(Loan("FRANCE", "ITALY", 3, 3, "S1901M"),))
    for text, lent in (("", False), ("RECEIVE 2 FROM TURKEY (LOAN)", True), ("RECEIVE 2 FROM TURKEY (GIFT)", False)):
        sheet = tuple(r.command for r in table.rule("ITALY", text)) if text else ()
        told = ECONOMIC.forecast(table.state, "ITALY", sheet).winter
        assert (told.lent, sum(told.debts.values())) == (lent, 5 if lent else 3), text
    sheet = tuple(r.command for r in table.rule("ITALY", "REPAY 2 TO FRANCE"))
    told = ECONOMIC.forecast(table.state, "ITALY", sheet).winter
    assert (told.repaid, told.sent, told.debts) == (2, 0, {"FRANCE": 1})


def test_E_6_a_second_choice_is_one_unit_and_never_two():
    table = winter({"FRANCE": "A MAR"}, {"FRANCE": 40})
    assert table.play(FRANCE="BUILD F BRE ELSE A PAR").units("FRANCE") == ["A MAR", "F BRE"]
    assert winter({"FRANCE": "A MAR"}, {"FRANCE": 40}).code("FRANCE", "BUILD F BRE ELSE A RUH") != ""


def test_E_6_where_no_choice_can_be_paid_the_build_is_waived_as_written():
    table = winter({"FRANCE": "A MAR"}, {"FRANCE": 5}).play(FRANCE="BUILD F BRE ELSE A BRE")
    row = next(row for row in table.told("board.adjustments")[0]["orders"] if row["result"] == "waived")
    assert row["order"] == "BUILD F BRE ELSE A BRE" and "costs 4, and 1 is left" in row["reason"]


@pytest.mark.parametrize(("victory", "alliance", "least"), [("120", "110", "120"), ("100", "90", "108")])
def test_E_11_an_alliance_wins_with_no_less_than_a_power_alone(victory, alliance, least):
    with pytest.raises(InputError) as refused:
        settled({"victory": victory, "alliance": alliance})
    assert f"alliance={alliance} is less than victory={victory}" in str(refused.value)
    assert f"Write alliance={least} or more" in str(refused.value)


def test_where_no_build_stands_the_first_fault_is_told():
    table = winter({"ITALY": "A ROM"}, {"ITALY": 20})
    (both,) = table.rule("ITALY", "BUILD A ROM, A PAR")
    (rome,), (paris,) = table.rule("ITALY", "BUILD A ROM"), table.rule("ITALY", "BUILD A PAR")
    assert not both.stands and rome.because != paris.because and both.because == rome.because
    (some,) = table.rule("ITALY", "BUILD A NAP, A ROM, A PAR")
    assert some.stands and some.because.figures["gone"] == "A ROM, A PAR"
    assert some.because.figures["why"] == words(REASONS, rome.because)
