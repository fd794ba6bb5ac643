"""Turns worked by hand: prices, holdings and cash of three traders under four sets of rules."""

from dataclasses import replace
from random import Random

import pytest

from judge.core.dice import Dice
from judge.core.ledger import BANK, VOID, Ledger, Posting
from judge.core.variant import Role, Seat
from judge.games import variant
from judge.games.bourse import VARIANT
from judge.kits.market.orders import Buy, Sell
from judge.kits.market.state import PriceList
from tests.render.samples import buy, sell, spring
from tests.tables import cases

BOURSE = variant("bourse")
DICE = Dice(b"\x02" * 32, "S1901M")
CODE = dict(zip("AEFGIRT", ("CROWN", "POUND", "FRANC", "MARK", "LIRA", "ROUBLE", "PIASTRE"), strict=True))
FULL = dict.fromkeys("AEFGIRT", 1000)
PAR = dict.fromkeys("AEFGIRT", 10_000)

CLASSIC = {"rules": "classic"}
KEPT = {"cash": "keep"}

FIRST = {"Ada": "-A500 -I300 +T800", "Bob": "-T500 -R500 +E600 +G399", "Cy": "-A250 +E250"}
AFTER_FIRST = {
    "Ada": FULL | {"A": 500, "I": 700, "T": 1800},
    "Bob": FULL | {"T": 500, "R": 500, "E": 1600, "G": 1399},
    "Cy": FULL | {"A": 750, "E": 1250},
}
WHOLE_PRICES = PAR | {"A": 9_300, "E": 10_800, "G": 10_300, "I": 9_700, "R": 9_500, "T": 10_300}

SECOND = {"Ada": "-E100 +R113", "Bob": "-T700 +A600", "Cy": ""}
AFTER_SECOND = {
    "Ada": AFTER_FIRST["Ada"] | {"E": 900, "R": 1113},
    "Bob": AFTER_FIRST["Bob"] | {"A": 1553, "T": 0},
    "Cy": AFTER_FIRST["Cy"],
}
SECOND_PRICES = WHOLE_PRICES | {"A": 9_800, "E": 10_700, "R": 9_600, "T": 9_800}


def sheet(text):
    out = []
    for word in text.split():
        kind = Sell if word[0] == "-" else Buy
        out.append(kind(amount=int(word[2:]), currency=CODE[word[1]]))
    return tuple(out)


def codes(table):
    return {CODE[letter]: value for letter, value in table.items()}


def play(options, orders, prices=PAR, holdings=None, second=False):
    """One spring turn from the prices and holdings given; `second` when it is not the game's first."""
    holdings = holdings or dict.fromkeys(orders, FULL)
    state = BOURSE.open(tuple(Seat(name, Role.TRADER) for name in orders), options, DICE).state
    issued = [
        Posting(BANK, seat, currency, units)
        for seat, held in holdings.items()
        for currency, units in codes(held).items()
    ]
    state = replace(state, history=(PriceList("", codes(prices)),), books=Ledger().post(issued))
    if second:
        state = replace(state, phase=replace(state.phase, year=1902))
    return BOURSE.resolve(state, {seat: sheet(text) for seat, text in orders.items()}, DICE).state


def found(state):
    return {seat: dict(state.purse(seat).holding) for seat in state.traders}


def cash(state):
    return {seat: state.purse(seat).cash for seat in state.traders}


@cases("options", "prices", "bobs_dollar")
def test_a_first_turn_with_one_dollar_unspent(options, prices, bobs_dollar):
    state = play(options, FIRST)
    assert state.prices == codes(prices)
    assert found(state) == {seat: codes(held) for seat, held in AFTER_FIRST.items()}
    assert cash(state) == {"Ada": 0, "Bob": bobs_dollar, "Cy": 0}
    assert state.books.balance(VOID, "CASH") == 10_000 - bobs_dollar


@pytest.mark.parametrize(("options", "adas_cash", "bobs_cash"), [(CLASSIC, 0, 0), (KEPT, 6_500, 7_100)])
def test_a_second_turn_with_a_sale_and_a_purchase_too_many(options, adas_cash, bobs_cash):
    state = play(options, SECOND, WHOLE_PRICES, AFTER_FIRST, second=True)
    assert state.prices == codes(SECOND_PRICES)
    assert found(state) == {seat: codes(held) for seat, held in AFTER_SECOND.items()}
    assert cash(state) == {"Ada": adas_cash, "Bob": bobs_cash, "Cy": 0}


def test_a_turn_with_a_currency_at_the_floor_and_a_dead_one():
    orders = {"Ada": "-I500 +T10", "Bob": "-I500 +T10", "Cy": ""}
    state = play(CLASSIC, orders, PAR | {"I": 200, "R": 0})
    assert state.prices == codes(PAR | {"I": 100, "R": 0})
    assert found(state)["Ada"] == codes(FULL | {"I": 500, "T": 1010})
    assert state.books.faults() == ()


# ---- A sheet that is settled once gives the rulings and the forecast that it gives when each is asked for ----------


CURRENCIES = ("LIRA", "MARK", "FRANC", "CROWN", "POUND", "XYZ")


def sheets() -> list[tuple[object, ...]]:
    chance, found = Random(4), []
    for _ in range(60):
        lines = [
            sell(chance.choice((1, 300, 900, "ALL", 0)), chance.choice(CURRENCIES), n)
            for n in range(chance.randint(0, 3))
        ]
        lines += [
            buy(chance.choice((115, 5000, "REST")), chance.choice(CURRENCIES), 5 + n)
            for n in range(chance.randint(0, 3))
        ]
        found.append(tuple(lines))
    return found


def test_rulings_and_forecast_come_of_one_settlement() -> None:
    state = spring().state
    for sheet in sheets():
        weighed = VARIANT.weigh(state, "Lupus", sheet)  # type: ignore[arg-type]
        assert weighed.rulings == VARIANT.rule_on(state, "Lupus", sheet)  # type: ignore[arg-type]
        assert weighed.forecast() == VARIANT.forecast(state, "Lupus", sheet)  # type: ignore[arg-type]
