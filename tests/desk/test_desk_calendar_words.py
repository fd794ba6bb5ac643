"""A phase named in a letter is read by the calendar of its game."""

from __future__ import annotations

from judge.desk.counter import lateness
from judge.games import variants

DIPLOMACY = variants()["diplomacy"].info.calendar


def test_the_open_phase_is_known_by_the_words_its_game_uses() -> None:
    assert lateness.names_the_phase(DIPLOMACY, ["my builds for Winter 1901"], "W1901A")
    assert lateness.names_the_phase(DIPLOMACY, ["autumn 1901 retreats"], "F1901R")
    assert not lateness.names_the_phase(DIPLOMACY, ["autumn 1901 retreats"], "F1901M")
    assert not lateness.names_the_phase(DIPLOMACY, ["nothing of the kind"], "F1901M")
