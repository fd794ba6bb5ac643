"""A stand-in for a market game: its commands and the names of the seven currencies."""

from __future__ import annotations

from dataclasses import dataclass

from judge.core.command import Command, Vocabulary
from judge.parse import Grammar


@dataclass(frozen=True)
class Sell(Command):
    amount: int | str
    currency: str


@dataclass(frozen=True)
class Buy(Command):
    currency: str
    amount: int | str = 0
    budget: int | str = 0


@dataclass(frozen=True)
class NoTrade(Command):
    pass


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
