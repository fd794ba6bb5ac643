"""What a letter of orders and a deadline may cost in each game, in calls of Python functions.

A ceiling is what it cost when it was written, and a little more. Lower it when the work gets less. Who raises one says
why where it stands. A rise means, as a rule, that a sheet or a board is worked out twice for the same letter.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

import pytest

from judge.desk.cabinet.records import instant
from judge.extras import demo
from tests.counting import counting_calls
from tests.stores import sqlite_only

pytestmark = [sqlite_only("calls are those with the embedded engine"), pytest.mark.slow]

WARM = 9  # turns played first: what is read and built once is there


@dataclass(frozen=True)
class Ceiling:
    """Calls for a letter of orders, with its confirmation, and for a deadline with its letters in words."""

    letter: int
    deadline: int


CEILINGS = {
    "bourse": Ceiling(2_990, 24_100),
    "capitalist": Ceiling(7_150, 12_400),
    "diplomacy": Ceiling(3_910, 14_700),
    "economic4": Ceiling(5_330, 18_900),
    "exchange": Ceiling(6_050, 29_200),
    "payola": Ceiling(4_920, 24_300),
    "troubleshooter": Ceiling(3_540, 27_100),
}


@pytest.mark.parametrize("slug", sorted(CEILINGS))
def test_letters_and_a_deadline_of_a_game_stay_below_their_ceilings(slug: str, tmp_path: Path) -> None:
    players = demo.script(slug)
    show = demo._open(tmp_path / "home", slug, pages=False)
    name = demo._seat_everybody(show, slug, players)
    demo._turns(show, name, players, WARM, lambda: None)
    game = show.game(name)
    due = instant(game.deadline)
    before = show.posted
    demo._write(show, game, players, WARM)
    with counting_calls() as letters:
        show.tick(due - timedelta(hours=1))
    with counting_calls() as deadline:
        show.tick(due + timedelta(minutes=2))
    assert show.game(name).phase != game.phase
    show.house.close()
    cost = Ceiling(round(letters.calls / (show.posted - before)), deadline.calls)
    assert cost.letter <= CEILINGS[slug].letter and cost.deadline <= CEILINGS[slug].deadline, (slug, game.phase, cost)
