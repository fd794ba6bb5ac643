"""NO alone in reply to an answer: the sheet stands again as it stood before that letter, or it is said why not."""

from pathlib import Path

import pytest

from tests.desk.worlds import GAME
from tests.harness import MASTER, POWERS, Judge, Out, address_of
from tests.tables import cases

STOOD, WROTE = ["SELL 100 LIRA", "BUY 100 MARK"], ["SELL 300 LIRA", "BUY 300 POUND"]


def lines(judge: Judge, seat: str = "Lupus", game: str = GAME, phase: str = "") -> list[str]:
    return judge.on_file(game, seat, phase)


def to(address: str, sent: list[Out]) -> Out:
    return next(one for one in reversed(sent) if one.to == address)


def wrote(judge: Judge, text: str, seat: str = "Lupus", game: str = GAME) -> Out:
    return to(address_of(seat), judge.orders(game, seat, text))


def answer(judge: Judge, out: Out, text: str = "NO") -> Out:
    return to(out.to, judge.reply(out, text, headers=out.thread))


def test_somebody_elses_no_neither_drops_a_proposal_nor_puts_back_a_sheet(judge: Judge) -> None:
    out = wrote(judge, "\n".join(WROTE))
    asked = wrote(judge, "SELL 300 LIRRRA")
    own = wrote(judge, "STATUS", "Ursa")
    for letter in (out, asked):
        judge.reply(own, "NO", headers=(f"References: {letter.header('Message-ID')}",))
        assert "NO to what?" in judge.letters(address_of("Ursa"))[-1].flat
    assert lines(judge) == WROTE
    answer(judge, asked, "YES")
    assert lines(judge) == ["SELL 300 LIRA"]


def test_no_puts_back_both_sheets_of_a_letter_or_neither(judge: Judge) -> None:
    wrote(judge, "SELL 1 LIRA\nFOR F1901M\nSELL 2 LIRA")
    out = wrote(judge, "SELL 3 LIRA\nFOR F1901M\nSELL 4 LIRA")
    wrote(judge, "FOR S1901M\nSELL 5 LIRA")
    answer(judge, out)
    assert lines(judge) == ["SELL 5 LIRA"] and lines(judge, phase="F1901M") == ["SELL 4 LIRA"]
    answer(judge, wrote(judge, "SELL 6 LIRA\nFOR F1901M\nSELL 7 LIRA"))
    assert lines(judge) == ["SELL 5 LIRA"] and lines(judge, phase="F1901M") == ["SELL 4 LIRA"]


def test_a_stranger_who_says_no_is_asked_nothing_new(judge: Judge) -> None:
    heard = judge.say("nobody@example.test", "No")
    assert not any("NO to what?" in out.text for out in heard)


CHAT = "My cat is ill this week, poor thing."


@cases("letter", "offered")
def test_no_is_offered_to_a_player_where_it_takes_something_back_and_nowhere_else(
    judge: Judge, letter: str, offered: bool
) -> None:
    wrote(judge, "\n".join(STOOD))
    out = wrote(judge, f"{letter}\n\n{CHAT}")
    assert CHAT in out.flat and ("answer NO" in out.flat) == offered
    if offered:
        back = answer(judge, out)
        assert back.subject.startswith("[OK]") and lines(judge) == STOOD
    else:
        assert "and they changed nothing." in out.flat or "[ASK]" in out.subject


def test_no_is_not_offered_to_a_master_or_to_somebody_without_a_seat(judge: Judge) -> None:
    master = to(MASTER, judge.master(GAME, f"WHO\n\n{CHAT}"))
    anybody = to(address_of("Lupus"), judge.say(address_of("Lupus"), f"SUBSCRIBE {GAME}\n\n{CHAT}"))
    for out in (master, anybody):
        assert CHAT in out.flat and "answer NO" not in out.flat and "and they changed nothing." in out.flat


def test_what_yes_files_takes_the_place_of_a_section_that_the_letter_could_not_change(tmp_path: Path) -> None:
    judge = Judge(tmp_path).with_game("eco1", "economic4", *POWERS)
    wrote(judge, "LOAN 1 TO ITALY", "FRANCE", "eco1")
    refused = wrote(judge, "LOAN 2 TO FRANCE\nLOANN 3 TO GERMANY", "FRANCE", "eco1")
    assert "names your own power" in refused.text and "LOAN 1 TO ITALY" in refused.text
    answer(judge, refused, "YES")
    assert lines(judge, "FRANCE", "eco1") == ["LOAN 3 TO GERMANY"]


@pytest.mark.parametrize("seat", ["Ursa", "Grey Wolf"])
def test_somebody_elses_yes_is_worth_nothing(judge: Judge, seat: str) -> None:
    out = wrote(judge, "SELL 300 LIRRRA")
    judge.reply(wrote(judge, "STATUS", seat), "YES", headers=out.thread)
    assert lines(judge) == lines(judge, seat) == []
