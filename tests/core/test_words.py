"""A word of the correspondence is declared once."""

from __future__ import annotations

import pytest

from judge.core.errors import SetupError
from judge.core.manual import MANUAL, MASTERS, PLAYERS
from judge.core.place import Place
from judge.core.plain import looks_like_order
from judge.core.variant import Help
from judge.core.words import WORDS, Extend, Reach, word_of
from judge.core.words.word import word


def test_every_word_has_its_help_with_examples_and_stands_somewhere() -> None:
    for rule, one in WORDS.items():
        assert one.rule == rule and one.grammar.startswith(f"{rule}:"), rule
        assert one.help.form and one.help.text.endswith(".") and one.help.examples, rule
        assert one.place, rule
        assert word_of(one.command) is one


def test_help_lists_the_words_as_they_are_declared() -> None:
    assert list(MANUAL.values()) == [one.help for one in WORDS.values()]
    assert sorted(entry.verb for entry in (*PLAYERS, *MASTERS)) == sorted(one.verb for one in WORDS.values())
    assert {entry.verb for entry in MASTERS} == {one.verb for one in WORDS.values() if one.place is Place.MASTER}


def test_a_word_that_touches_one_game_names_it() -> None:
    for one in WORDS.values():
        assert one.reach is not Reach.GAME or "game" in one.command.__dataclass_fields__, one.verb


def test_the_masters_words_wait_for_yes_in_a_sentence_unless_their_declaration_says_otherwise() -> None:
    free = {one.verb for one in WORDS.values() if one.place is Place.MASTER and not one.guarded}
    assert free == {"RESULT", "MISSING", "PREVIEW", "RESEND", "ANNOUNCE"}


@pytest.mark.parametrize(
    ("grammar", "verb", "says"),
    [
        ("extend: _EXTEND", "LENGTHEN", "already"),
        ("lengthen: _LENGTHEN", "EXTEND", "already"),
        ("lengthen: _LENGTHEN", "WHO", "already"),
        ("LENGTHEN.9: /lengthen/i", "LENGTHEN", "begin with its rule"),
    ],
)
def test_two_words_never_share_a_name_a_rule_or_a_beginning(grammar: str, verb: str, says: str) -> None:
    before = dict(WORDS)
    with pytest.raises(SetupError, match=says):
        word(Place.MASTER, grammar, Help(verb, verb, "It.", (verb,)))(Extend)
    assert before == WORDS


@pytest.mark.parametrize("rule", sorted(set(WORDS) - {"yes"}))
def test_a_line_with_a_word_in_capitals_looks_like_one(rule: str) -> None:
    for example in WORDS[rule].help.examples:
        assert looks_like_order(example.rstrip(":")), example
