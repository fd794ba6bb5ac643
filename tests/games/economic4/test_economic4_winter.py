"""Winters: who cannot pay, builds, the report (E-2, E-4 to E-7, E-12)."""

from dataclasses import replace

import pytest

from judge.core.errors import InputError
from judge.core.phase import Phase
from judge.core.ruling import words
from judge.games.economic4.check import REASONS
from judge.games.economic4.info import settled
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


@sentences("given", "power", "text", "shown")
def test_what_will_come_of_a_sheet_is_forecast(given, power, text, shown):
    table = Table().set(**given)
    sheet = tuple(ruling.command for ruling in table.rule(power, text)) if text else ()
    forecast = ECONOMIC.forecast(table.state, power, sheet)
    assert {path: seen(forecast, path.split(".")) for path in shown} == shown


def seen(told, path):
    for name in path:
        told = tuple(getattr(one, name) for one in told) if isinstance(told, tuple) else getattr(told, name)
    return list(told) if isinstance(told, tuple) else told


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
