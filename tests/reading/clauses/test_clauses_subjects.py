"""What is answered by the meanings of words, in wordings that no phrase has."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from judge.core import words
from judge.core.errors import SetupError
from judge.core.words import Place
from judge.reading import Kind
from judge.reading.clauses.speech import Speech
from judge.reading.clauses.subjects import Subjects, Vocabulary
from judge.reading.files import tongues
from tests.reading.clauses.reading import clauses
from tests.reading.clauses.test_phrase_files import FOLDER
from tests.tables import cases


@pytest.mark.parametrize(
    ("letter", "word"),
    [
        ("The report of last spring fell victim to my spam folder.", words.History),
        ("Might I be told who is currently in the lead?", words.History),
        ("Which people am I up against?", words.ListGames),
        ("Bitte schick mir nochmal die Ergebnisse der letzten Runde.", words.History),
        ("Qui est en tête ?", words.History),
    ],
)
def test_a_player_is_understood_by_what_he_speaks_of(letter: str, word: type) -> None:
    (clause,) = clauses("bourse", letter)
    assert clause.kind is Kind.WORD
    assert isinstance(clause.commands[0], word)


@pytest.mark.parametrize(
    ("letter", "offer"),
    [("Vulpes is to be shown the door.", "EJECT Vulpes")],
)
def test_a_masters_wish_is_proposed(letter: str, offer: str) -> None:
    (clause,) = clauses("bourse", letter, place=Place.MASTER)
    assert (clause.kind, clause.offer) == (Kind.DOUBTFUL, (offer,))


def test_a_rule_with_a_meaning_that_nobody_defines_is_refused(tmp_path: Path) -> None:
    (tmp_path / "words.txt").write_text("[deadline]\ndeadline~ due\n")
    (tmp_path / "player.txt").write_text("ask: deadlin => STATUS\n")
    with pytest.raises(SetupError, match="line 1: nobody says what deadlin means"):
        Subjects(tmp_path, "player", (Vocabulary(tmp_path / "words.txt"),), Speech(()), {})


def test_the_first_word_that_is_not_small_is_marked_and_words_without_a_meaning_are_counted(tmp_path: Path) -> None:
    (tmp_path / "words.txt").write_text("[small]\nplease\n[cancel]\nscratch\n[sheet]\nsheet\n", "utf-8")
    vocabulary = Vocabulary(tmp_path / "words.txt")
    assert vocabulary.of("Please scratch the sheet") == ({"small", "cancel", "cancel!", "sheet"}, 1)
    assert vocabulary.of("Thanks: scratch 2 sheet") == ({"cancel", "sheet"}, 1)


@cases("letter")
def test_a_part_of_the_sheet_or_what_is_denied_empties_it_in_no_language(letter: str) -> None:
    found = clauses("bourse", letter, filed=("SELL 300 LIRA", "BUY 200 MARK", "BUY 100 POUND"))
    assert not any(isinstance(one, words.Clear) for clause in found for one in clause.commands)
    assert not any("CLEAR" in clause.offer for clause in found)


def test_what_bars_a_rule_can_be_said_in_every_language() -> None:
    folder = FOLDER.parent / "subjects"
    files = (folder / f"{who}.txt" for who in ("player", "master", "stranger"))
    rules = (
        row.partition(" => ")[0] for file in files for row in file.read_text("utf-8").splitlines() if row[:1] != "/"
    )
    bars = {one.rstrip("!") for row in rules for one in re.findall(r" -([\w-]+!?)(?!\S)", row)}
    assert "part" in bars
    for tongue in tongues(folder):
        assert bars <= Vocabulary(folder / f"{tongue}.txt").meanings, tongue
