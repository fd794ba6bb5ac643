"""A Troubleshooter from its opening to its end: table, market, reports, winter, end roll (T-1, T-8 to T-16)."""

from dataclasses import replace
from fractions import Fraction

import pytest

from judge.core.dice import Dice
from judge.core.errors import InputError
from judge.core.notice import MASTER
from judge.core.variant import Duty
from judge.games.troubleshooter.commands import Stay, Travel
from judge.games.troubleshooter.info import TABLE
from judge.games.troubleshooter.rules import SIDES
from judge.kits.host.commands import ReportResult
from tests.games.setting import at, notice
from tests.games.troubleshooter.board_of_six import (
    HOMES,
    SIX,
    TS,
    go,
    hold,
    placed,
    report,
    rolling,
    started,
    ts,
    turn,
    verdict,
)
from tests.tables import cases

NAMES = tuple(f"Player {letter}" for letter in "ABCDEFGHIJK")


# ---- the table ----------------------------------------------------------------------------------------------------


@cases("players", "units", "limit")
def test_T_the_table_gives_units_and_limit_by_the_number_of_players(players, units, limit):
    state = started(*NAMES[:players])
    assert (state.rules.start_units, state.rules.sell_limit) == (units, limit) == TABLE[players]
    assert all(count == units for count in state.purse(NAMES[0]).holding.values())


def test_T_16_nobody_joins_late():
    assert not TS.info.late_joining and TS.info.pseudonyms


# ---- the board's reports ------------------------------------------------------------------------------------------


def test_T_14_every_season_waits_for_its_report():
    state = started()
    for phase in ("S1901M", "F1901M", "S1902M"):
        agenda = TS.agenda(state)
        assert (str(agenda.phase), agenda.needs, agenda.pace) == (phase, ("report",), "full")
        assert set(agenda.duties.values()) == {Duty.MAY}
        assert TS.forecast(state, MASTER, ()).waiting
        assert not TS.forecast(state, MASTER, (report(phase),)).waiting
        state = turn(state).state


def test_T_14_a_season_without_its_report_is_not_resolved():
    with pytest.raises(InputError, match="S1901M"):
        TS.resolve(started(), {seat: () for seat in SIX}, Dice(b"\x05" * 32, "S1901M"))


def test_T_14_a_report_without_units_is_refused_and_an_autumn_one_without_owners_too():
    centres = {"AUSTRIA": 5, "ENGLAND": 4, "FRANCE": 5, "GERMANY": 5, "ITALY": 4, "RUSSIA": 6, "TURKEY": 5}
    bare = ReportResult.read({"phase": "S1901", "counts": centres})
    said = verdict(started(), MASTER, bare)
    assert said[0] == "refused" and "no UNITS" in said[1]
    autumn = ReportResult.read({"phase": "F1901", "counts": centres, "unit_counts": {"FRANCE": 3}})
    said = verdict(at(started(), "F1901M"), MASTER, autumn)
    assert said[0] == "refused" and "no OWNERS" in said[1]
    with pytest.raises(InputError):
        turn(started(), told=bare)


def test_T_14_units_may_be_told_by_their_places_or_by_their_number():
    placed_units = ReportResult.read(
        {"phase": "S1901", "units": [("FRANCE", "A", "BUR"), ("FRANCE", "F", "MAO"), ("ITALY", "A", "ROM")]}
    )
    assert "without a unit" in verdict(started(), MASTER, placed_units)[1]
    assert turn(started(), told=placed_units).state.forces["FRANCE"] == 2
    assert turn(started(), told=report("S1901", forces={"FRANCE": 2})).state.forces["FRANCE"] == 2
    mixed = ReportResult.read({"phase": "S1901", "units": [("ITALY", "A", "ROM")], "unit_counts": {"FRANCE": 4}})
    forces = turn(started(), told=mixed).state.forces
    assert (forces["ITALY"], forces["FRANCE"], forces["TURKEY"]) == (1, 4, 0)
    assert "ITALY: A ROM\nFRANCE: 4\n" in mixed.canonical()


def test_T_14_a_report_by_numbers_is_printed_so_that_it_can_be_read_again():
    assert "UNITS\nAUSTRIA: 3\n" in report("S1901").canonical()


def test_T_14_a_report_that_came_early_is_kept_for_its_phase():
    early = (report("S1901"), report("F1901", BEL="FRANCE"))
    state = turn(started(), told=early[0], MASTER=(early[1],)).state
    assert TS.agenda(state).needs == ()
    sheets = {seat: () for seat in (*SIX, MASTER)}
    assert TS.resolve(state, sheets, Dice(b"\x05" * 32, "F1901M")).state.host.counts["FRANCE"] == 4


def test_T_5_owners_of_a_spring_list_change_nothing_before_the_winter_count():
    early = report("S1901", PAR="GERMANY")
    assert "changes nothing yet" in verdict(started(), MASTER, early)[1]
    step = turn(started(), told=early, Ada=(go("BUR", "PAR"),))
    assert ts(step.state, "Ada").bound
    assert step.state.open_home("PAR") == "FRANCE"


def test_T_14_dead_powers_get_no_units():
    dead = turn(at(started(), "F1901M"), told=report("F1901", BUD="ITALY", VIE="ITALY", TRI="ITALY")).state
    said = verdict(dead, MASTER, report("S1902", forces={"AUSTRIA": 2}))
    assert said[0] == "refused" and "eliminated" in said[1]


# ---- winter -------------------------------------------------------------------------------------------------------


def test_T_8_1200_roubles_lent_to_six_units_come_back_by_the_centres_of_the_year():
    owners = {place: "RUSSIA" for place in ("RUM", "SWE")}
    for more, sum_ in (((), 1_200), (("NWY", "BUL"), 1_600), (("lost",), 1_000)):
        state = placed(started(), "Ada", place="GAL", currency="ROUBLE", cash=1_213)
        state = replace(state, winter=replace(state.winter, counts={**state.winter.counts, "RUSSIA": 6}))
        state = replace(state, winter=replace(state.winter, owners={**HOMES, **owners}))
        spring = turn(state, told=report("S1901", forces={"RUSSIA": 6}), Ada=(go("WAR"),)).state
        assert spring.cash("Ada") == 0 and ts(spring, "Ada").loan.each == 200
        now = {**owners, **({"SEV": "TURKEY"} if more == ("lost",) else dict.fromkeys(more, "RUSSIA"))}
        winter = turn(spring, told=report("F1901", owners=now)).state
        assert winter.cash("Ada") == sum_


# ---- the end ------------------------------------------------------------------------------------------------------


def test_T_11_the_chance_that_the_game_still_runs_after_one_to_four_rolls():
    ends = [turn(at(started(), "S1908M"), dice=rolling(face, "S1908M")).ended is not None for face in range(1, 7)]
    assert ends == [True, False, False, False, False, False]
    still = [Fraction(ends.count(False), SIDES) ** rolls for rolls in range(1, 5)]
    assert still == [Fraction(5, 6), Fraction(25, 36), Fraction(125, 216), Fraction(625, 1296)]


# ---- storing and showing ------------------------------------------------------------------------------------------


def test_coasts_mean_no_more_than_their_province():
    assert Travel.read({"start": ("SPA/SC",), "route": ("LYO", "MAR")}) == go("LYO", "MAR", start="SPA")
    assert Travel.read({"route": "STP/NC"}) == go("STP")
    assert Stay.read({"start": ("PAR",)}) == hold("PAR")


# ---- what a TS carries, where nobody sees where it is --------------------------------------------------------------


def _carrying(currency: str, **options: str):
    return placed(started(**options), "Ada", 500, place="PAR", currency=currency)


def _named(state) -> set[str]:
    return {name for coin in TS.coins(state, "Ada") for name in coin.called}


def test_T_15_a_ruling_on_a_purse_names_its_currency_to_its_own_player_alone_where_positions_are_private():
    step = TS.adjust(_carrying("FRANC", positions="private"), "Ada", "TS", 200, "missed")
    assert notice(step, "ruling.money")["amount"] == "200 of what the TS carries"
    assert notice(step, "ruling.purse", "Ada")["after"] == "700 Francs of the TS"
    assert "franc" not in repr([one for one in step.notices if one.audience != "Ada"]).lower()
    dollars = TS.adjust(_carrying("DOLLAR", positions="private"), "Ada", "TS", 200, "missed")
    assert notice(dollars, "ruling.money") == notice(step, "ruling.money"), "and dollars are told no other way"
    seen = TS.adjust(_carrying("FRANC"), "Ada", "TS", 200, "missed")
    assert notice(seen, "ruling.money")["amount"] == "200 Francs of the TS"


def test_T_15_a_ruling_that_takes_too_much_does_not_tell_what_the_purse_holds_where_positions_are_private():
    with pytest.raises(InputError, match="Ada has less than 900 of what the TS carries"):
        TS.adjust(_carrying("FRANC", positions="private"), "Ada", "TS", -900, "booked twice")
    with pytest.raises(InputError, match="Ada has 500 Francs of the TS"):
        TS.adjust(_carrying("FRANC"), "Ada", "TS", -900, "booked twice")


def test_T_15_dollars_are_a_name_of_the_purse_only_while_it_holds_dollars():
    assert {"TS", "TS money", "dollars", "dollar", "$"} <= _named(_carrying("DOLLAR"))
    assert not {"dollars", "dollar", "$"} & _named(_carrying("FRANC"))
    assert {"TS", "TS money"} <= _named(_carrying("FRANC"))


def test_T_14_of_a_winter_without_units_no_loan_is_ruled_out_because_the_spring_report_decides():
    from judge.games.troubleshooter.commands import WinterUnits

    spring = at(started(), "S1902M")
    forces = {"AUSTRIA": 3, "ENGLAND": 3, "FRANCE": 0, "GERMANY": 3, "ITALY": 3, "RUSSIA": 4, "TURKEY": 3}
    told = verdict(spring, MASTER, WinterUnits.read({"phase": "W1901", "unit_counts": forces}))
    assert told[0] == "accepted" and "France without a unit after the winter" in told[1], told
    assert "nobody can lend" not in told[1] and "its own report decides" in told[1]
    autumn = verdict(at(started(), "F1901M"), MASTER, report("F1901M", forces={"FRANCE": 0}))
    assert "France without a unit in this report: nobody can lend there this season" in autumn[1]
