"""The state of a Bourse between two deadlines."""

from collections.abc import Mapping
from dataclasses import field

from judge.kits.host.state import Host
from judge.kits.market.settle import Purse
from judge.kits.market.state import MarketState


class BourseState(MarketState):
    """Everything the rules need: the market's part, and

    joined   late joiners -> the phase in which they came (B-2)
    flags    power seat -> the power it plays, where the board is hosted
    """

    report_hours: int
    host: Host
    traders: tuple[str, ...]
    joined: Mapping[str, str] = field(default_factory=dict)
    flags: Mapping[str, str] = field(default_factory=dict)
    ended: str = ""

    @property
    def trading(self) -> bool:
        """Whether this phase is a trading turn: movement phases are, retreats and winters are not (M-11)."""
        return self.phase.kind == "M"

    def purses(self) -> dict[str, Purse]:
        return {seat: self.purse(seat) for seat in self.traders}
