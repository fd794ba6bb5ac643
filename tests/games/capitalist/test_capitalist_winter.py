"""The winter bonus, the market's part, the end, and what results show (C-7, C-8, M-2 to M-12)."""

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


def test_C_7_the_second_winter_is_measured_against_the_first():
    winter = turn(autumn().state).state
    state = commanded(at(winter, "F", "M", 1902), FRANCE="Ada")
    step = turn(state)
    assert standing(step.state).market.prices == standing(winter).market.prices
    assert data(step, "capitalist.winter")["changed"] is False


def test_M_6_nobody_goes_into_debt():
    rulings = GAME.rule_on(opened(), "Ada", (sell(100, "LIRA"), buy(300, "FRANC")))
    assert [ruling.verdict for ruling in rulings] == [Verdict.ACCEPTED, Verdict.AMENDED]


# ---- the end (C-8) --------------------------------------------------------------------------------------------------


def test_C_8_1798_lira_in_an_italy_of_seven_are_119_points():
    assert points_of(Purse({"LIRA": 1798}), POWER_OF, {"ITALY": 7}) == 119
    assert points_of(Purse({"LIRA": 99, "FRANC": 100}, cash=10**9), POWER_OF, {"ITALY": 7, "FRANCE": 3}) == 3


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
