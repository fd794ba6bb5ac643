"""The names a letter may use in an Exchange: companies and places. Investors are found among the seats."""

from __future__ import annotations

from functools import cache

from judge.core.variant import Names
from judge.kits.board import standard_map
from judge.kits.host import place_names, power_names


@cache
def names() -> Names:
    """Kind of name -> canonical name -> spellings, for the standard board."""
    return {"power": power_names(standard_map()), "place": place_names(standard_map())}


@cache
def letters() -> dict[str, str]:
    """Capital letter -> power, for acceptance lists."""
    return {power.letter: code for code, power in sorted(standard_map().powers.items())}
