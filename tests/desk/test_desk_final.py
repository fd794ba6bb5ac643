"""A word that cannot be undone is carried out only if every line above it in its block was; and a block in which no
word was understood is never in order."""

from pathlib import Path

import pytest

from tests.desk.worlds import GAME, REPORT, current, small_game
from tests.harness import MASTER, Judge, Out, address_of
from tests.tables import cases, rows

BAD = "SET cash nonsense"


def masters(letters: list[Out]) -> Out:
    return next(out for out in letters if out.to == MASTER and out.subject.startswith("["))


@pytest.fixture
def judge(tmp_path: Path) -> Judge:
    judge = small_game(tmp_path, early="yes")
    judge.resolve(GAME)
    judge.tick(judge.after(hours=1))
    return judge


def sitter(judge: Judge, seat: str) -> str:
    record = judge.seat(GAME, seat)
    return record.address


def test_a_game_does_not_start_with_settings_that_were_refused(tmp_path: Path) -> None:
    judge = small_game(tmp_path, start=False)
    out = masters(judge.master(GAME, f"SET early yes\n{BAD}\nSET cash nothing\nSTART"))
    assert current(judge).status == "forming" and current(judge).house["early"] == "yes"
    assert out.subject.startswith("[PARTIAL]") and "line 5: START" in out.flat
    assert "cannot be undone" in out.flat and "line 3 above it was not taken" in out.flat
    out = masters(judge.master(GAME, "SET cash forfeit\nSTART"))
    assert out.subject.startswith("[OK]") and current(judge).status == "active"


@pytest.mark.parametrize("above", [BAD, "EXTEND", "REPLACE Nobody BY new@example.test", "Please EXTEND 24h"])
@cases("word")
def test_nothing_that_cannot_be_undone_is_done_below_a_line_that_failed(judge: Judge, above: str, word: str) -> None:
    judge.master(GAME, REPORT)
    before = (current(judge), sitter(judge, "Lupus"), sitter(judge, "Ursa"))
    sheets = judge.services.files.sheets(GAME)
    out = masters(judge.master(GAME, f"{above}\n{word}"))
    assert (current(judge), sitter(judge, "Lupus"), sitter(judge, "Ursa")) == before
    assert judge.services.files.sheets(GAME) == sheets
    assert "cannot be undone" in out.flat and "line 2 above it was not taken" in out.flat
    judge.master(GAME, word)
    assert (current(judge), sitter(judge, "Lupus"), sitter(judge, "Ursa")) != before or word == "END DRAW"


def test_an_order_for_a_player_that_was_refused_stops_the_words_below_it(tmp_path: Path) -> None:
    judge = small_game(tmp_path)
    letters = judge.master(GAME, "AS Lupus\nSELL 300 DRACHMAS\nAS MASTER\nPROCESS S1901")
    assert current(judge).phase == "S1901M"
    assert any("cannot be undone" in out.flat and "a line above it was not taken" in out.flat for out in letters)
    judge.master(GAME, "AS Lupus\nSELL 300 LIRA\nAS MASTER\nPROCESS S1901")
    assert current(judge).phase == "F1901M"


def test_a_report_resolves_nothing_below_a_line_that_failed(judge: Judge) -> None:
    judge.resolve(GAME)
    judge.tick(judge.after(hours=1))
    assert current(judge).locked
    letters = judge.master(GAME, f"AS Ursa\nSELL 1 DRACHMA\nAS MASTER\n{REPORT}")
    assert current(judge).locked and any("cannot be undone" in out.flat for out in letters)
    judge.master(GAME, REPORT)
    assert current(judge).phase == "S1902M"


def test_a_report_before_the_deadline_is_on_file_whatever_stands_above_it(judge: Judge) -> None:
    judge.master(GAME, f"{BAD}\n{REPORT}")
    assert judge.services.files.sheet(GAME, "F1901M", "MASTER").sheet


def test_nobody_is_ready_with_a_sheet_that_was_taken_in_part(tmp_path: Path) -> None:
    judge = small_game(tmp_path, early="yes")
    for seat in ("Grey Wolf", "Ursa"):
        judge.say(address_of(seat), f'SIGNON "{seat}"@{GAME} {address_of(seat).split("@")[0]}-pass\nREADY')
        judge.orders(GAME, seat, "READY")  # asked once whether it is meant with nothing on file
        assert judge.services.files.sheet(GAME, "S1901M", seat).ready
    out = next(
        o
        for o in judge.orders(GAME, "Lupus", "SELL 100 LIRA\nBUY 100 MARKS\nBUY 5 DRACHMAS\nREADY")
        if o.subject[0] == "["
    )
    assert current(judge).phase == "S1901M"
    assert out.subject.startswith("[PARTIAL]") and "not marked READY" in out.flat
    assert not judge.services.files.sheet(GAME, "S1901M", "Lupus").ready
    judge.orders(GAME, "Lupus", "READY")
    judge.orders(GAME, "Lupus", "READY")
    assert current(judge).phase == "F1901M"


def test_not_ready_is_always_taken(tmp_path: Path) -> None:
    judge = small_game(tmp_path, early="yes")
    judge.orders(GAME, "Lupus", "READY")
    judge.orders(GAME, "Lupus", "BUY 5 DRACHMAS\nNOT READY")
    assert not judge.services.files.sheet(GAME, "S1901M", "Lupus").ready


# ---- nothing understood -------------------------------------------------------------------------------------------

NOTHING = rows(__file__, "NOTHING")


@pytest.mark.parametrize("text", NOTHING)
def test_a_masters_letter_in_which_no_word_was_understood_is_never_in_order(tmp_path: Path, text: str) -> None:
    judge = small_game(tmp_path)
    before = current(judge)
    out = masters(judge.master(GAME, text))
    assert out.subject.split()[0] in ("[NOTED]", "[ASK]", "[ERROR]")
    assert not out.text.startswith("OK") and current(judge) == before
    for line in filter(None, text.split("\n")):
        assert line in out.flat or line == "thank you"  # a courtesy says nothing that must be quoted
