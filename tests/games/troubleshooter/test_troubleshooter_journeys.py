"""Orders to the TS: where he may go, what it costs, and why not (T-2 to T-7)."""

from judge.core.codec import document
from judge.core.ruling import Verdict
from judge.games.troubleshooter.shown import Repaid
from judge.games.troubleshooter.state import travel_map
from judge.kits.board.standard import standard_map
from judge.kits.loans import Loan
from tests.games.setting import buy, kinds, notice, sell
from tests.games.troubleshooter.board_of_six import (
    SIX,
    TS,
    go,
    hold,
    lent_to_france,
    placed,
    report,
    started,
    ts,
    turn,
    verdict,
)

# ---- where he begins ----------------------------------------------------------------------------------------------


def test_T_2_a_ts_starts_in_switzerland_with_10000_dollars():
    shown = TS.standing(started(), None).troubleshooters
    assert sorted(shown) == list(SIX)
    assert (shown["Ada"].place, shown["Ada"].currency, shown["Ada"].cash) == ("SWI", "DOLLAR", "10000")
    assert (shown["Ada"].loan, shown["Ada"].bound, shown["Ada"].barred) == (None, False, {})


def test_T_2_switzerland_borders_five_provinces_and_only_a_ts_may_stand_there():
    assert travel_map().all_neighbours["SWI"] == ("BUR", "MAR", "MUN", "PIE", "TYR")
    assert travel_map().provinces["SWI"].terrain == "land"
    assert "SWI" not in standard_map().provinces


# ---- the order ----------------------------------------------------------------------------------------------------


def test_T_3_an_order_without_a_place_to_start_from_is_filed_with_it():
    (ruling,) = TS.rule_on(started(), "Ada", (go("MAR", "BUR"),))
    assert ruling.command.canonical() == "TS(SWI)-MAR-BUR"


def test_T_3_in_place_of_a_route_that_cannot_be_gone_the_cheapest_one_is_proposed():
    gap, away, home = (
        TS.rule_on(started(), "Ada", (order,))[0]
        for order in (go("PAR"), go("ENG", "PIC", "PAR", start="LON"), go("SWI"))
    )
    assert gap.instead == away.instead == go("BUR", "PAR", start="SWI")
    assert home.instead == hold("SWI")
    (unknown,) = TS.rule_on(started(), "Ada", (go("ATL"),))
    assert unknown.instead is None


def test_T_3_a_second_order_on_the_sheet_is_asked_about_and_the_first_stands():
    rulings = TS.rule_on(started(), "Ada", (go("BUR"), go("TYR"), hold()))
    assert [ruling.verdict for ruling in rulings] == [Verdict.ACCEPTED, Verdict.REFUSED, Verdict.REFUSED]
    assert "TS(SWI)-BUR already" in TS.reasons["second-order"].text.format_map(rulings[1].because.figures)


def test_T_3_after_a_refused_order_the_next_one_counts():
    rulings = TS.rule_on(started(), "Ada", (go("PAR"), go("BUR")))
    assert [ruling.verdict for ruling in rulings] == [Verdict.REFUSED, Verdict.ACCEPTED]


def test_T_3_a_place_that_is_not_on_the_map_is_named():
    assert verdict(started(), "Ada", go("ATL")) == ("refused", "ATL is no place on this map. (T-3)")


def test_an_order_for_another_is_refused():
    from dataclasses import replace

    assert verdict(started(), "Ada", replace(go("BUR"), hat="FRANCE"))[0] == "refused"


# ---- the price ----------------------------------------------------------------------------------------------------


def test_T_4_london_to_paris_costs_four_percent_10000_leave_9600():
    state = placed(started(), "Ada", place="LON")
    shown = TS.forecast(state, "Ada", (go("ENG", "PIC", "PAR", start="LON"),)).ts
    assert (shown.percent, shown.fee, shown.cash_after) == (4, "400", "9600")
    assert [(stage.place, stage.percent) for stage in shown.stages] == [("ENG", 2), ("PIC", 1), ("PAR", 1)]


def test_T_4_a_hundred_percent_or_more_is_refused():
    dear, just = ("BUR", "SWI") * 50, ("BUR", "SWI") * 49 + ("BUR",)
    said = verdict(started(), "Ada", go(*dear))
    assert said[0] == "refused" and "100 %" in said[1]
    assert verdict(started(), "Ada", go(*just))[0] == "accepted"


# ---- arriving -----------------------------------------------------------------------------------------------------


def test_T_5_a_home_centre_in_other_hands_is_an_ordinary_province():
    from dataclasses import replace

    state = started()
    state = replace(state, winter=replace(state.winter, owners={**state.winter.owners, "PAR": "GERMANY"}))
    said = verdict(state, "Ada", go("BUR", "PAR"))
    assert said[0] == "accepted" and "home centre of France in other hands" in said[1]
    step = turn(state, Ada=(go("BUR", "PAR"),))
    assert ts(step.state, "Ada").currency == "DOLLAR" and not ts(step.state, "Ada").bound


# ---- bound, staying, leaving --------------------------------------------------------------------------------------


def test_T_6_in_spring_he_leaves_with_what_was_repaid_in_the_same_currency():
    winter = turn(lent_to_france(), told=report("F1901", BEL="FRANCE")).state
    told = TS.forecast(winter, "Ada", (go("BUR"),)).ts
    assert (told.leaves, told.barred_until, told.stays) == ("FRANCE", 1903, "")


def test_T_6_a_spring_move_to_another_home_centre_of_the_power_is_staying_with_travel_paid():
    winter = turn(lent_to_france()).state
    told = TS.forecast(winter, "Ada", (go("PIC", "BRE"),)).ts
    assert (told.leaves, told.stays) == ("", "FRANCE")
    moved = turn(winter, Ada=(go("PIC", "BRE"),)).state
    mine = ts(moved, "Ada")
    assert (mine.place, mine.loan, mine.barred) == ("BRE", Loan("FRANCE", 3, 9_798 * 98 // 100 // 3), {})


# ---- barred -------------------------------------------------------------------------------------------------------


def test_T_7_a_spring_in_which_he_is_expelled_already_is_no_leaving():
    state = turn(lent_to_france(), told=report("F1901", PAR="GERMANY", BEL="FRANCE")).state
    assert TS.forecast(state, "Ada", (go("BUR"),)).ts.leaves == ""


# ---- what others see ----------------------------------------------------------------------------------------------


def test_T_15_positions_and_loans_are_public():
    step = turn(started(), Ada=(go("BUR", "PAR"),))
    row = next(row for row in notice(step, "ts.standings")["rows"] if row["seat"] == "Ada")
    assert row["loan"] == {"power": "FRANCE", "units": 3, "each": 3266} and row["bound"]
    shown = TS.standing(step.state, None).troubleshooters["Ada"]
    assert shown.dollars == "9798" and shown.rank == 6


def test_T_15_with_private_positions_only_the_player_learns_of_them():
    step = turn(started(positions="private"), Ada=(go("BUR", "PAR"),))
    assert not {"ts.journeys", "ts.standings", "ts.repayments"} & set(kinds(step))
    assert TS.standing(step.state, None).troubleshooters == {}
    assert notice(step, "ts.statement", "Ada")["journey"]["loan"]["each"] == 3266
    assert "journey" not in str(
        [document(n.data) for n in step.notices if n.audience == "Bob" and n.kind == "book.statement"]
    )
    assert TS.standing(step.state, "Ada").ts.place == "PAR"


def test_T_15_the_confirmation_says_what_a_gain_or_a_loss_repays():
    shown = TS.forecast(lent_to_france(), "Ada", ()).ts
    assert shown.outlook[0] == Repaid(-3, "0")
    assert Repaid(1, str(3_266 * 4)) in shown.outlook


def test_T_1_the_confirmation_tells_no_figure_of_a_conversion_at_prices_to_come():
    shown = TS.forecast(started(), "Ada", (go("BUR", "PAR"),)).ts
    assert shown.arrival.kind == "lends" and shown.arrival.changes
    assert shown.cash_after == "9800" and not hasattr(shown.arrival, "each")


def test_T_1_trades_and_the_ts_are_sections_of_their_own():
    sections = {section.name: section.mode.value for section in TS.info.sections}
    assert sections["trades"] == sections["ts"] == "replace"
    sheet = (sell(100, "LIRA"), go("BUR"), buy(100, "MARK"), go("TYR"))
    rulings = TS.rule_on(started(), "Ada", sheet)
    assert [ruling.command.section for ruling in rulings] == ["trades", "ts", "trades", "ts"]
    assert [ruling.stands for ruling in rulings] == [True, True, True, False]
