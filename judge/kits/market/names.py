"""The names of a game with a market beside a board: currencies, powers, places."""

from __future__ import annotations

from functools import cache

from judge.core.variant import Names
from judge.kits.board import standard_map
from judge.kits.board.geography import Map
from judge.kits.host.names import board_names
from judge.kits.market.currencies import currencies_of, spellings


@cache
def standard_market_names() -> Names:
    """Those of the standard board."""
    return market_names(standard_map())


def market_names(board: Map) -> Names:
    """Kind of name -> canonical name -> spellings: a currency for each power, powers and places."""
    return {"currency": spellings(currencies_of(board.powers)), **board_names(board)}
