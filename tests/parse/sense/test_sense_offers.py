"""Offers for orders by the things they name: a sum, a unit, and what it is to do, in any order."""

from __future__ import annotations

import pytest

from judge.core.variant import Situation, UnitSeen
from tests.parse.clauses.reading import clauses, doubtful, taken


def seen(kind: str, place: str, power: str) -> UnitSeen:
    return UnitSeen(kind, place, (place,), (), power)


BOARD = Situation(
    units=(seen("A", "PAR", "FRANCE"), seen("A", "MAR", "FRANCE"), seen("F", "BRE", "FRANCE")),
    others=(
        seen("A", "MUN", "GERMANY"),
        seen("A", "VEN", "ITALY"),
        seen("F", "NAP", "ITALY"),
        seen("F", "TRI", "AUSTRIA"),
    ),
    season="M",
)


@pytest.mark.parametrize(
    ("letter", "lines"),
    [
        ("Burgundy for the Paris army: 6 AgP", ["6 : A PAR - BUR"]),
        ("Burgundy 6, from Paris; Spain 3, from Marseilles", ["6 : A PAR - BUR", "3 : A MAR - SPA"]),
        ("It's worth 4 to me that Munich sits still", ["4 : A MUN H"]),
        ("The Austrian fleet sailing for Albania: 7 coins", ["7 : F TRI - ALB"]),
        (
            "7 that Naples sails for the Ionian, and Venice walks to Apulia for nothing",
            ["7 : F NAP - ION", "0 : A VEN - APU"],
        ),
        ("2 x 3 on Paris - Gascony", ["2*3 : A PAR - GAS"]),
        (
            "A dozen for Venice to Trieste and half a dozen for Naples to the Ionian",
            ["12 : A VEN - TRI", "6 : F NAP - ION"],
        ),
        (
            "4 apiece for Paris to Picardy, Marseilles to Spain, Brest to the Channel",
            ["4 : A PAR - PIC", "4 : A MAR - SPA", "4 : F BRE - ENG"],
        ),
        ("Tuck away 20 for me", ["20 $"]),
        ("5 to Paris for going to Burgundy", ["5 : A PAR - BUR"]),
        ("I promise 5 to Paris, provided that it is ordered to Burgundy", ["5 : A PAR - BUR"]),
        ("Nothing for the fleet, it just goes to the Channel", ["0 : F BRE - ENG"]),
    ],
)
def test_an_offer_is_read_by_its_sum_its_unit_and_its_aim(letter: str, lines: list[str]) -> None:
    found = clauses("payola", letter, situation=BOARD)
    assert taken(found) == lines
    assert not doubtful(found)


@pytest.mark.parametrize(
    "letter",
    [
        "About 5 for the Paris army to Burgundy",
        "5 or 6 for the Paris army to Burgundy",
        "5 for Paris or Marseilles to Burgundy",
        "5 for the Paris army to Burgundy if England pays too",
        "5 for the Paris army",
        "England has put 9 on his fleet for the Channel",
        "Perhaps 5 for the Paris army to Burgundy",
        "I won't pay Paris 5 to go to Burgundy",
        "Do not pay 2 AgP for Paris to Burgundy",
        "Half my gold for the Paris army to Burgundy",
        "4 for Paris to Burgundy, and Munich to Ruhr for whatever you like",
    ],
)
def test_an_offer_with_two_readings_is_never_filed(letter: str) -> None:
    found = taken(clauses("payola", letter, situation=BOARD))
    assert not [line for line in found if " BUR" in line and not line.startswith("4 ")]


def test_whose_purse_pays_is_never_guessed() -> None:
    found = clauses("exchange", "Debit side of Russia: 6 on Sevastopol to the Black Sea")
    assert not taken(found)
    assert doubtful(found)
