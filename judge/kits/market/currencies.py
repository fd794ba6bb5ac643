"""Currencies: one a power, with the words people use for them.

The rules never look here for *which* currencies a game has: that comes from its board. This is the table of the
standard seven, and of how a currency is written in sentences.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True)
class Currency:
    """A currency and its power. `one` and `many` are for sentences, `spellings` for reading."""

    code: str
    power: str
    one: str
    many: str
    spellings: tuple[str, ...] = ()


STANDARD: tuple[Currency, ...] = (
    Currency(
        "CROWN",
        "AUSTRIA",
        "Crown",
        "Crowns",
        (
            "Krone",
            "Kronen",
            "couronne",
            "couronnes",
            "Austrian crown",
            "Austrian crowns",
            "Austria",
            "Austria-Hungary",
            "Autriche",
            "Österreich",
            "Oesterreich",
            "Austrian",
            "AUS",
            "A",
        ),
    ),
    Currency(
        "POUND",
        "ENGLAND",
        "Pound",
        "Pounds",
        (
            "Pfund",
            "Pfunde",
            "livre",
            "livres",
            "sterling",
            "pound sterling",
            "pounds sterling",
            "livres sterling",
            "livre sterling",
            "England",
            "Angleterre",
            "Britain",
            "Great Britain",
            "English",
            "ENG",
            "E",
        ),
    ),
    Currency(
        "FRANC",
        "FRANCE",
        "Franc",
        "Francs",
        ("Franken", "Frank", "Franks", "French franc", "French francs", "France", "Frankreich", "French", "FRA", "F"),
    ),
    Currency(
        "MARK",
        "GERMANY",
        "Mark",
        "Marks",
        (
            "Marken",
            "Reichsmark",
            "Reichsmarks",
            "Goldmark",
            "marc",
            "marcs",
            "German mark",
            "German marks",
            "Germany",
            "Allemagne",
            "Deutschland",
            "German",
            "GER",
            "G",
        ),
    ),
    Currency(
        "LIRA",
        "ITALY",
        "Lira",
        "Lira",
        (
            "lire",
            "liras",
            "lires",
            "Italian lira",
            "Italian lire",
            "Italy",
            "Italie",
            "Italien",
            "Italia",
            "Italian",
            "ITA",
            "I",
        ),
    ),
    Currency(
        "ROUBLE",
        "RUSSIA",
        "Rouble",
        "Roubles",
        (
            "ruble",
            "rubles",
            "Rubel",
            "Rubeln",
            "Russian rouble",
            "Russian roubles",
            "Russian rubles",
            "Russia",
            "Russie",
            "Russland",
            "Rußland",
            "Russian",
            "RUS",
            "R",
        ),
    ),
    Currency(
        "PIASTRE",
        "TURKEY",
        "Piastre",
        "Piastres",
        (
            "piaster",
            "piasters",
            "piastern",
            "Turkish piastre",
            "Turkish piastres",
            "Turkey",
            "Turquie",
            "Türkei",
            "Tuerkei",
            "Turkish",
            "TUR",
            "T",
        ),
    ),
)

_WORDS = {currency.code: (currency.one, currency.many) for currency in STANDARD}


def word(code: str, count: int = 2) -> str:
    """The currency in a sentence, singular for one unit: `Mark`, `Marks`."""
    one, many = _WORDS.get(code, (code.title(), code.title()))
    return one if count == 1 else many


def units(count: int, code: str) -> str:
    """`115 Marks`."""
    return f"{count} {word(code, count)}"


def currencies_of(powers: Iterable[str]) -> tuple[Currency, ...]:
    """The currencies of a board's powers. A power the table does not know gives its own name to its currency."""
    known = {currency.power: currency for currency in STANDARD}
    return tuple(known.get(power) or _named_after(power) for power in sorted(powers))


def _named_after(power: str) -> Currency:
    return Currency(power, power, power.title(), power.title(), (power[:3],))


def spellings(currencies: Iterable[Currency]) -> dict[str, tuple[str, ...]]:
    """Code -> every spelling (M-14), for the lexicon."""
    return {c.code: tuple(dict.fromkeys((c.one, c.many, *c.spellings, c.power.title()))) for c in currencies}
