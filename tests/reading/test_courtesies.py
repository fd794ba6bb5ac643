"""What is harmless is a closed list, bound at both ends, and a sequence of its sentences."""

from __future__ import annotations

import pytest

from judge.reading.courtesies import Courtesies
from judge.share import share
from tests.tables import rows

KNOWN = Courtesies(share() / "grammar" / "known")
NAMES = ("Lupus", "Jack Sterling")
MOST = 130


def test_the_list_is_capped() -> None:
    assert 50 < len(KNOWN.sentences()) <= MOST


@pytest.mark.parametrize(
    "text",
    rows(__file__, "a_sequence_of_its_sentences_is_courtesy"),
)
def test_a_sequence_of_its_sentences_is_courtesy(text: str) -> None:
    assert KNOWN.has(text, NAMES, "S1901M")


@pytest.mark.parametrize(
    "text",
    rows(__file__, "whatever_is_not_on_it_is_none"),
)
def test_whatever_is_not_on_it_is_none(text: str) -> None:
    assert not KNOWN.has(text, NAMES, "S1901M")
