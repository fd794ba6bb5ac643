"""Boundary figures, ties, rounding and the order of arrival, rule by rule."""

from fractions import Fraction

import pytest

from judge.games.exchange import commands
from judge.games.exchange.state import Corp
from judge.games.exchange.year import percent, standings
from judge.kits.flotation import first_to_float, is_floated
from tests.games.exchange.exchange_table import Table, amended
from tests.tables import cases

# ---- 4.1, 4.2, XR-12 --------------------------------------------------------------------------------------------


def test_XR_12_who_takes_back_a_standing_bid_or_bids_more_than_the_rest_of_his_cash_is_told():
    table = Table(auction="open").play("", ["ANNA: BID RUSSIA 300"])
    table.go()
    (ruling,) = table.rule("ANNA", commands.NoBid(power="RUSSIA"))
    assert (ruling.because.code, ruling.because.figures["standing"]) == ("bid-stands", 300)
    assert table.rule("ANNA", commands.NoBid(power="ITALY"))[0].because is None
    (ruling,) = table.rule("ANNA", commands.Bid(power="ITALY", amount=101))
    assert [remark.code for remark in ruling.remarks] == ["bids-exceed-rest"]
    assert table.rule("ANNA", commands.Bid(power="ITALY", amount=100))[0].remarks == ()
    assert table.rule("ANNA", commands.Bid(power="RUSSIA", amount=400))[0].remarks == (), (
        "the new bid takes the old one's place"
    )


# ---- 4.3, XR-13 -------------------------------------------------------------------------------------------------


@cases("shares", "price", "code")
def test_XR_13_terms_have_bounds(shares, price, code):
    table = Table().play("", ["BOB: BID RUSSIA 50"])
    table.go()
    assert table.code("BOB", commands.Terms(power="RUSSIA", shares=shares, price=price)) == code


# ---- 4.4, 4.5 ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("shares", range(5, 61))
def test_4_5_the_first_number_that_floats_is_two_thirds_rounded_up(shares):
    first = first_to_float(shares)
    assert is_floated(first, shares) and not is_floated(first - 1, shares)


# ---- 3.1 --------------------------------------------------------------------------------------------------------


def test_3_1_a_purchase_climbs_the_offers_up_to_its_limit():
    table = Table().floated()
    table.act("BOB", commands.Sell(amount=2, power="RUSSIA", price=12))
    table.act("DORA", commands.Sell(amount=2, power="RUSSIA", price=10))
    table.act("BOB", commands.Sell(amount=2, power="RUSSIA", price=16))
    ruling = table.act("ANNA", commands.Buy(amount=6, power="RUSSIA", price=15))
    assert amended(ruling)
    assert (ruling.because.code, ruling.because.figures) == (
        "rest-dearer",
        {"filled": 4, "missing": 2, "wanted": 6, "limit": 15},
    )
    assert table.state.money("ANNA") == 220 - 20 - 24
    assert [(one.label, one.quantity) for one in table.state.listings] == [("L3", 2)]


# ---- 5.4 --------------------------------------------------------------------------------------------------------


def test_5_4_equal_fractions_tie_however_they_are_made():
    corps = {"X": Corp(shares=9), "Y": Corp(shares=12), "Z": Corp(shares=7)}
    held = {"P": {"X": 3, "Y": 4, "Z": 1}, "Q": {"X": 6, "Y": 0, "Z": 1}, "R": {"Y": 8, "Z": 5}}
    worth = standings(corps, held, ("X", "Y"), False)
    assert worth["P"] == worth["Q"] == worth["R"] == Fraction(1, 3)
    assert percent(worth["P"]) == "33.3333"


def test_5_4_ranks_go_by_the_fraction_where_the_printed_scores_are_equal():
    corps = {"X": Corp(shares=2_000_001)}
    held = {"P": {"X": 1_000_001}, "Q": {"X": 1_000_000}}
    worth = standings(corps, held, ("X",), False)
    assert worth["P"] > worth["Q"]
    corps = {"X": Corp(shares=20_000_001)}
    held = {"P": {"X": 3}, "Q": {"X": 2}, "R": {"X": 19_999_996}}
    worth = standings(corps, held, ("X",), False)
    assert percent(worth["P"]) == percent(worth["Q"]) == "0.0000"
    assert worth["P"] > worth["Q"]


def test_XR_17_on_the_basis_of_all_shares_the_companys_own_part_is_nobodys():
    corps = {"X": Corp(shares=30)}
    worth = standings(corps, {"P": {"X": 10}, "Q": {"X": 10}}, ("X",), True)
    assert sum(worth.values()) == Fraction(2, 3)
