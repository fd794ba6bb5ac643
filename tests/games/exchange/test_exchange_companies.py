"""Founding, floating, electing, paying: the year before spring (4, 1, B2)."""

from __future__ import annotations

import pytest

from judge.core.errors import InputError
from judge.core.variant import Role, Seat
from judge.games.exchange.commands import (
    Bid,
    CompanyOrder,
    Consent,
    Dividend,
    Issue,
    NoBid,
    OfferList,
    Price,
    Terms,
    Tiebreak,
    Values,
    Vote,
)
from judge.games.exchange.state import Status
from judge.kits.host import GameOver
from tests.games.exchange.exchange_table import EXCHANGE, Table


def treasuries(table):
    return {power: table.state.money(power) for power in ("RUSSIA", "FRANCE", "TURKEY", "GERMANY")}


def cash(table):
    return [table.state.money(seat) for seat in table.state.investors]


# ---- bids -------------------------------------------------------------------------------------------------------


def test_E_01_winners_pay_and_the_bid_is_the_treasury():
    table = Table().founded()
    assert treasuries(table) == {"GERMANY": 350, "RUSSIA": 120, "FRANCE": 100, "TURKEY": 60}
    assert cash(table) == [340, 180, 50, 400]
    assert table.phase == "S1901T"


def test_E_01_a_drawn_order_breaks_a_tie_and_is_published():
    table = Table()
    table.file("ANNA", Bid(power="RUSSIA", amount=120))
    table.file("BOB", Bid(power="RUSSIA", amount=120))
    dice = table.dice(table.phase)
    order = dice.shuffle("auction", table.state.investors)
    table.go()
    first = min(("ANNA", "BOB"), key=order.index)
    assert table.state.corps["RUSSIA"].founder == first


def test_E_03_low_bids_and_bids_for_founded_countries_are_refused():
    table = Table()
    assert table.code("DORA", Bid(power="ITALY", amount=40)) == "low-bid"
    assert table.code("DORA", Bid(power="ITALY", amount=401)) == "no-cash"
    assert table.code("DORA", Bid(power="ITALY", amount=50, shares=4, price=3)) == "few-shares"
    assert table.code("DORA", Bid(power="ITALY", amount=50, shares=10, price=1000)) == "bad-price"
    table.file("BOB", Bid(power="RUSSIA", amount=120, shares=5, price=900))
    table.go()
    while table.state.phase.kind != "B":
        table.go()
    assert table.code("DORA", Bid(power="RUSSIA", amount=120)) == "country-taken"


def test_XR_12_amounts_of_bids_are_secret_and_winners_public():
    table = Table().founded()
    assert table.told("exchange.founded")[0]["rows"][0] == {"company": "FRANCE", "founder": "BOB"}
    assert "amount" not in str(table.told("exchange.founded"))
    assert table.told("exchange.bids", "DORA") == []
    assert len(table.told("exchange.auction", "MASTER")[0]["rows"]) == 4


def test_XR_12_vickrey_pays_the_second_price():
    table = Table(auction="vickrey")
    table.file("ANNA", Bid(power="RUSSIA", amount=300))
    table.file("BOB", Bid(power="RUSSIA", amount=120))
    table.go()
    assert table.state.money("ANNA") == 280
    assert table.state.money("RUSSIA") == 120


def test_XR_12_an_open_auction_has_up_to_three_calls():
    table = Table(auction="open")
    table.file("ANNA", Bid(power="RUSSIA", amount=60, shares=40, price=5))
    table.go()
    assert table.phase == "S1901G"
    assert table.code("BOB", Bid(power="RUSSIA", amount=60)) == "below-call"
    table.file("BOB", Bid(power="RUSSIA", amount=70))
    table.go()
    assert table.phase == "S1901H"
    table.go()
    assert table.state.corps["RUSSIA"].founder == "BOB"
    assert table.state.corps["RUSSIA"].shares == 0, "the terms were ANNA's"
    assert table.phase == "S1901T"


def test_XR_12_a_withdrawn_bid_is_none():
    table = Table()
    table.file("ANNA", NoBid(power="RUSSIA"))
    table.go()
    assert table.phase == "S1902B"


# ---- terms ------------------------------------------------------------------------------------------------------


def test_E_04_terms_are_the_founders_alone_and_within_bounds():
    table = Table().founded()
    assert table.code("DORA", Terms(power="RUSSIA", shares=40, price=5)) == "not-founder"
    assert table.code("BOB", Terms(power="RUSSIA", shares=4, price=5)) == "few-shares"
    assert table.code("BOB", Terms(power="RUSSIA", shares=201, price=5)) == "few-shares"
    assert table.code("BOB", Price(power="RUSSIA", price=5)) == "nothing-of-its-own"
    table = Table().priced()
    assert {power: table.state.held(who, power) for power, who in
            (("RUSSIA", "BOB"), ("FRANCE", "BOB"), ("GERMANY", "CARL"), ("TURKEY", "ANNA"))} == {
        "RUSSIA": 8, "FRANCE": 4, "GERMANY": 10, "TURKEY": 6}  # fmt: skip
    assert {row["company"]: row["for_sale"] for row in table.told("exchange.prospectus")[0]["rows"]} == {
        "RUSSIA": 32, "FRANCE": 19, "GERMANY": 40, "TURKEY": 24,
    }  # fmt: skip


def test_E_51_a_silent_founder_gets_twenty_shares_at_a_twentieth_of_his_bid():
    table = Table()
    table.file("ANNA", Bid(power="RUSSIA", amount=120))
    table.go()
    assert EXCHANGE.agenda(table.state).duties["ANNA"] == "must"
    table.go()
    corp = table.state.corps["RUSSIA"]
    assert (corp.shares, corp.price, table.state.held("ANNA", "RUSSIA")) == (20, 6, 4)


def test_XR_21_a_founder_may_come_down_and_never_go_up():
    table = Table().founded()
    table.go()
    while table.phase != "S1902T":
        table.go()
    price = table.state.corps["GERMANY"].price
    assert table.code("CARL", Price(power="GERMANY", price=price + 1)) == "price-up"
    table.file("CARL", Price(power="GERMANY", price=3))
    table.go()
    assert table.state.corps["GERMANY"].price == 3
    fixed = Table(reprice="none").founded()
    fixed.go()
    while fixed.phase != "S1902T":
        fixed.go()
    assert fixed.code("CARL", Price(power="GERMANY", price=3)) == "price-fixed"


def test_6_2_fast_games_leave_the_terms_out_when_all_came_with_the_bids():
    table = Table(fast="yes")
    table.file("ANNA", Bid(power="RUSSIA", amount=120, shares=40, price=5))
    table.go()
    assert table.phase == "S1901F"
    table = Table(fast="yes").founded()
    assert table.phase == "S1901T"


# ---- the sale ---------------------------------------------------------------------------------------------------


def test_E_08_E_09_the_sale_floats_three_of_four_companies():
    table = Table().floated()
    assert cash(table) == [220, 71, 5, 205]
    assert {power: table.state.own(power) for power in ("RUSSIA", "FRANCE", "GERMANY", "TURKEY")} == {
        "RUSSIA": 1, "FRANCE": 4, "GERMANY": 23, "TURKEY": 10}  # fmt: skip
    assert table.state.holders("RUSSIA") == {"ANNA": 10, "BOB": 20, "DORA": 9}
    assert table.state.holders("FRANCE") == {"ANNA": 2, "BOB": 11, "DORA": 6}
    assert table.state.holders("GERMANY") == {"CARL": 15, "DORA": 12}
    assert table.state.floated == ("FRANCE", "RUSSIA", "TURKEY")
    assert table.state.corps["GERMANY"].status is Status.STARTED
    assert table.phase == "S1901E"


def test_E_11_float_money_leaves_the_game_but_for_zero_sum():
    assert treasuries(Table().floated()) == {"RUSSIA": 120, "FRANCE": 100, "TURKEY": 60, "GERMANY": 350}
    assert treasuries(Table(income_mode="zerosum").floated()) == {
        "RUSSIA": 275, "FRANCE": 205, "TURKEY": 116, "GERMANY": 350 + 17 * 9}  # fmt: skip


def test_XR_14_a_list_too_dear_or_too_long_is_told_so():
    table = Table().priced()
    (ruling,) = table.rule("CARL", OfferList(entries=(("RUSSIA", 40),)))
    assert [remark.code for remark in ruling.remarks] == ["sold-out", "dear-list"]
    assert table.code("CARL", OfferList(entries=(("ITALY", 1),))) == "no-list"
    rulings = table.rule("CARL", OfferList(entries=(("RUSSIA", 1),)), OfferList())
    assert rulings[0].because.code == "newer-line"
    assert rulings[1].stands


def test_E_29_a_company_that_has_not_floated_does_nothing():
    table = Table().floated()
    assert table.code("CARL", Vote(power="GERMANY", lines=((0, "CARL"),))) == "not-floated"
    table.go()
    assert table.code("CARL", Dividend(power="GERMANY", each=1)) == "not-floated"
    assert table.code("CARL", Issue(power="GERMANY", amount=1, price=1)) == "not-floated"


# ---- elections --------------------------------------------------------------------------------------------------


def test_E_19_shares_elect_and_the_companys_own_do_not_vote():
    table = Table().floated()
    table.file("BOB", Vote(power="RUSSIA", lines=((0, "bob"),)))
    table.file("ANNA", Vote(power="RUSSIA", lines=((0, "dora"),)))
    table.file("DORA", Vote(power="RUSSIA", lines=((0, "dora"),)))
    table.go()
    assert table.state.corps["RUSSIA"].leader == "BOB"
    assert table.told("exchange.votes", "DORA")[1]["totals"] == {"BOB": 20, "DORA": 19}, "E-25: 39 of 40 vote"
    assert "totals" not in str([notice.data for notice in table.notices if notice.audience == "*"])


def test_E_22_a_silent_shareholder_votes_as_last_year():
    table = Table().floated()
    table.file("ANNA", Vote(power="RUSSIA", lines=((0, "BOB"),)))
    table.go()
    assert table.state.corps["RUSSIA"].ballots["ANNA"] == ((10, "BOB"),)
    assert table.state.corps["RUSSIA"].ballots["DORA"] == ((9, "DORA"),)
    while table.phase != "S1902E":
        table.go()
    table.go()
    assert table.state.corps["RUSSIA"].ballots["ANNA"] == ((10, "BOB"),)


def test_E_24_ballots_are_checked_when_sent_as_far_as_they_can_be():
    table = Table().floated()
    assert table.code("CARL", Vote(power="RUSSIA", lines=((0, "CARL"),))) == "no-shares"
    assert table.code("BOB", Vote(power="RUSSIA", lines=((0, "dave"),))) == "no-such-player"
    assert table.code("BOB", Vote(power="RUSSIA", lines=((21, "ANNA"),))) == "more-votes"
    (ruling,) = table.rule("BOB", Vote(power="RUSSIA", lines=((4, "carl"),)))
    assert [remark.code for remark in ruling.remarks] == ["no-candidate", "spare-votes"]
    table.file("BOB", Vote(power="RUSSIA", lines=((0, "CARL"),)))
    table.go()
    assert table.state.corps["RUSSIA"].leader == "ANNA", "CARL holds no share, so BOB's votes are void"


def test_XR_6_the_tie_break_is_the_former_leaders_and_at_first_the_founders():
    table = Table().floated()
    assert table.code("DORA", Tiebreak(power="RUSSIA", names=("DORA",))) == "not-former"
    (ruling,) = table.rule("BOB", Tiebreak(power="RUSSIA", names=("dora anna",)))
    assert ruling.command.names == ("DORA", "ANNA")


# ---- values -----------------------------------------------------------------------------------------------------


def test_7_2_the_founder_splits_the_income_at_the_elections():
    table = Table().floated()
    assert table.code("BOB", Values(power="RUSSIA", values=(("MOS", 10), ("SEV", 10), ("STP", 10)))) == "wrong-centres"
    assert table.code("ANNA", Values(power="RUSSIA", values=(("MOS", 40),))) == "not-founder"
    wrong = (("MOS", 6), ("SEV", 9), ("STP", 12), ("WAR", 13))
    assert table.code("BOB", Values(power="RUSSIA", values=wrong)) == "wrong-ratio"
    table.file("BOB", Values(power="RUSSIA", values=(("MOS", 7), ("SEV", 7), ("STP", 12), ("WAR", 14))))
    table.go()
    assert table.state.corps["RUSSIA"].values == {"MOS": 7, "SEV": 7, "STP": 12, "WAR": 14}
    assert table.state.corps["FRANCE"].values == {"BRE": 11, "MAR": 11, "PAR": 10}, "E-14"
    assert table.code("BOB", Values(power="RUSSIA", values=wrong)) == "values-known"


def test_7_2_a_split_sent_ahead_is_kept():
    table = Table().priced()
    table.file("BOB", Values(power="RUSSIA", values=(("MOS", 7), ("SEV", 7), ("STP", 12), ("WAR", 14))))
    table.file("DORA", OfferList(entries=(("RUSSIA", 27),)))
    table.go()
    table.go()
    assert table.state.corps["RUSSIA"].values["WAR"] == 14


# ---- dividends and builds ---------------------------------------------------------------------------------------


def test_E_28_a_dividend_is_paid_to_every_holder_and_the_companys_part_stays():
    table = Table().elected()
    table.file("BOB", Dividend(power="FRANCE", total=23))
    before = cash(table)
    table.go()
    assert [now - then for now, then in zip(cash(table), before, strict=True)] == [2, 11, 0, 6]
    assert table.state.money("FRANCE") == 81


def test_E_27_dividends_are_multiples_that_the_treasury_can_pay():
    table = Table().elected()
    (ruling,) = table.rule("ANNA", Dividend(power="TURKEY", total=50))
    assert (ruling.because.code, ruling.because.figures["multiples"]) == ("no-multiple", "30 or 60")
    assert table.code("ANNA", Dividend(power="TURKEY", each=3)) == "dear-dividend"
    assert table.code("ANNA", Dividend(power="TURKEY", each=2)) == ""
    assert table.code("BOB", Dividend(power="TURKEY", each=2)) == "not-leader"
    assert table.code("ANNA", Dividend(power="TURKEY")) == "", "NONE"
    assert table.code("BOB", Dividend(each=1)) == "which-company", "he leads two"


def test_6_5_builds_are_made_in_spring_by_the_new_leader():
    table = Table().elected()
    assert table.phase == "S1901P"
    order = CompanyOrder(text="BUILD A MOS", hat="RUSSIA")
    assert table.code("BOB", order) == "impossible-winter", "Moscow is occupied and nothing is due"
    assert table.code("ANNA", order) == "not-leader"
    assert table.code("BOB", CompanyOrder(text="WAIVE")) == "which-company"


# ---- issues -----------------------------------------------------------------------------------------------------


def test_E_32_an_issue_that_passes_makes_shares_at_its_price():
    table = Table().elected()
    table.act("BOB", Issue(power="RUSSIA", amount=10, price=12))
    assert {n.audience for n in table.notices} == {"ANNA", "BOB", "DORA"}
    table.act("ANNA", Consent(power="RUSSIA", agrees=True))
    table.act("DORA", Consent(power="RUSSIA", agrees=True))
    values = table.state.corps["RUSSIA"].values
    while table.phase != "S1902T":
        table.go()
    table.file("BOB", Price(power="RUSSIA", price=2))
    table.go()
    corp = table.state.corps["RUSSIA"]
    assert (corp.shares, table.state.own("RUSSIA"), corp.price) == (50, 11, 12), "XR-10a: the price of 2 is void"
    assert table.told("exchange.void_price", "BOB")
    assert corp.values == values
    table.file("DORA", OfferList(entries=(("RUSSIA", 3),)))
    treasury, purse = table.state.money("RUSSIA"), table.state.money("DORA")
    table.go()
    assert (table.state.money("RUSSIA") - treasury, purse - table.state.money("DORA")) == (36, 36)
    assert table.state.own("RUSSIA") == 8


def test_E_31_without_four_fifths_an_issue_fails_and_silence_is_no():
    table = Table().elected()
    table.act("BOB", Issue(power="RUSSIA", amount=10, price=12))
    table.act("ANNA", Consent(power="RUSSIA", agrees=True))
    while table.phase != "S1902F":
        table.go()
    assert table.state.corps["RUSSIA"].shares == 40
    assert table.state.corps["RUSSIA"].issue is None


def test_XR_9_issues_have_their_time_and_there_is_one_at_a_time():
    table = Table().elected()
    assert table.code("DORA", Issue(power="RUSSIA", amount=1, price=1)) == "not-leader"
    assert table.code("BOB", Issue(power="RUSSIA", amount=19, price=1)) == "no-room"
    assert table.code("BOB", Issue(power="RUSSIA")) == "no-issue"
    assert table.code("ANNA", Consent(power="RUSSIA", agrees=True)) == "no-issue"
    table.act("BOB", Issue(power="RUSSIA", amount=18, price=1))
    assert table.code("BOB", Issue(power="RUSSIA", amount=1, price=1)) == "issue-pending"
    assert table.code("CARL", Consent(power="RUSSIA", agrees=True)) == "no-shares"
    table.act("BOB", Issue(power="RUSSIA"))
    while table.phase != "S1902T":
        table.go()
    assert table.code("BOB", Issue(power="RUSSIA", amount=1, price=1)) == "issue-closed"


def test_E_33_leftovers_are_for_sale_next_year():
    table = Table().elected()
    while table.phase != "S1902F":
        table.go()
    table.with_money(ANNA=500)
    table.file("ANNA", OfferList(entries=(("RUSSIA", 1), ("GERMANY", 7))))
    russia, germany = table.state.money("RUSSIA"), table.state.money("GERMANY")
    table.go()
    assert table.state.money("RUSSIA") == russia + 5
    assert table.state.money("GERMANY") == germany, "it had not floated"
    assert table.state.corps["GERMANY"].floated, "34 of 50"


# ---- skips ------------------------------------------------------------------------------------------------------


def test_E_52_years_without_anything_to_do_are_skipped():
    table = Table()
    table.go()
    assert table.phase == "S1902B"
    table.file("CARL", Bid(power="GERMANY", amount=350))
    table.go()
    table.go()
    assert table.phase == "S1902F"
    table.go()
    assert table.phase == "S1903B", "only Germany is started, and it has not floated"


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


def test_2_1_only_investors_begin_an_exchange_and_two_at_least():
    with pytest.raises(InputError):
        EXCHANGE.open((Seat("ANNA", Role.INVESTOR),), {}, Table().dice("START"))
    with pytest.raises(InputError):
        Table(share_min="9", share_max="8")
    with pytest.raises(InputError):
        Table(min_bid="50, ATLANTIS 3")
    assert Table(min_bid="40, RUSSIA 80").state.settings.min_bid["RUSSIA"] == 80
