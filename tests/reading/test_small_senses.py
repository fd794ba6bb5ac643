"""The yes-or-no questions that reading asks of a piece of a letter, by the things it names: one row an answer."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from judge.core.variant import Situation
from judge.reading.sense.readers import Senses
from tests.reading.clauses.reading import SEATS, grammar
from tests.tables import rows

SENSE = Path(__file__).parents[2] / "grammar" / "sense"


@cache
def senses(game: str) -> Senses:
    return Senses(SENSE, game, grammar(game).names, SEATS)


def answers(ask: Callable[[Senses, str], bool], game: str, yes: tuple[str, ...], no: tuple[str, ...]) -> None:
    """Which of these are answered otherwise."""
    wrong = [text for text in (*yes, *no) if ask(senses(game), text) != (text in yes)]
    assert wrong == []


def test_a_game_without_words_is_not_read_by_things() -> None:
    nothing = Senses(SENSE, "chess", {}, SEATS)
    assert not (nothing.acts("Sell 300 lira") or nothing.changes("swap them"))
    assert nothing.read("Sell 300 lira", Situation) is None


@pytest.mark.parametrize(
    ("game", "text", "deed"),
    rows(__file__, "a_heading_says_one_thing_that_is_done_and_names_nothing"),
)
def test_a_heading_says_one_thing_that_is_done_and_names_nothing(game: str, text: str, deed: str) -> None:
    assert senses(game).heads(text) == deed


def test_a_name_a_unit_or_an_amount_is_what_orders_are_made_of() -> None:
    answers(Senses.acts, "bourse", ("Lira looks good", "300", "the fleet", "Lupus"), ("thanks a lot", "well done"))
    answers(Senses.acts, "diplomacy", ("all of them", "Paris"), ("Lira",))


def test_the_names_of_a_text_are_told_by_their_canonical_ones() -> None:
    assert senses("bourse").named("Lira for marks, or 300") == {"LIRA", "MARK"}


def test_what_kind_of_order_it_is_may_stand_beside_it() -> None:
    answers(Senses.matters, "economic4", ("as a gift", "to be paid back", "a loan"), ("I like Paris", "Paris"))
    answers(Senses.matters, "exchange", ("at 5 each", "up to 50", "per share"), ("as you said",))


def test_a_choice_is_one_unit_several_places_and_an_or() -> None:
    no = ("army Paris", "Paris or Burgundy", "army Paris and Burgundy", "fleet Brest or Brest")
    answers(Senses.chooses, "diplomacy", ("army Paris or Burgundy", "a fleet in Brest or Marseilles"), no)


def test_places_and_limits_belong_to_an_order_that_is_given_whole() -> None:
    answers(Senses.places, "exchange", ("Paris", "up to 5", "for 20 at most"), ("300", "the army", "yes"))


def test_a_unit_and_what_it_does_are_an_order_that_nobody_can_read() -> None:
    yes = ("army moves", "Par and Mar both help Bur", "5 armies", "the fleet stays")
    no = ("army", "Par helps", "the army never moves", "he moves the army", "Paris moves to Burgundy", "Bur and Mar")
    answers(Senses.orders, "diplomacy", yes, no)
