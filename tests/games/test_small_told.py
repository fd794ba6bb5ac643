"""The rules of each game tell what they told before, in games whose players write what they write in the stories: what
becomes of each order and why, what is foreseen of it, what is offered as an example, and all that is told of a phase.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.games.session import play
from tests.told import hold_against

TESTS = Path(__file__).parents[1]
PLAYED = {
    "bourse": "classic_solo hosted_board sunshine_conceded",
    "capitalist": "separate_last_year",
    "economic4": "alliance_victory bankrupt captured_treasury mismatches tell_me",
    "exchange": "draw_of_three first_years hammer lots masks raid silent_retreat vacant_office",
    "payola": "bad_and_good dear_money ebayola fog straits",
    "troubleshooter": "hard_roads hosted_draw",
}


@pytest.mark.parametrize(("game", "story"), [(game, one) for game, told in PLAYED.items() for one in told.split()])
def test_each_game_is_told_as_before(game: str, story: str) -> None:
    written = (TESTS / "stories" / game / story / "story.txt").read_text("utf-8")
    hold_against(TESTS / "fixtures" / "told" / game / f"{story}.txt", {story: play(written)})
