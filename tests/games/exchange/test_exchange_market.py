"""The market, transfers and draw votes: at once, in the order of arrival (3, 2.4, 5.2)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.core.ruling import words
from judge.games.exchange.commands import Bid, Buy, Query, Sell, Transfer, Unsell
from judge.games.exchange.info import REASONS
from judge.games.exchange.state import Status
from tests.counts import drawn
from tests.games.exchange.exchange_table import EXCHANGE, Table, accepting


def selling():
    table = Table().floated()
    table.act("BOB", Sell(amount=5, power="RUSSIA", price=15))
    return table


OFFERS = "On offer are L1 (5 Russia at 15), L2 (2 Russia at 18)."


@pytest.mark.parametrize(
    ("seat", "command", "said"),
    [
        (
            "BOB",
            Sell(amount=16, power="RUSSIA", price=15),
            "You hold 20 shares of Russia, of which 5 are on offer: 15 are free.",
        ),
        (
            "BOB",
            Sell(amount=0, power="RUSSIA", price=15),
            "You hold 20 shares of Russia, of which 5 are on offer: 15 are free.",
        ),
        ("BOB", Sell(amount=1, power="TURKEY", price=2), "You hold no share of Turkey."),
        ("ANNA", Unsell(listing=1), "L1 is BOB's."),
        ("ANNA", Unsell(listing=9), f"There is no such offer. {OFFERS}"),
        ("ANNA", Unsell(power="RUSSIA"), "You offer no shares of Russia."),
        ("ANNA", Buy(amount=1, price=14, power="RUSSIA"), "They cost 15 a share, above your limit of 14."),
        ("ANNA", Buy(amount=1, price=14, power="TURKEY"), f"There is no such offer. {OFFERS}"),
        ("ANNA", Buy(amount=6, price=16, power="RUSSIA"), "Only 5 are offered at 16 or less; 1 of 6 stay unfilled."),
        ("ANNA", Buy(amount=9, price=18, power="RUSSIA"), "Only 7 were left; 2 of 9 stay unfilled."),
        ("CARL", Buy(amount=3, price=18, power="RUSSIA"), "3 of them cost 45, and you have 5."),
        ("DORA", Buy(amount=1, price=20, listing=2), "These are your own shares."),
        ("ANNA", Transfer(amount=10_000, who="BOB"), "A transfer is from 1 to what you have, and you have 220."),
    ],
)
def test_what_is_not_done_at_once_is_told_with_its_figures(seat, command, said):
    table = selling()
    table.act("DORA", Sell(amount=2, power="RUSSIA", price=18))
    (ruling,) = table.rule(seat, command)
    assert words(REASONS, ruling.because).rpartition(" (")[0] == said


def test_XR_11_the_sale_is_public_and_the_buyer_is_the_sellers_to_know():
    table = selling()
    table.act("ANNA", Buy(amount=3, power="RUSSIA", price=15))
    assert "ANNA" not in str(table.told("exchange.sale"))
    assert table.told("exchange.sold", "BOB")[0]["buyer"] == "ANNA"
    assert "ANNA" not in str(EXCHANGE.standing(table.state, None).market_tape)


def test_E_38_gifts_go_to_investors_and_floated_companies():
    table = Table().elected()
    table.act("DORA", Transfer(amount=30, who="russia"))
    assert (table.state.money("DORA"), table.state.money("RUSSIA")) == (175, 150)
    assert table.told("exchange.receipt", "BOB")[0]["after"] == 150
    assert table.told("exchange.receipt", "ANNA") == []
    assert table.code("BOB", Transfer(amount=10, who="BOB", hat="RUSSIA")) == "company-purse"
    for amount in (0, -5, 9999):
        assert table.code("DORA", Transfer(amount=amount, who="BOB")) == "bad-amount"


def test_A8_acceptance_lists_are_the_leaders_and_hold_at_once():
    table = Table().elected()
    (ruling,) = table.rule("BOB", accepting("RUSSIA R A @anna ? T"))
    assert (ruling.command.hat, ruling.command.canonical()) == ("RUSSIA", "ACCEPT R A @ANNA ? T")
    table.act("BOB", accepting("R A @anna ? T", "RUSSIA"))
    assert table.state.corps["RUSSIA"].welcome == ("RUSSIA", "AUSTRIA", "ANNA", "?", "TURKEY")
    assert table.code("BOB", accepting("R R", "RUSSIA")) == "bad-list"
    assert table.code("BOB", accepting("R A ?")) == "which-company"
    assert table.code("ANNA", accepting("RUSSIA A ?")) == "not-leader"
    assert table.code("BOB", accepting("R @dave", "RUSSIA")) == "bad-list"


def test_A8_investors_are_named_as_everywhere_without_case_spaces_and_punctuation():
    table = Table(names=("Mary-Ann", "Grey Wolf")).with_money(RUSSIA=10)
    table.state = table.state.with_corp("RUSSIA", status=Status.FLOATED, leader="Mary-Ann")
    for text in ("@Mary-Ann @GreyWolf ?", "@maryann @grey-wolf ?"):
        table.act("Mary-Ann", accepting(text))
        assert table.state.corps["RUSSIA"].welcome == ("Mary-Ann", "Grey Wolf", "?")
    (ruling,) = table.rule("Mary-Ann", accepting("@Mary-Ann ?"))
    assert ruling.command.canonical() == "ACCEPT @MARYANN ?"


@pytest.mark.parametrize("hat", ["", "RUSSIA", "FRANCE"])
def test_A8_a_company_named_first_is_whose_list_it_is_whatever_hat_is_on(hat):
    table = Table().elected()
    for text, listed in (("RUSSIA F ?", "F ?"), ("RUSSIA R F ?", "R F ?"), ("RUSSIA FRANCE ?", "F ?")):
        (ruling,) = table.rule("BOB", accepting(text, hat))
        assert (ruling.command.hat, ruling.command.canonical()) == ("RUSSIA", f"ACCEPT {listed}")


def test_A8_initials_and_a_lone_name_are_the_list_of_the_hat():
    table = Table().elected()
    for text, listed in (("R F ?", "R F ?"), ("FRANCE", "F ?"), ("FR?", "F R ?")):
        (ruling,) = table.rule("BOB", accepting(text, "RUSSIA"))
        assert (ruling.command.hat, ruling.command.canonical()) == ("RUSSIA", f"ACCEPT {listed}")


def test_1_3_records_are_the_leaders_and_reports_the_shareholders():
    table = Table().moving()
    for asked in ("PORTFOLIO", "LEDGER", "MARKET", "PRICES"):
        table.act("DORA", Query(asked=asked))
        assert {notice.audience for notice in table.notices} == {"DORA"}
    table.act("BOB", Query(asked="RECORDS", power="RUSSIA"))
    whats = [row["what"] for row in table.told("exchange.answer_records", "BOB")[0]["rows"]]
    assert whats[:2] == ["startup bid", "terms"]


POWERS, SHARES, PRICES = st.sampled_from(["RUSSIA", "FRANCE"]), st.integers(1, 12), st.integers(1, 30)
ACTS = st.lists(
    st.one_of(
        st.builds(Sell, amount=SHARES, power=POWERS, price=PRICES),
        st.builds(Buy, amount=SHARES, power=POWERS, price=PRICES),
        st.builds(Unsell, power=POWERS),
        st.builds(Transfer, amount=st.integers(1, 90), who=st.sampled_from(["ANNA", "BOB", "RUSSIA"])),
    ).flatmap(lambda command: st.tuples(st.sampled_from(["ANNA", "BOB", "DORA"]), st.just(command))),
    max_size=12,
)


@drawn(8)
@given(ACTS)
def test_3_1_the_market_makes_neither_money_nor_shares(acts):
    table = Table().elected()
    accounts = (*table.state.investors, *table.state.corps)
    money = sum(map(table.state.money, accounts))
    for seat, command in acts:
        if not table.code(seat, command):
            table.act(seat, command)
    assert sum(map(table.state.money, accounts)) == money
    for power in ("RUSSIA", "FRANCE"):
        assert sum(table.state.holders(power).values()) == table.state.outstanding(power)
        for seat in table.state.investors:
            assert table.state.listed(seat, power) <= table.state.held(seat, power)


def test_1_4_a_question_without_a_company_is_about_the_hat_s_or_the_only_one():
    table = Table().moving()

    def meant(seat: str, asked: str, hat: str = "") -> str:
        return table.rule(seat, Query(asked=asked, hat=hat))[0].command.power

    assert [meant(seat, "REPORT") for seat in ("BOB", "CARL")] == ["", "GERMANY"]  # he holds two, or one
    assert [meant(seat, "RECORDS") for seat in ("ANNA", "BOB", "CARL")] == ["TURKEY", "", ""]  # he leads one, two, none
    assert {meant("BOB", asked, "FRANCE") for asked in ("REPORT", "RECORDS")} == {"FRANCE"}


def test_4_1_bids_above_the_cash_are_pointed_out_on_the_last_of_them():
    table = Table()
    bids = (Bid(power="TURKEY", amount=300), Bid(power="RUSSIA", amount=50), Bid(power="ITALY", amount=51))
    remarks = [[one.code for one in ruling.remarks] for ruling in table.rule("ANNA", *bids)]
    assert remarks == [[], [], ["bids-exceed-cash"]]
    assert not any(ruling.remarks for ruling in table.rule("ANNA", *bids[:2]))
