"""Orders to the market (M-13, M-14)."""

from collections.abc import Mapping
from dataclasses import field
from typing import Any, ClassVar, Self

from judge.core.command import Command
from judge.core.tables import settings, tables, verbs
from judge.kits.market.rules import money

_TABLES = tables(__package__)

ALL = "ALL"
MAX = "MAX"
REST = "REST"


class Sell(Command, kw_only=True, section="trades", form="SELL {amount} {currency}"):
    """SELL 300 LIRA / SELL ALL LIRA / SELL MAX LIRA. `amount`: units, ALL (the holding) or MAX (what may be sold)."""

    amount: int | str
    currency: str

    @classmethod
    def read(cls, fields: Mapping[str, Any]) -> Self:
        return cls(**{**fields, "amount": _upper(fields["amount"])})


class Buy(Command, kw_only=True, section="trades"):
    """BUY 115 MARK / BUY MAX MARK / BUY MARK WITH 110.00 / BUY MARK WITH REST.

    amount    units or MAX; 0 where a budget is given instead
    budget    ticks or REST; 0 where an amount is given instead
    decimals  how many were written in the budget
    """

    of_letter: ClassVar[tuple[str, ...]] = ("line", "decimals")

    amount: int | str = 0
    currency: str
    budget: int | str = 0
    decimals: int = field(default=0, compare=False)

    @property
    def takes_the_rest(self) -> bool:
        """Whether it asks for whatever the money left over buys."""
        return self.amount in (ALL, MAX) or self.budget in (ALL, MAX, REST)

    def canonical(self) -> str:
        if self.budget:
            budget = money(self.budget) if isinstance(self.budget, int) else self.budget
            return f"BUY {self.currency} WITH {budget}"
        return f"BUY {self.amount} {self.currency}"

    @classmethod
    def read(cls, fields: Mapping[str, Any]) -> Self:
        budget = fields.get("budget", 0)
        ticks, decimals = budget if isinstance(budget, tuple) else (_upper(budget), 0)
        return cls(amount=_upper(fields.get("amount", 0)), currency=fields["currency"], budget=ticks, decimals=decimals)


class NoTrade(Command, kw_only=True, section="trades", form="NO TRADE"):
    """NO TRADE: an explicit empty sheet. `zero`: written as `Italy: 0`, which among trades says nothing (M-13)."""

    of_letter: ClassVar[tuple[str, ...]] = ("line", "zero")

    zero: bool = field(default=False, compare=False)

    def blank(self) -> bool:
        return self.zero

    @classmethod
    def read(cls, fields: Mapping[str, Any]) -> Self:
        return cls(zero="currency" in fields)


def _upper(value: Any) -> Any:
    return value.upper() if isinstance(value, str) else value


TRADE_WORDS: dict[str, type[Command]] = {"sell": Sell, "buy": Buy, "no_trade": NoTrade}
"""Grammar rule name -> class, for a game's vocabulary."""

(SELL_HELP,) = verbs(_TABLES["sell"])
(NO_TRADE_HELP,) = verbs(_TABLES["no_trade"])
(OVERSPEND,) = settings(_TABLES["overspend"])
