"""The names a letter may use in Economic IV: powers, and the places of its own board."""

from __future__ import annotations

from functools import cache

from judge.core.variant import Names
from judge.games.economic4.board import economic4_map
from judge.kits.host.names import place_names, power_names

# Where a code may be meant by an old name, the answer shows the longest spelling.
_TOLD = {
    "CRO": "Croatia, northern Trieste",
    "ZAR": "Zara, southern Trieste",
    "SPN": "Spain, northern coast",
    "SPS": "Spain, southern coast",
}


@cache
def names() -> Names:
    """Kind of name -> canonical name -> spellings. `Tri` and `Spain` fit two places each and are asked about."""
    board = economic4_map()
    places = {code: (*words, _TOLD[code]) if code in _TOLD else words for code, words in place_names(board).items()}
    return {"power": power_names(board), "place": places}
