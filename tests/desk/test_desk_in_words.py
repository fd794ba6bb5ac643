"""Letters that say how to write say it truly, and somebody known is answered whatever he writes."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from judge.parse import Kind
from tests.parse.clauses.reading import clauses
from tests.parse.where import SHARE

EXAMPLES = sorted((SHARE / "templates").glob("*/in_words.txt"))


@pytest.mark.parametrize(
    "path", [path for path in EXAMPLES if path.parent.name != "session"], ids=lambda p: p.parent.name
)
def test_the_sentence_that_a_first_letter_shows_is_read_as_orders(path: Path) -> None:
    (sentence,) = re.findall(r"^  (\S.*)$", path.read_text("utf-8"), re.MULTILINE)
    found = clauses(path.parent.name, sentence)
    assert {clause.kind for clause in found} == {Kind.ORDER}


@pytest.mark.parametrize("sentence", ["What are the prices?", "When is the deadline?", "Please cancel my orders."])
def test_the_sentences_that_help_shows_are_no_doubt(sentence: str) -> None:
    assert "Sell 300 lira" in (SHARE / "templates/session/help.txt").read_text("utf-8")
    assert sentence in (SHARE / "templates/session/help.txt").read_text("utf-8")
    assert not [clause for clause in clauses("bourse", sentence) if clause.kind is Kind.DOUBTFUL]
