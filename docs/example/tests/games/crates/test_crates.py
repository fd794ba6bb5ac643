"""Crates, rule by rule."""

from __future__ import annotations

import pytest
from judge.games.crates.info import Bid
from judge.games.crates.rules import VARIANT
from judge.games.crates.shown import BidForecast, CratesShown, SaleShown, TraderShown

from judge.core.dice import Dice
from judge.core.ruling import Verdict
from judge.core.variant import Role, Seat, Step

DICE = Dice(b"\0" * 32, "S1901M")


def opened(coins: str = "20") -> Step:
    return VARIANT.open((Seat("Lupus", Role.TRADER), Seat("Ursus", Role.TRADER)), {"coins": coins}, DICE)


def played(*bids: tuple[int, int]) -> Step:
    step = opened()
    for lupus, ursus in bids:
        step = VARIANT.resolve(step.state, {"Lupus": (Bid(coins=lupus),), "Ursus": (Bid(coins=ursus),)}, DICE)
    return step


def test_everybody_begins_with_the_coins_of_the_setting_k1() -> None:
    assert opened("7").state.coins("Ursus") == 7


def test_a_bid_above_the_purse_is_cut_k2() -> None:
    first, second = VARIANT.rule_on(opened().state, "Lupus", (Bid(coins=21), Bid(coins=1)))
    assert (first.verdict, first.command, second.verdict) == (Verdict.AMENDED, Bid(coins=20), Verdict.REFUSED)


@pytest.mark.parametrize(("bids", "crates"), [((7, 6), (1, 0)), ((6, 7), (0, 1)), ((7, 7), (0, 0)), ((0, 0), (0, 0))])
def test_the_highest_bid_alone_takes_the_crate_k3(bids: tuple[int, int], crates: tuple[int, int]) -> None:
    state = played(bids).state
    assert (state.crates("Lupus"), state.crates("Ursus")) == crates
    assert state.coins("Lupus") == 20 - bids[0] * crates[0]
    assert not VARIANT.books(state).faults()


def test_everybody_sees_all_coins_and_crates_and_a_bidder_his_bid() -> None:
    state = played((7, 6)).state
    everybody = {"Lupus": TraderShown(coins=13, crates=1), "Ursus": TraderShown(coins=20, crates=0)}
    assert VARIANT.standing(state, None) == CratesShown(SaleShown(sold=1, of=3, traders=everybody))
    assert VARIANT.standing(state, "Lupus") == everybody["Lupus"]
    assert VARIANT.forecast(state, "Lupus", (Bid(coins=4),)) == BidForecast(bid=4, coins=13)


def test_most_crates_win_and_coins_break_a_tie_k4() -> None:
    assert played((7, 6), (7, 6)).ended is None
    won = played((7, 6), (7, 6), (0, 9)).ended
    assert won is not None and won.winners == ("Lupus",) and won.scores == {"Lupus": "2", "Ursus": "1"}
    tied = played((7, 6), (0, 5), (0, 0)).ended
    assert tied is not None and tied.winners == ("Ursus",)
