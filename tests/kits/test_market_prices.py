"""Steps, floors and written money (M-1, M-8, M-9)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.kits.market.rules import MarketRules, PriceStep, exact, money, movement, reprice, signed
from tests.counts import drawn
from tests.tables import cases, rows

WHOLE = MarketRules(step=PriceStep.WHOLE)
BEGUN = MarketRules(step=PriceStep.BEGUN)
UNIT = MarketRules(step=PriceStep.UNIT)
RULES = st.sampled_from([WHOLE, BEGUN, UNIT])
quick = drawn(26)


def stepped(price: int, net: int, rules: MarketRules) -> int:
    return reprice({"LIRA": price}, {"LIRA": net}, rules)["LIRA"]


@pytest.mark.parametrize(
    ("price", "net", "after"),
    rows(__file__, "M_8_a_whole_step_is_a_cent_for_each_completed_hundred_cut_toward_zero"),
)
def test_M_8_a_whole_step_is_a_cent_for_each_completed_hundred_cut_toward_zero(price, net, after):
    assert stepped(price, net, WHOLE) == after


@pytest.mark.parametrize(("net", "after"), [(1, 10_100), (-101, 9_800), (100, 10_100), (-100, 9_900), (0, 10_000)])
def test_M_8_a_begun_step_is_a_cent_for_each_hundred_or_part(net, after):
    assert stepped(10_000, net, BEGUN) == after


@pytest.mark.parametrize(("net", "after"), [(299, 10_299), (-1, 9_999), (0, 10_000)])
def test_M_8_a_unit_step_is_a_hundredth_of_a_cent_for_each_unit(net, after):
    assert stepped(10_000, net, UNIT) == after


def test_M_9_the_floor_forgets_lost_movement_and_the_price_rises_from_it():
    low = stepped(300, -500, WHOLE)
    assert money(low) == "0.01"
    assert money(stepped(low, 100, WHOLE)) == "0.02"
    assert money(stepped(low, -100, WHOLE)) == "0.01"


def test_M_9_a_dead_currency_stays_at_nothing_whatever_is_bought():
    assert reprice({"LIRA": 0}, {"LIRA": 5000}, WHOLE) == {"LIRA": 0}


def test_M_9_there_is_no_ceiling():
    assert stepped(10_000, 1_000_000, WHOLE) == 1_010_000


def test_M_8_a_currency_nobody_traded_keeps_its_price():
    assert reprice({"MARK": 9_500, "LIRA": 11_000}, {}, BEGUN) == {"LIRA": 11_000, "MARK": 9_500}


@cases("ticks", "short", "full")
def test_M_1_money_is_written_exactly_and_no_longer_than_needed(ticks, short, full):
    assert money(ticks) == short
    assert exact(ticks) == full


def test_a_change_of_price_shows_its_sign():
    assert [signed(500), signed(-500), signed(0), signed(299)] == ["+0.05", "-0.05", "0.00", "+0.0299"]


@given(price=st.integers(100, 10**7), net=st.integers(-(10**6), 10**6), rules=RULES)
@quick
def test_M_9_a_living_price_is_never_below_the_floor(price, net, rules):
    assert stepped(price, net, rules) >= rules.floor


@given(net=st.integers(-(10**6), 10**6), rules=RULES)
@quick
def test_M_8_buying_moves_a_price_as_far_up_as_selling_moves_it_down(net, rules):
    assert movement(net, rules) == -movement(-net, rules)


@given(ticks=st.integers(-(10**9), 10**9))
@quick
def test_M_1_written_money_can_be_read_back_without_loss(ticks):
    sign = -1 if money(ticks).startswith("-") else 1
    whole, _, part = money(ticks).lstrip("-").partition(".")
    assert sign * (int(whole) * 10_000 + int(part.ljust(4, "0"))) == ticks
