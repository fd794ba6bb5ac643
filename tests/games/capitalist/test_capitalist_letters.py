"""What the game prints can be read again, every example of its help is understood, and a letter may mix both."""

from __future__ import annotations

import pytest

from judge.core.command import Command
from judge.kits.host.orders import UnitOrder
from judge.kits.market.orders import Buy, NoTrade, Sell
from judge.parse.reading import Garbled, Grammar, Reading, Understood
from judge.post import Line
from tests.games.capitalist.capitalist_cases import GAME
from tests.harness import shared_reader
from tests.tables import cases

READER = shared_reader()
GRAMMAR = Grammar("capitalist", GAME.vocabulary, GAME.names({}))


def readings(text: str) -> tuple[Reading, ...]:
    return READER.orders(GRAMMAR).read(Line(1, text))


def read(text: str) -> list[Command]:
    found = readings(text)
    assert all(isinstance(reading, Understood) for reading in found), found
    return [command for reading in found if isinstance(reading, Understood) for command in reading.commands]


@pytest.mark.parametrize(
    "command",
    [
        Sell(amount=300, currency="LIRA"),
        Sell(amount="ALL", currency="CROWN"),
        Buy(amount="MAX", currency="POUND"),
        Buy(budget="REST", currency="ROUBLE"),
        Buy(budget=1_100_000, currency="FRANC"),
        NoTrade(),
        UnitOrder(text="A PAR - BUR"),
        UnitOrder(text="A LON - NWY VIA"),
        UnitOrder(text="F STP/SC - BOT"),
        UnitOrder(text="A MAR S A PAR - BUR"),
        UnitOrder(text="F NTH C A LON - NWY"),
        UnitOrder(text="A MUN R BOH, SIL"),
        UnitOrder(text="A MUN D"),
        UnitOrder(text="BUILD A PAR, F BRE"),
        UnitOrder(text="REMOVE A MUN"),
        UnitOrder(text="WAIVE"),
        UnitOrder(text="HOLD ALL"),
    ],
)
def test_M_14_a_printed_order_reads_as_the_same_order(command):
    assert read(command.canonical()) == [command]


@pytest.mark.parametrize(
    "money",
    ["200 SFr", "200 francs", "200.00 CHF", "Fr. 200", "SFr 200", "s.Fr. 200", "200 Swiss francs", "CHF200", "$200"],
)
def test_M_14_a_sum_may_name_its_swiss_francs(money):
    assert read(f"BUY CROWNS WITH {money}") == [Buy(currency="CROWN", budget=2_000_000)]
    assert read(f"BUY FRANCS WITH {money}") == [Buy(currency="FRANC", budget=2_000_000)]


def test_M_14_francs_behind_a_verb_are_the_currency_of_france():
    assert read("BUY CROWNS WITH 110, 50 FRANCS") == [
        Buy(currency="CROWN", budget=1_100_000),
        Buy(amount=50, currency="FRANC"),
    ]
    assert read("BUY 50 FRANCS") == [Buy(amount=50, currency="FRANC")]
    assert read("BUY FRANCS WITH 50 FRANCS") == [Buy(currency="FRANC", budget=500_000)]


@pytest.mark.parametrize("text", ["BUY 100 SFr", "SELL 100 Swiss francs", "BUY 100 CHF", "sell 50 of the swiss francs"])
def test_M_14_swiss_francs_are_money_and_who_trades_them_is_told_what_francs_are(text):
    (reading,) = readings(text)
    assert isinstance(reading, Garbled) and "money is neither bought nor sold (M-7)" in reading.reason
    assert "FRANCS behind BUY and SELL are the currency of France" in reading.reason


@pytest.mark.parametrize("text", ["NO ORDERS", "no orders this season", "No orders from me"])
def test_M_14_no_orders_may_be_meant_for_the_units_and_is_asked_about(text):
    (reading,) = readings(text)
    assert isinstance(reading, Garbled) and "NO TRADE files an empty trading sheet" in reading.reason


def test_C_11_the_old_signed_form_is_one_line_a_living_power_and_zero_is_no_trade():
    assert read("Austria: -500") == [Sell(amount=500, currency="CROWN")]
    assert read("Germany: +6500") == [Buy(amount=6500, currency="MARK")]
    assert read("T: -20") == [Sell(amount=20, currency="PIASTRE")]
    for nothing in ("England: -0", "France: 0", "Italy: +0"):
        assert read(nothing) == [NoTrade()]


@cases("text", "printed")
def test_trades_and_orders_are_told_apart_though_their_letters_are_the_same(text, printed):
    assert [command.canonical() for command in read(text)] == printed


@pytest.mark.parametrize("text", ["DRAW", "concede Italy"])
def test_C_8_a_vote_is_answered_with_the_rule(text):
    (found,) = readings(text)
    assert isinstance(found, Garbled) and "(C-8)" in found.reason
