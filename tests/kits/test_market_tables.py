"""What results show of the market: price table, holdings, ranks, credits, names of currencies."""

from __future__ import annotations

import pytest

from judge.core.codec import document
from judge.kits.market.orders import Buy, NoTrade, Sell
from judge.kits.market.rules import STANDARD, MarketRules, currencies_of, spellings, units, word
from judge.kits.market.settle import Market, Purse, settle
from judge.kits.market.tables import (
    account,
    credit_text,
    credits_of,
)
from tests.tables import rows

POWERS = {"LIRA": "ITALY", "MARK": "GERMANY"}
PRICES = {"LIRA": 11_000, "MARK": 9_500}
MARKET = Market(MarketRules(), PRICES, powers=POWERS)


def purse(lira, mark, cash=0):
    return Purse({"LIRA": lira, "MARK": mark}, cash)


def test_B_5_credits_carry_their_fractions():
    assert credit_text(credits_of(purse(1798, 0), POWERS, {"ITALY": 7})) == "125.86"
    assert credit_text(credits_of(purse(1000, 0), POWERS, {"ITALY": 2})) == "20.00"
    assert credit_text(credits_of(purse(0, 200), POWERS, {"GERMANY": 10})) == "20.00"
    assert credit_text(7) == "0.07"


def test_an_account_names_every_line_with_what_is_done_and_why():
    sheet = (Sell(amount=600, currency="LIRA", line=3), Buy(amount=10, currency="MARK", line=4))
    got = document(account(settle(sheet, purse(1000, 1000), MARKET), MARKET))
    assert [(line["text"], line["executes"], line["amount"]) for line in got["lines"]] == [
        ("SELL 600 LIRA", 500, "550.00"),
        ("BUY 10 MARK", 10, "9.50"),
    ]
    assert got["lines"][0]["because"].startswith("Cut from 600 to 500:")
    assert (got["proceeds"], got["cost"], got["forfeited"], got["kept"]) == ("550.00", "9.50", "540.50", "0.00")
    assert got["holding_after"] == {"LIRA": 500, "MARK": 1010}


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


@pytest.mark.parametrize(
    ("spelling", "code"),
    rows(__file__, "M_14_the_usual_spellings_are_known"),
)
def test_M_14_the_usual_spellings_are_known(spelling, code):
    assert spelling.casefold() in {word.casefold() for word in spellings(STANDARD)[code]}


def test_currencies_have_a_singular_and_a_plural():
    assert [units(1, "MARK"), units(115, "MARK"), units(2, "LIRA"), word("SOU", 1)] == [
        "1 Mark",
        "115 Marks",
        "2 Lira",
        "Sou",
    ]
