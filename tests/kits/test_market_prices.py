"""Steps, floors and written money (M-1, M-8, M-9)."""

from dataclasses import replace
from functools import cached_property

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.core.errors import InputError
from judge.core.ledger import Ledger
from judge.core.phase import Phase
from judge.kits.host.state import Source, opening
from judge.kits.market.orders import Buy, NoTrade, Sell
from judge.kits.market.rules import (
    STANDARD,
    CashRule,
    MarketRules,
    Overspend,
    PriceStep,
    currencies_of,
    exact,
    money,
    movement,
    reprice,
    spellings,
)
from judge.kits.market.settle import Purse
from judge.kits.market.state import MarketState, PriceList, first_units, market_rules
from judge.kits.market.tables import credit_text, credits_of
from tests.counts import drawn
from tests.tables import cases

WHOLE = MarketRules(step=PriceStep.WHOLE)
BEGUN = MarketRules(step=PriceStep.BEGUN)
UNIT = MarketRules(step=PriceStep.UNIT)
RULES = st.sampled_from([WHOLE, BEGUN, UNIT])
quick = drawn(26)


def stepped(price: int, net: int, rules: MarketRules) -> int:
    return reprice({"LIRA": price}, {"LIRA": net}, rules)["LIRA"]


@cases("price", "net", "after")
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


# ---- What results show of the market: price table, holdings, ranks, credits, names of currencies -------------------


POWERS = {"LIRA": "ITALY", "MARK": "GERMANY"}


def purse(lira, mark, cash=0):
    return Purse({"LIRA": lira, "MARK": mark}, cash)


def test_B_5_credits_carry_their_fractions():
    assert credit_text(credits_of(purse(1798, 0), POWERS, {"ITALY": 7})) == "125.86"
    assert credit_text(credits_of(purse(1000, 0), POWERS, {"ITALY": 2})) == "20.00"
    assert credit_text(credits_of(purse(0, 200), POWERS, {"GERMANY": 10})) == "20.00"
    assert credit_text(7) == "0.07"


@pytest.mark.parametrize(
    ("command", "text"),
    [
        (Sell(amount=300, currency="LIRA"), "SELL 300 LIRA"),
        (Sell.read({"amount": "all", "currency": "LIRA"}), "SELL ALL LIRA"),
        (Buy.read({"amount": 115, "currency": "MARK"}), "BUY 115 MARK"),
        (Buy.read({"budget": 1_100_000, "currency": "MARK"}), "BUY MARK WITH 110.00"),
        (Buy.read({"budget": 1_005, "currency": "MARK"}), "BUY MARK WITH 0.1005"),
        (Buy.read({"budget": "rest", "currency": "MARK"}), "BUY MARK WITH REST"),
        (Buy.read({"amount": "max", "currency": "MARK"}), "BUY MAX MARK"),
        (NoTrade.read({}), "NO TRADE"),
    ],
)
def test_M_14_every_order_has_one_printed_form(command, text):
    assert command.canonical() == text


def test_other_boards_bring_other_currencies():
    codes = {currency.code: currency for currency in currencies_of(["ITALY", "NORWAY"])}
    assert sorted(codes) == ["LIRA", "NORWAY"]
    assert "NOR" in spellings(codes.values())["NORWAY"]


def test_M_14_no_spelling_stands_under_two_currencies():
    seen: dict[str, str] = {}
    for code, words in spellings(STANDARD).items():
        for spelling in words:
            assert seen.setdefault(spelling.casefold(), code) == code


@cases("spelling", "code")
def test_M_14_the_usual_spellings_are_known(spelling, code):
    assert spelling.casefold() in {word.casefold() for word in spellings(STANDARD)[code]}


# ---- A market's state from its opening on: first units, price lists, and what standings and statements ... ---------


PAR = {"LIRA": 10_000, "MARK": 10_000}
SPRING = Phase.parse("S1901M")
OPTIONS = {"start_units": "800", "sell_limit": "300", "step": "begun", "overspend": "largest", "cash": "keep"}


class Table(MarketState):
    """A market of two."""

    @cached_property
    def purses(self):
        return {seat: self.purse(seat) for seat in ("Ada", "Bob")}


def market(**changes):
    state = Table(
        phase=SPRING,
        first=SPRING,
        rules=MarketRules(),
        powers=POWERS,
        history=(PriceList("", PAR),),
        books=Ledger().post(first_units(("Ada", "Bob"), PAR, 1000)),
        host=opening(Source.REPORTED),
    )
    return replace(state, **changes)


def test_settings_of_a_market_are_read_and_a_value_that_is_none_is_named():
    assert market_rules(OPTIONS) == MarketRules(
        start_units=800, sell_limit=300, step=PriceStep.BEGUN, overspend=Overspend.LARGEST, cash=CashRule.KEEP
    )
    with pytest.raises(InputError, match="many"):
        market_rules({**OPTIONS, "sell_limit": "many"})
