"""What is harmless is a closed list, bound at both ends, and a sequence of its sentences."""

from __future__ import annotations

import pytest

from judge.parse.courtesies import Courtesies
from judge.share import share

KNOWN = Courtesies(share() / "grammar" / "known")
NAMES = ("Lupus", "Jack Sterling")
MOST = 130


def test_the_list_is_capped() -> None:
    assert 50 < len(KNOWN.sentences()) <= MOST


@pytest.mark.parametrize(
    "text",
    [
        "Hello judge,",
        "Thanks. Best regards",
        "Orders for spring 1901:",
        "Best wishes, Jack",
        "Vielen Dank im Voraus",
        "Merci !",
        "That's all for now, thanks",
    ],
)
def test_a_sequence_of_its_sentences_is_courtesy(text: str) -> None:
    assert KNOWN.has(text, NAMES, "S1901M")


@pytest.mark.parametrize(
    "text",
    [
        "Thanks not",
        "Not these",
        "Orders for autumn",
        "Orders for F1901M",
        "Best wishes, Bob",
        "all",
        "no thanks",
        "regards these as void",
        "Kidding",
        "xyzzy",
        "",
    ],
)
def test_whatever_is_not_on_it_is_none(text: str) -> None:
    assert not KNOWN.has(text, NAMES, "S1901M")
