"""A market's state from its opening on: first units, price lists, and what standings and statements tell of it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from judge.core.codec import document
from judge.core.errors import InputError
from judge.core.ledger import Ledger
from judge.core.phase import Phase
from judge.kits.market.orders import Buy, Sell
from judge.kits.market.rules import CashRule, MarketRules, Overspend, PriceStep
from judge.kits.market.settle import posted, settle
from judge.kits.market.state import (
    MarketState,
    PriceList,
    closed,
    dead_rows,
    first_units,
    listed,
    market_rules,
    traded,
)

POWERS = {"LIRA": "ITALY", "MARK": "GERMANY"}
PAR = {"LIRA": 10_000, "MARK": 10_000}
SPRING = Phase.parse("S1901M")
OPTIONS = {"start_units": "800", "sell_limit": "300", "step": "begun", "overspend": "largest", "cash": "keep"}


def market(**changes):
    state = MarketState(
        phase=SPRING,
        first=SPRING,
        rules=MarketRules(),
        powers=POWERS,
        history=(PriceList("", PAR),),
        books=Ledger().post(first_units(("Ada", "Bob"), PAR, 1000)),
    )
    return replace(state, **changes)


def after_a_turn():
    """Ada has sold 300 lire for marks."""
    state = market()
    sheet = (Sell(currency="LIRA", amount=300), Buy(currency="MARK", amount=300))
    done = {"Ada": settle(sheet, state.purse("Ada"), state.market)}
    history = traded(state.history, "S1901M", done, state.rules)
    return replace(state, books=posted(state.books, done), history=history, phase=Phase.parse("F1901M"))


def test_settings_of_a_market_are_read_and_a_value_that_is_none_is_named():
    assert market_rules(OPTIONS) == MarketRules(
        start_units=800, sell_limit=300, step=PriceStep.BEGUN, overspend=Overspend.LARGEST, cash=CashRule.KEEP
    )
    with pytest.raises(InputError, match="many"):
        market_rules({**OPTIONS, "sell_limit": "many"})


def test_M_8_a_turn_adds_a_price_list_made_by_the_net_of_its_trades():
    state = after_a_turn()
    assert [one.phase for one in state.history] == ["", "S1901M"]
    assert state.prices == {"LIRA": 9_700, "MARK": 10_300}
    assert state.previous == PAR
    assert market().previous == PAR


def test_M_9_currencies_of_the_dead_are_worth_nothing_on_the_last_list_alone():
    lists = closed(after_a_turn().history, POWERS, ("ITALY",))
    assert lists[0].prices == PAR
    assert lists[1].prices == {"LIRA": 0, "MARK": 10_300}
    assert document(listed(lists))[1] == {"phase": "S1901M", "prices": {"LIRA": "0.00", "MARK": "1.03"}}


def test_M_15_everybodys_settlement_is_posted_and_nothing_is_lost():
    state = after_a_turn()
    assert dict(state.purse("Ada").holding) == {"LIRA": 700, "MARK": 1300}
    assert dict(state.purse("Bob").holding) == {"LIRA": 1000, "MARK": 1000}
    assert all(sum(lines.get(code, 0) for lines in state.books.balances.values()) == 0 for code in POWERS)


def test_dead_currencies_are_told_with_the_units_that_players_hold():
    state = after_a_turn()
    purses = {seat: state.purse(seat) for seat in ("Ada", "Bob")}
    assert document(dead_rows(state, ("LIRA",), purses)) == [{"power": "ITALY", "currency": "LIRA", "units": 1700}]
