"""The settings of an Exchange: what the card says and what the rules take."""

from __future__ import annotations

from dataclasses import fields

from judge.games import variant
from judge.games.exchange.settings import Settings, read_settings

OF_THE_GAME = {"min_bid", "grace", "table", "lots"}
"""What the rules have none of by themselves; a game always brings its own."""


def test_a_setting_nobody_chose_is_the_same_on_the_card_and_in_the_rules() -> None:
    usual = read_settings({option.name: option.default for option in variant("exchange").card.options})
    differing = {one.name for one in fields(Settings) if getattr(usual, one.name) != getattr(Settings(), one.name)}
    assert differing == OF_THE_GAME
