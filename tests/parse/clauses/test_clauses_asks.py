"""Days and hours in words, names in two pieces, what a question speaks of, and texts that are passed on."""

from __future__ import annotations

import pytest

from judge.core import words
from judge.core.words import Place
from judge.parse import Kind, name_in, pseudonym_in
from judge.parse.clauses.dates import moments
from judge.parse.text import Text
from judge.post import Line
from tests.parse.clauses.reading import clauses


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("Sunday evening, 20:00", "SUN 20:00"),
        ("Tuesdays 8pm Berlin time", "every TUE 20:00 Europe/Berlin"),
        ("8pm on Fridays", "every FRI 20:00"),
        ("Monday and Thursday at 18:00", "every MON,THU 18:00"),
        ("2026-11-15, 20:00", "2026-11-15 20:00"),
        ("Friday 13", "Friday 13"),
        ("Friday 23:30", "FRI 23:30"),
        ("Friday 24:00", "Friday 24:00"),
        ("Friday 25:00", "Friday 25:00"),
    ],
)
def test_days_and_hours_are_read_in_one_form(written: str, read: str) -> None:
    assert moments(Text.of(Line(1, written))).text == read


@pytest.mark.parametrize(
    ("said", "name"),
    [("as Curlew then", "Curlew"), ("Call me Hobby, please", "Hobby"), ("I'd rather be called Merlin", "Merlin")],
)
def test_an_answer_names_the_pseudonym(said: str, name: str) -> None:
    assert pseudonym_in(said, bare=False) == name


def test_a_nod_or_thanks_is_no_pseudonym() -> None:
    assert [pseudonym_in(text, bare=True) for text in ("Thanks Bob", "Yes", "Kestrel")] == ["", "", "Kestrel"]
    assert (name_in("Robin Hale"), name_in("Thanks Bob"), name_in("My name is Una Pike")) == (
        "Robin Hale",
        "",
        "Una Pike",
    )


def test_one_s_own_name_never_becomes_a_public_one() -> None:
    found = clauses("bourse", "I'd like to join lira7.\nMy name is Bob Hunt.", place=Place.OUTSIDE)
    joins = [one for clause in found for one in clause.commands if isinstance(one, words.Join)]
    assert all("Bob" not in join.seat for join in joins)


def test_a_text_that_is_passed_on_is_the_writer_s_to_the_last_mark() -> None:
    (clause,) = clauses("bourse", "Please tell Vulpes: see you next week, at the latest? Thanks, bye.")
    (press,) = clause.commands
    assert isinstance(press, words.Press)
    assert press.text == "see you next week, at the latest? Thanks, bye."


def test_a_question_about_another_s_orders_is_asked_about_and_no_answer_to_it() -> None:
    (clause,) = clauses("bourse", "What has Vulpes ordered?")
    assert clause.kind is Kind.DOUBTFUL


@pytest.mark.parametrize("text", ["Could you sell 300 lira at these prices?", "I want 300 marks at any price"])
def test_an_instruction_is_never_answered_as_a_question(text: str) -> None:
    found = clauses("bourse", text)
    assert not [clause for clause in found if clause.kind is Kind.WORD]


@pytest.mark.parametrize(
    "text", ["please extend the deadline by a day", "everybody gets two more days", "kick Vulpes out", "let's start"]
)
def test_no_power_of_a_master_is_carried_out_from_a_sentence(text: str) -> None:
    found = clauses("bourse", text, place=Place.MASTER)
    assert [clause.kind for clause in found] == [Kind.DOUBTFUL]
    assert all(clause.offer for clause in found)


@pytest.mark.parametrize(
    "letter",
    [
        "Do you think I should move Warsaw to Galicia?",
        "What would you do with my army in Warsaw?",
        "Is it wise to attack Galicia?",
        "Is moving Warsaw to Galicia a good idea?",
    ],
)
def test_who_asks_for_advice_is_not_answered_as_if_he_had_asked_for_his_sheet(letter: str) -> None:
    assert not any(clause.commands for clause in clauses("diplomacy", letter))


@pytest.mark.parametrize(
    "letter", ["What is the deadline?", "What is the deadline, by the way?", "Tell me about the deadline."]
)
def test_a_question_about_the_deadline_explains_no_word_of_the_masters(letter: str) -> None:
    (clause,) = clauses("bourse", letter)
    assert clause.commands == (words.Status(line=1),)


def test_a_word_that_is_only_the_masters_is_not_explained_to_a_player_who_asks_in_a_sentence() -> None:
    (clause,) = clauses("bourse", "What does the word EJECT do?")
    assert not clause.commands and clause.doubt is not None and "master" in clause.doubt.reason


def test_a_receiver_who_is_nearly_a_seat_is_proposed() -> None:
    (clause,) = clauses("bourse", "Please tell Korvus: I accept.")
    assert clause.offer == ("PRESS TO Corvus: I accept.",)
