"""Payola's settings in an Exchange: gifts, taxes, what offers may be (A13, B7)."""

from dataclasses import fields, replace

import pytest

from judge.core.codec import document
from judge.core.errors import InputError
from judge.games import variant
from judge.games.exchange.commands import Query, Transfer
from judge.games.exchange.state import ExchangeSettings, Status, bids_text, least_bids, read_settings
from judge.games.exchange.view import _corporation
from judge.games.payola.info import INFO as PAYOLA
from judge.kits.bribes.rules import yearly
from tests.games.exchange.exchange_table import EXCHANGE, Table, bribe
from tests.tables import cases


def settings(**given: str):
    return read_settings({**{option.name: option.default for option in EXCHANGE.info.options}, **given})


def test_B7_every_setting_of_payola_that_an_exchange_can_have_is_the_same_option() -> None:
    own = {option.name: option for option in EXCHANGE.info.options}
    missing = {option.name for option in PAYOLA.options if option.name not in own}
    assert missing == set(
        "rules income hoarding pay_dummies empty donations blind conditional draws concession".split()
    )
    waiting = {"nmr", "grace"}  # an Exchange may wait as often as it takes (XR-23)
    shared = [option for option in PAYOLA.options if option.name in own and option.name not in waiting]
    assert all(own[option.name] is option for option in shared)


def test_A13_an_anonymous_gift_names_its_giver_to_nobody() -> None:
    table = Table(anonymous="yes")
    step = EXCHANGE.act(
        table.state, "ANNA", EXCHANGE.rule_on(table.state, "ANNA", (Transfer(amount=5, who="BOB"),))[0].command
    )
    (receipt,) = [notice for notice in step.notices if notice.audience == "BOB"]
    assert "ANNA" not in str(document(receipt.data))
    assert "ANNA" not in str(step.state.ledgers["BOB"])


@pytest.mark.parametrize(("hidden", "whats"), [("no", ["offers", "bribe"]), ("yes", ["bribes"])])
def test_A13_where_offers_are_hidden_the_books_tell_what_they_came_to_and_no_more(
    hidden: str, whats: list[str]
) -> None:
    table = Table(hide_offers=hidden).moving()
    table.file("BOB", bribe("7 : A MOS - UKR", "RUSSIA"), bribe("3 : A CON - BUL"))
    table.go()
    table.act("BOB", Query(asked="RECORDS", power="RUSSIA"))
    rows = table.told("exchange.answer_records", "BOB")[0]["rows"]
    movement = [row for row in rows if row["phase"] == "S1901M" and row["what"] != "unit"]
    assert [row["what"] for row in movement] == whats
    assert sum(row["amount"] for row in movement) == -7
    table.act("BOB", Query(asked="LEDGER"))
    assert table.told("exchange.answer_ledger", "BOB")[0]["rows"][-1] == {
        "phase": "S1901M",
        "what": "bribes",
        "amount": -3,
        "note": "",
    }


def test_9_1_taxes_take_the_place_of_the_table_and_of_nothing_else() -> None:
    assert yearly(settings(income_mode="payola").table, ("MOS", "WAR"), 18) == 33
    assert yearly(settings(income_mode="payola", tax="9", cap="15").table, ("MOS", "WAR"), 18) == 15


# ---- The settings of an Exchange: what the card says and what the rules take ---------------------------------------


OF_THE_GAME = {"min_bid", "grace", "table", "lots", "stood"}
"""What the rules have none of by themselves; a game always brings its own."""


def test_a_setting_nobody_chose_is_the_same_on_the_card_and_in_the_rules() -> None:
    usual = read_settings({option.name: option.default for option in variant("exchange").info.options})
    differing = {
        one.name
        for one in fields(ExchangeSettings)
        if getattr(usual, one.name) != getattr(ExchangeSettings(), one.name)
    }
    assert differing == OF_THE_GAME


@cases("status", "fresh", "income", "shown")
def test_what_centres_bring_is_public_where_they_do_and_once_their_company_has_settled(
    status: str, fresh: tuple[str, ...], income: str, shown: bool
) -> None:
    state = Table().state
    england = replace(state.corps["ENGLAND"], status=Status[status], values={"LON": 5})
    state = replace(state, corps={**state.corps, "ENGLAND": england}, fresh=fresh)
    state = replace(state, settings=replace(state.settings, income=income))
    assert _corporation(state, "ENGLAND", england).values == ({"LON": 5} if shown else {})


def test_least_bids_are_read_and_written_power_by_power() -> None:
    table = Table(min_bid="50, RUSSIA 80, ITALY 30")
    wanted = {**dict.fromkeys(table.state.settings.min_bid, 50), "RUSSIA": 80, "ITALY": 30}
    assert table.state.settings.min_bid == wanted
    assert bids_text(wanted) == "50, ITALY 30, RUSSIA 80"
    assert least_bids("RUSSIA 70, ITALY 20", wanted) == {**wanted, "RUSSIA": 70, "ITALY": 20}
    assert set(least_bids("1").values()) == {1}
    for text in ("0", "50, RUSSIA", "50, RUSSIA ITALY", "50, NARNIA 3", "RUSSIA 0"):
        with pytest.raises(InputError):
            least_bids(text)


def test_every_option_of_the_print_but_the_unfinished_one_is_a_setting() -> None:
    modes = {option.name: option for option in variant("exchange").info.options}["income_mode"]
    assert set(modes.choices) == {"financed", "payola", "zerosum"}
