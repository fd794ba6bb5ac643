"""Words that wait, as the lines that will be read when their turn has come."""

from __future__ import annotations

import pytest

from judge.core import words
from judge.desk.words.later import create_line, join_line, quoted, register_line


@pytest.mark.parametrize(
    ("name", "written"),
    [
        ("Lupus", "Lupus"),
        ("O'Hara", "O'Hara"),
        ("Mary-Ann", "Mary-Ann"),
        ("J.R.", "J.R."),
        ("X", "X"),
        ("Grey Wolf", '"Grey Wolf"'),
        ("-Wolf", '"-Wolf"'),
        ("Wolf-", '"Wolf-"'),
        ("Wolf!", '"Wolf!"'),
        ("_wolf", '"_wolf"'),
    ],
)
def test_a_name_that_is_no_plain_word_stands_in_quotation_marks(name: str, written: str) -> None:
    assert quoted(name) == written


@pytest.mark.parametrize(
    ("word", "line"),
    [
        (words.Join(game="lira7"), "JOIN lira7"),
        (words.Join(game="lira7", seat="Lupus"), "JOIN lira7 AS Lupus"),
        (words.Join(game="lira7", seat="Grey Wolf"), 'JOIN lira7 AS "Grey Wolf"'),
        (words.Join(game="dip3", preferences=("FRANCE", "ITALY")), "JOIN dip3 PREFER FRANCE ITALY"),
        (words.Join(game="dip3", seat="Eve", preferences=("FRANCE",)), "JOIN dip3 AS Eve PREFER FRANCE"),
    ],
)
def test_a_wish_to_join_is_written_as_a_line_without_its_password(word: words.Join, line: str) -> None:
    assert join_line(word) == line


def test_a_game_to_be_made_is_written_with_its_settings() -> None:
    settings = (("board", "hosted"), ("schedule", "FRI 18:00 Europe/London"))
    word = words.Create(game="lira8", variant="bourse", settings=settings)
    assert create_line(word) == 'CREATE lira8 bourse board="hosted" schedule="FRI 18:00 Europe/London"'


@pytest.mark.parametrize(
    ("name", "zone", "line"),
    [
        ("Ann Archer", "", "REGISTER Ann Archer"),
        ("Ann Archer", "Europe/Paris", "REGISTER Ann Archer, Europe/Paris"),
        ("", "Europe/Paris", "REGISTER Europe/Paris"),
        ("", "", "REGISTER"),
    ],
)
def test_a_registration_is_written_with_what_is_known(name: str, zone: str, line: str) -> None:
    assert register_line(name, zone) == line
