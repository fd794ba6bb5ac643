"""The market's part of a game's state, the same in every game that has one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from judge.core.ledger import Ledger
from judge.core.phase import Phase
from judge.kits.market.history import History
from judge.kits.market.rules import MarketRules
from judge.kits.market.settle import Market, Purse, holding_of


@dataclass(frozen=True, kw_only=True)
class MarketState:
    """What trades are made by; money in ticks of 1/100 cent.

    first    the phase in which the game began
    powers   currency -> power
    history  every published price list, oldest first; the last one is what trades are made at (M-2)
    silent   seat -> trading turns in a row without a sheet (M-12)
    """

    phase: Phase
    first: Phase
    rules: MarketRules
    powers: Mapping[str, str]
    history: History
    books: Ledger
    silent: Mapping[str, int] = field(default_factory=dict)

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
    def market(self) -> Market:
        return Market(self.rules, self.prices, self.first_turn, self.powers)

    def purse(self, seat: str) -> Purse:
        return holding_of(self.books, seat, self.powers)

    def currency_of(self, power: str) -> str:
        return next(code for code, owner in self.powers.items() if owner == power)
