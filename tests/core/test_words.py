"""A word of the correspondence is declared once."""

from __future__ import annotations

import pytest

from judge.core.errors import SetupError
from judge.core.place import Place
from judge.core.plain import looks_like_order
from judge.core.variant import Help
from judge.core.words import WORDS, Extend, Reach
from judge.core.words.word import word


def test_a_word_that_touches_one_game_names_it() -> None:
    for one in WORDS.values():
        assert one.reach is not Reach.GAME or "game" in one.command.__dataclass_fields__, one.verb


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
