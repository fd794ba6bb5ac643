"""The load benchmark in small: every letter is answered once, and everybody's deadline is met. No times."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench import load

pytestmark = pytest.mark.slow


def test_every_letter_fed_to_a_running_daemon_is_answered_once_and_all_games_are_resolved(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    calm, flood = load.embedded(tmp_path, 400, 4, 5, False)
    assert (len(calm.waits), calm.confirmed) == (calm.letters - 1, calm.letters - 1)  # the first one opens the door
    assert (len(flood.waits), flood.confirmed) == (flood.letters, flood.letters)
    assert "4 games resolved" in capsys.readouterr().out
    assert not list((tmp_path / "var" / "shunt").glob("*"))
