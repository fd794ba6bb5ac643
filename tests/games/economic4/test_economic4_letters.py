"""What the game prints can be read again, and every example of its help is understood."""

from __future__ import annotations

from pathlib import Path

import pytest

from judge.desk.cabinet.records import Status
from judge.parse.reading import Garbled
from judge.post import Line
from tests.games.economic4.table import GRAMMAR, READER, read
from tests.games.printed import printed
from tests.harness import MASTER, Judge
from tests.tables import cases, rows


def garbled(text: str) -> Garbled:
    (reading,) = READER.orders(GRAMMAR).read(Line(1, text))
    assert isinstance(reading, Garbled), reading
    return reading


@pytest.mark.parametrize("command", printed(__file__, "test_a_printed_order_reads_as_the_same_order", "economic4"))
def test_a_printed_order_reads_as_the_same_order(command):
    assert read(command.canonical()) == (command,)


@pytest.mark.parametrize(
    ("text", "canonical"),
    rows(__file__, "orders_are_read_as_players_write_them"),
)
def test_orders_are_read_as_players_write_them(text, canonical):
    assert [command.canonical() for command in read(text)] == [canonical]


@pytest.mark.parametrize(
    ("text", "codes"),
    [("A TRI - SER", "CRO or ZAR"), ("TREASURY TO TRIESTE", "CRO or ZAR"), ("A SPAIN - POR", "SPN or SPS")],
)
def test_E_6_tri_and_spain_are_asked_about(text, codes):
    assert codes in garbled(text).hint


@cases("text", "words")
def test_a_line_that_cannot_be_meant_says_why(text, words):
    assert words in garbled(text).reason


# ---- The master's END by mail, and his RESULT, which this board does not take --------------------------------------


GAME = "rich7"


@pytest.fixture
def judge(tmp_path: Path) -> Judge:
    return Judge(tmp_path).with_game(
        GAME, "economic4", "AUSTRIA", "ENGLAND", "FRANCE", "GERMANY", "ITALY", "RUSSIA", "TURKEY"
    )


@pytest.mark.parametrize("word", ["END DRAW", "END DRAW ITALY TURKEY", "END CONCEDED ITALY", "END ABANDONED"])
def test_the_masters_end_is_filed_and_ends_the_game_at_the_deadline(judge: Judge, word: str) -> None:
    (answer,) = judge.master(GAME, word)
    assert answer.to == MASTER and answer.subject.startswith("[OK]")
    assert "the game ends at the deadline" in answer.flat
    judge.resolve(GAME)
    assert judge.game(GAME).status is Status.FINISHED


def test_a_victory_that_the_board_does_not_bear_out_is_refused(judge: Judge) -> None:
    (answer,) = judge.master(GAME, "END SOLO ITALY")
    assert answer.to == MASTER and answer.subject.startswith("[ERROR]")
