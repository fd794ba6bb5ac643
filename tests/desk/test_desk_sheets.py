"""Two orders for the same in one letter: the last that can stand counts (D-3)."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.desk.worlds import GAME, small_game
from tests.harness import Judge

POWERS = ("AUSTRIA", "ENGLAND", "FRANCE", "GERMANY", "ITALY", "RUSSIA", "TURKEY")


@pytest.fixture
def judge(tmp_path: Path) -> Judge:
    return Judge(tmp_path).with_game("dip1", "diplomacy", *POWERS)


def answer(judge: Judge, seat: str, text: str) -> str:
    """The confirmation, in one line."""
    (letter,) = judge.orders("dip1", seat, text)
    return " ".join(letter.text.split())


def test_D_3_an_order_that_cannot_be_obeyed_leaves_the_one_above_it_standing(judge):
    text = answer(judge, "GERMANY", "F KIE - HOL\nF KIE - MUN\nA BER - KIE\nA BER - LON")
    assert "1 A BER - KIE 2 F KIE - HOL" in text
    assert "line 3 F KIE - MUN cannot be obeyed" in text and "is replaced by" not in text


def test_D_3_of_three_orders_the_last_that_can_be_obeyed_stands(judge):
    text = answer(judge, "GERMANY", "F KIE - HOL\nF KIE - DEN\nF KIE - MUN")
    assert "1 F KIE - DEN" in text and "F KIE - HOL is replaced by F KIE - DEN" in text
    text = answer(judge, "GERMANY", "F KIE - BAL\nF KIE - MUN\nF KIE - RUH")
    assert "1 F KIE - BAL" in text and "is replaced by" not in text


def test_D_3_an_order_above_that_could_not_be_obeyed_is_refused_and_not_replaced(judge):
    text = answer(judge, "GERMANY", "F KIE - MUN\nF KIE - HOL")
    assert "1 F KIE - HOL" in text
    assert "line 2 F KIE - MUN cannot be obeyed" in text and "is replaced by" not in text


def test_D_10_a_refused_vote_leaves_the_one_above_it_standing(judge):
    text = answer(judge, "AUSTRIA", "DRAW\nCONCEDE TO TURKEY\nCONCEDE TO AUSTRIA\nDRAW AUSTRIA TURKEY")
    assert "1 CONCEDE TO TURKEY" in text and "2 DRAW" in text


def test_the_sheet_of_the_open_phase_stands_first_in_the_answer_wherever_it_stood_in_the_letter(tmp_path: Path) -> None:
    judge = small_game(tmp_path)
    (answer,) = judge.orders(GAME, "Lupus", "FOR F1901M:\nSELL 20 LIRA\nFOR NOW:\nSELL 10 LIRA")
    assert re.findall(r"ON FILE for (\w+)", answer.text) == ["S1901M", "F1901M"]
