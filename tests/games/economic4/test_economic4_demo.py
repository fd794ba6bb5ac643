"""The demonstration game is played to its end by letters, and every phase can be computed again."""

from __future__ import annotations

from judge.extras.demo import play


def test_the_demo_reaches_an_alliance_victory_and_replays_equal(tmp_path):
    told: list[str] = []
    play("economic4", tmp_path / "home", told.append)
    assert any(line.startswith("Ended: alliance FRANCE RUSSIA") for line in told)
    assert "Replay: all phases equal." in told
