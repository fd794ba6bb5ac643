"""Examples out of a position, as lines and as a sentence."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.diplomacy.table import DIPLOMACY, started, stood
from tests.tables import rows

GAME: Any = DIPLOMACY
OPENING = started()


@pytest.mark.parametrize(
    ("power", "lines", "sentence"),
    rows(__file__, "the_opening_has_an_example_for_every_power"),
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
