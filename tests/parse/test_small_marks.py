"""What tells a piece of a letter that may be an instruction from talk: pieces that do, and pieces that do not."""

from __future__ import annotations

from functools import cache

import pytest

from judge.parse.clauses.modality import Modality
from judge.parse.clauses.order_likelihood import OrderLikelihood
from judge.parse.words import FIRST_WORDS
from tests.parse.clauses.reading import grammar, reader


@cache
def marks(game: str) -> OrderLikelihood:
    """Those of a game; `flurb` stands in a file of phrases."""
    orders = reader().orders(grammar(game))
    return OrderLikelihood(grammar(game).names, orders.verbs, FIRST_WORDS, orders.keywords, ["flurb"])


def asked(question: str, game: str, yes: list[str], no: list[str], *more: object) -> None:
    """Which of these are answered otherwise."""
    ask = getattr(marks(game), question)
    assert [text for text in (*yes, *no) if ask(text, *more) != (text in yes)] == []


@pytest.mark.parametrize(
    ("game", "yes", "no"),
    [
        (
            "diplomacy",
            [
                "Paris could perhaps go one day to Burgundy",
                "we go over there to Burgundy",
                "we go to Burgundy",
                "my nice old friend Paris might well wander to Burgundy",
            ],
            [
                "go over by the hills to Burgundy",
                "we go by the long way to Burgundy",
                "300 and a lira",
                "300 is a lira",
                "he sells",
                "300",
            ],
        ),
        (
            "bourse",
            [
                "Paris could perhaps go one day to Burgundy",
                "we go over there to Burgundy",
                "we go to Burgundy",
                "300 and a lira",
                "he sells",
                "my nice old friend Paris might well wander to Burgundy",
            ],
            ["go over by the hills to Burgundy", "we go by the long way to Burgundy", "300 is a lira", "300"],
        ),
    ],
)
def test_in_doubt_a_verb_anywhere_is_enough(game: str, yes: list[str], no: list[str]) -> None:
    asked("acts", game, yes, no)


@pytest.mark.parametrize(
    ("game", "yes", "no"),
    [
        (
            "bourse",
            [
                "go Germany",
                "a b c d e f g h i j k 5",
                "selling a b c d e f g h i j k l 5",
                "is nice lira",
                "lira nice is",
            ],
            ["Vulpes.", "a b c d e f g h i j k l 5", "nice lira is", "dear lira"],
        ),
        ("diplomacy", ["5", "a retreat"], ["of Europe.", "sorry, Turkey"]),
        ("exchange", ["2nd choice"], ["Ruhr is fun"]),
    ],
)
def test_beside_an_order_a_name_or_a_figure_is_enough(game: str, yes: list[str], no: list[str]) -> None:
    asked("beside", game, yes, no)


@pytest.mark.parametrize(
    ("game", "yes", "no"),
    [
        (
            "bourse",
            ["give Paris 5", "please sell 300 lira", "change 5 lira", "also now sell 5 lira", "sell", "attack Paris"],
            ["conditions", "and", "lira 5 sell"],
        ),
        ("payola", [], ["now it's gone."]),
        (
            "diplomacy",
            ["give Paris 5", "attack Paris"],
            ["please sell 300 lira", "and", "change 5 lira", "lira 5 sell", "also now sell 5 lira", "sell"],
        ),
    ],
)
def test_a_command_begins_with_what_is_to_be_done(game: str, yes: list[str], no: list[str]) -> None:
    asked("commanded", game, yes, no)


@pytest.mark.parametrize(
    ("game", "yes", "no"),
    [
        ("bourse", ["he sells 5 lira"], ["I flurb"]),
    ],
)
def test_of_somebody_else_s_doing_words_of_phrases_are_no_mark(game: str, yes: list[str], no: list[str]) -> None:
    asked("has", game, yes, no, True)


@pytest.mark.parametrize(
    ("game", "yes", "no"),
    [
        (
            "bourse",
            [
                "1 to Italy as a gift",
                "Drop the marks and the lira and buy roubles instead.",
                "Gulf of Lyon",
                "Jettison piastres and roubles; everything goes into marks",
                "Mark 1.00",
                "Pray buy me 250 of those lovely things.",
                "Some marks",
                "Turn the Mark sale into a Lira sale",
                "all move",
                "buy Marks for it.",
                "my army moves",
                "a b c d e f g sell lira",
                "he will sell 5 lira",
                "sell one lira",
                "sell one nice lira",
                "sell 5",
                "sell me 5",
                "sell me one",
                "buy us 5",
                "lira 5 a b c d e f g h i j",
                "5 of my lira",
                "some of lira",
                "lira: 5",
                "Paris a to Burgundy",
                "Paris a b c d to Burgundy",
                "Paris a b c d e to Burgundy",
                "Paris to the Burgundy",
                "Paris to the nice Burgundy",
                "Paris to the nice old Burgundy",
                "rules",
                "rules a b c d e f g",
                "I flurb",
                "please sell a b c",
            ],
            [
                "40 shares of Germany at 5",
                "Brest move",
                "I'd like half of my crowns",
                "Put half of the money into marks and half into francs.",
                "everything into Marks.",
                "move the deadline to Sunday",
                "go over the hills of Burgundy",
                "go over all the hills of Burgundy",
                "go over all the old hills of Burgundy",
                "Paris's men attack Burgundy",
                "lira 5 a b c d e f g h i j k",
                "5 of nice lira",
                "5 a b c d lira",
                "some nice lira",
                "some more nice lira",
                "lira:",
                "nice: 5",
                "rules a b c d e f g h",
                "please sell a b c d",
            ],
        ),
        (
            "diplomacy",
            [
                "Budapest to Serbia looks dull.",
                "I will travel from Switzerland to Paris via Burgundy.",
                "Is it wise to attack Galicia?",
                "an army",
                "forget Ruh-Bel",
                "the 400s should both be 300s",
                "with support from Bur",
                "Paris a to Burgundy",
                "Paris a b c d to Burgundy",
                "Paris a b c d e to Burgundy",
                "Paris to the Burgundy",
                "Paris to the nice Burgundy",
                "Paris to the nice old Burgundy",
                "rules",
                "rules a b c d e f g",
                "I flurb",
            ],
            [
                "England has promised to help me into Sweden",
                "go over the hills of Burgundy",
                "go over all the hills of Burgundy",
                "go over all the old hills of Burgundy",
                "a b c d e f g sell lira",
                "a b c d e f g h sell lira",
                "he will sell 5 lira",
                "Paris's men attack Burgundy",
                "sell one lira",
                "sell one nice lira",
                "sell 5",
                "sell me 5",
                "sell me one",
                "buy us 5",
                "lira 5 a b c d e f g h i j",
                "lira 5 a b c d e f g h i j k",
                "5 of my lira",
                "5 of nice lira",
                "5 a b c d lira",
                "some nice lira",
                "some more nice lira",
                "some of lira",
                "lira: 5",
                "lira:",
                "nice: 5",
                "rules a b c d e f g h",
                "please sell a b c",
                "please sell a b c d",
            ],
        ),
        (
            "exchange",
            [
                "5 German",
                "Bob wants 15 for a Russian share?!",
                "For Turkey somewhere between 50 and 70.",
                "Russia I mean: price 5",
                "Sell half of everything",
                "Spain 3",
            ],
            ["Bur and Mar"],
        ),
        (
            "payola",
            ["Whatever Italy pays Venice", "give a bit to Italy as well."],
            ["Swap the amounts for Kiel, Berlin and Munich."],
        ),
    ],
)
def test_an_instruction_has_a_verb_a_sum_a_unit_or_an_arrow_with_a_name(
    game: str, yes: list[str], no: list[str]
) -> None:
    asked("has", game, yes, no)


@pytest.mark.parametrize(
    ("game", "yes", "no"),
    [
        ("diplomacy", [], ["Helga"]),
        ("payola", ["2"], []),
        ("bourse", ["5 lira"], ["nice 5", "a5"]),
    ],
)
def test_a_text_of_figures_and_names_alone_is_told_by_that(game: str, yes: list[str], no: list[str]) -> None:
    asked("only", game, yes, no)


@pytest.mark.parametrize(
    ("game", "yes", "no"),
    [
        (
            "bourse",
            ["Otto Maier", "Otto (71 and still going)"],
            [
                "Otto",
                "Otto Max Maier",
                "Otto Max Karl Maier",
                "otto maier",
                "Otto Paris",
                "Otto Pariss",
                "Otto Max Karl Maier (71)",
                "(71)",
                "Mark Lira",
            ],
        ),
    ],
)
def test_a_signature_is_two_or_three_capitals_that_mean_nothing_here(game: str, yes: list[str], no: list[str]) -> None:
    asked("signs", game, yes, no)


@pytest.mark.parametrize(
    ("game", "yes", "no"),
    [
        ("payola", [], ["no"]),
    ],
)
def test_a_no_alone_takes_nothing_back(game: str, yes: list[str], no: list[str]) -> None:
    asked("takes_back", game, yes, no)


@pytest.mark.parametrize(
    ("game", "yes", "no"),
    [
        ("bourse", [], ["tell me what the mark costs now, and what I own?"]),
        ("diplomacy", ["A MAR - BUR?", "A four-way draw?"], ["Holland?", "I could make Russia a present"]),
    ],
)
def test_advice_is_told_by_what_acts(game: str, yes: list[str], no: list[str]) -> None:
    asked("told", game, yes, no, Modality.ADVICE)


@pytest.mark.parametrize(
    ("game", "yes", "no"),
    [
        (
            "bourse",
            ["I might move Munich to Burgundy.", "The other 200 go into Pounds or Roubles, can't decide."],
            ["maybe marks"],
        ),
        ("diplomacy", ["I could make Russia a present"], ["Could make Russia a present", "I could make him a present"]),
    ],
)
def test_what_one_may_do_is_told_by_a_name(game: str, yes: list[str], no: list[str]) -> None:
    asked("told", game, yes, no, Modality.MAYBE)


def test_a_long_text_without_a_verb_or_many_names_cannot_be_an_order() -> None:
    def none(text: str, most: int) -> bool:
        return marks("bourse").none(frozenset(text.split()), text.split()[0], most)

    assert none("the lira is very nice and so are you", 1)
    assert not none("the lira is very nice and so are you", 0)
    assert not none("press is very nice and so are you", 5)
    assert not none("selling is very nice and so are you", 5)
    assert not none("armies flurb and so do you", 5)
    assert not marks("diplomacy").none(frozenset(["armies"]), "armies", 1)
    assert not marks("diplomacy").none(frozenset(["moving"]), "moving", 1)


def test_names_are_found_in_a_text_and_as_the_whole_of_it() -> None:
    assert marks("bourse").named("Lira's fall, the marks and Pâris") == {"lira", "marks", "paris"}
    assert marks("bourse").names(" lira ") and not marks("bourse").names("lira falls")
