"""The state of a Bourse between two deadlines."""

from collections.abc import Mapping
from dataclasses import field

from judge.kits.market.state import TradersState


class BourseState(TradersState):
    """Everything the rules need: the market's part, and the late joiners -> the phase in which they came (B-2)."""

    joined: Mapping[str, str] = field(default_factory=dict)
