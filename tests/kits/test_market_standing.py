"""A market's state from its opening on: first units, price lists, and what standings and statements tell of it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from judge.core.codec import document
from judge.core.errors import InputError
from judge.core.ledger import BANK, Ledger, Posting
from judge.core.phase import Phase
from judge.kits.market.orders import Buy, Sell
from judge.kits.market.rules import CashRule, MarketRules, Overspend, PriceStep
from judge.kits.market.settle import posted, settle
from judge.kits.market.state import (
    MarketState,
    PriceList,
    after_trading,
    closed,
    dead_rows,
    first_units,
    listed,
    market_block,
    market_rules,
    own_account,
    silent_rows,
    traded,
)
from judge.kits.market.tables import holdings

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


def test_first_units_are_of_living_currencies_only():
    assert list(first_units(("Ada",), {"MARK": 10_000, "LIRA": 0}, 5)) == [
        Posting(BANK, "Ada", "MARK", 5, "first units")
    ]


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


def test_the_first_turn_is_the_games_own():
    assert market().market.first_turn and not after_a_turn().market.first_turn
    assert market().currency_of("GERMANY") == "MARK"


def test_the_market_block_shows_prices_holdings_and_the_closed():
    state = replace(after_a_turn(), silent={"Bob": 2})
    state = replace(state, history=closed(state.history, POWERS, ("ITALY",)))
    purses = {seat: state.purse(seat) for seat in ("Ada", "Bob")}
    table = holdings(purses, state.prices, POWERS, {}, 500)
    block = market_block(state, purses, table, table.rows)
    assert block.prices == {"LIRA": "0.0000", "MARK": "1.0300"}
    assert block.closed == ("LIRA",)
    assert block.holdings["Ada"] == {"LIRA": 700, "MARK": 1300}
    assert block.rank == {"Ada": 1, "Bob": 2}
    assert block.silent == {"Bob": 2}
    assert document(silent_rows(state)) == [{"seat": "Bob", "turns": 2, "again": True}]


def test_ones_own_account_says_what_may_be_sold():
    own = own_account(after_a_turn(), "Ada")
    assert own.holding == {"LIRA": 700, "MARK": 1300}
    assert own.sellable == {"LIRA": 500, "MARK": 500}
    assert own.sellable_value == "1000.00"


def test_a_statement_ends_with_the_next_turn_unless_there_is_none():
    state = after_a_turn()
    there = document(after_trading(state, "Ada", over=False))
    assert (there["next_phase"], there["worth_now"], there["sellable_value"]) == ("F1901M", "2018.00", "1000.00")
    over = document(after_trading(state, "Ada", over=True))
    assert (over["next_phase"], over["sellable"], over["sellable_value"]) == ("", {}, "0.00")


def test_dead_currencies_are_told_with_the_units_that_players_hold():
    state = after_a_turn()
    purses = {seat: state.purse(seat) for seat in ("Ada", "Bob")}
    assert document(dead_rows(state, ("LIRA",), purses)) == [{"power": "ITALY", "currency": "LIRA", "units": 1700}]
