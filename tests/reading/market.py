"""A stand-in for a market game: its commands and the names of the seven currencies."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self

from judge.core.command import Command, Vocabulary
from judge.reading import Grammar


class Sell(Command):
    amount: int | str
    currency: str


class Buy(Command):
    currency: str
    amount: int | str = 0
    budget: int | str | tuple[int, int] = 0


class NoTrade(Command):
    @classmethod
    def read(cls, fields: Mapping[str, Any]) -> Self:
        """`currency` where it was written as a zero."""
        return cls()


VOCABULARY: Vocabulary = {"sell": Sell, "buy": Buy, "no_trade": NoTrade}

CURRENCIES = {
    "CROWN": ("crown", "crowns", "krone", "kronen", "couronne", "couronnes", "Austria", "AUS", "A"),
    "POUND": ("pound", "pounds", "sterling", "pfund", "livre", "livres", "£", "England", "ENG", "E"),
    "FRANC": ("franc", "francs", "franken", "France", "FRA", "F"),
    "MARK": ("mark", "marks", "Germany", "GER", "G"),
    "LIRA": ("lira", "liras", "lire", "Italy", "ITA", "I"),
    "ROUBLE": ("rouble", "roubles", "ruble", "rubles", "rubel", "Russia", "RUS", "R"),
    "PIASTRE": ("piastre", "piastres", "piaster", "Turkey", "TUR", "T"),
}

BOURSE = Grammar("bourse", VOCABULARY, {"currency": CURRENCIES})
