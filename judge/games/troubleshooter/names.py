"""The names a letter may use in a Troubleshooter: currencies, powers, places with Switzerland among them."""

from __future__ import annotations

from functools import cache

from judge.core.variant import Names
from judge.games.troubleshooter.board import travel_map
from judge.kits.market.names import market_names


@cache
def names() -> Names:
    """Kind of name -> canonical name -> spellings."""
    return market_names(travel_map())
