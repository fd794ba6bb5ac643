"""A letter in hand when the judge died: suspected after once, set aside after three times, and after none too soon."""

from __future__ import annotations

from contextlib import AbstractContextManager
from pathlib import Path

import pytest

from judge.desk.cabinet.crash_guard import DEATHS, PAUSE, Suspects

ONE, OTHER = b"one letter", b"another letter"


class Lives:
    """A judge that dies over what it has in hand, again and again. `paused`: before which lives it waited."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.paused: list[float] = []
        self._open: list[AbstractContextManager[None]] = []  # a life that ends puts nothing down

    def begin(self) -> Suspects:
        return Suspects(self.path, self.paused.append)

    def die(self, *letters: bytes) -> Suspects:
        suspects = self.begin()
        self._open.append(suspects.holding(letters))
        self._open[-1].__enter__()
        return suspects


@pytest.fixture
def lives(tmp_path: Path) -> Lives:
    return Lives(tmp_path / "in-hand")


def test_a_letter_over_which_three_lives_in_a_row_ended_is_not_read_any_more(lives: Lives) -> None:
    assert not lives.begin().suspected(ONE)
    for life in range(1, DEATHS + 1):
        lives.die(ONE)
        suspects = lives.begin()
        assert suspects.suspected(ONE) and not suspects.suspected(OTHER)
        assert suspects.condemned(ONE) is (life == DEATHS) and not suspects.condemned(OTHER)
    assert lives.paused == [PAUSE] * (DEATHS - 1)


def test_of_several_in_hand_each_is_suspected_and_none_is_counted(lives: Lives) -> None:
    for _ in range(DEATHS + 1):
        lives.die(ONE, OTHER)
    suspects = lives.begin()
    assert suspects.suspected(ONE) and suspects.suspected(OTHER)
    assert not suspects.condemned(ONE) and not suspects.condemned(OTHER) and lives.paused == []


def test_a_death_over_another_letter_begins_the_count_anew(lives: Lives) -> None:
    for letter in (ONE, ONE, OTHER, ONE, ONE):
        lives.die(letter)
    assert not lives.begin().condemned(ONE)
    lives.die(ONE)
    assert lives.begin().condemned(ONE)


def test_what_was_dealt_with_or_failed_in_words_is_not_suspected(lives: Lives) -> None:
    for _ in range(2):
        lives.die(ONE)
    suspects = lives.begin()
    suspects.acquit(ONE)
    assert not suspects.suspected(ONE)
    with pytest.raises(ValueError, match="a fault"), suspects.holding([ONE]):
        raise ValueError("a fault")
    assert not lives.begin().suspected(ONE)
    lives.die(ONE)
    assert not lives.begin().condemned(ONE), "the count began anew"
