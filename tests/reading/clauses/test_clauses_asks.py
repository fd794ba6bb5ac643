"""Days and hours in words, names in two pieces, what a question speaks of, and texts that are passed on."""

from __future__ import annotations

import pytest

from judge.core import words
from judge.core.words import Place
from judge.post import Line
from judge.reading import Kind, name_in, pseudonym_in
from judge.reading.clauses.dates import moments
from judge.reading.text import Text
from tests.reading.clauses.reading import clauses
from tests.tables import rows


@pytest.mark.parametrize(
    ("written", "read"),
    rows(__file__, "days_and_hours_are_read_in_one_form"),
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


@pytest.mark.parametrize("text", ["kick Vulpes out"])
def test_no_power_of_a_master_is_carried_out_from_a_sentence(text: str) -> None:
    found = clauses("bourse", text, place=Place.MASTER)
    assert [clause.kind for clause in found] == [Kind.DOUBTFUL]
    assert all(clause.offer for clause in found)
