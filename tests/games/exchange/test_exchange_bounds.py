"""Boundary figures, ties, rounding and the order of arrival, rule by rule."""

from fractions import Fraction

import pytest

from judge.games.exchange.commands import (
    Bid,
    Buy,
    Consent,
    Dividend,
    DrawVote,
    Issue,
    NoBid,
    OfferList,
    Price,
    Sell,
    Terms,
    Transfer,
    Values,
)
from judge.games.exchange.state import Corp
from judge.games.exchange.year import percent, standings
from judge.kits.flotation import first_to_float, is_floated
from tests.games.exchange.exchange_table import EXCHANGE, Table, amended
from tests.games.exchange.test_exchange_board import all_floated, with_board
from tests.games.exchange.test_exchange_leaders import cash, owning
from tests.tables import cases


def bids(table, *rows):
    for seat, power, amount in rows:
        table.file(seat, Bid(power=power, amount=amount))
    return table


def founders(table):
    return {power: corp.founder for power, corp in table.state.corps.items() if corp.founder}


# ---- 4.1, 4.2, XR-12 --------------------------------------------------------------------------------------------


def test_XR_12_a_standing_bid_whose_money_is_given_away_is_void_before_the_hammer_falls():
    table = bids(Table(auction="open"), ("ANNA", "RUSSIA", 300), ("ANNA", "ITALY", 60))
    table.go()
    table.act("ANNA", Transfer(amount=100, who="BOB"))
    table.go()
    assert founders(table) == {"RUSSIA": "ANNA"}
    assert table.state.money("ANNA") == 0
    (told,) = table.told("exchange.bids", "ANNA")
    assert [(row["company"], row["fate"]) for row in told["rows"]] == [("ITALY", "short"), ("RUSSIA", "won")]
    assert told["cash"] == 0


def test_XR_12_who_takes_back_a_standing_bid_or_bids_more_than_the_rest_of_his_cash_is_told():
    table = bids(Table(auction="open"), ("ANNA", "RUSSIA", 300))
    table.go()
    (ruling,) = table.rule("ANNA", NoBid(power="RUSSIA"))
    assert (ruling.because.code, ruling.because.figures["standing"]) == ("bid-stands", 300)
    assert table.rule("ANNA", NoBid(power="ITALY"))[0].because is None
    (ruling,) = table.rule("ANNA", Bid(power="ITALY", amount=101))
    assert [remark.code for remark in ruling.remarks] == ["bids-exceed-rest"]
    assert table.rule("ANNA", Bid(power="ITALY", amount=100))[0].remarks == ()
    assert table.rule("ANNA", Bid(power="RUSSIA", amount=400))[0].remarks == (), "the new bid takes the old one's place"


# ---- 4.3, XR-13 -------------------------------------------------------------------------------------------------


@cases("shares", "price", "code")
def test_XR_13_terms_have_bounds(shares, price, code):
    table = bids(Table(), ("BOB", "RUSSIA", 50))
    table.go()
    assert table.code("BOB", Terms(power="RUSSIA", shares=shares, price=price)) == code


def test_4_3_the_founder_is_told_what_his_terms_come_to():
    table = Table().founded()
    table.file("BOB", Terms(power="RUSSIA", shares=40, price=5), Terms(power="FRANCE", shares=23, price=7))
    table.go()
    told = {
        data["company"]: (data["part"], data["worth"], data["wanted"]) for data in table.told("exchange.terms", "BOB")
    }
    assert told == {"FRANCE": (4, 32, 12), "RUSSIA": (8, 40, 19)}


# ---- 4.4, 4.5 ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("shares", range(5, 61))
def test_4_5_the_first_number_that_floats_is_two_thirds_rounded_up(shares):
    first = first_to_float(shares)
    assert is_floated(first, shares) and not is_floated(first - 1, shares)


def test_4_4_2_an_entry_skipped_for_want_of_money_is_gone_for_good():
    table = Table().priced().with_money(CARL=12)
    table.file("CARL", OfferList(entries=(("GERMANY", 1), ("FRANCE", 1), ("TURKEY", 1))))
    table.go()
    assert table.state.portfolio("CARL") == {"GERMANY": 11}, "9 spent; 7 and 4 are more than the 3 left"


# ---- 7.2 --------------------------------------------------------------------------------------------------------


def small(shares, price):
    """FRANCE floats with so many shares at such a price, all of them DORA's and BOB's."""
    table = bids(Table(), ("BOB", "FRANCE", 60))
    table.go()
    table.file("BOB", Terms(power="FRANCE", shares=shares, price=price))
    table.go()
    table.file("DORA", OfferList(entries=(("FRANCE", shares),)))
    table.go()
    assert table.phase == "S1901E"
    return table


@cases("shares", "price", "split", "code")
def test_XR_20_a_split_is_exact_and_within_two_to_one_or_of_ones_where_there_are_too_few(shares, price, split, code):
    table = small(shares, price)
    values = Values(power="FRANCE", values=tuple(zip(("BRE", "MAR", "PAR"), split, strict=True)))
    assert table.code("BOB", values) == code


@cases("shares", "price", "even")
def test_E_14_the_even_split_gives_the_rest_by_the_alphabet(shares, price, even):
    table = small(shares, price)
    table.go()
    assert list(table.state.corps["FRANCE"].values.values()) == even


def test_XR_21_the_worth_is_of_the_price_in_force_at_the_sale():
    table = bids(Table(), ("BOB", "FRANCE", 60))
    table.go()
    table.file("BOB", Terms(power="FRANCE", shares=20, price=90))
    table.go()
    while table.phase != "S1902T":
        table.go()
    table.file("BOB", Price(power="FRANCE", price=8))
    table.go()
    table.file("DORA", OfferList(entries=(("FRANCE", 16),)))
    table.go()
    assert table.told("exchange.floated")[0]["worth"] == 32


# ---- 1.2, 8.1 ---------------------------------------------------------------------------------------------------


def test_XR_4_a_leader_who_sells_out_stays_until_the_next_election():
    table = Table().moving()
    table.act("BOB", Sell(amount=20, power="RUSSIA", price=1))
    table.with_money(ANNA=50)
    table.act("ANNA", Buy(amount=20, power="RUSSIA", price=1))
    assert table.state.corps["RUSSIA"].leader == "BOB"
    while table.phase != "S1902E":
        table.go()
    assert table.state.led_by("BOB") == ("FRANCE", "RUSSIA")
    table.go()
    assert table.state.corps["RUSSIA"].leader == "ANNA"


# ---- 1.5 --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("treasury", "each", "code"), [(60, 2, ""), (59, 2, "dear-dividend"), (60, 3, "dear-dividend")]
)
def test_XR_8_the_treasury_must_pay_for_every_share_there_is(treasury, each, code):
    table = owning("RUSSIA", treasury, 6, ANNA=15, BOB=9)
    assert table.code("BOB", Dividend(power="RUSSIA", each=each)) == code
    assert table.code("BOB", Dividend(power="RUSSIA", total=30 * each)) == code


def test_1_5_dividends_go_to_who_holds_the_shares_at_the_deadline():
    table = owning("RUSSIA", 60, 0, ANNA=10, BOB=10)
    table.file("BOB", Dividend(power="RUSSIA", each=3))
    table.act("ANNA", Sell(amount=10, power="RUSSIA", price=1))
    table.act("DORA", Buy(amount=10, power="RUSSIA", price=1))
    before = cash(table)
    table.go()
    assert [now - then for now, then in zip(cash(table), before, strict=True)] == [0, 30, 0, 30]


# ---- 1.6 --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("anna", "passes"), [(11, False), (12, True)])
def test_E_31_thirty_two_of_thirty_nine_pass_and_thirty_one_do_not(anna, passes):
    table = owning("RUSSIA", 100, 1, ANNA=anna, BOB=20, DORA=19 - anna)
    table.act("BOB", Issue(power="RUSSIA", amount=18, price=2))
    table.act("ANNA", Consent(power="RUSSIA", agrees=True))
    while table.phase != "S1902F":
        table.go()
    assert table.state.corps["RUSSIA"].shares == (58 if passes else 40)


def test_XR_9_consent_counts_with_the_shares_held_at_the_count():
    table = owning("RUSSIA", 100, 1, ANNA=11, BOB=20, DORA=8)
    table.act("BOB", Issue(power="RUSSIA", amount=18, price=2))
    table.act("ANNA", Consent(power="RUSSIA", agrees=True))
    table.act("DORA", Sell(amount=1, power="RUSSIA", price=1))
    table.act("ANNA", Buy(amount=1, power="RUSSIA", price=1))
    while table.phase != "S1902F":
        table.go()
    assert table.state.corps["RUSSIA"].shares == 58


@pytest.mark.parametrize(("amount", "code"), [(18, ""), (19, "no-room")])
def test_E_30_the_largest_issue_leaves_the_company_a_third(amount, code):
    table = owning("RUSSIA", 100, 1, ANNA=19, BOB=20)
    assert table.code("BOB", Issue(power="RUSSIA", amount=amount, price=2)) == code


# ---- fast games -------------------------------------------------------------------------------------------------


def test_6_2_in_a_fast_game_prices_come_with_the_bids_and_the_prospectus_is_never_left_out():
    table = Table(fast="yes")
    table.file("ANNA", Bid(power="RUSSIA", amount=120, shares=40, price=50))
    table.go()
    assert table.told("exchange.prospectus")[0]["rows"][0]["price"] == 50
    table.go()
    assert table.phase == "S1902B", "too dear for anybody"
    assert "terms" in EXCHANGE.agenda(table.state).sections
    assert table.code("BOB", Price(power="RUSSIA", price=5)) == "not-founder"
    assert table.code("ANNA", Price(power="RUSSIA", price=51)) == "price-up"
    table.file("ANNA", Price(power="RUSSIA", price=5))
    table.go()
    assert table.phase == "S1902F"
    assert table.told("exchange.prospectus")[0]["rows"][0]["price"] == 5


def test_6_2_a_fast_game_without_countries_to_bid_for_still_has_its_phase_of_prices():
    table = all_floated(Table(fast="yes").moving())
    while table.phase[0] != "S" or table.phase[1:5] == "1901":
        table.go()
    assert table.phase == "S1902T"


# ---- 3.1 --------------------------------------------------------------------------------------------------------


def test_3_1_a_purchase_may_cost_the_last_coin_and_not_one_more():
    table = Table().floated().with_money(CARL=45)
    table.act("BOB", Sell(amount=5, power="RUSSIA", price=15))
    assert table.code("CARL", Buy(amount=4, power="RUSSIA", price=15)) == "cannot-pay"
    table.act("CARL", Buy(amount=3, power="RUSSIA", price=15))
    assert table.state.money("CARL") == 0


def test_3_1_a_purchase_climbs_the_offers_up_to_its_limit():
    table = Table().floated()
    table.act("BOB", Sell(amount=2, power="RUSSIA", price=12))
    table.act("DORA", Sell(amount=2, power="RUSSIA", price=10))
    table.act("BOB", Sell(amount=2, power="RUSSIA", price=16))
    ruling = table.act("ANNA", Buy(amount=6, power="RUSSIA", price=15))
    assert amended(ruling)
    assert (ruling.because.code, ruling.because.figures) == (
        "rest-dearer",
        {"filled": 4, "missing": 2, "wanted": 6, "limit": 15},
    )
    assert table.state.money("ANNA") == 220 - 20 - 24
    assert [(one.label, one.quantity) for one in table.state.listings] == [("L3", 2)]


# ---- 5.2 --------------------------------------------------------------------------------------------------------


def test_5_6_where_draws_include_all_survivors_no_other_set_is_taken():
    table = all_floated(Table(dias="yes").moving())
    with_board(table, {"PAR": "FRANCE", "BER": "GERMANY"}, ("FRANCE", "A", "PAR"))
    assert table.code("ANNA", DrawVote(powers=("FRANCE",), hat="FRANCE")) == "draw-all"
    assert table.code("ANNA", DrawVote(powers=("FRANCE", "GERMANY"), hat="FRANCE")) == ""


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


# ---- 2.4 --------------------------------------------------------------------------------------------------------


# ---- 9.2 --------------------------------------------------------------------------------------------------------


def test_9_2_every_centre_lost_in_a_year_costs_the_same_share_of_the_treasury():
    table = Table(income_mode="zerosum").moving()
    with_board(
        table,
        {**dict.fromkeys(("MOS", "SEV", "STP", "WAR"), "RUSSIA"), "PAR": "FRANCE"},
        ("FRANCE", "A", "WAR"),
        ("FRANCE", "A", "MOS"),
        ("TURKEY", "A", "SEV"),
    )
    table.with_money(RUSSIA=275, FRANCE=205, TURKEY=116)
    table.go()
    table.go()
    each = 275 // 4
    assert each == 68
    assert [table.state.money(power) for power in ("RUSSIA", "FRANCE", "TURKEY")] == [
        275 - 3 * each,
        205 + 2 * each,
        116 + each,
    ]


def test_9_2_a_neutral_centre_pays_once():
    table = Table(income_mode="zerosum").moving()
    with_board(table, {"PAR": "FRANCE", "MOS": "RUSSIA"}, ("FRANCE", "A", "RUM"))
    money = table.state.money("FRANCE")
    table.go()
    table.go()
    assert table.state.money("FRANCE") == money + 10
    assert table.state.money("NEUTRAL") == 110
    while table.phase != "S1902M":
        table.go()
    money = table.state.money("FRANCE")
    table.go()
    table.go()
    assert table.state.money("FRANCE") == money


def test_XR_29_a_home_centre_nobody_owned_pays_nothing_and_leaves_the_money_of_the_neutral_ones():
    table = Table(income_mode="zerosum", inactive_until="start").moving()
    with_board(table, {"MOS": "RUSSIA"}, ("RUSSIA", "A", "BER"), ("RUSSIA", "A", "MUN"), ("RUSSIA", "A", "SPA"))
    money = table.state.money("RUSSIA")
    table.go()
    table.go()
    assert table.state.host.owners == {"BER": "RUSSIA", "MOS": "RUSSIA", "MUN": "RUSSIA", "SPA": "RUSSIA"}
    assert table.state.money("RUSSIA") == money + 10
    assert table.state.money("NEUTRAL") == 110
    told = next(data for data in table.told("exchange.income", "BOB") if data["company"] == "RUSSIA")
    assert [(row["centre"], row["amount"]) for row in told["rows"] if row["what"] == "taken"] == [
        ("BER", 0),
        ("MUN", 0),
        ("SPA", 10),
    ]


def test_XR_29_the_last_neutral_centre_is_paid_though_home_centres_are_taken_beside_it():
    table = Table(income_mode="zerosum", inactive_until="start").moving()
    board = table.state.host.board
    neutral = [centre for centre in table.state.active if not board.provinces[centre].home]
    units = [("RUSSIA", "A", centre) for centre in neutral]
    with_board(table, {"MOS": "RUSSIA"}, *units, ("RUSSIA", "A", "BER"), ("RUSSIA", "A", "MUN"))
    table.go()
    table.go()
    assert table.state.money("NEUTRAL") == 0


# ---- 6.1, 1.4 ---------------------------------------------------------------------------------------------------


def test_XR_7_who_has_sold_out_gets_no_report_and_who_has_bought_does():
    table = Table().moving()
    table.act("DORA", Sell(amount=9, power="RUSSIA", price=1))
    table.with_money(CARL=9)
    table.act("CARL", Buy(amount=9, power="RUSSIA", price=1))
    while table.phase != "S1902B":
        table.go()
    assert {data["company"] for data in table.told("exchange.annual", "CARL")} == {"RUSSIA"}
    assert {data["company"] for data in table.told("exchange.annual", "DORA")} == {"FRANCE"}
    (report,) = table.told("exchange.annual", "CARL")
    assert (report["holders"], report["held"], report["shares"], report["own"]) == (["ANNA", "BOB", "CARL"], 9, 40, 1)


def test_XR_21_what_a_neutral_centre_brings_is_a_setting():
    for value in ("0", "10"):
        table = Table(neutral_value=value).moving()
        with_board(table, {"SPA": "FRANCE", "POR": "FRANCE"}, ("FRANCE", "A", "GAS"))
        money = table.state.money("FRANCE")
        table.go()
        table.go()
        assert table.state.money("FRANCE") == money + 2 * int(value)


@pytest.mark.parametrize(("centres", "income"), [(0, 0), (1, 17), (4, 62), (16, 152), (17, 153)])
def test_9_1_the_table_pays_less_for_each_centre_more(centres, income):
    table = Table(income_mode="payola").moving()
    owned = [centre for centre in table.state.active if centre != "ANK"][:centres]
    with_board(table, {**dict.fromkeys(owned, "RUSSIA"), "ANK": "TURKEY"}, ("RUSSIA", "A", "UKR"))
    money = table.state.money("RUSSIA")
    table.go()
    table.go()
    assert table.state.money("RUSSIA") == money + income
