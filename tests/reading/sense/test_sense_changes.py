"""Lines changed by what they say now."""

from __future__ import annotations

import pytest

from tests.reading.clauses.reading import clauses, doubtful, taken

TRADES = ("SELL 300 LIRA", "BUY 300 MARK")
BIDS = ("BID RUSSIA 120", "BID TURKEY 60")


@pytest.mark.parametrize(
    ("game", "filed", "letter", "sheet"),
    [
        ("exchange", BIDS, "Take 20 off the Russian bid, the Turkish one can stay.", ["BID RUSSIA 100", BIDS[1]]),
        ("exchange", BIDS, "Increase my Russian bid by ten and forget about Turkey.", ["BID RUSSIA 130"]),
    ],
)
def test_every_game_has_its_lines_changed_so(game: str, filed: tuple[str, ...], letter: str, sheet: list[str]) -> None:
    found = clauses(game, letter, filed=filed)
    assert (taken(found), doubtful(found)) == (sheet, [])


@pytest.mark.parametrize(
    "letter",
    ["The lira doubled."],
)
def test_what_is_denied_open_past_or_of_others_changes_nothing(letter: str) -> None:
    assert taken(clauses("bourse", letter, filed=TRADES)) == []


@pytest.mark.parametrize(
    "letter",
    ["I like francs rather than marks.", "I have francs, not marks."],
)
def test_talk_with_figures_and_names_is_no_change_and_nothing_is_asked(letter: str) -> None:
    found = clauses("bourse", letter, filed=TRADES)
    assert (taken(found), doubtful(found)) == ([], [])
