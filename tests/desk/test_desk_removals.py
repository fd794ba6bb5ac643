"""A unit that is named for removal twice, in two ways, has one place on the sheet."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.harness import Judge, address_of

POWERS = ("AUSTRIA", "ENGLAND", "FRANCE", "GERMANY", "ITALY", "RUSSIA", "TURKEY")


@pytest.fixture
def winter(tmp_path: Path) -> Judge:
    judge = Judge(tmp_path).with_game("gold1", "economic4", *POWERS, demobilise="yes")
    judge.orders("gold1", "ENGLAND", "HOLD ALL")
    judge.resolve("gold1")
    judge.resolve("gold1")
    judge.tick(judge.after(minutes=3))
    return judge


@pytest.mark.parametrize("letters", [("REMOVE A LVP", "DISBAND A LVP"), ("DISBAND A LVP\nREMOVE A LVP",)])
def test_a_unit_named_in_two_ways_goes_once_and_no_line_contradicts_the_other(
    winter: Judge, letters: tuple[str, ...]
) -> None:
    for letter in letters:
        (answer,) = winter.orders("gold1", "ENGLAND", letter)
        assert answer.subject.startswith("[OK]"), answer.text
    text = " ".join(answer.text.split())
    assert "removals count only where" not in text and "Not needed" not in text
    assert " 1 REMOVE A LVP" in text and " 2 REMOVE" not in text, answer.text
    winter.resolve("gold1")
    results = " ".join(winter.letters(address_of("ENGLAND"))[-1].text.split())
    assert "RESULTS of W1901A" in results and "Not needed" not in results
