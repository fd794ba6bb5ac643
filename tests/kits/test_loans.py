"""Loans to units and what a winter repays (T-5, T-8, T-9)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.kits.loans import Loan, Terms, Year, lend, outlook, repaid, year_of
from tests.counts import drawn

ROUBLES = Loan("RUSSIA", 6, 200)
few = drawn(26)


def year(before: int, after: int) -> Year:
    return Year(before, after, max(0, before - after), max(0, after - before))


def test_T_5_a_loan_is_shared_equally_and_the_rest_is_lost():
    assert lend("RUSSIA", 1_200, 6) == (ROUBLES, 0)
    assert lend("ENGLAND", 1_045, 8) == (Loan("ENGLAND", 8, 130), 5)
    assert Loan("ENGLAND", 8, 130).lent == 1_040
    assert lend("FRANCE", 9_509, 3) == (Loan("FRANCE", 3, 3_169), 2)


def test_T_5_who_has_less_than_a_unit_of_money_for_each_unit_lends_nothing_and_loses_it():
    assert lend("FRANCE", 5, 6) == (Loan("FRANCE", 6, 0), 5)


@pytest.mark.parametrize(("after", "sum_"), [(8, 1_600), (5, 1_000), (6, 1_200), (13, 2_400), (0, 0)])
def test_T_8_the_vectors_of_1200_roubles_lent_to_six_units(after, sum_):
    assert repaid(ROUBLES, year(6, after), Terms.NET) == sum_


def test_T_8_fewer_units_than_centres_can_lose_all_but_never_more():
    assert repaid(Loan("RUSSIA", 2, 500), year(6, 2), Terms.NET) == 0


def test_T_8_gross_counts_losses_first_and_captures_on_what_is_left():
    taken_and_lost = Year(before=6, after=6, lost=2, captured=2)
    assert repaid(ROUBLES, taken_and_lost, Terms.GROSS) == 200 * (6 - 2 + 2)
    assert repaid(ROUBLES, taken_and_lost, Terms.NET) == 1_200
    few_units = Year(before=6, after=8, lost=2, captured=4)
    assert repaid(Loan("RUSSIA", 3, 100), few_units, Terms.GROSS) == 100 * (3 - 2 + 1)
    assert repaid(Loan("RUSSIA", 3, 100), few_units, Terms.NET) == 100 * 5
    assert repaid(Loan("RUSSIA", 3, 100), Year(6, 2, 5, 1), Terms.GROSS) == 0


@pytest.mark.parametrize("terms", list(Terms))
def test_T_9_a_dead_power_repays_nothing(terms):
    assert repaid(Loan("RUSSIA", 8, 200), Year(6, 0, 6, 0), terms) == 0


def test_a_year_is_read_off_two_lists_of_owners():
    before = {"WAR": "RUSSIA", "MOS": "RUSSIA", "SEV": "RUSSIA", "RUM": "TURKEY"}
    after = {"WAR": "GERMANY", "MOS": "RUSSIA", "SEV": "RUSSIA", "RUM": "RUSSIA", "BUL": "RUSSIA"}
    assert year_of("RUSSIA", before, after, 3, 4) == Year(3, 4, lost=1, captured=2)
    assert year_of("RUSSIA", {}, after, 3, 4) == Year(3, 4, lost=0, captured=1)


def test_T_8_the_outlook_tells_what_a_gain_or_loss_repays_and_stops_at_ruin():
    assert outlook(ROUBLES, 6) == ((-3, 600), (-2, 800), (-1, 1000), (0, 1200), (1, 1400), (2, 1600), (3, 1800))
    assert outlook(Loan("ITALY", 2, 10), 5) == ((-2, 0), (-1, 10), (0, 20), (1, 30), (2, 40))
    assert outlook(Loan("ITALY", 3, 10), 1) == ((-1, 0), (0, 30), (1, 40), (2, 50), (3, 60))


@given(st.integers(0, 10**6), st.integers(1, 17), st.integers(1, 17), st.integers(0, 17), st.sampled_from(list(Terms)))
@few
def test_T_8_no_unit_is_more_than_doubled_and_nothing_goes_below_zero(cash, units, before, after, terms):
    loan, lost = lend("FRANCE", cash, units)
    assert loan.lent + lost == cash
    assert 0 <= lost < units
    assert 0 <= repaid(loan, year(before, after), terms) <= 2 * loan.lent


@given(st.integers(0, 5000), st.integers(1, 17), st.integers(1, 17), st.integers(1, 17))
@few
def test_T_8_net_and_gross_agree_on_a_year_of_gains_alone_or_losses_alone(each, units, before, after):
    loan = Loan("FRANCE", units, each)
    assert repaid(loan, year(before, after), Terms.NET) == repaid(loan, year(before, after), Terms.GROSS)
