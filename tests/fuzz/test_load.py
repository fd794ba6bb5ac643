"""The load benchmark in small: every letter is answered once, and everybody's deadline is met. No times."""

from pathlib import Path

import pytest

from bench import load
from tests.counts import SOAK
from tests.stores import ON_SERVER, home_store

WANTED = ("bourse", "diplomacy", "payola", "exchange")  # everybody writes what a robot would
pytestmark = pytest.mark.slow


@pytest.mark.parametrize("judges", [1, 2, 4] if ON_SERVER else [1])
def test_every_letter_fed_to_running_daemons_is_answered_once_and_all_games_are_resolved(
    judges: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    calm, flood = load.embedded(
        tmp_path, 4000 if SOAK else 80, 4, 5, False, wanted=WANTED, store=home_store(), judges=judges
    )
    assert (len(calm.waits), calm.confirmed) == (calm.letters - 1, calm.letters - 1)  # the first one opens the door
    assert (len(flood.waits), flood.confirmed) == (flood.letters, flood.letters)
    assert "4 games resolved" in capsys.readouterr().out
    assert not list((tmp_path / "var" / "shunt").glob("*"))
