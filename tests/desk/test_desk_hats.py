"""Words that go by the hat that is on (AS GERMANY, AS SELF)."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.harness import Judge

GAME = "czar1"


@pytest.fixture
def judge(tmp_path: Path) -> Judge:
    """Anna leads Austria and Germany, and has offers on file from three purses."""
    judge = Judge(tmp_path).with_game(GAME, "exchange", "Anna", "Bob", min_bid="1")
    for text in (
        "BID GERMANY 60 SHARES 5 PRICE 1\nBID AUSTRIA 50 SHARES 5 PRICE 1",
        "",
        "OFFERLIST GERMANY 4, AUSTRIA 4",
    ):
        judge.orders(GAME, "Anna", text) if text else None
        judge.resolve(GAME)
        judge.tick(judge.after(hours=1))
    while not judge.game(GAME).phase.endswith("M"):
        judge.resolve(GAME)
        judge.tick(judge.after(hours=1))
    judge.orders(GAME, "Anna", "AS GERMANY\nA MUN - BOH\n3 : A BER H\nAS AUSTRIA\nA VIE - TYR\nAS SELF\n4 : A VIE H")
    return judge


def filed(judge: Judge) -> list[str]:
    """The purses of the lines on file, in the order of the sheet."""
    return [str(line["hat"]) for line in judge.services.files.sheet(GAME, "S1901M", "Anna").sheet]


@pytest.mark.parametrize("word", ["CLEAR", "CLEAR OFFERS"])
def test_clear_below_a_hat_takes_what_was_written_under_it_and_nothing_else(judge: Judge, word: str) -> None:
    assert filed(judge) == ["", "AUSTRIA", "GERMANY", "GERMANY"]
    (answer,) = judge.orders(GAME, "Anna", f"AS GERMANY\n{word}")
    assert filed(judge) == ["", "AUSTRIA"]
    assert "2 orders" in answer.text
    judge.orders(GAME, "Anna", f"AS GERMANY\n{word}")
    assert filed(judge) == ["", "AUSTRIA"]


@pytest.mark.parametrize("text", ["CLEAR", "AS GERMANY\nAS SELF\nCLEAR"])
def test_clear_without_a_hat_takes_all(judge: Judge, text: str) -> None:
    judge.orders(GAME, "Anna", text)
    assert filed(judge) == []


def test_a_reason_that_holds_for_several_lines_is_told_at_the_first_of_them(judge: Judge) -> None:
    (answer,) = judge.orders(GAME, "Anna", "AS GERMANY\n5 : A MUN - LON\nAS AUSTRIA\n5 : A MUN - LON")
    first, second = answer.text.split("line 3:")[1].split("line 5:")
    assert "cannot reach that" in first
    assert "Not taken, for the same reason." in second
