"""The settings of a game whose options nobody chose."""

from __future__ import annotations

from dataclasses import replace

from judge.core.variant import Role, Seat
from judge.games.economic4.state import EconomySettings as EconomicSettings
from judge.games.exchange.state import ExchangeSettings as ExchangeSettings
from judge.games.payola.state import PayolaSettings as PayolaSettings
from tests.games.economic4.table import Table as Powers
from tests.games.exchange.exchange_table import Table as Investors
from tests.games.payola.payola_table import started

PAIR = (Seat("Eve", Role.POWER, "FRANCE"), Seat("Ann", Role.POWER, "TURKEY"))


def test_what_a_stored_game_leaves_out_is_what_its_card_has_for_those_who_choose_nothing() -> None:
    economic, exchange = Powers().state.settings, Investors().state.settings
    assert economic == replace(EconomicSettings(), switches=economic.switches)
    assert started(PAIR, empty="dummy").settings == replace(PayolaSettings(), empty="dummy")
    own = {name: getattr(exchange, name) for name in ("min_bid", "table", "lots", "stood")}
    assert exchange == replace(ExchangeSettings(), grace=48, **own)
