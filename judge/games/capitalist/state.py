"""The state of a Capitalist Diplomacy between two deadlines."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from judge.core.ledger import Ledger
from judge.core.phase import Phase
from judge.games.capitalist.commanders import Charge
from judge.kits.host import Host
from judge.kits.market import Market, MarketRules, Purse, holding_of
from judge.kits.market.history import PriceList


@dataclass(frozen=True)
class CapitalistState:
    """Everything the rules need; money in ticks of 1/100 centime (10 000 are 1.00 SFr).

    combined   moves and trades under one deadline; else an exchange before each movement (C-1)
    incumbent  a sitting commander wins a tie it is in (C-3)
    conditional  whether retreats and builds ride with the moves: off, on, or only (D-7)
    last_year  the winter count of this year ends the game (C-8)
    powers     currency -> power
    history    every published price list, oldest first; the last one is what trades are made at (M-2)
    charges    who commands the powers in this phase, sorted by power; () before the first exchange
    heirs      what the exchange of this season made, where its moves are still going on (`combined`); else ()
    silent     seat -> trading turns in a row without a sheet
    """

    phase: Phase
    first: Phase
    rules: MarketRules
    combined: bool
    incumbent: bool
    conditional: str
    last_year: int
    host: Host
    powers: Mapping[str, str]
    history: tuple[PriceList, ...]
    books: Ledger
    investors: tuple[str, ...]
    charges: tuple[Charge, ...] = ()
    heirs: tuple[Charge, ...] = ()
    silent: Mapping[str, int] = field(default_factory=dict)
    ended: str = ""

    @property
    def prices(self) -> Mapping[str, int]:
        return self.history[-1].prices

    @property
    def previous(self) -> Mapping[str, int]:
        """The prices before the present ones; at the start the same."""
        return self.history[-2 if len(self.history) > 1 else -1].prices

    @property
    def trading(self) -> bool:
        """Whether this phase takes trades: commerce phases do, and the movement phases of `combined` (C-1)."""
        return self.phase.kind == "C" or (self.combined and self.phase.kind == "M")

    @property
    def ordering(self) -> bool:
        """Whether this phase takes orders to units."""
        return self.phase.kind != "C"

    @property
    def market(self) -> Market:
        return Market(self.rules, self.prices, self.phase == self.first, self.powers)

    @property
    def commanders(self) -> dict[str, str]:
        """Power -> who orders its units in this phase; "" where nobody does."""
        seats = {charge.power: charge.seat for charge in self.charges}
        return {power: seats.get(power, "") for power in self.host.powers}

    def commands(self, seat: str) -> tuple[str, ...]:
        """The powers a seat commands in this phase, sorted."""
        return tuple(power for power, commander in self.commanders.items() if commander == seat)

    def purse(self, seat: str) -> Purse:
        return holding_of(self.books, seat, self.powers)

    def purses(self) -> dict[str, Purse]:
        return {seat: self.purse(seat) for seat in self.investors}

    def currency_of(self, power: str) -> str:
        return next(code for code, owner in self.powers.items() if owner == power)
