"""Examples out of a position, as lines and as a sentence."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.diplomacy.table import DIPLOMACY, started, stood

GAME: Any = DIPLOMACY
OPENING = started()


@pytest.mark.parametrize(
    ("power", "lines", "sentence"),
    [
        ("AUSTRIA", "A BUD - RUM; A VIE HOLD", "My army in Budapest goes to Rumania, and the fleet in Trieste holds."),
        (
            "ENGLAND",
            "A LVP - CLY; F EDI S A LVP - CLY; F LON HOLD",
            "My army in Liverpool goes to Clyde, and the fleet in London holds.",
        ),
        ("FRANCE", "A MAR - SPA; A PAR HOLD", "My army in Marseilles goes to Spain, and the fleet in Brest holds."),
        ("GERMANY", "A BER - PRU; A MUN HOLD", "My army in Berlin goes to Prussia, and the fleet in Kiel holds."),
        (
            "ITALY",
            "A ROM - APU; A VEN S A ROM - APU; F NAP HOLD",
            "My army in Rome goes to Apulia, and the fleet in Naples holds.",
        ),
        (
            "RUSSIA",
            "A MOS - LVN; A WAR S A MOS - LVN; F SEV HOLD",
            "My army in Moscow goes to Livonia, and the fleet in St Petersburg (south coast) holds.",
        ),
        (
            "TURKEY",
            "A CON - BUL; A SMY HOLD",
            "My army in Constantinople goes to Bulgaria, and the fleet in Ankara holds.",
        ),
    ],
)
def test_the_opening_has_an_example_for_every_power(power: str, lines: str, sentence: str) -> None:
    assert GAME.samples(OPENING, power) == tuple(lines.split("; "))
    assert GAME.spoken(OPENING, power) == sentence


@pytest.mark.parametrize(
    ("phase", "units", "lines"),
    [
        ("W1901A", "A RUH", ["BUILD A BER", "BUILD F KIE"]),  # three centres, one unit
        ("W1901A", "A BER, F KIE, A MUN", []),
        ("W1901A", "A BER, F KIE, A MUN, A RUH, F HOL", ["REMOVE A BER", "REMOVE A MUN"]),
        ("W1901A", "A BER, F KIE", ["BUILD A MUN"]),
        ("F1901M", "A RUH", ["A RUH - BEL"]),
    ],
)
def test_a_winter_has_examples_of_as_many_builds_or_removals_as_are_due(
    phase: str, units: str, lines: list[str]
) -> None:
    state = stood({"GERMANY": units}, phase)
    assert list(GAME.samples(state, "GERMANY")) == lines
    assert bool(GAME.spoken(state, "GERMANY")) is (phase[-1] == "M")
