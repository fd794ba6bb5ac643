"""Words of other tongues must not take an English word, a name of a game or a verb of an order away."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from judge.core.words import Place
from judge.games import slugs
from judge.post import Line
from judge.reading import Kind, Reader
from judge.reading.clauses.patterns import words_of
from judge.reading.clauses.speech import Rule, Speech, load, slots_of
from judge.reading.files import tongues
from tests.reading.clauses.reading import SEATS, clauses, grammar, reader, said, taken, voice
from tests.reading.clauses.test_phrase_files import FOLDER
from tests.tables import cases

TONGUES = tongues(FOLDER)

# Words that many an English letter has, beside those of the game.
ENGLISH = (
    "a all am an and are as at be but by die do done dear for from get go had has have he her him his i if in is it "
    "man me my no not note of off on one or our out pas pass per plus pour rest she si so some tell ten that the them "
    "then "
    "they this to tout two under up us vent was we were what when will wind with you your den des mars main gift rot "
    "hat war bald kind fast tag rat art brief see"
)


def rules(tongue: str, game: str) -> tuple[Rule, ...]:
    return load(FOLDER, (tongue,), slots_of(grammar(game).names, SEATS))


@pytest.mark.parametrize("game", slugs())
@pytest.mark.parametrize("tongue", TONGUES)
def test_no_english_word_and_no_name_is_taken_for_another_tongues(tongue: str, game: str) -> None:
    names = {way for table in grammar(game).names.values() for name, ways in table.items() for way in (name, *ways)}
    orders = reader().orders(grammar(game))
    speech = Speech(load(FOLDER, (tongue,), slots_of(grammar(game).names, SEATS)))
    for word in sorted({*ENGLISH.split(), *names, *(verb.lower() for verb in orders.verbs)}):
        became = speech.rewrite(said(word)).text.text
        meant = [orders.lexicon.meanings(one) for one in (word, became)]
        assert became.casefold() == word.casefold() or (meant[0] and meant[0] & meant[1]), word


@pytest.mark.parametrize("tongue", TONGUES)
def test_every_rule_has_a_word_that_is_not_english(tongue: str) -> None:
    common = words_of(ENGLISH)
    for rule in rules(tongue, "bourse"):
        assert any(anchor - common for anchor in rule.pattern.anchors), rule.pattern.source


@cases("game", "letter")
def test_orders_are_read_as_they_stand(game: str, letter: str) -> None:
    assert {clause.kind for clause in clauses(game, letter)} == {Kind.ORDER}


def test_a_third_tongue_is_one_more_file(tmp_path: Path) -> None:
    shutil.copytree(FOLDER.parent, tmp_path / "grammar")
    words = "// tongue: Dutch\n[verb: sell] verkoop verkopen\n[currency: Pound] pond ponden\n[small] ik\n"
    (tmp_path / "grammar" / "sense" / "nl.txt").write_text(words)
    found = Reader(tmp_path).clauses([Line(1, "Ik verkoop 200 ponden.")], Place.PLAYER, grammar("bourse"), voice)
    assert taken(found) == ["SELL 200 POUND"]


def test_names_of_other_languages_are_read_in_every_line_and_their_codes_in_orders_alone() -> None:
    lexicon = reader().orders(grammar("diplomacy")).lexicon
    assert [lexicon.resolve("place", name) for name in ("Burgund", "Bourgogne", "Wie", "Esp")] == [
        "BUR",
        "BUR",
        "VIE",
        "SPA",
    ]
    assert lexicon.meanings("Burgund") == {"BUR"} and lexicon.meanings("wie") == set()
    assert lexicon.at_home("6 : A Paris - Burgund") == "6 : A Paris - BUR"
