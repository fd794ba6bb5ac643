"""Founding and floating companies: bids, terms, the sale of shares, skipped phases (4, B2)."""

from dataclasses import replace

import pytest

from judge.core.codec import UNSET
from judge.core.errors import InputError
from judge.core.variant import Role, Seat
from judge.games.exchange.commands import Bid, OfferList
from judge.kits.host.commands import GameOver
from tests.games.exchange.exchange_table import EXCHANGE, Table


def cash(table):
    return [table.state.money(seat) for seat in table.state.investors]


# ---- bids -------------------------------------------------------------------------------------------------------


def test_E_01_a_drawn_order_breaks_a_tie_and_is_published():
    table = Table()
    table.file("ANNA", Bid(power="RUSSIA", amount=120))
    table.file("BOB", Bid(power="RUSSIA", amount=120))
    dice = table.dice(table.phase)
    order = dice.shuffle("auction", table.state.investors)
    table.go()
    first = min(("ANNA", "BOB"), key=order.index)
    assert table.state.corps["RUSSIA"].founder == first


@pytest.mark.parametrize(("lots", "fate"), [(True, "lot"), (UNSET, "outbid")])
def test_XR_12_who_lost_by_lot_hears_so_and_in_games_of_before_that_he_was_outbid(lots, fate):
    table = Table()
    table.state = replace(table.state, settings=replace(table.state.settings, lots=lots))
    for seat in ("ANNA", "BOB"):
        table.file(seat, Bid(power="RUSSIA", amount=60))
    table.file("CARL", Bid(power="RUSSIA", amount=59))
    table.go()
    fates = {seat: table.told("exchange.bids", seat)[0]["rows"][0]["fate"] for seat in ("ANNA", "BOB", "CARL")}
    assert sorted(fates.values()) == sorted(["won", fate, "outbid"]) and fates["CARL"] == "outbid"


# ---- the sale ---------------------------------------------------------------------------------------------------


def test_XR_14_a_list_too_dear_or_too_long_is_told_so():
    table = Table().priced()
    (ruling,) = table.rule("CARL", OfferList(entries=(("RUSSIA", 40),)))
    assert [remark.code for remark in ruling.remarks] == ["sold-out", "dear-list"]
    rulings = table.rule("CARL", OfferList(entries=(("RUSSIA", 1),)), OfferList())
    assert rulings[0].because.code == "newer-line"
    assert rulings[1].stands


# ---- skips ------------------------------------------------------------------------------------------------------


def test_XR_27_countries_nobody_wanted_are_up_for_bids_again_at_the_same_least_bid():
    table = Table(min_bid="50, ITALY 30")
    table.file("CARL", Bid(power="GERMANY", amount=350))
    table.go()
    while table.phase != "S1902B":
        table.go()
    least = {name: corp.least_bid for name, corp in EXCHANGE.standing(table.state, None).corporations.items()}
    assert least == {
        "AUSTRIA": "50",
        "ENGLAND": "50",
        "FRANCE": "50",
        "GERMANY": None,
        "ITALY": "30",
        "RUSSIA": "50",
        "TURKEY": "50",
    }


def test_B_6_the_masters_word_ends_the_game_in_any_phase():
    table = Table().elected()
    table.file("MASTER", GameOver(how="CONCEDED", powers=("RUSSIA",)))
    table.go()
    assert table.ended.winners == ("BOB",)
    assert EXCHANGE.agenda(table.state).pace == "none"


@pytest.mark.parametrize("seat", ["ANNA", "BOB", "CARL", "DORA"])
def test_B_2_every_phase_has_a_duty_for_everybody(seat):
    table = Table()
    for _ in range(12):
        assert seat in EXCHANGE.agenda(table.state).duties
        table.go()


def test_XR_30_new_investors_join_until_the_first_bids_are_opened():
    table = Table()
    table.take(EXCHANGE.admit(table.state, Seat("ERNA", Role.INVESTOR)))
    assert table.state.money("ERNA") == 400
    table.go()
    with pytest.raises(InputError):
        EXCHANGE.admit(table.state, Seat("FRITZ", Role.INVESTOR))


def test_2_1_everybody_begins_with_the_same_cash():
    assert cash(Table()) == [400] * 4 and cash(Table(start_cash="250")) == [250] * 4
