"""Two orders for the same in one letter: the last that can stand counts (D-3)."""

from pathlib import Path
from typing import Any

import pytest

from judge.core.ruling import accept, amend
from judge.desk.sheets import shown
from judge.desk.sheets.letter_context import Level
from judge.kits.host.commands import UnitOrder
from tests.harness import MASTER, POWERS, Judge
from tests.tables import cases


@pytest.fixture
def judge(tmp_path: Path) -> Judge:
    return Judge(tmp_path).with_game("dip1", "diplomacy", *POWERS)


def answer(judge: Judge, seat: str, text: str) -> str:
    """The confirmation, in one line."""
    (letter,) = judge.orders("dip1", seat, text)
    return letter.flat


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


# ---- What is said to the orders of a letter once they are judged ---------------------------------------------------


class Heard:
    """Notes what a context is told: level, line, words, and whether it is asked."""

    def __init__(self) -> None:
        self.said: list[tuple[Level, int, str]] = []
        self.offers: list[str] = []
        self.asked: list[bool] = []

    def put(self, text: str, level: Level, line: int = 0, asked: bool = False) -> None:
        self.said.append((level, line, text))
        self.asked.append(asked)

    def say(self, code: str, level: Level, line: int, **data: str) -> None:
        self.said.append((level, line, " ".join((code, *data.values()))))


def order(text: str, line: int = 0) -> UnitOrder:
    return UnitOrder(line=line, text=text)


def test_what_was_filed_before_and_is_cut_now_is_something_to_look_at() -> None:
    heard: Any = Heard()
    before = (order("A PAR H"), order("A MAR H"), order("F BRE H"))
    rulings = [
        amend(order("A PAR - BUR"), "cut", most=5),
        amend(order("A MAR - SPA", 2), "cut", most=5),  # of this letter
        accept(order("F BRE - ENG")),
    ]
    shown.tell_cut(heard, before, rulings)
    assert heard.said == [(Level.CHECK, 0, "A PAR H, which you sent before, becomes A PAR - BUR beside this.")]


# ---- TRY is no word of the master: where it is refused, nothing below it is carried out ----------------------------


@cases("below")
def test_nothing_below_a_masters_try_is_carried_out(tmp_path: Path, below: str) -> None:
    judge = Judge(tmp_path).with_game("club7", "bourse", "Lupus", "Ursa", "Vulpes", board="reported")
    before = judge.game("club7"), judge.services.journal.length("club7")
    sent = judge.master("club7", f"TRY\n{below}")
    assert all(out.to == MASTER and out.subject.startswith("[ERROR]") for out in sent), [out.text for out in sent]
    assert (judge.game("club7"), judge.services.journal.length("club7")) == before
    assert "ON FILE" not in sent[-1].text
    assert "because TRY above it was refused" in sent[-1].flat
    assert judge.master("club7", below)[-1].subject.startswith(("[OK]", "[CHECK]")), "without TRY it is done"


# ---- What the desk knows of who writes, and says of what it read ---------------------------------------------------


def test_an_order_that_a_mail_program_broke_is_quoted_whole(tmp_path: Path) -> None:
    judge = Judge(tmp_path).with_game("share3", "exchange", "Anna", "Bob")
    (answer,) = judge.orders("share3", "Anna", "TRANSFER 5000 TO\nBob")
    assert "line 2: TRANSFER 5000 TO Bob\n    A transfer is from 1 to what you have, and you have 400." in answer.text
