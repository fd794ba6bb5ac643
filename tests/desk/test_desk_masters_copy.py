"""Whoever runs a game gets whatever its players get, with a list or without."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.harness import MASTER, Judge, address_of

HAND = "CENTRES AUSTRIA 3 ENGLAND 3 FRANCE 3 GERMANY 3 ITALY 3 RUSSIA 4 TURKEY 3"


def game(tmp_path: Path, list_: str) -> Judge:
    return Judge(tmp_path, list="").with_game("lira7", "bourse", "Lupus", "Ursa", **({"list": list_} if list_ else {}))


@pytest.mark.parametrize("list_", ["", "results@list.test"])
def test_the_master_gets_the_start_and_the_results_with_or_without_a_list(tmp_path: Path, list_: str) -> None:
    judge = game(tmp_path, list_)
    assert "has started with 2 players" in judge.letters(MASTER)[-1].text
    judge.master("lira7", f"RESULT S1901\n{HAND}\nEND")
    sent = judge.resolve("lira7")
    (mine,) = (one for one in sent if one.to == MASTER and "were not read" not in one.text and "Lupus" in one.text)
    (theirs,) = (one for one in sent if one.to == address_of("Lupus"))
    assert mine.machines[0] in theirs.machines


def test_a_masters_answer_to_the_results_is_a_masters_letter(tmp_path: Path) -> None:
    judge = game(tmp_path, "")
    before = judge.deadline("lira7")
    (answer,) = judge.reply(judge.letters(MASTER)[-1], "STATUS")
    assert answer.to == MASTER and answer.subject.startswith("[OK]")
    judge.reply(judge.letters(MASTER, "start")[-1], "EXTEND 2d")
    assert judge.deadline("lira7") > before
