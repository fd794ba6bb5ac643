"""Orders of a clause that mean something beside one another alone."""

from __future__ import annotations

from dataclasses import replace

import pytest

from judge.core.variant import Situation, UnitSeen
from tests.reading.sense.positions import opening, read


def at_sea() -> Situation:
    """England with an army in Yorkshire and fleets in the North Sea and the Norwegian Sea."""
    army = UnitSeen("A", "YOR", ("YOR", "Yorkshire"), ("EDI", "LON", "LVP", "WAL"), "ENGLAND")
    near = UnitSeen("F", "NTH", ("NTH", "North Sea"), ("EDI", "LON", "YOR", "NWY", "BEL", "HOL", "DEN"), "ENGLAND")
    far = UnitSeen("F", "NWG", ("NWG", "Norwegian Sea"), ("EDI", "NWY", "BAR", "CLY"), "ENGLAND")
    return replace(opening("England"), units=(army, near, far))


@pytest.mark.parametrize(
    "letter",
    [
        "Get the army over to Norway, the North Sea fleet does the ferrying.",
        "The army in Yorkshire crosses to Norway with the North Sea fleet carrying it.",
        "Yorkshire to Norway, North Sea convoys",
    ],
)
def test_a_fleet_that_only_carries_carries_the_army_of_the_clause(letter: str) -> None:
    lines, asked = read("diplomacy", letter, at_sea())
    assert (sorted(lines), asked) == (["A YOR - NWY VIA", "F NTH C A YOR - NWY"], [])


def test_an_army_that_only_a_fleet_can_bring_is_not_sent_from_a_sentence_alone() -> None:
    lines, asked = read("diplomacy", "Please get my army over to Norway somehow", at_sea())
    assert (lines, len(asked)) == ([], 1)
