"""The state of a Bourse between two deadlines."""

from collections.abc import Mapping
from dataclasses import field
from functools import cached_property

from judge.kits.market.settle import Purse
from judge.kits.market.state import MarketState


class BourseState(MarketState):
    """Everything the rules need: the market's part, and

    joined   late joiners -> the phase in which they came (B-2)
    flags    power seat -> the power it plays, where the board is hosted
    """

    report_hours: int
    traders: tuple[str, ...]
    joined: Mapping[str, str] = field(default_factory=dict)
    flags: Mapping[str, str] = field(default_factory=dict)

    @cached_property
    def purses(self) -> dict[str, Purse]:
        return {seat: self.purse(seat) for seat in self.traders}
