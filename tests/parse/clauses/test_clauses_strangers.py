"""A wish in one line and the name for it in another, as people write who are not known yet."""

from __future__ import annotations

import pytest

from judge.core.command import Command
from judge.core.words import HelpWord, Join, ListGames, Place, Register
from judge.parse import Voice
from judge.parse.clauses.strangers import name_in, pseudonym_in
from judge.post import Line
from tests.parse.clauses.reading import reader


def said(letter: str) -> list[Command]:
    """What a stranger's letter is read as."""
    lines = [Line(n, row) for n, row in enumerate(letter.split("\n"), 1)]
    found = reader().clauses(lines, Place.OUTSIDE, None, Voice(seats=("Lupus", "Vulpes"), games=("lira7",)))
    return [command for clause in found for command in clause.commands]


@pytest.mark.parametrize(
    "letter",
    [
        "REGISTER\nAnn Archer",
        "REGISTER\nMy name is Ann Archer",
        "HELP REGISTER\nI am Ann Archer",
        "HELP REGISTER\nAnn Archer",
        "HELP JOIN\nI'm Ann Archer",
        "How do I register? My name is Ann Archer.",
        "How do I join? My name is Ann Archer.",
    ],
)
def test_who_asks_how_to_be_known_and_says_a_name_is_made_known_by_it(letter: str) -> None:
    assert said(letter) == [Register(line=1, name="Ann Archer")]


def test_a_name_alone_below_a_question_how_to_join_is_no_wish_to_be_known() -> None:
    assert said("HELP JOIN\nAnn Archer") == [HelpWord(line=1, topic="JOIN")]


def test_thanks_below_register_are_no_name() -> None:
    assert said("REGISTER\nThanks") == [Register(line=1)]


def test_a_zone_in_a_line_of_its_own_goes_with_the_name() -> None:
    (word,) = said("REGISTER\nMy name is Ann Archer\nZone: Europe/Madrid")
    assert word == Register(line=1, name="Ann Archer", zone="Europe/Madrid")


def test_a_seat_is_named_behind_the_game_or_in_the_next_line() -> None:
    assert said("JOIN lira7\nPlease call me Nova.") == [Join(line=1, game="lira7", seat="Nova")]
    assert said("JOIN lira7 AS Nova\nPlease call me Stella.")[0] == Join(line=1, game="lira7", seat="Nova")


def test_ones_own_name_does_not_become_a_pseudonym() -> None:
    words = said("JOIN lira7\nMy name is Ann Archer")
    assert [word.seat for word in words if isinstance(word, Join)] == [""]
    assert [word.name for word in words if isinstance(word, Register)] == ["Ann Archer"]


def test_who_says_who_he_is_where_he_asks_for_a_seat_is_made_known_too() -> None:
    register, join = said("I am Ann Archer and would like to join lira7 as Nova")
    assert register == Register(line=1, name="Ann Archer")
    assert join == Join(line=1, game="lira7", seat="Nova")


def test_who_only_looks_at_a_game_and_says_his_name_is_not_made_known() -> None:
    assert said("LIST lira7\nMy name is Ann Archer") == [ListGames(line=1, game="lira7")]


def test_who_makes_himself_known_is_made_known_once() -> None:
    words = said("REGISTER Ann Archer\nJOIN lira7 AS Nova\nMy name is Ann Archer")
    assert [type(word) for word in words].count(Register) == 1


@pytest.mark.parametrize(
    ("text", "bare", "name"),
    [
        ("Call me Nova", False, "Nova"),
        ("Nova", True, "Nova"),
        ("Nova", False, ""),
        ("Yes, thanks", True, ""),
        ("No", True, ""),
    ],
)
def test_a_name_alone_is_a_pseudonym_only_where_one_was_asked_for(text: str, bare: bool, name: str) -> None:
    assert pseudonym_in(text, bare) == name


@pytest.mark.parametrize(
    ("text", "name"),
    [("I'm Ann Archer", "Ann Archer"), ("Ann Archer", "Ann Archer"), ("Thanks Ann", ""), ("i'm busy today", "")],
)
def test_a_name_is_told_from_a_nod(text: str, name: str) -> None:
    assert name_in(text) == name
