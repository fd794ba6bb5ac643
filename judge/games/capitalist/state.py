"""The state of a Capitalist Diplomacy between two deadlines."""

from __future__ import annotations

from dataclasses import dataclass

from judge.games.capitalist.commanders import Charge
from judge.kits.host import Host
from judge.kits.market import Purse
from judge.kits.market.state import MarketState


@dataclass(frozen=True, kw_only=True)
class CapitalistState(MarketState):
    """Everything the rules need: the market's part, in ticks of 1/100 centime (10 000 are 1.00 SFr), and

    combined   moves and trades under one deadline; else an exchange before each movement (C-1)
    incumbent  a sitting commander wins a tie it is in (C-3)
    conditional  whether retreats and builds ride with the moves: off, on, or only (D-7)
    last_year  the winter count of this year ends the game (C-8)
    charges    who commands the powers in this phase, sorted by power; () before the first exchange
    heirs      what the exchange of this season made, where its moves are still going on (`combined`); else ()
    """

    combined: bool
    incumbent: bool
    conditional: str
    last_year: int
    host: Host
    investors: tuple[str, ...]
    charges: tuple[Charge, ...] = ()
    heirs: tuple[Charge, ...] = ()
    ended: str = ""

    @property
    def trading(self) -> bool:
        """Whether this phase takes trades: commerce phases do, and the movement phases of `combined` (C-1)."""
        return self.phase.kind == "C" or (self.combined and self.phase.kind == "M")

    @property
    def ordering(self) -> bool:
        """Whether this phase takes orders to units."""
        return self.phase.kind != "C"

    @property
    def commanders(self) -> dict[str, str]:
        """Power -> who orders its units in this phase; "" where nobody does."""
        seats = {charge.power: charge.seat for charge in self.charges}
        return {power: seats.get(power, "") for power in self.host.powers}

    def commands(self, seat: str) -> tuple[str, ...]:
        """The powers a seat commands in this phase, sorted."""
        return tuple(power for power, commander in self.commanders.items() if commander == seat)

    def purses(self) -> dict[str, Purse]:
        return {seat: self.purse(seat) for seat in self.investors}
