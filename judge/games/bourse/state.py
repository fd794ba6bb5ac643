"""The state of a Bourse between two deadlines."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from judge.core.ledger import Ledger
from judge.core.phase import Phase
from judge.kits.host import Host
from judge.kits.market import Market, MarketRules, Purse, holding_of


@dataclass(frozen=True)
class PriceList:
    """Prices in ticks as published with the results of `phase`; "" for those of the start."""

    phase: str
    prices: Mapping[str, int]


@dataclass(frozen=True)
class BourseState:
    """Everything the rules need; money in ticks of 1/100 cent.

    powers   currency -> power
    history  every published price list, oldest first; the last one is what trades are made at (M-2)
    joined   late joiners -> the phase in which they came (B-2)
    silent   seat -> turns in a row without a sheet (B-11)
    flags    power seat -> the power it plays, where the board is hosted
    """

    phase: Phase
    first: Phase
    rules: MarketRules
    report_hours: int
    host: Host
    powers: Mapping[str, str]
    history: tuple[PriceList, ...]
    books: Ledger
    traders: tuple[str, ...]
    joined: Mapping[str, str] = field(default_factory=dict)
    silent: Mapping[str, int] = field(default_factory=dict)
    flags: Mapping[str, str] = field(default_factory=dict)
    ended: str = ""

    @property
    def prices(self) -> Mapping[str, int]:
        return self.history[-1].prices

    @property
    def previous(self) -> Mapping[str, int]:
        """The prices before the present ones; at the start the same."""
        return self.history[-2 if len(self.history) > 1 else -1].prices

    @property
    def first_turn(self) -> bool:
        return self.phase == self.first

    @property
    def trading(self) -> bool:
        """Whether this phase is a trading turn: movement phases are, retreats and winters are not (M-11)."""
        return self.phase.kind == "M"

    @property
    def market(self) -> Market:
        return Market(self.rules, self.prices, self.first_turn, self.powers)

    def purse(self, seat: str) -> Purse:
        return holding_of(self.books, seat, self.powers)

    def purses(self) -> dict[str, Purse]:
        return {seat: self.purse(seat) for seat in self.traders}
