"""A wish in one line and the name for it in another, as people write who are not known yet."""

from __future__ import annotations

import pytest

from judge.core.command import Command
from judge.core.words import HelpWord, Join, ListGames, Place, Register, Subscribe
from judge.post import Line
from judge.reading import Voice
from judge.reading.stranger_names import name_in, pseudonym_in
from tests.reading.clauses.reading import reader
from tests.tables import cases, rows


def said(letter: str) -> list[Command]:
    """What a stranger's letter is read as."""
    lines = [Line(n, row) for n, row in enumerate(letter.split("\n"), 1)]
    who = Voice(seats=("Lupus", "Vulpes"), games=("lira7",))
    found = reader().clauses(lines, Place.OUTSIDE, None, lambda: who)
    return [command for clause in found for command in clause.commands]


@pytest.mark.parametrize(
    "letter",
    rows(__file__, "who_asks_how_to_be_known_and_says_a_name_is_made_known_by_it"),
)
def test_who_asks_how_to_be_known_and_says_a_name_is_made_known_by_it(letter: str) -> None:
    assert said(letter) == [Register(line=1, name="Ann Archer")]


def test_a_name_alone_below_a_question_how_to_join_is_no_wish_to_be_known() -> None:
    assert said("HELP JOIN\nAnn Archer") == [HelpWord(line=1, topic="JOIN")]


def test_thanks_below_register_are_no_name() -> None:
    assert said("REGISTER\nThanks") == [Register(line=1)]


def test_a_seat_is_named_behind_the_game_or_in_the_next_line() -> None:
    assert said("JOIN lira7\nPlease call me Nova.") == [Join(line=1, game="lira7", seat="Nova")]
    assert said("JOIN lira7 AS Nova\nPlease call me Stella.")[0] == Join(line=1, game="lira7", seat="Nova")


@pytest.mark.parametrize(
    "letter",
    [
        "Ich würde gern bei lira7 mitspielen. Mein Pseudonym soll Nova sein.",
        "Je souhaite participer à lira7 sous le pseudonyme Nova",
        "Sign me up please. Game lira7, call me Nova.",
    ],
)
def test_a_pseudonym_is_found_in_other_languages_and_beside_the_game(letter: str) -> None:
    assert [(word.game, word.seat) for word in said(letter) if isinstance(word, Join)] == [("lira7", "Nova")]


def test_who_wants_no_more_results_is_never_put_on_the_list() -> None:
    for letter in ("I do not want the results of lira7", "Ich möchte die Ergebnisse von lira7 nicht mehr bekommen"):
        assert not [word for word in said(letter) if isinstance(word, Subscribe)]


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


@cases("text", "bare", "name")
def test_a_name_alone_is_a_pseudonym_only_where_one_was_asked_for(text: str, bare: bool, name: str) -> None:
    assert pseudonym_in(text, bare) == name


@pytest.mark.parametrize(
    ("text", "name"),
    [("I'm Ann Archer", "Ann Archer"), ("Ann Archer", "Ann Archer"), ("Thanks Ann", ""), ("i'm busy today", "")],
)
def test_a_name_is_told_from_a_nod(text: str, name: str) -> None:
    assert name_in(text) == name


@cases("letter")
def test_a_zone_beside_a_name_is_the_zone(letter: str) -> None:
    assert said(letter) == [Register(line=1, name="Ann Archer", zone="Europe/Dublin")]


@cases("text")
def test_a_name_is_found_in_front_and_behind_an_apology(text: str) -> None:
    assert name_in(text) == "Ann Archer"


@pytest.mark.parametrize(
    ("text", "name"), [("Sorry. I want to be Puffin.", "Puffin"), ("Apologies!", ""), ("Sorry", "")]
)
def test_a_pseudonym_behind_an_apology_is_no_apology(text: str, name: str) -> None:
    assert pseudonym_in(text, bare=text != "Apologies!") == name


@pytest.mark.parametrize(
    "letter",
    rows(__file__, "what_is_meant_for_somebody_else_is_answered_with_no_list"),
)
def test_what_is_meant_for_somebody_else_is_answered_with_no_list(letter: str) -> None:
    assert said(letter) == []


@cases("letter")
def test_a_question_about_games_to_be_had_is_answered_with_the_list(letter: str) -> None:
    assert said(letter) == [ListGames(line=1)]


@pytest.mark.parametrize(
    ("letter", "name", "seat"),
    [
        ("register me as Paul Schmidt and get me into lira7 as Dachs", "Paul Schmidt", "Dachs"),
        ("Please register me as Nick Hale and put me in lira7 as Tern.", "Nick Hale", "Tern"),
    ],
)
def test_two_wishes_of_a_sentence_are_both_read(letter: str, name: str, seat: str) -> None:
    found = said(letter)
    assert [one.name for one in found if isinstance(one, Register)] == [name]
    assert [(one.game, one.seat) for one in found if isinstance(one, Join)] == [("lira7", seat)]


def test_a_pseudonym_may_stand_in_front_of_what_is_said_of_it() -> None:
    assert [one.seat for one in said("Count me in for lira7. Heron will do as a name.") if isinstance(one, Join)] == [
        "Heron"
    ]


@pytest.mark.parametrize(
    "letter", ["Ich heiße Jürgen Voss und möchte mich anmelden.", "Je m'appelle Jürgen Voss et je voudrais m'inscrire."]
)
def test_a_name_ends_where_its_sentence_goes_on(letter: str) -> None:
    assert [one.name for one in said(letter) if isinstance(one, Register)] == ["Jürgen Voss"]
