"""A movement as it was bid for: enough to decide it again, and published when the game is over (A11, B5)."""

from collections.abc import Collection, Mapping
from typing import Any, Self

from judge.core.phase import Phase
from judge.core.values import Value
from judge.kits.bribes.decide import BribePurse, Decision, decide
from judge.kits.bribes.reading import read_offer
from judge.kits.bribes.rules import BribeRules
from judge.kits.bribes.values import Payer, Welcome


class ArchivedMovement(Value):
    """What was offered in a movement.

    units     power -> its units then
    balances  payer -> money before
    sheets    payer -> printed lines
    welcome   owner -> acceptance list spelled out
    """

    phase: str
    units: Mapping[str, tuple[str, ...]]
    balances: Mapping[str, int]
    sheets: Mapping[str, tuple[str, ...]]
    welcome: Mapping[str, Welcome]

    @classmethod
    def of(
        cls,
        phase: Phase,
        units: Mapping[str, tuple[str, ...]],
        purses: Mapping[Payer, BribePurse],
        welcome: Mapping[str, Welcome],
        **more: Any,
    ) -> Self:
        """The page of a movement; `more` are the fields that a game adds."""
        return cls(
            phase=str(phase),
            units=units,
            balances={payer: purse.balance for payer, purse in purses.items()},
            sheets={payer: tuple(line.text for line in purse.lines) for payer, purse in purses.items()},
            welcome=welcome,
            **more,
        )

    def decided(self, rules: BribeRules, dummies: Collection[Payer] = ()) -> Decision:
        """The decision of the movement, once more."""
        purses = {
            payer: BribePurse(balance, tuple(read_offer(text) for text in self.sheets[payer]))
            for payer, balance in self.balances.items()
        }
        return decide(self.units, purses, self.welcome, rules, dummies)
