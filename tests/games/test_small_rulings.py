"""A ruling of the master on money, in games where accounts have several names: whose it is, and who is told."""

from dataclasses import replace
from typing import Any

import pytest

from judge.core.errors import InputError
from judge.core.notice import PUBLIC
from judge.core.variant import Role, Seat, Step, Variant
from judge.games.economic4.state import EconomySettings as EconomicSettings
from judge.games.exchange.state import ExchangeSettings as ExchangeSettings
from judge.games.payola.state import PayolaSettings as PayolaSettings
from judge.kits.rulings import MoneyRuled, PurseRuled
from tests.games.economic4.table import ECONOMIC
from tests.games.economic4.table import Table as Powers
from tests.games.exchange.exchange_table import EXCHANGE
from tests.games.exchange.exchange_table import Table as Investors
from tests.games.payola.payola_table import VARIANT as PAYOLA
from tests.games.payola.payola_table import started

EVE = (Seat("Eve", Role.POWER, "FRANCE"), Seat("TURKEY", Role.POWER, "TURKEY"))


def told(step: Step) -> dict[str, str]:
    """Who is told of a ruling, and what he has afterwards; everybody reads of whom it is."""
    found: dict[str, str] = {}
    for notice in step.notices:
        assert isinstance(notice.data, MoneyRuled | PurseRuled)
        found[notice.audience] = notice.data.whose if isinstance(notice.data, MoneyRuled) else notice.data.after
    return found


def whose(variant: Variant, state: Any, name: str) -> str:
    return variant.account(state, name)  # type: ignore[attr-defined, no-any-return]


def test_in_exchange_investors_have_money_and_companies_that_have_floated() -> None:
    state = Investors().floated().state
    assert [whose(EXCHANGE, state, name) for name in ("anna", "BOB", "russia")] == ["ANNA", "BOB", "RUSSIA"]
    for name in ("Nemo", "Austria"):
        with pytest.raises(InputError, match="has no money"):
            whose(EXCHANGE, state, name)


def test_a_ruling_on_a_company_s_treasury_is_told_to_who_leads_it_and_stands_in_its_ledger() -> None:
    state = Investors().floated().state
    had = state.money("RUSSIA")
    step = EXCHANGE.adjust(state, "RUSSIA", "AGP", 7, "missed delivery")
    assert step.state.money("RUSSIA") == had + 7 and not EXCHANGE.books(step.state).faults()
    assert told(step)[PUBLIC] == "the treasury of Russia"
    assert set(told(step)) == {PUBLIC, *filter(None, [state.corps["RUSSIA"].leader])}


def test_a_ruling_on_an_investor_s_purse_is_told_to_him() -> None:
    state = Investors().floated().state
    had = state.money("ANNA")
    step = EXCHANGE.adjust(state, "ANNA", "AGP", -7, "paid twice")
    assert step.state.money("ANNA") == had - 7
    assert told(step) == {PUBLIC: "ANNA", "ANNA": f"{had - 7} AgP"}


def test_in_payola_a_purse_is_that_of_a_seat_or_of_the_power_it_plays() -> None:
    state = started(EVE, empty="dummy")
    assert [whose(PAYOLA, state, name) for name in ("eve", "france", "Turkey")] == ["FRANCE", "FRANCE", "TURKEY"]
    with pytest.raises(InputError, match="Money have France, Turkey"):
        whose(PAYOLA, state, "England")
    step = PAYOLA.adjust(state, "FRANCE", "AGP", 7, "missed delivery")
    assert set(told(step)) == {PUBLIC, "Eve"} and told(step)[PUBLIC] == "France"


def test_in_economic_iv_a_treasury_is_that_of_a_power_that_lives() -> None:
    state = Powers().state
    assert whose(ECONOMIC, state, "england") == "ENGLAND"
    with pytest.raises(InputError, match="has no money"):
        whose(ECONOMIC, state, "Nemo")
    has = int(told(ECONOMIC.adjust(state, "ENGLAND", "CREDIT", 1, "x"))["ENGLAND"].split()[0])
    step = ECONOMIC.adjust(state, "ENGLAND", "CREDIT", 2 - has, "x")
    assert told(step) == {PUBLIC: "England", "ENGLAND": "1 credit"}


# ---- The settings of a game whose options nobody chose -------------------------------------------------------------


PAIR = (Seat("Eve", Role.POWER, "FRANCE"), Seat("Ann", Role.POWER, "TURKEY"))


def test_what_a_stored_game_leaves_out_is_what_its_card_has_for_those_who_choose_nothing() -> None:
    economic, exchange = Powers().state.settings, Investors().state.settings
    assert economic == replace(EconomicSettings(), switches=economic.switches)
    assert started(PAIR, empty="dummy").settings == replace(PayolaSettings(), empty="dummy")
    own = {name: getattr(exchange, name) for name in ("min_bid", "table", "lots", "stood")}
    assert exchange == replace(ExchangeSettings(), grace=48, **own)
