"""The board a Troubleshooter travels on: the standard one with Switzerland in its middle (T-2)."""

from collections.abc import Mapping
from functools import cache

from judge.core.variant import Names
from judge.kits.board.edits import Add, derive
from judge.kits.board.geography import Map, Province
from judge.kits.board.standard import standard_map
from judge.kits.market.rules import market_names
from judge.kits.route import Fares

SWITZERLAND = "SWI"
FARES = Fares(land=1, sea=2)
START_DOLLARS = 10_000
DOLLARS = "DOLLAR"
"""The currency of the start; the market does not trade it."""

_EDITS = (
    Add(
        Province(
            SWITZERLAND, "Switzerland", "land", spellings=("swiss", "schweiz", "suisse", "svizzera", "swz", "sui")
        ),
        army="MAR BUR MUN TYR PIE",
    ),
)


@cache
def travel_map() -> Map:
    """The travellers' map. Units live on the standard one, so that only a TS can stand in Switzerland."""
    return derive(standard_map(), "troubleshooter", _EDITS)


def home_of(place: str) -> str:
    """The power whose home centre this is; "" for every other place."""
    province = travel_map().provinces[place]
    return province.home if province.centre else ""


def open_home(place: str, owners: Mapping[str, str]) -> str:
    """The power whose home centre this is and who owned it at the last winter count; "" for all others (T-5)."""
    home = home_of(place)
    return home if home and owners.get(place) == home else ""


def place_name(place: str) -> str:
    return travel_map().full_name(place)


@cache
def names() -> Names:
    """Kind of name -> canonical name -> spellings."""
    return market_names(travel_map())
