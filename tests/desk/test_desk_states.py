"""Words that change what is on file, in games that are not open for it, and whose answer goes where."""

from pathlib import Path

import pytest

from tests.desk.worlds import GAME, small_game
from tests.harness import Judge, address_of

ORDERS = "SELL 300 LIRA\nBUY 300 MARKS"


@pytest.mark.parametrize("word", ["CLEAR", "CLEAR TRADES", "UNDO", "CLEAR\nUNDO", "READY", "STATUS\nCLEAR"])
def test_a_word_on_the_sheet_of_a_game_that_has_not_started_is_refused_and_harms_nothing(
    tmp_path: Path, word: str
) -> None:
    judge = small_game(tmp_path, start=False, early="yes")
    (answer,) = judge.orders(GAME, "Lupus", word)
    assert answer.to == address_of("Lupus") and "has not started" in answer.text
    judge.start(GAME)
    judge.tick()
    assert judge.orders(GAME, "Lupus", ORDERS)[0].subject.startswith("[OK]")


# ---- Words that go by the hat that is on (AS GERMANY, AS SELF).


CZAR = "czar1"


@pytest.fixture
def judge(tmp_path: Path) -> Judge:
    """Anna leads Austria and Germany, and has offers on file from three purses."""
    judge = Judge(tmp_path).with_game(CZAR, "exchange", "Anna", "Bob", min_bid="1")
    for text in (
        "BID GERMANY 60 SHARES 5 PRICE 1\nBID AUSTRIA 50 SHARES 5 PRICE 1",
        "",
        "OFFERLIST GERMANY 4, AUSTRIA 4",
    ):
        judge.orders(CZAR, "Anna", text) if text else None
        judge.resolve(CZAR)
        judge.tick(judge.after(hours=1))
    while not judge.game(CZAR).phase.endswith("M"):
        judge.resolve(CZAR)
        judge.tick(judge.after(hours=1))
    judge.orders(CZAR, "Anna", "AS GERMANY\nA MUN - BOH\n3 : A BER H\nAS AUSTRIA\nA VIE - TYR\nAS SELF\n4 : A VIE H")
    return judge


def on_file(judge: Judge) -> list[str]:
    """The purses of the lines on file, in the order of the sheet."""
    return [str(line["hat"]) for line in judge.services.files.sheet(CZAR, "S1901M", "Anna").sheet]


@pytest.mark.parametrize("word", ["CLEAR", "CLEAR OFFERS"])
def test_clear_below_a_hat_takes_what_was_written_under_it_and_nothing_else(judge: Judge, word: str) -> None:
    assert on_file(judge) == ["", "AUSTRIA", "GERMANY", "GERMANY"]
    (answer,) = judge.orders(CZAR, "Anna", f"AS GERMANY\n{word}")
    assert on_file(judge) == ["", "AUSTRIA"]
    assert "2 orders" in answer.text
    judge.orders(CZAR, "Anna", f"AS GERMANY\n{word}")
    assert on_file(judge) == ["", "AUSTRIA"]


@pytest.mark.parametrize("text", ["CLEAR", "AS GERMANY\nAS SELF\nCLEAR"])
def test_clear_without_a_hat_takes_all(judge: Judge, text: str) -> None:
    judge.orders(CZAR, "Anna", text)
    assert on_file(judge) == []
