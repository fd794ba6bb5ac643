"""Letters of a Bourse, from the mailbox to the answer."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.harness import Judge

ZEROS = "Austria: 0\nEngland: -0\nFrance: 0\nGermany: +0\nItaly: 0\nRussia: 0\nTurkey: 0"


@pytest.fixture
def judge(tmp_path: Path) -> Judge:
    """A Bourse of Lupus and Vulpes beside a reported board, in its first turn."""
    return started(tmp_path)


def started(folder: Path, **options: str) -> Judge:
    judge = Judge(folder)
    judge.new("lira7", "bourse", **options)
    judge.join("lira7", "Lupus", "Vulpes")
    judge.start("lira7")
    judge.tick()
    return judge


def answer(judge: Judge, text: str, seat: str = "Lupus") -> str:
    (letter,) = judge.orders("lira7", seat, text)
    return letter.text


def on_file(judge: Judge, seat: str = "Lupus") -> list[str]:
    """The sheet for the open phase, as it is printed."""
    game = judge.game("lira7")
    record = judge.office.files.sheet(game.key, game.phase, seat)
    return [command.canonical() for command in judge.office.sheet(game, record)]


def state(judge: Judge) -> Any:
    game = judge.game("lira7")
    return judge.office.journal.state(judge.office.variant(game), game)


def test_M_13_a_sheet_of_zeros_files_an_empty_sheet_in_place_of_the_trades(judge: Judge) -> None:
    answer(judge, "SELL 300 LIRA\nBUY 300 MARKS")
    told = answer(judge, ZEROS)
    assert on_file(judge) == ["NO TRADE"]
    assert told.count("NO TRADE") == 1


def test_M_13_zeros_beside_trades_are_silent(judge: Judge) -> None:
    told = answer(judge, "Austria: 0\nItaly: -300\nGermany: +115\nTurkey: 0")
    assert on_file(judge) == ["SELL 300 LIRA", "BUY 115 MARK"]
    assert "NO TRADE" not in told


def test_M_13_a_refused_trade_beside_zeros_does_not_bring_the_old_trades_back(judge: Judge) -> None:
    answer(judge, "SELL 300 MARKS")
    answer(judge, "SELL 100 LIRA\nBUY 100 LIRA\nGermany: 0")
    assert on_file(judge) == ["SELL 100 LIRA"]
    answer(judge, "AS FRANCE\nSELL 100 LIRA\nAS SELF\nGermany: 0")
    assert on_file(judge) == ["NO TRADE"]


def test_M_12_zeros_alone_are_a_sheet(judge: Judge) -> None:
    answer(judge, ZEROS, "Vulpes")
    judge.resolve("lira7")
    assert state(judge).silent == {"Lupus": 1}


def test_M_13_zeros_kept_for_a_later_phase_are_one_empty_sheet(judge: Judge) -> None:
    told = answer(judge, f"FOR F1901\n{ZEROS}")
    game = judge.game("lira7")
    record = judge.office.files.sheet(game.key, "F1901M", "Lupus")
    assert [command.canonical() for command in judge.office.sheet(game, record)] == ["NO TRADE"]
    assert "F1901M" in told
