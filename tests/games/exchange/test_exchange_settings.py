"""The settings of an Exchange: what the card says and what the rules take."""

from __future__ import annotations

from dataclasses import fields, replace

import pytest

from judge.core.errors import InputError
from judge.games import variant
from judge.games.exchange.state import ExchangeSettings, Status, bids_text, least_bids, read_settings
from judge.games.exchange.view import _corporation
from tests.games.exchange.exchange_table import Table

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


@pytest.mark.parametrize(
    ("status", "fresh", "income", "shown"),
    [
        (Status.FLOATED, (), "financed", True),
        (Status.FLOATED, ("ENGLAND",), "financed", False),
        (Status.FLOATED, (), "zerosum", False),
        (Status.STARTED, (), "financed", False),
    ],
)
def test_what_centres_bring_is_public_where_they_do_and_once_their_company_has_settled(
    status: Status, fresh: tuple[str, ...], income: str, shown: bool
) -> None:
    state = Table().state
    england = replace(state.corps["ENGLAND"], status=status, values={"LON": 5})
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
