"""The names a letter may use in a Bourse: currencies, powers, places."""

from __future__ import annotations

from functools import cache

from judge.core.variant import Names
from judge.kits.board.standard import standard_map
from judge.kits.host import place_names, power_names
from judge.kits.market import currencies_of, spellings


@cache
def names() -> Names:
    """Kind of name -> canonical name -> spellings, for the standard board."""
    board = standard_map()
    return {
        "currency": spellings(currencies_of(board.powers)),
        "power": power_names(board),
        "place": place_names(board),
    }
