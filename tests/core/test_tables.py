"""Settings and verbs written as tables."""

from __future__ import annotations

import pytest

from judge.core.ruling import Reason
from judge.core.tables import reasons, settings, verbs
from judge.core.variant import Help, Option

SETTINGS = {
    "cash: forfeit | keep (M-7) money left over": Option(
        "cash", "choice", "forfeit", "money left over", ("forfeit", "keep"), rule="M-7"
    ),
    "nmr: hold | wait = wait (D-9) a power\n    without orders": Option(
        "nmr", "choice", "wait", "a power without orders", ("hold", "wait"), rule="D-9"
    ),
    "blind: no | yes (A13) nobody is told": Option("blind", "flag", "no", "nobody is told", rule="A13"),
    "hours: 1 to 720 = 48 (B-8, at any time) hours": Option(
        "hours", "int", "48", "hours", low=1, high=720, rule="B-8", frozen=False
    ),
    "tax: 0 to 1000 (A13) money a year": Option("tax", "int", "", "money a year", low=0, high=1000, rule="A13"),
    "min_bid: text = 50 (4.1) the least": Option("min_bid", "text", "50", "the least", rule="4.1"),
}


@pytest.mark.parametrize("table", SETTINGS)
def test_a_setting_is_read_from_its_table(table: str) -> None:
    assert settings(f"\n{table}\n") == (SETTINGS[table],)


def test_a_verb_is_read_with_the_examples_that_tests_parse() -> None:
    table = "IF IT MOVES: amount > unit order (A4)\n    promises it\n    for a move\n"
    table += "    > 4 > A PAR - BUR / 3 > F BRE - MAO"
    examples = ("4 > A PAR - BUR", "3 > F BRE - MAO")
    assert verbs(table) == (Help("IF IT MOVES", "amount > unit order", "promises it for a move", examples, "A4"),)


def test_an_entry_that_is_no_setting_stops_the_game_from_loading() -> None:
    with pytest.raises(AssertionError, match="cash forfeit"):
        settings("cash forfeit")


def test_reasons_are_read_by_code_and_comments_are_passed_over() -> None:
    table = "# cut\ncut (M-4, loses) You hold {held}\n    {many}.\nno-cash (2.1) It costs {cost} (in all)."
    expected = {
        "cut": Reason("M-4", "You hold {held} {many}.", loses=True),
        "no-cash": Reason("2.1", "It costs {cost} (in all)."),
    }
    assert reasons(table) == expected


def test_a_line_of_names_stands_for_settings_that_games_share() -> None:
    draws, own = Option("draws", "flag", "yes", "whether"), Option("blind", "flag", "no", "nobody is told", rule="A13")
    assert settings("draws\nblind: no | yes (A13) nobody is told", draws) == (draws, own)
