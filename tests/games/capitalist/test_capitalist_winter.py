"""The winter bonus, the market's part, the end, and what results show (C-7, C-8, M-2 to M-12)."""

import pytest

from judge.core.notice import MASTER
from judge.core.ruling import Verdict
from judge.core.variant import Duty
from judge.games.capitalist.bulletin import bonus, points_of
from judge.kits.host.commands import GameOver
from judge.kits.market.settle import Purse
from tests.games.capitalist.capitalist_cases import (
    GAME,
    NINE,
    at,
    because,
    commanded,
    empire,
    holding,
    opened,
    placed,
    priced,
    standing,
    turn,
)
from tests.games.setting import buy, kinds, sell
from tests.games.setting import notice as data
from tests.games.setting import units as orders
from tests.tables import cases

POWER_OF = {"LIRA": "ITALY", "FRANC": "FRANCE"}


# ---- the winter (C-7) -----------------------------------------------------------------------------------------------


@cases("price", "gained", "after")
def test_C_7_a_rate_is_multiplied_once_cut_to_the_centime_and_floored(price, gained, after):
    assert bonus(price, gained, 100) == after


def autumn(mode="separate", **sheets):
    """France takes Spain and Germany loses Munich to it, with Germany and France commanded by Ada."""
    state = commanded(at(opened(phases=mode), "F", "M"), FRANCE="Ada", GERMANY="Ada")
    state = placed(state, {"FRANCE": ["A SPA", "A MUN", "A PAR"], "GERMANY": ["A BER", "F KIE"]})
    return turn(priced(state, FRANC=12_000), sheets)


def test_C_7_the_winter_bonus_counts_the_centres_won_and_lost_since_the_start():
    step = autumn()
    prices = standing(step.state).market.prices
    assert (prices["FRANC"], prices["MARK"], prices["LIRA"]) == ("1.3200", "0.9500", "1.0000")
    rows = {row["currency"]: row for row in data(step, "capitalist.winter")["rows"]}
    assert (rows["FRANC"]["gained"], rows["FRANC"]["percent"], rows["MARK"]["percent"]) == (2, 10, -5)


def test_C_7_the_second_winter_is_measured_against_the_first():
    winter = turn(autumn().state).state
    state = commanded(at(winter, "F", "M", 1902), FRANCE="Ada")
    step = turn(state)
    assert standing(step.state).market.prices == standing(winter).market.prices
    assert data(step, "capitalist.winter")["changed"] is False


def test_C_7_in_combined_the_bonus_comes_after_the_step_of_the_autumn_exchange():
    step = autumn("combined", Bob=(sell(500, "LIRA"), sell(300, "MARK"), buy(500, "FRANC")))
    quotes = {row["currency"]: row for row in data(step, "market.quotes")["quotes"]}
    assert (quotes["FRANC"]["old"], quotes["FRANC"]["new"]) == ("1.20", "1.25")
    rows = {row["currency"]: row for row in data(step, "capitalist.winter")["rows"]}
    assert (rows["FRANC"]["old"], rows["FRANC"]["new"]) == ("1.25", "1.37")
    assert (rows["MARK"]["old"], rows["MARK"]["new"]) == ("0.97", "0.92")


def extinction(mode="separate", **sheets):
    """Austria's last centres are taken."""
    state = commanded(at(opened(phases=mode), "F", "M"), ITALY="Ada", AUSTRIA="Bob")
    return turn(placed(state, {"ITALY": ["A BUD", "A VIE", "F TRI", "A VEN"]}), sheets)


def test_C_7_elimination_is_applied_instead_of_the_bonus_and_ends_the_command():
    step = extinction()
    shown = standing(step.state)
    assert shown.market.prices["CROWN"] == "0.0000" and shown.market.closed == ("CROWN",)
    assert shown.commanders["AUSTRIA"] is None and "AUSTRIA" in shown.board.eliminated
    (dead,) = data(step, "market.eliminated")["powers"]
    assert dead == {"power": "AUSTRIA", "currency": "CROWN", "units": 9000}


def test_M_9_a_dead_currency_is_closed_and_commands_nothing_at_the_next_exchange():
    state = turn(extinction().state).state
    assert str(state.phase) == "S1902C"
    assert because(state, "Bob", sell(10, "CROWN"), buy(1, "CROWN")) == ["closed-currency"] * 2
    after = turn(state)
    assert after.state.commanders["AUSTRIA"] == ""
    assert "AUSTRIA" not in [row["power"] for row in data(after, "capitalist.commanders")["rows"]]


def test_M_10_trades_of_the_turn_that_kills_a_power_stand():
    step = extinction("combined", Cy=(sell(100, "CROWN"), buy(50, "LIRA")))
    assert step.state.purse("Cy").cash == 50 * 10_000
    assert standing(step.state).market.prices["CROWN"] == "0.0000"


def test_M_8_rates_follow_the_net_of_all_players_in_completed_hundreds():
    step = turn(opened(), {"Ada": (sell(500, "LIRA"), buy(299, "FRANC")), "Bob": (sell(499, "LIRA"), buy(99, "MARK"))})
    prices = standing(step.state).market.prices
    assert (prices["LIRA"], prices["FRANC"], prices["MARK"]) == ("0.9100", "1.0200", "1.0000")


def test_M_7_swiss_francs_left_over_are_kept_and_never_change_their_worth():
    state = turn(opened(), {"Ada": (sell(500, "LIRA"),)}).state
    assert standing(state).market.cash["Ada"] == "500.00"
    later = at(state, "F", "C")
    assert standing(turn(later).state).market.cash["Ada"] == "500.00"


def test_M_6_nobody_goes_into_debt():
    rulings = GAME.rule_on(opened(), "Ada", (sell(100, "LIRA"), buy(300, "FRANC")))
    assert [ruling.verdict for ruling in rulings] == [Verdict.ACCEPTED, Verdict.AMENDED]


# ---- the end (C-8) --------------------------------------------------------------------------------------------------


def test_C_8_1798_lira_in_an_italy_of_seven_are_119_points():
    assert points_of(Purse({"LIRA": 1798}), POWER_OF, {"ITALY": 7}) == 119
    assert points_of(Purse({"LIRA": 99, "FRANC": 100}, cash=10**9), POWER_OF, {"ITALY": 7, "FRANCE": 3}) == 3


def greatness(count, mode="separate", year=1901, **sheets):
    """The autumn of a year in which Italy owns so many centres; Ada commands it."""
    state = commanded(at(opened(phases=mode), "F", "M", year), ITALY="Ada")
    return turn(placed(state, {"ITALY": ["A ROM"]}, empire("ITALY", count)), sheets)


def test_C_8_eighteen_centres_end_the_game_and_points_decide():
    state = commanded(at(opened(), "F", "M"), ITALY="Ada")
    state = holding(placed(state, {"ITALY": ["A ROM"]}, empire("ITALY", 18)), "LIRA", Ada=1000, Bob=1100)
    step = turn(state)
    assert step.ended is not None and step.ended.reason == "Italy has 18 centres"
    assert step.ended.winners == ("Bob",)
    assert int(step.ended.scores["Bob"]) - int(step.ended.scores["Ada"]) == 18
    assert data(step, "final.scores")["rows"][0]["seat"] == "Bob"
    assert not [notice for notice in step.notices if notice.kind == "capitalist.command"]
    assert set(GAME.agenda(step.state).duties.values()) == {Duty.NONE}


def test_C_8_seventeen_centres_end_nothing():
    assert greatness(17).ended is None


@pytest.mark.parametrize("mode", ["separate", "combined"])
def test_C_8_the_last_winter_ends_the_game_without_builds(mode):
    assert greatness(5, mode, 1914).ended is None
    step = greatness(5, mode, 1915)
    assert step.ended is not None and step.ended.reason == "Winter 1915 was the last"
    assert GAME.agenda(step.state).sections == ()


def test_C_8_last_year_is_a_setting():
    state = commanded(at(opened(last_year="1903"), "F", "M", 1903), ITALY="Ada")
    assert turn(state).ended is not None


def test_C_8_in_combined_the_trades_of_the_ending_deadline_are_executed():
    step = greatness(18, "combined", Bob=(sell(500, "CROWN"), buy(500, "LIRA")))
    rows = {row["seat"]: row for row in data(step, "final.scores")["rows"]}
    lira = next(part for part in rows["Bob"]["parts"] if part["currency"] == "LIRA")
    assert (lira["units"], lira["points"]) == (1500, 270)
    assert not {"capitalist.commanders", "capitalist.command"} & {notice.kind for notice in step.notices}


def test_C_8_equal_points_share_the_win():
    step = greatness(18)
    assert step.ended is not None and step.ended.winners == NINE


def test_C_8_there_are_no_draws_and_no_concessions_and_the_master_can_only_break_off():
    state = opened()
    rulings = GAME.rule_on(state, MASTER, (GameOver(how="DRAW"), GameOver(how="SOLO", powers=("ITALY",))))
    assert [ruling.because.code for ruling in rulings] == ["no-votes", "no-votes"]
    step = turn(state, {MASTER: (GameOver(how="ABANDONED"),)})
    assert step.ended is not None and step.ended.reason == "abandoned" and step.ended.winners == NINE


# ---- what is told ---------------------------------------------------------------------------------------------------


def test_results_show_board_exchange_commanders_and_projections_in_this_order():
    state = commanded(at(opened(phases="combined"), "S", "M"), FRANCE="Ada")
    assert (
        kinds(turn(state, {"Ada": (*orders("A MAR - SPA"), sell(10, "LIRA"))}))
        == """
    board.results capitalist.spoke market.quotes market.transactions market.holdings
    capitalist.commanders capitalist.standings market.nmr
""".split()
    )


def test_projections_show_points_and_money_if_the_count_came_now():
    state = commanded(at(opened(), "S", "M"), FRANCE="Ada")
    told = data(turn(state, {"Ada": orders("A MAR - SPA")}), "capitalist.standings")
    france = next(row for row in told["powers"] if row["power"] == "FRANCE")
    assert (france["centres"], france["centres_soon"], france["rate_soon"]) == (3, 4, "1.05")
    ada = next(row for row in told["rows"] if row["seat"] == "Ada")
    assert (ada["points"], ada["points_soon"], ada["worth_soon"]) == (220, 230, "7050.00")
