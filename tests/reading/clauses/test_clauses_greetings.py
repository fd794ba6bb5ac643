"""Lines that only greet are not read; what comes out is as if they had been."""

from __future__ import annotations

from itertools import product

import pytest

from judge.reading import Clause, Kind, canonical
from judge.reading.courtesies import greets
from tests.reading.clauses.reading import clauses

HELLOS = ("hi", "hello", "hey", "dear", "greetings", "good morning", "good evening", "good afternoon", "good day")
TITLES = ("", "judge", "gm", "referee", "master", "all", "there", "everybody", "everyone", "team", "sir")
CLOSES = ("thanks", "thank you", "many thanks", "cheers", "regards", "best regards", "kind regards", "best wishes")
GREETINGS = [*(f"{hello} {title}".strip().capitalize() for hello, title in product(HELLOS, TITLES)), "Judge"]
ORDERS = {
    "bourse": "SELL 300 LIRA, 200 CROWNS\nBUY 115 MARKS\nBUY FRANCS WITH REST",
    "payola": "4 : A PAR - BUR\n2 : A MUN H",
    "diplomacy": "A PAR - BUR\nF BRE - ENG\nA MAR S A PAR - BUR",
}


def read_word_by_word(game: str, letter: str, monkeypatch: pytest.MonkeyPatch) -> tuple[Clause, ...]:
    with monkeypatch.context() as patch:
        patch.setattr(canonical, "greets", lambda text: False)
        return clauses(game, letter)


@pytest.mark.parametrize("game", ORDERS)
def test_a_letter_that_greets_reads_as_if_every_word_had_been_looked_at(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for n, greeting in enumerate(GREETINGS):
        letter = f"{greeting}{',.!'[n % 3]}\n{ORDERS[game]}\n{CLOSES[n % len(CLOSES)]}{['', '!', '.', ','][n % 4]}"
        found = clauses(game, letter)
        assert [one.kind for one in found][:1] == [Kind.COURTESY], letter
        assert found == read_word_by_word(game, letter, monkeypatch), letter


@pytest.mark.parametrize("text", ["Hello judge, sell 300 lira", "Dear A Par", "Thanks but no", "Hi Bob", "Good"])
def test_more_than_a_greeting_is_read(text: str) -> None:
    assert not greets(text)


def test_every_greeting_is_known_at_sight() -> None:
    assert all(greets(text) for text in (*GREETINGS, *CLOSES))
