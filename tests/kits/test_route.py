"""Journeys over a board: borders, prices, cheapest ways (T-3, T-4)."""

from hypothesis import given
from hypothesis import strategies as st

from judge.kits.board.standard import standard_map
from judge.kits.route import Fares, Stage, carried, cheapest, first_gap, price, stages, within
from tests.counts import drawn
from tests.tables import cases

BOARD = standard_map()
FARES = Fares(land=1, sea=2)
PLACES = sorted(BOARD.provinces)
few = drawn(20)


def test_T_4_london_channel_picardy_paris_costs_two_one_one():
    assert stages(BOARD, ("ENG", "PIC", "PAR"), FARES) == (Stage("ENG", 2), Stage("PIC", 1), Stage("PAR", 1))
    assert price(BOARD, ("ENG", "PIC", "PAR"), FARES) == 4


@cases("cash", "percent", "left")
def test_T_4_the_price_is_a_sum_of_percents_and_the_rest_is_cut_to_whole_units(cash, percent, left):
    assert carried(cash, percent) == left


@cases("start", "route", "gap")
def test_T_3_each_step_goes_to_a_neighbour_by_army_or_fleet(start, route, gap):
    assert first_gap(BOARD, start, route) == (gap and tuple(gap))


@given(st.sampled_from(PLACES), st.sampled_from(PLACES))
@few
def test_a_cheapest_route_can_be_gone_and_costs_what_the_table_says(start, goal):
    route = cheapest(BOARD, start, goal, FARES)
    assert route is not None
    assert first_gap(BOARD, start, route) is None
    assert price(BOARD, route, FARES) == within(BOARD, start, FARES)[goal]
    assert price(BOARD, route, FARES) < 30


@given(st.integers(0, 10**9), st.integers(0, 99))
@few
def test_T_4_a_journey_never_costs_more_than_its_percent_and_less_than_a_unit_beyond(cash, percent):
    left = carried(cash, percent)
    assert 0 <= cash * (100 - percent) - left * 100 < 100
