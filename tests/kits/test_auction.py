"""Auctions of countries: sealed, second price, and in open calls (XR-12)."""

from hypothesis import given
from hypothesis import strategies as st

from judge.kits.auction import Fate, SealedBid, call, sealed
from tests.counts import drawn

LOTS = ("AUSTRIA", "ENGLAND", "FRANCE", "GERMANY", "ITALY", "RUSSIA", "TURKEY")
ASKED = dict.fromkeys(LOTS, 50)
CASH = dict.fromkeys(("ANNA", "BOB", "CARL", "DORA"), 400)
ORDER = ("BOB", "DORA", "ANNA", "CARL")
E_01 = (
    SealedBid("ANNA", "RUSSIA", 120),
    SealedBid("ANNA", "TURKEY", 60),
    SealedBid("BOB", "RUSSIA", 120),
    SealedBid("BOB", "FRANCE", 100),
    SealedBid("CARL", "GERMANY", 350),
    SealedBid("CARL", "FRANCE", 90),
    SealedBid("CARL", "TURKEY", 80),
    SealedBid("DORA", "GERMANY", 200),
)


def sold(results):
    return {result.bid.lot: (result.bid.bidder, result.price) for result in results if result.fate is Fate.WON}


def test_E_01_bids_are_walked_from_the_highest_down():
    results = sealed(E_01, CASH, ORDER, LOTS, ASKED)
    assert sold(results) == {
        "GERMANY": ("CARL", 350),
        "RUSSIA": ("BOB", 120),
        "FRANCE": ("BOB", 100),
        "TURKEY": ("ANNA", 60),
    }
    fates = {(result.bid.bidder, result.bid.lot): result.fate for result in results}
    assert fates["DORA", "GERMANY"] is Fate.OUTBID
    assert fates["ANNA", "RUSSIA"] is Fate.LOT
    assert fates["CARL", "FRANCE"] is Fate.OUTBID
    assert fates["CARL", "TURKEY"] is Fate.SHORT


def test_E_02_a_bid_its_bidder_can_no_longer_pay_is_void():
    bids = (
        SealedBid("ANNA", "RUSSIA", 300),
        SealedBid("ANNA", "FRANCE", 250),
        SealedBid("BOB", "RUSSIA", 280),
        SealedBid("BOB", "FRANCE", 240),
    )
    results = sealed(bids, CASH, ORDER, LOTS, ASKED)
    assert sold(results) == {"RUSSIA": ("ANNA", 300), "FRANCE": ("BOB", 240)}
    assert [r.fate for r in results if r.bid == bids[1]] == [Fate.SHORT]


def test_XR_12_the_second_price_is_paid_under_vickrey_or_what_is_asked():
    results = sealed(E_01, CASH, ORDER, LOTS, ASKED, second_price=True)
    assert sold(results)["GERMANY"] == ("CARL", 200)
    assert sold(results)["RUSSIA"] == ("BOB", 120)
    assert sold(results)["FRANCE"] == ("BOB", 90)
    assert sold(results)["TURKEY"] == ("CARL", 60), "he paid 200 only, so 80 is within his cash"
    alone = sealed((SealedBid("ANNA", "ITALY", 300),), CASH, ORDER, LOTS, ASKED, second_price=True)
    assert sold(alone) == {"ITALY": ("ANNA", 50)}


def test_XR_12_an_open_call_takes_only_what_is_higher_and_can_be_paid_with_the_other_standing_bids():
    stands, _ = call({}, (SealedBid("ANNA", "RUSSIA", 300), SealedBid("BOB", "FRANCE", 100)), CASH, ORDER, LOTS, ASKED)
    bids = (
        SealedBid("ANNA", "FRANCE", 150),
        SealedBid("BOB", "RUSSIA", 300),
        SealedBid("CARL", "FRANCE", 101),
        SealedBid("DORA", "ITALY", 49),
    )
    after, results = call(stands, bids, CASH, ORDER, LOTS, ASKED)
    assert {lot: (bid.bidder, bid.amount) for lot, bid in after.items()} == {
        "FRANCE": ("CARL", 101),
        "RUSSIA": ("ANNA", 300),
    }
    fates = {result.bid: result.fate for result in results}
    assert fates[bids[0]] is Fate.SHORT
    assert fates[bids[1]] is Fate.OUTBID
    assert fates[bids[3]] is Fate.LOW


def test_XR_12_a_standing_bid_that_its_bidder_can_no_longer_pay_is_void_the_highest_being_kept_first():
    stands = {
        "RUSSIA": SealedBid("ANNA", "RUSSIA", 300),
        "ITALY": SealedBid("ANNA", "ITALY", 60),
        "FRANCE": SealedBid("BOB", "FRANCE", 90),
    }
    after, results = call(stands, (SealedBid("CARL", "ITALY", 50),), {**CASH, "ANNA": 310}, ORDER, LOTS, ASKED)
    assert {lot: (bid.bidder, bid.amount) for lot, bid in after.items()} == {
        "FRANCE": ("BOB", 90),
        "ITALY": ("CARL", 50),
        "RUSSIA": ("ANNA", 300),
    }
    assert [(one.bid.bidder, one.fate) for one in results] == [("ANNA", Fate.SHORT), ("CARL", Fate.WON)]


BIDS = st.lists(
    st.builds(SealedBid, st.sampled_from(ORDER), st.sampled_from(LOTS), st.integers(1, 500)),
    max_size=20,
    unique_by=lambda bid: (bid.bidder, bid.lot),
)


@drawn(20)
@given(BIDS, st.randoms(use_true_random=False), st.booleans())
def test_XR_12_arrival_never_matters_and_nobody_pays_more_than_he_has(bids, random, second):
    results = sealed(bids, CASH, ORDER, LOTS, ASKED, second_price=second)
    shuffled = list(bids)
    random.shuffle(shuffled)
    assert sealed(shuffled, CASH, ORDER, LOTS, ASKED, second_price=second) == results
    won = [result for result in results if result.fate is Fate.WON]
    assert len({result.bid.lot for result in won}) == len(won)
    assert all(50 <= result.price <= result.bid.amount for result in won)
    for bidder in ORDER:
        assert sum(result.price for result in won if result.bid.bidder == bidder) <= 400


def test_XR_12_of_equal_bids_the_one_drawn_later_is_lost_by_lot_and_a_lower_one_is_outbid():
    bids = [SealedBid("ANNA", "RUSSIA", 120), SealedBid("BOB", "RUSSIA", 120), SealedBid("CARL", "RUSSIA", 90)]
    cash = dict.fromkeys(("ANNA", "BOB", "CARL"), 400)
    fates = {
        one.bid.bidder: one.fate for one in sealed(bids, cash, ("BOB", "ANNA", "CARL"), ("RUSSIA",), {"RUSSIA": 50})
    }
    assert fates == {"BOB": Fate.WON, "ANNA": Fate.LOT, "CARL": Fate.OUTBID}


def test_XR_12_in_an_open_call_equal_bids_are_drawn_and_a_standing_one_goes_before():
    cash, asked = dict.fromkeys(("ANNA", "BOB"), 400), {"RUSSIA": 50}
    stands, results = call(
        {}, [SealedBid("ANNA", "RUSSIA", 90), SealedBid("BOB", "RUSSIA", 90)], cash, ("BOB", "ANNA"), ("RUSSIA",), asked
    )
    assert {one.bid.bidder: one.fate for one in results} == {"BOB": Fate.WON, "ANNA": Fate.LOT}
    _, results = call(stands, [SealedBid("ANNA", "RUSSIA", 90)], cash, ("ANNA", "BOB"), ("RUSSIA",), asked)
    assert [one.fate for one in results] == [Fate.OUTBID]
